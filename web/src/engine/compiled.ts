/** The engine, loaded and compiled once for both workers. */

export class Compiled {
  readonly #address: string;
  #module: Promise<WebAssembly.Module> | null = null;

  constructor(address: string) {
    this.#address = address;
  }

  /** A connection comes back: after a failure, whoever asks next tries again. */
  module(): Promise<WebAssembly.Module> {
    this.#module ??= compile(this.#address).catch((error: unknown) => {
      this.#module = null;
      throw error;
    });
    return this.#module;
  }
}

async function compile(address: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new Error("no WebAssembly");
  // What the first verdict needs comes first.
  const response = await fetch(address, { priority: "low" });
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  // A server that does not know the type of the file sends another one, which streaming refuses.
  const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
  if (isTyped) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
