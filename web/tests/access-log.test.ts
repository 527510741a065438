import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isAccessLog } from "../src/access-log.ts";
import type { AuditExample, AuditReport } from "../src/audit/messages.ts";
import { unpacked } from "../src/audit/unpacked.ts";
import { basisOf, describeExample, examplesOf, remarksOf } from "../src/audit-sentences.ts";

const COMBINED =
  '192.0.2.7 - - [25/Nov/2026:08:05:00 +0000] "GET /private/a HTTP/1.1" 200 5 "-" "GPTBot/1.2"';

describe("a file is an access log", () => {
  it.each([
    ["combined", `${COMBINED}\n${COMBINED}\n`],
    ["one line without an end", COMBINED],
    ["with a few lines that are none", `# rotated\n${COMBINED}\n${COMBINED}\n`],
    [
      "a line that is longer than the sample",
      COMBINED.replace("/private", `/${"a".repeat(60_000)}`),
    ],
    ["IIS", "#Software: Microsoft IIS\n#Fields: date time cs-method\n2026-11-23 03:22:14 GET\n"],
    ["JSON", '{"time":"2026-11-25T08:05:00Z","request_uri":"/a","status":200}\n'],
    ["Caddy", '{"level":"info","request":{"method":"GET","uri":"/a"},"status":200}\n'],
    [
      "HAProxy",
      'haproxy[1]: 192.0.2.7:1 [25/Nov/2026:08:05:00] f b/s 0/0/0/1/1 200 5 "GET /a HTTP/1.1"\n',
    ],
  ])("%s", async (_, text) => {
    expect(await isAccessLog(new Blob([text]))).toBe(true);
    expect(await isAccessLog(new Blob([gzipSync(text)]))).toBe(true);
  });

  it.each([
    ["a list of URLs", "https://shop.example/a\n/b\n"],
    ["a CSV", "url,status\nhttps://shop.example/a,200\n"],
    ["a sitemap", "<urlset><url><loc>https://shop.example/a</loc></url></urlset>"],
    ["robots.txt", "User-agent: *\nDisallow: /a\n"],
    ["nothing", ""],
    ["bytes that cannot be unpacked", "\u001f\u008b\u0000\u0000"],
  ])("not %s", async (_, text) => {
    expect(await isAccessLog(new Blob([Buffer.from(text, "latin1")]))).toBe(false);
  });

  it("whose beginning decides, also if it is large", async () => {
    const large = new Blob([`${COMBINED}\n`.repeat(200_000)]);
    expect(await isAccessLog(large)).toBe(true);
  });
});

describe("a file that may be compressed", () => {
  it("tells how much of it was read", async () => {
    const packed = gzipSync("a".repeat(1 << 20));
    const { stream, readBytes } = await unpacked(new Blob([packed]));
    const text = await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
    expect([text.length, readBytes()]).toEqual([1 << 20, packed.length]);
  });
});

const REPORT: AuditReport = {
  lines: 3,
  requests: 2,
  unreadable: { "too long": 1 },
  first: "2026-11-25T08:00:00Z",
  last: "2026-11-25T08:05:00Z",
  crawlers: [],
  zone_assumed: 0,
  other_sites: 0,
  has_one_peer: false,
  late: 0,
  examples: [],
};

const EXAMPLE: AuditExample = {
  at: "2026-11-25T08:05:00Z",
  crawler: "GPTBot",
  target: "/private/a\u202e",
  class: "disobeyed-after-reading",
  reads: [{ at: "2026-11-25T08:00:00Z" }],
  copies: [{ line: null }, { line: 2 }],
  window: [],
};

describe("an audit says", () => {
  it("what it rests on", () => {
    const basis = basisOf(REPORT, "");
    expect(basis).toHaveLength(5);
    expect(basis[0]).toContain("2026-11-25 08:00:00 UTC to 2026-11-25 08:05:00 UTC");
    expect(basis.join(" ")).toContain("every host in the log");
    const ofSite = basisOf({ ...REPORT, other_sites: 7 }, "https://shop.example").join(" ");
    expect(ofSite).toContain("7 requests are of other sites than https://shop.example");
    expect(ofSite).not.toContain("every host");
  });

  it("what was not read", () => {
    expect(remarksOf(REPORT, "nothing")).toEqual(["One line could not be read."]);
    expect(remarksOf({ ...REPORT, unreadable: {} }, "nothing")).toEqual([]);
    expect(remarksOf(REPORT, "over-limit")[0]).toContain("2 GiB");
    expect(remarksOf(REPORT, "broken")[0]).toContain("could not be unpacked");
  });

  it("what was requested, with escapes where text misleads", () => {
    expect(describeExample(EXAMPLE)).toBe(
      "2026-11-25 08:05:00 UTC: a client that calls itself GPTBot requested /private/a\\u{202e}. " +
        "The copy that it read at 2026-11-25 08:00:00 UTC disallows it (line 2).",
    );
    const never = {
      ...EXAMPLE,
      class: "never-asked",
      copies: [],
      window: [{ line: 3 }],
      reads: [],
    };
    expect(describeExample(never)).toContain("did not ask for robots.txt in this log");
    expect(describeExample(never)).toContain("(line 3)");
    expect(describeExample({ ...EXAMPLE, class: "disobeyed-reading-not-known" })).toContain(
      "the log does not tell",
    );
  });

  it("no query, and no endless path", () => {
    const query = describeExample({ ...EXAMPLE, target: "/a?mail=person" });
    expect(query).toContain("requested /a….");
    expect(query).not.toContain("person");
    expect(describeExample({ ...EXAMPLE, target: `/${"a".repeat(60_000)}` }).length).toBeLessThan(
      500,
    );
  });

  it("ten examples at most", () => {
    const examples = Array.from({ length: 30 }, () => EXAMPLE);
    expect(examplesOf({ ...REPORT, examples })).toHaveLength(10);
  });
});
