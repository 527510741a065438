import { describe, expect, it } from "vitest";
import {
  addUrls,
  completeSite,
  completeUrl,
  describeLeftOut,
  isOfSite,
  parseUrlList,
  sitemapAddress,
} from "../src/urls.ts";

describe("a list of URLs", () => {
  it("has one URL a line, whatever the line ends", () => {
    expect(parseUrlList("/a\r\n/b\r  /c  \n\n# not this\n/d#but-this")).toEqual([
      "/a",
      "/b",
      "/c",
      "/d#but-this",
    ]);
  });

  it("takes each URL once, up to the limit, and names what was left out", () => {
    const present = Array.from({ length: 998 }, (_, i) => `/${i}`);
    const { urls, leftOut } = addUrls(present, ["/0", "/new", "/new", "/last", "/over"], null);
    expect(urls).toHaveLength(1000);
    expect(urls.slice(-2)).toEqual(["/new", "/last"]);
    expect(describeLeftOut(leftOut)).toBe(
      "2 already in the list (/0, /new); 1 over the limit of 1,000 URLs (/over)",
    );
  });

  it("leaves out what no URL can be", () => {
    const { urls, leftOut } = addUrls([], [`/${"a".repeat(8192)}`], null);
    expect(urls).toEqual([]);
    expect(leftOut[0]?.why).toContain("8,192");
  });
});

describe("a URL that a person types", () => {
  it.each([
    ["/a/b?c", "/a/b?c"],
    ["https://münchen.example/ä", "https://münchen.example/ä"],
    ["ftp://host/x", "ftp://host/x"],
    ["www.example.com/page", "https://www.example.com/page"],
    ["example.com", "https://example.com"],
    ["localhost:8080/x", "https://localhost:8080/x"],
    ["//cdn.example/x", "https://cdn.example/x"],
    ["page.html", "/page.html"],
    ["a/b", "/a/b"],
    ["?q=1", "/?q=1"],
    ["javascript:alert(1)", "/javascript:alert(1)"],
  ])("%s is %s", (typed, whole) => {
    expect(completeUrl(typed, null)).toBe(whole);
  });

  it("has the scheme of the open site", () => {
    expect(completeUrl("www.example.com/x", "http://www.example.com")).toBe(
      "http://www.example.com/x",
    );
  });
});

describe("a site", () => {
  it.each([
    ["example.com", "https://example.com"],
    [" http://example.com/a ", "http://example.com/a"],
  ])("%s is %s", (typed, whole) => expect(completeSite(typed)).toBe(whole));

  it.each([
    ["", "https://example.com", "https://example.com"],
    ["/s.xml", "https://example.com", "https://example.com/s.xml"],
    ["other.example/s.xml", null, "https://other.example/s.xml"],
    ["", null, null],
    ["/s.xml", null, null],
  ])("has sitemaps: %s at %s is %s", (typed, site, whole) =>
    expect(sitemapAddress(typed, site)).toBe(whole),
  );

  it("has paths and URLs of its own origin", () => {
    expect(isOfSite("/a", "https://example.com")).toBe(true);
    expect(isOfSite("https://example.com:443/a", "https://example.com")).toBe(true);
    expect(isOfSite("http://example.com/a", "https://example.com")).toBe(false);
    expect(isOfSite("http://[/", "https://example.com")).toBe(false);
  });
});
