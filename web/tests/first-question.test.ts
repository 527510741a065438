import { describe, expect, it } from "vitest";
import { readQuestion } from "../src/first-question.ts";

const site = (address: string, ...urls: string[]) => ({ is: "site", address, urls });

describe("the question in the box", () => {
  it.each([
    ["a host", "shop.example", site("shop.example")],
    ["a page", "https://shop.example/a", site("https://shop.example/a", "https://shop.example/a")],
    ["a host and a path", "shop.example/a", site("shop.example/a", "/a")],
    ["a password", "http://me:pw@shop.example", site("http://shop.example")],
    ["a query", "shop.example/?a=1", site("shop.example/?a=1", "/?a=1")],
    [
      "a port",
      "http://shop.example:81/a",
      site("http://shop.example:81/a", "http://shop.example:81/a"),
    ],
    ["an international name", "müller.example/ä", site("müller.example/ä", "/ä")],
    ["the start page", "https://shop.example/", site("https://shop.example/")],
    ["a robots.txt", "shop.example/robots.txt", site("shop.example/robots.txt")],
    ["a robots.txt in a folder", "shop.example/a/robots.txt", site("shop.example/a/robots.txt")],
    [
      "a message",
      "Blocked by robots.txt: http://shop.example/a?b.",
      site("http://shop.example/a?b", "http://shop.example/a?b"),
    ],
    [
      "lines",
      "http://shop.example/a\n/b",
      site("http://shop.example/a", "http://shop.example/a", "/b"),
    ],
    ["paths", "/a\n/b", { is: "urls", urls: ["/a", "/b"] }],
    ["a path", "/a", { is: "urls", urls: ["/a"] }],
    [
      "a sitemap",
      "shop.example/sitemap.xml",
      { is: "sitemap", address: "shop.example/sitemap.xml" },
    ],
    [
      "a file",
      "# shop\nUser-agent: *\nDisallow: /",
      { is: "robots", text: "# shop\nUser-agent: *\nDisallow: /" },
    ],
    ["a property", "sc-domain:shop.example", site("shop.example")],
    [
      "a URL with spaces",
      "http://shop.example/Schuh für Männer",
      site("http://shop.example/Schuh für Männer", "http://shop.example/Schuh für Männer"),
    ],
    ...['"', "'", "`", "“”", "„“", "«»", "<>"].map((quotes): [string, string, object] => [
      `a URL in ${quotes}`,
      `${quotes.at(0)}http://shop.example/a b${quotes.at(-1)}`,
      site("http://shop.example/a b", "http://shop.example/a b"),
    ]),
    ...[",", "\t", ";"].map((separator): [string, string, object] => [
      `a table of Search Console with ${separator}`,
      `URL${separator}Last crawled\nhttp://shop.example/a${separator}2026-11-01\nhttp://shop.example/b${separator}2026-11-02`,
      site("http://shop.example/a", "http://shop.example/a", "http://shop.example/b"),
    ]),
    [
      "a table with its title",
      "Blocked by robots.txt\nURL\tLast crawled\nhttp://shop.example/a\tNov 28, 2026",
      site("http://shop.example/a", "http://shop.example/a"),
    ],
    ...[" ", ", ", "; "].map((between): [string, string, object] => [
      `two URLs with ${JSON.stringify(between)} between them`,
      `http://shop.example/a${between}http://shop.example/b`,
      site("http://shop.example/a", "http://shop.example/a", "http://shop.example/b"),
    ]),
    [
      "a URL in a query",
      "http://shop.example/?to=a,http://shop.example/b",
      site(
        "http://shop.example/?to=a,http://shop.example/b",
        "http://shop.example/?to=a,http://shop.example/b",
      ),
    ],
    [
      "a row of a table",
      "http://shop.example/a\tNov 1, 2026",
      site("http://shop.example/a", "http://shop.example/a"),
    ],
    [
      "messages",
      "Blocked, see http://shop.example/a.\nAnd http://shop.example/b",
      site("http://shop.example/a", "http://shop.example/a", "http://shop.example/b"),
    ],
    [
      "hosts and paths",
      "shop.example/a\nshop.example/b",
      site("shop.example/a", "shop.example/a", "shop.example/b"),
    ],
    ["a line of a file", "Disallow: /a", { is: "robots", text: "Disallow: /a" }],
  ])("is understood: %s", (_, typed, question) => {
    expect(readQuestion(typed)).toEqual(question);
  });

  it.each([
    ["nothing", " "],
    ["a mail address", "me@shop.example"],
    ["lines without a URL", "one\ntwo"],
    ["a message without a URL", "Page cannot be indexed: Blocked by robots.txt"],
  ])("is refused: %s", (_, typed) => {
    expect(readQuestion(typed).is).toBe("mistake");
  });
});
