import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeState, encodeState } from "../src/url-state-codec.ts";

const pack = (json: string) => `1.${deflateRawSync(json).toString("base64url")}`;

describe("the state in the URL", () => {
  it("is the same after encoding and decoding", async () => {
    const state = {
      site: "https://e.example",
      draft: "User-agent: *\r\nDisallow: /ä\r\n",
      urls: ["/", "/ü?a=b&c"],
      agents: ["Googlebot"],
      selected: { url: "/ü?a=b&c", agent: "Googlebot" },
      asked: true as const,
    };
    const fragment = await encodeState(state);
    expect(fragment).toMatch(/^1\.[\w-]+$/);
    expect(await decodeState(fragment ?? "")).toEqual(state);
  });

  it("is rejected if it is too large for a URL", async () => {
    const noise = Array.from({ length: 200_000 }, () =>
      String.fromCharCode(33 + Math.random() * 90),
    );
    expect(await encodeState({ draft: noise.join(""), urls: [], agents: [] })).toBeNull();
  });

  it.each([
    ["an empty fragment", ""],
    ["another format version", "2.AAAA"],
    ["invalid base64", "1.%%%"],
    ["invalid deflate data", "1.AAAA"],
    ["invalid JSON", pack("{")],
    ["a value that is not an object", pack("null")],
    ["a URL list that is not a list", pack('{"urls":"x","agents":[]}')],
    ["numbers instead of URLs", pack('{"urls":[1],"agents":[]}')],
    ["an empty crawler name", pack('{"urls":[],"agents":[""]}')],
    ["too many URLs", pack(JSON.stringify({ urls: Array(1001).fill("/"), agents: [] }))],
    ["a decompression bomb", pack(`{"urls":[],"agents":[],"draft":"${"a".repeat(5 << 20)}"}`)],
  ])("%s is rejected", async (_, fragment) => {
    expect(await decodeState(fragment)).toBeNull();
  });

  it("is decoded without unknown fields and duplicates", async () => {
    const found = await decodeState(
      pack('{"urls":["/","/"],"agents":[],"site":7,"asked":1,"__proto__":{"x":1}}'),
    );
    expect(found).toEqual({ urls: ["/"], agents: [] });
    // A selection outside of the table is none.
    for (const selected of [7, null, {}, { url: "/", agent: "b" }, { url: "/x", agent: "a" }]) {
      const json = JSON.stringify({ urls: ["/"], agents: ["a"], selected });
      expect(await decodeState(pack(json))).toEqual({ urls: ["/"], agents: ["a"] });
    }
  });
});
