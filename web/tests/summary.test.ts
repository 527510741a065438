import { expect, test } from "vitest";
import { tableOf } from "../src/answers.ts";
import type { AccessGroup, Answer, UseGroup } from "../src/api.ts";
import {
  closedUrls,
  describeSearch,
  describeTraining,
  describeUses,
  saysSomething,
} from "../src/summary.ts";

const group = (access: AccessGroup["access"], ...crawlers: string[]): AccessGroup => ({
  access,
  crawlers,
  closed: null,
  closed_urls: null,
  line: null,
});

/** Crawlers for which everything below a folder is closed. */
const except = (folder: string, closed_urls: number | null, ...crawlers: string[]): AccessGroup => {
  const paths = [{ kind: "below" as const, text: folder }];
  const part = {
    paths,
    except: [],
    more_exceptions: 0,
    already: [],
    more_already: 0,
    partly: false,
  };
  const text = `everything below ${folder}`;
  const closed = { certainty: "exact" as const, parts: [part], more: 0, examples: [], text };
  return { ...group("part", ...crawlers), closed, closed_urls };
};

test("the summary names what is closed, and how many known URLs that are", () => {
  const search = except("/cart/", 63, "Googlebot", "bingbot");
  const urls = { source: "sitemap" as const, total: 200 };
  expect(describeSearch(search, [], urls)).toBe(
    "Googlebot and bingbot may crawl 137 of the 200 URLs of the sitemap. 63 are closed: everything below /cart/.",
  );
  expect(describeSearch(search, [], null)).toBe(
    "Googlebot and bingbot may crawl the site. Closed: everything below /cart/.",
  );
  const training = [except("/cart/", 63, "A", "B"), group("nothing", "GPTBot", "CCBot")];
  expect(describeTraining(training, search)).toBe(
    "2 of 4 AI training crawlers that say they obey robots.txt may crawl the same, GPTBot and CCBot nothing.",
  );
  expect(describeTraining(training)).toBe(
    "2 of 4 AI training crawlers that say they obey robots.txt may crawl the site, except everything below /cart/, GPTBot and CCBot nothing.",
  );
});

test("search engines are named, AI crawlers are counted", () => {
  expect(describeSearch(group("part", "Googlebot", "bingbot", "Baiduspider"), [], null)).toBe(
    "Googlebot, bingbot and 1 more may crawl part of the site.",
  );
  expect(describeTraining([group("everything", "A", "B")])).toBe(
    "All 2 AI training crawlers that say they obey robots.txt may crawl everything.",
  );
  expect(describeTraining([group("nothing", "A", "B")])).toBe(
    "All 2 AI training crawlers that say they obey robots.txt are blocked.",
  );
  expect(describeTraining([group("part", "A", "B"), group("nothing", "C")])).toBe(
    "2 of 3 AI training crawlers that say they obey robots.txt may crawl part of the site, C nothing.",
  );
});

test("closed URLs are counted by line; URLs of other sites and errors are left out", () => {
  const answer = (decision: string, line: number | null) =>
    new Map([["Googlebot", { decision, line } as Answer]]);
  const answers = tableOf(
    new Map([
      ["/a", answer("disallowed", 7)],
      ["/b", answer("disallowed", 4)],
      ["/c", answer("disallowed", 7)],
      ["/d", answer("allowed", null)],
      ["https://other.example/", answer("not-applicable", null)],
    ]),
  );
  expect(closedUrls(answers, [...answers.urls, "/unknown"], "Googlebot")).toEqual({
    all: 4,
    closed: 3,
    lines: [
      [7, 2],
      [4, 1],
    ],
  });
});

test("a use is told for all crawlers, and then for those that are told something else", () => {
  const said = (parts: Partial<UseGroup>): UseGroup => ({
    use: "train",
    outcome: "not said",
    everywhere: true,
    line: null,
    text: null,
    crawlers: [],
    others: false,
    ...parts,
  });
  const refused = said({ outcome: "refused", line: 2, text: "ai-train=no", others: true });
  expect(describeUses([refused, said({ crawlers: ["GPTBot"] })], [])).toEqual([
    {
      use: "train",
      line: 2,
      text: "AI training as a use: refused, line 2: ai-train=no; GPTBot: not said",
    },
  ]);
  expect(describeUses([{ ...refused, everywhere: false }], [])[0]?.text).toBe(
    "AI training as a use: refused, line 2: ai-train=no for the home page; other pages differ",
  );
  // Where nothing is said to anyone, a group of its own that is closed says nothing either.
  const closed = said({ outcome: "not applicable", crawlers: ["GPTBot"] });
  expect(describeUses([said({ others: true }), closed], [])[0]?.text).toBe(
    "AI training as a use: not said",
  );
  const open = said({ crawlers: ["Googlebot"] });
  const others = said({ outcome: "not applicable", others: true });
  expect(describeUses([others, open], [])[0]?.text).toBe("AI training as a use: not said");
  expect(saysSomething([said({ others: true }), closed])).toBe(false);
  expect(saysSomething([refused])).toBe(true);
  expect(saysSomething([said({ others: true })])).toBe(false);
  expect(saysSomething([said({ others: true, everywhere: false })])).toBe(true);
});
