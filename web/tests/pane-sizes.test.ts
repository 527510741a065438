import { describe, expect, it } from "vitest";
import { limitSize, parseSizes } from "../src/pane-sizes.ts";

describe("the size of a pane", () => {
  it("stays inside the limits", () => {
    expect([limitSize("draft", -5), limitSize("draft", 33.333), limitSize("draft", 99)]).toEqual([
      15, 33.3, 70,
    ]);
  });

  for (const [stored, sizes] of [
    ['{"draft":30,"whyBeside":22.5}', { draft: 30, whyBeside: 22.5 }],
    ['{"draft":1e9,"whyBeside":"50","why":3}', { draft: 70 }],
    ['{"draft":null}', {}],
    ["null", {}],
    ["[1,2]", {}],
  ] as const)
    it(`is read from ${stored}`, () => expect(parseSizes(stored)).toEqual(sizes));

  it("is not read from a text that is not JSON", () => {
    expect(() => parseSizes("")).toThrow();
  });
});
