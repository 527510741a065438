import { describe, expect, test } from "vitest";
import type { ChangeClass, ChangeReport, Extent } from "../src/api.ts";
import { describeExtent, describeImpact, describeShare } from "../src/impact.ts";

type Part = Extent["parts"][number];

const part = (kind: string, text: string, more: Partial<Part> = {}) =>
  ({
    paths: [{ kind, text }],
    except: [],
    more_exceptions: 0,
    already: [],
    more_already: 0,
    partly: false,
    ...more,
  }) as Part;

const extent = (parts: Part[], more: Partial<Extent> = {}): Extent => ({
  certainty: "exact",
  parts,
  more: 0,
  examples: ["/a"],
  text: "",
  ...more,
});

const below = (text: string) => ({ kind: "below", text }) as const;

describe("regions in words, as the command says them", () => {
  test.each([
    [extent([part("whole-site", "")]), "the whole site"],
    [
      extent([part("whole-site", "", { except: [below("/products/new/")] })]),
      "the whole site, except /products/new/",
    ],
    [
      extent([part("begins-with", "/cat", { already: [below("/catalogue/help/")], partly: true })]),
      "everything that begins with /cat (blocked before: /catalogue/help/)",
    ],
    [
      extent([part("ends-with", ".pdf", { except: [{ kind: "contains", text: "x" }] })]),
      "all paths that end with .pdf, except paths that contain x",
    ],
    [
      extent([part("below", "/a/"), part("alone", "/b")], { more: 2 }),
      "everything below /a/, the path /b alone and 2 more regions",
    ],
    [
      extent([part("matches", "/a*b")], { certainty: "at-least" }),
      "at least all paths that match /a*b",
    ],
    [extent([part("matches", "/a*b")], { certainty: "examples" }), "URLs such as /a"],
    [
      extent([part("whole-site", "")], { certainty: "examples" }),
      "the whole site or a part of it, such as /a",
    ],
  ])("%#", (region, words) => {
    expect(describeExtent(region, "lost")).toBe(words);
  });
});

test("the sentence begins with the crawlers, and a share is told", () => {
  const lost = extent([part("contains", "?sort=")], { urls: 3 });
  const group = (crawlers: string[], others: boolean) =>
    ({
      crawlers,
      purpose_tokens: [],
      others,
      readers: [],
      impact: { severity: "warning", lost, gained: null },
    }) as unknown as ChangeClass;
  expect(describeImpact(group(["bingbot"], false), "lost", [])).toBe(
    "bingbot loses all paths that contain ?sort=",
  );
  expect(describeImpact(group(["bingbot"], true), "lost", [])).toBe(
    "bingbot and every crawler that is not named lose all paths that contain ?sort=",
  );
  const report = { urls: { source: "list", total: 9 } } as ChangeReport;
  expect(describeShare(report, lost)).toBe("3 of the 9 URLs");
});
