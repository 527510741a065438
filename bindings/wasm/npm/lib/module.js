/** Starts a module. It needs nothing of its host. */

export const startSync = (module) => new WebAssembly.Instance(module).exports;

export const start = async (source) => (await WebAssembly.instantiate(await compile(source))).exports;

/** Compiles a module from bytes, a response or a URL. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) return compile(await fetch(source));
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url}: status ${source.status}`);
    // A server that does not know the type of the file sends another one, which streaming refuses.
    const isTyped = source.headers.get("content-type")?.startsWith("application/wasm");
    if (isTyped && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(source);
    return compile(await source.arrayBuffer());
  }
  return WebAssembly.compile(source);
}
