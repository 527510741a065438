/** A file that may be compressed with gzip. */

interface Unpacked {
  stream: ReadableStream<Uint8Array>;
  /** The bytes of the file that were read so far. */
  readBytes(): number;
}

export async function unpacked(file: Blob): Promise<Unpacked> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      bytes += piece.length;
      controller.enqueue(piece);
    },
  });
  const stream = file.stream().pipeThrough(counted);
  return {
    stream: isGzip ? stream.pipeThrough(new DecompressionStream("gzip")) : stream,
    readBytes: () => bytes,
  };
}
