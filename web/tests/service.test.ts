import { describe, expect, it } from "vitest";
import { atService, hasService, serviceOf } from "../src/service.ts";

describe("where the service is", () => {
  for (const [setting, service] of [
    // The page that a service sends.
    [undefined, ""],
    // The static tester.
    ["", null],
    ["https://check.shop.example", "https://check.shop.example"],
    ["https://check.shop.example/", "https://check.shop.example"],
  ] as const) {
    it(`is ${JSON.stringify(service)} if the document says ${JSON.stringify(setting)}`, () => {
      expect(serviceOf(setting)).toBe(service);
    });
  }

  it("is the page's own origin by default", () => {
    expect([hasService, atService("/v1/check")]).toEqual([true, "/v1/check"]);
  });
});
