import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { load } from "../../bindings/wasm/npm/load.js";

const WASM = new URL("../src/engine/engine.wasm", import.meta.url);

/** Whether the engine of the page was built. */
export const hasEngine = existsSync(WASM);

/** Asks the engine of the page. */
export async function questions(): Promise<<T>(name: string, values: object) => T> {
  const { draft } = await load(readFileSync(WASM));
  return <T>(name: string, values: object) => {
    const { isAnswered, json: text } = draft?.(name, JSON.stringify(values), "en") ?? {};
    expect(isAnswered, text).toBe(true);
    return JSON.parse(text ?? "null") as T;
  };
}
