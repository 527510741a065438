import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  belongsToSite,
  commonOrigin,
  completeSite,
  completeUrl,
  describeOmitted,
  mergeUrls,
  parseUrlList,
  pathOf,
  pathUnder,
  replaceByPaths,
  robotsAddressNote,
  rowsOf,
  sitemapAddress,
  urlsOfOtherSites,
} from "../src/url-list.ts";

describe("a list of URLs", () => {
  it("has one URL per line, with any line endings", () => {
    expect(parseUrlList("/a\r\n/b\r  /c  \n\n# not this\n/d#but-this")).toEqual([
      "/a",
      "/b",
      "/c",
      "/d#but-this",
    ]);
  });

  it("contains each URL once, up to the limit, and reports the omitted ones", () => {
    const present = Array.from({ length: 998 }, (_, i) => `/${i}`);
    const { urls, omitted } = mergeUrls(present, ["/0", "/new", "/new", "/last", "/over"], null);
    expect(urls).toHaveLength(1000);
    expect(urls.slice(-2)).toEqual(["/new", "/last"]);
    expect(describeOmitted(omitted)).toBe(
      "2 already in the list (/0, /new); 1 over the limit of 1,000 URLs (/over)",
    );
  });

  it("counts URLs that were not read as over the limit", () => {
    const limit = "over the limit of 1,000 URLs";
    const onlyUnread = mergeUrls([], ["/a"], null, 3);
    expect(describeOmitted(onlyUnread.omitted)).toBe(`3 ${limit}`);
    const present = Array.from({ length: 1000 }, (_, i) => `/${i}`);
    const both = mergeUrls(present, ["/a"], null, 3);
    expect(describeOmitted(both.omitted)).toBe(`4 ${limit} (/a, …)`);
  });

  it("has one row for a URL of the open site and its path", () => {
    const site = "https://shop.example";
    const added = ["https://shop.example/", "HTTPS://shop.example", "https://shop.example/a", "/a"];
    const { urls, omitted } = mergeUrls(["/"], added, site);
    expect(urls).toEqual(["/", "https://shop.example/a"]);
    expect(describeOmitted(omitted)).toContain("3 already in the list");
    expect(rowsOf(["https://shop.example", "/a"], urls, site)).toEqual(urls);
    for (const other of ["https://shop.example.com/", "https://shop.example:8443/"])
      expect(mergeUrls(["/"], [other], site).urls).toEqual(["/", other]);
    expect(mergeUrls(["/"], ["https://shop.example/"], null).urls).toHaveLength(2);
  });

  it("omits URLs that are too long", () => {
    const { urls, omitted } = mergeUrls([], [`/${"a".repeat(8192)}`], null);
    expect(urls).toEqual([]);
    expect(omitted[0]?.reason).toContain("8,192");
  });
});

/** Typed URLs and the URLs that the page queries. The tests of the service use the same file. */
const CASES = readFileSync(new URL("../../conformance/urls/written.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { written: string; asked: string; why: string });

describe("a typed URL", () => {
  it.each(CASES)("$written is queried as $asked: $why", ({ written, asked }) => {
    expect(completeUrl(written, null)).toBe(asked);
  });

  it("gets the scheme of the open site", () => {
    expect(completeUrl("www.example.com/x", "http://www.example.com")).toBe(
      "http://www.example.com/x",
    );
  });
});

describe("a site", () => {
  it.each([
    ["example.com", "https://example.com"],
    [" http://example.com/a ", "http://example.com/a"],
  ])("%s is completed to %s", (typed, whole) => expect(completeSite(typed)).toBe(whole));

  it.each([
    ["https://example.com/folder/robots.txt", true],
    ["https://example.com/Robots.TXT", true],
    ["https://example.com/robots.txt", false],
    ["https://example.com/robots.txt?x", false],
    ["https://example.com/", false],
    ["not a url", false],
  ])("has a note if %s is not its robots.txt: %s", (address, isMisread) => {
    const note = robotsAddressNote(address, "https://example.com/robots.txt");
    expect(note).toBe(
      isMisread
        ? `Crawlers never read ${address}. https://example.com/robots.txt was fetched instead.`
        : null,
    );
  });

  it.each([
    ["", "https://example.com", "https://example.com"],
    ["/s.xml", "https://example.com", "https://example.com/s.xml"],
    ["other.example/s.xml", null, "https://other.example/s.xml"],
    ["", null, null],
    ["/s.xml", null, null],
  ])("has a sitemap address: %s at %s is %s", (typed, site, whole) =>
    expect(sitemapAddress(typed, site)).toBe(whole),
  );

  it("includes paths and URLs of its own origin", () => {
    expect(belongsToSite("/a", "https://example.com")).toBe(true);
    expect(belongsToSite("https://example.com:443/a", "https://example.com")).toBe(true);
    expect(belongsToSite("http://example.com/a", "https://example.com")).toBe(false);
    expect(belongsToSite("http://[/", "https://example.com")).toBe(false);
  });
});

describe("the path of a URL", () => {
  it.each([
    ["https://a.example/x?y=1#z", "/x?y=1"],
    ["https://a.example", "/"],
    ["https://a.example?y", "/?y"],
    ["HTTP://A.example:80/%C3%BC", "/%C3%BC"],
    ["/x", null],
    ["mailto:a@b", null],
    ["https:///x", null],
  ])("of %s is %s", (url, path) => expect(pathOf(url)).toBe(path));

  it("is shown for the origin of the header only, exactly as written", () => {
    const shown = (url: string) => pathUnder(url, "https://a.example");
    expect(shown("https://a.example/x")).toBe("/x");
    expect(shown("/x")).toBe("/x");
    for (const whole of [
      "https://a.example",
      "https://a.example?x",
      "https://a.example.evil/x",
      "https://A.example/x",
      "http://a.example/x",
    ])
      expect(shown(whole)).toBe(whole);
    expect(pathUnder("https://a.example/x", null)).toBe("https://a.example/x");
  });

  it("is shown without a site if all URLs have one origin", () => {
    const [one, two] = ["https://a.example/1", "https://a.example/2"];
    expect(commonOrigin([one, two])).toBe("https://a.example");
    for (const urls of [[], [one], [one, "/2"], [one, "https://b.example/2"], ["/1", "/2"]])
      expect(commonOrigin(urls)).toBeNull();
  });

  it("replaces a URL of another site, once, and nothing else", () => {
    const urls = ["/a", "https://b.example/a?x", "https://c.example/a?x", "https://a.example/b"];
    const rest = ["not a url", "http://[bad/"];
    const site = "https://a.example";
    expect(replaceByPaths([...urls, "not a url"], site)).toEqual([
      "/a",
      "/a?x",
      "https://a.example/b",
      "not a url",
    ]);
    expect(urlsOfOtherSites([...urls, ...rest], site)).toEqual(urls.slice(1, 3));
  });
});
