/** The engine, loaded and compiled once for both workers. */

import { compile } from "../../../bindings/wasm/npm/load.js";

export class Compiled {
  readonly #address: string;
  #module: Promise<WebAssembly.Module> | null = null;

  constructor(address: string) {
    this.#address = address;
  }

  /** A connection comes back: after a failure, whoever asks next tries again. */
  module(): Promise<WebAssembly.Module> {
    this.#module ??= load(this.#address).catch((error: unknown) => {
      this.#module = null;
      throw error;
    });
    return this.#module;
  }
}

async function load(address: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new Error("no WebAssembly");
  // What the first verdict needs comes first.
  return compile(await fetch(address, { priority: "low" }));
}
