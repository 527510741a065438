import { describe, expect, it } from "vitest";
import { describeClosedSite, describeOpenSite, putCauseFirst } from "../src/site-messages.ts";

describe("a site whose robots.txt cannot be read", () => {
  it.each([
    [
      "HTTP 503; robots.txt is unreachable, so nothing may be crawled",
      "HTTP 503; robots.txt is unreachable, so Google crawls nothing",
    ],
    [
      "HTTP 429 (asked 5 s ago); robots.txt is unreachable to google-2026, so nothing may be crawled",
      "HTTP 429 (asked 5 s ago); robots.txt is unreachable to google-2026, so Google crawls nothing",
    ],
    [
      "HTTP 500; robots.txt is unreachable, so nothing may be crawled (seen to fail for 9 of 30 days)",
      "HTTP 500; robots.txt is unreachable (seen to fail for 9 of 30 days), so Google crawls nothing",
    ],
  ])("is described with the cause first and the crawler last: %s", (state, sentence) => {
    expect(describeClosedSite("Google", state)).toBe(sentence);
  });

  it("has its cause first if only the answer contains it", () => {
    expect(putCauseFirst("robots.txt is unreachable: the server answers 5xx")).toBe(
      "the server answers 5xx; robots.txt is unreachable",
    );
    expect(putCauseFirst("HTTP 503; robots.txt is unreachable")).toBe(
      "HTTP 503; robots.txt is unreachable",
    );
  });
});

describe("a site without a robots.txt", () => {
  it.each([
    [
      "robots.txt is not there: HTTP 404 (asked just now)",
      "robots.txt is not there: HTTP 404 (asked just now), so everything may be crawled",
    ],
    [
      "robots.txt answers 403: Google treats this as no file, so everything may be crawled (asked just now)",
      "robots.txt answers 403: Google treats this as no file, so everything may be crawled (asked just now)",
    ],
  ])("is open to all, and the text says so once: %s", (state, sentence) => {
    expect(describeOpenSite(state)).toBe(sentence);
  });
});
