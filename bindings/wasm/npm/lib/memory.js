/** The memory of a module: text and bytes in, answers out. The module lends its buffers; see `buffers.rs`. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Up to this length a loop is faster than a call of the encoder. */
const SHORT = 128;

export class Memory {
  #exports;
  #view;
  #text = 0;
  #capacity = 0;

  constructor(exports) {
    this.#exports = exports;
    this.#view = new Uint8Array(exports.memory.buffer);
  }

  /** All bytes. A buffer of a memory that has grown is empty, so the view is made again then. */
  get bytes() {
    if (this.#view.length === 0) this.#view = new Uint8Array(this.#exports.memory.buffer);
    return this.#view;
  }

  /** Writes a short text, and returns its length in bytes. */
  writeText(text) {
    const { length } = text;
    if (length * 3 > this.#capacity) this.#makeRoom(length * 3);
    const bytes = this.bytes;
    const start = this.#text;
    if (length <= SHORT) {
      let at = 0;
      while (at < length) {
        const code = text.charCodeAt(at);
        if (code > 127) break;
        bytes[start + at++] = code;
      }
      if (at === length) return length;
    }
    return encoder.encodeInto(text, bytes.subarray(start, start + this.#capacity)).written;
  }

  /** Writes bytes where a text would stand. */
  writeTextBytes(content) {
    if (content.length > this.#capacity) this.#makeRoom(content.length);
    this.bytes.set(content, this.#text);
    return content.length;
  }

  #makeRoom(length) {
    this.#capacity = Math.max(length, 4096);
    this.#text = this.#exports.text_buffer(this.#capacity);
  }

  /** Writes a file or a list, and returns its length in bytes. */
  writeInput(content) {
    if (typeof content !== "string") {
      const at = this.#exports.input_buffer(content.length);
      this.bytes.set(content, at);
      return content.length;
    }
    // Most files are ASCII. Only a file that is not needs more bytes than it has characters.
    let room = content.length;
    let written = 0;
    let rest = content;
    for (;;) {
      const at = this.#exports.input_buffer(room);
      const done = encoder.encodeInto(rest, this.bytes.subarray(at + written, at + room));
      written += done.written;
      if (done.read === rest.length) return written;
      rest = rest.slice(done.read);
      room = written + rest.length * 3;
    }
  }

  /** A copy of the last answer. */
  output() {
    const at = this.#exports.output();
    return this.bytes.slice(at, at + this.#exports.output_length());
  }

  /** The last answer as text. Bytes that are not UTF-8 become U+FFFD, as in a browser. */
  outputText() {
    const at = this.#exports.output();
    return decoder.decode(this.bytes.subarray(at, at + this.#exports.output_length()));
  }
}
