/** Starts a module. It needs nothing of its host. */

export const startSync = (module) => new WebAssembly.Instance(module).exports;

/** Starts a module from bytes, a response, a URL, or a compiled module. */
export async function start(source) {
  if (source instanceof WebAssembly.Module) return startSync(source);
  if (typeof source === "string" || source instanceof URL) return start(await fetch(source));
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url}: status ${source.status}`);
    // A server that does not know the type of the file sends another one, which streaming refuses.
    const isTyped = source.headers.get("content-type")?.startsWith("application/wasm");
    if (isTyped && WebAssembly.instantiateStreaming) return (await WebAssembly.instantiateStreaming(source)).instance.exports;
    return start(await source.arrayBuffer());
  }
  return (await WebAssembly.instantiate(source)).instance.exports;
}
