import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeState, encodeState } from "../src/url-state-codec.ts";

const pack = (json: string) => `1.${deflateRawSync(json).toString("base64url")}`;

describe("the state in the address", () => {
  it("comes back as it went", async () => {
    const state = {
      site: "https://e.example",
      draft: "User-agent: *\r\nDisallow: /ä\r\n",
      urls: ["/", "/ü?a=b&c"],
      agents: ["Googlebot"],
    };
    const fragment = await encodeState(state);
    expect(fragment).toMatch(/^1\.[\w-]+$/);
    expect(await decodeState(fragment ?? "")).toEqual(state);
  });

  it("is refused when it is too much for an address", async () => {
    const noise = Array.from({ length: 200_000 }, () =>
      String.fromCharCode(33 + Math.random() * 90),
    );
    expect(await encodeState({ draft: noise.join(""), urls: [], agents: [] })).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["another form", "2.AAAA"],
    ["no base64", "1.%%%"],
    ["no deflate", "1.AAAA"],
    ["no JSON", pack("{")],
    ["no object", pack("null")],
    ["a list that is none", pack('{"urls":"x","agents":[]}')],
    ["numbers for URLs", pack('{"urls":[1],"agents":[]}')],
    ["an empty crawler", pack('{"urls":[],"agents":[""]}')],
    ["too many URLs", pack(JSON.stringify({ urls: Array(1001).fill("/"), agents: [] }))],
    ["a bomb", pack(`{"urls":[],"agents":[],"draft":"${"a".repeat(5 << 20)}"}`)],
  ])("%s is no state", async (_, fragment) => {
    expect(await decodeState(fragment)).toBeNull();
  });

  it("drops what it does not know and what is twice", async () => {
    const found = await decodeState(
      pack('{"urls":["/","/"],"agents":[],"site":7,"__proto__":{"x":1}}'),
    );
    expect(found).toEqual({ urls: ["/"], agents: [] });
  });
});
