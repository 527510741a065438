import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseCsv, readUrlFile, readUrlText } from "../src/url-import.ts";

const SITEMAP = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://shop.example/a?b=1&amp;c=2 </loc><image:image><image:loc>https://x.example/i.png</image:loc></image:image></url>
  <!-- <url><loc>https://shop.example/gone</loc></url> -->
  <url><loc><![CDATA[https://shop.example/d&e]]></loc></url>
  <url><loc>https://shop.example/&#xe4;&#228;</loc></url>
</urlset>`;
const URLS = [
  "https://shop.example/a?b=1&c=2",
  "https://shop.example/d&e",
  "https://shop.example/ää",
];

describe("a sitemap", () => {
  it("gives its pages, without images and comments", () => {
    expect(readUrlText(SITEMAP)).toEqual({ urls: URLS, format: "a sitemap" });
  });

  it("may be compressed", async () => {
    const file = new Blob([gzipSync(SITEMAP)]);
    expect((await readUrlFile(file)).urls).toEqual(URLS);
  });

  it("may have an XML prefix", () => {
    const xml = `<s:urlset xmlns:s="x"><s:url><s:loc>https://e.example/</s:loc></s:url></s:urlset>`;
    expect(readUrlText(xml).urls).toEqual(["https://e.example/"]);
  });

  it("is rejected if it is an index", () => {
    const xml =
      "<sitemapindex><sitemap><loc>https://e.example/1.xml</loc></sitemap></sitemapindex>";
    expect(() => readUrlText(xml)).toThrow(/sitemap index.*https:\/\/e\.example\/1\.xml/);
  });

  it("is distinguished from other XML", () => {
    expect(() => readUrlText("<rss><channel/></rss>")).toThrow(/not a sitemap/);
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
