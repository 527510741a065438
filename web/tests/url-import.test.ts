import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SitemapFileUrls } from "../src/api.ts";
import { parseCsv, readUrlFile, readUrlText } from "../src/url-import.ts";

const SITEMAP = "\n<urlset><url><loc>https://shop.example/a</loc></url></urlset>";
const CONTENT: SitemapFileUrls = {
  kind: "urlset",
  urls: ["https://shop.example/a"],
  left_out: 0,
  notes: [],
  more: 0,
};

/** Replaces the service by one that gives this answer. Returns the bodies of its requests. */
function answerWith(answer: Partial<SitemapFileUrls> | Response): Blob[] {
  const bodies: Blob[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    expect(path).toBe("/v1/draft/sitemap?limit=1000");
    expect(init.headers).toEqual({ "content-type": "application/octet-stream" });
    bodies.push(init.body as Blob);
    return answer instanceof Response ? answer : Response.json({ ...CONTENT, ...answer });
  });
  return bodies;
}

async function bytesOf(body: Blob | undefined): Promise<Buffer> {
  return Buffer.from(await new Response(body ?? null).arrayBuffer());
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a sitemap", () => {
  it("is sent to the service as it is, and gives its URLs", async () => {
    const bodies = answerWith({});
    expect(await readUrlFile(new Blob([SITEMAP]))).toEqual({
      urls: CONTENT.urls,
      format: "a sitemap",
      leftOut: 0,
      remarks: "",
    });
    expect((await bytesOf(bodies[0])).toString()).toBe(SITEMAP);
  });

  it("is not unpacked if it is compressed", async () => {
    const bodies = answerWith({});
    const packed = gzipSync(SITEMAP);
    await readUrlFile(new Blob([packed]));
    expect((await bytesOf(bodies[0])).equals(packed)).toBe(true);
  });

  it("is compressed if it is large", async () => {
    const bodies = answerWith({});
    const large = SITEMAP.padEnd(5 << 20);
    await readUrlFile(new Blob([large]));
    const sent = await bytesOf(bodies[0]);
    expect(sent.length).toBeLessThan(100_000);
    expect(gunzipSync(sent).toString() === large).toBe(true);
  });

  it("has remarks and a number of URLs that were not read", async () => {
    answerWith({ kind: "atom", left_out: 7, notes: ["a", "b", "c", "d"], more: 2 });
    expect(await readUrlFile(new Blob([SITEMAP]))).toEqual({
      urls: CONTENT.urls,
      format: "an Atom feed",
      leftOut: 7,
      remarks: "a; b; c; and 3 more notes",
    });
  });

  it("is rejected if it is an index", async () => {
    answerWith({ kind: "index", urls: ["https://e.example/1.xml"], left_out: 1 });
    await expect(readUrlFile(new Blob([SITEMAP]))).rejects.toThrow(
      /sitemap index. It lists 2 sitemaps \(https:\/\/e\.example\/1\.xml\)/,
    );
  });

  it("is distinguished from other XML", async () => {
    answerWith({ kind: null, notes: ["line 1: the root is <svg>"] });
    await expect(readUrlFile(new Blob(["<svg/>"]))).rejects.toThrow(
      "this XML is not a sitemap: line 1: the root is <svg>",
    );
  });

  it("is rejected with the message of the service", async () => {
    answerWith(Response.json({ detail: "send less" }, { status: 413 }));
    await expect(readUrlFile(new Blob([SITEMAP]))).rejects.toThrow("send less");
  });

  it("is rejected if it is too large for a request", async () => {
    const bodies = answerWith({});
    let seed = 1;
    const noise = Buffer.alloc(8 << 20, "<").map(() => {
      seed = (seed * 48_271) % 2_147_483_647;
      return 33 + (seed % 90);
    });
    noise[0] = 0x3c;
    await expect(readUrlFile(new Blob([noise]))).rejects.toThrow(/larger than 4 MiB/);
    expect(bodies).toEqual([]);
  });

  it("is rejected if its unpacked size exceeds the limit", async () => {
    const bomb = new Blob([gzipSync(Buffer.alloc(53 << 20, 0x20))]);
    await expect(readUrlFile(bomb)).rejects.toThrow(/size limit/);
  });
});

describe("a CSV", () => {
  it("gives the column with URLs", () => {
    const csv =
      'title,address,status\r\n"Shoes, red",https://e.example/a,200\r\nBag,"https://e.example/b?x=""1""",404\r\n';
    expect(readUrlText(csv)).toEqual({
      urls: ["https://e.example/a", 'https://e.example/b?x="1"'],
      format: "column 2 of a CSV",
    });
  });

  it.each([";", "\t"])("may use the separator %j", (separator) => {
    const csv = ["id,url", "1,/a", "2,/b"].join("\n").replaceAll(",", separator);
    expect(readUrlText(csv).urls).toEqual(["/a", "/b"]);
  });

  it("keeps line breaks in quotes", () => {
    expect(parseCsv('a,"b\nc"\n')).toEqual([["a", "b\nc"]]);
  });
});

describe("a plain list", () => {
  it("has one URL per line, with or without a header", () => {
    expect(readUrlText("\ufeffurl\n/a\n/b\n".replace("\ufeff", "")).urls).toEqual(["/a", "/b"]);
    expect(readUrlText("https://e.example/a\n# no\n/b\n").urls).toEqual([
      "https://e.example/a",
      "/b",
    ]);
  });
});

describe("a file that is not text", () => {
  it.each([
    ["bytes of an image", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]],
    ["random bytes", Array.from({ length: 4000 }, (_, i) => ((i * 7919) % 251) + 1)],
  ])("is rejected: %s", async (_, bytes) => {
    await expect(readUrlFile(new Blob([new Uint8Array(bytes)]))).rejects.toThrow(/not a text file/);
  });

  it("may contain a few invalid characters", async () => {
    const file = new Blob([new Uint8Array([0x2f, 0xe4, 0x0a]), "/b\n"]);
    expect((await readUrlFile(file)).urls).toEqual(["/\ufffd", "/b"]);
  });
});
