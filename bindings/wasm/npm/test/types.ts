/** What compiles, and what does not. */

import { type Decisions, type DiffAnswer, knownCrawlers, QuestionError, RobotsTxt, UrlList } from "maycrawl";
import { RobotsTxt as Checked, UrlError } from "maycrawl/check";
import { compile, load } from "maycrawl/load";
import robotsParser from "maycrawl/robots-parser";

const robots = new RobotsTxt("User-agent: *\n", { profile: "rfc9309", origin: "https://a.example" });
const text: string = robots.fix({ all: true });
const bytes: Uint8Array = new RobotsTxt(new Uint8Array()).format();
const decisions: Decisions = robots.decide(["Googlebot"], new UrlList(["/", new URL("https://a.example")]));
const line: number | null = robots.rulesFor("Googlebot").check("/").line;
const answer: string = robots.ask({ ask: "diff", after: new RobotsTxt(bytes), region: "/a" });
const allowed: boolean = new Checked(text).isAllowed("bingbot", "/");
const maybe: boolean | undefined = robotsParser("https://a.example/robots.txt", text).isAllowed("https://a.example/");
const loaded = await load(await compile(new URL("https://a.example/maycrawl.wasm")));
new loaded.RobotsTxt(text).free();
const change: DiffAnswer = robots.diff(new RobotsTxt(bytes));
const outcome: "effects" | "none" | "undecided" = change.outcome;
const edit: string | undefined = robots.lint().findings[0]?.fix?.edits[0]?.text;
// @ts-expect-error: an answer has the keys of its schema
change.nothing;
// @ts-expect-error: there is no such profile
new RobotsTxt("", { profile: "bing" });
// @ts-expect-error: bytes come back as bytes
const wrong: string = new RobotsTxt(bytes).fix();
export { allowed, answer, decisions, edit, knownCrawlers, line, maybe, outcome, QuestionError, UrlError, wrong };
