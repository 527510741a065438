import { describe, expect, it } from "vitest";
import type { LiveSite } from "../src/api.ts";
import {
  describeClosedElsewhere,
  describeClosedSite,
  describeOpenSite,
} from "../src/site-messages.ts";

/** Nothing is known of it: it was not asked, or its name has no address. */
const UNKNOWN: LiveSite = {
  origin: "https://shop.example",
  robots_url: "https://shop.example/robots.txt",
  state: "",
  basis: "disallowed",
  first_seen: null,
  last_seen: null,
  last_result: "HTTP 503",
  last_fetch_at: null,
  hops: [],
  versions: [],
};

const SITE: LiveSite = {
  ...UNKNOWN,
  outlook: {
    since: "2026-11-01T00:00:00Z",
    retry_after: null,
    changes_at: null,
    next_basis: null,
    text: "That stays so until the site answers.",
  },
};

function hops(status: number): Partial<LiveSite> {
  return { hops: [{ url: SITE.robots_url, status }] };
}

describe("a site whose robots.txt cannot be read", () => {
  it("says nothing of an operator if nothing is known of the site", () => {
    const site = { ...UNKNOWN, last_result: "DNS: this host does not exist" };
    expect(describeClosedSite("Google", site)).toBe(
      "DNS: this host does not exist: https://shop.example/robots.txt is unreachable, so nothing may be crawled",
    );
  });

  it.each<[string, Partial<LiveSite>, string]>([
    ["a status", hops(503), "HTTP 503"],
    [
      "a status that another policy reads as no file",
      { ...hops(429), last_result: "" },
      "HTTP 429",
    ],
    ["no connection", { hops: [], last_result: "no connection" }, "no connection"],
    ["a broken answer", { ...hops(200), last_result: "it ended early" }, "it ended early"],
    ["an FTP reply", { ...hops(530), origin: "ftp://h", last_result: "FTP 530" }, "FTP 530"],
  ])("is described with the cause first and the operator last: %s", (_, part, cause) => {
    expect(describeClosedSite("Google", { ...SITE, ...part })).toBe(
      `${cause}; robots.txt is unreachable, so Google may crawl nothing`,
    );
  });

  it("is described by the message of the answer if the site is not open", () => {
    const message = "robots.txt is unreachable: the server responds with 5xx";
    expect(describeClosedElsewhere("Google", message)).toBe(
      "Google may crawl nothing, because robots.txt is unreachable: the server responds with 5xx",
    );
  });
});

describe("a site without a robots.txt", () => {
  it("is open to all, and the text says why", () => {
    const text = { bytes: null, file: null, is_exact: true, is_cut: false };
    const version = { ...text, version: 1, first_seen: "", last_seen: "", result: "403" };
    const site = { ...SITE, versions: [{ ...version, missing: "it answers 403" }] };
    expect(describeOpenSite(site)).toBe(
      "robots.txt counts as missing (it answers 403), so everything may be crawled",
    );
    expect(describeOpenSite(SITE)).toBe(
      "robots.txt counts as missing, so everything may be crawled",
    );
  });
});
