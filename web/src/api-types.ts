// Generated from docs/public-api/openapi.json by scripts/api-types.js. Do not edit.

/** How much of a site a crawler may fetch. */
export type Access = "everything" | "part" | "nothing" | "undecided";

/** Crawlers that may fetch the same, as far as that is proved. */
export type AccessGroup = {
  /** How much. Proved for every URL. */
  access: Access;
  /** The paths that are closed for them, if they may fetch a part. */
  closed: Extent | null;
  /** The number of known URLs that are closed for them; `null` without known URLs, or if their rules are not known. */
  closed_urls: number | null;
  /** The crawlers, the most important first. */
  crawlers: string[];
  /** The first line of the group that the first of them follows; null if it follows none. */
  line: number | null;
};

/** A list of AI crawlers that a site owner can block with `maycrawl new --block-ai` or on the tester page. */
export type AiList = "training" | "search" | "user" | "undocumented";

/** The answer to: may this crawler fetch this URL, and why? */
export type Answer = AnswerVerdict & AnswerLocation & {
  /** The crawler's product token. Not written if it is empty, which no token is: then many crawlers share the answer. */
  agent: string;
  /** How the name of the crawler was read, if it was written in another way or is similar to a known one. */
  agent_note?: string;
  /** What the verdict means for search results; only for a disallowed URL. */
  consequence?: string;
  /** What documents of another time say about the crawler, where a verdict by them has another basis. */
  documents_differ?: string;
  /** Why the file does not apply to the URL; only for a URL of another origin. */
  note?: string;
  /** The URL that a client requests, if its path differs from that of `url`. The answer is about this URL. */
  requested?: string;
  /** The URL as it was given. */
  url: string;
};

/** What a site answered to one User-Agent. */
export type AnswerAs = {
  /** When the site was asked. */
  at: string;
  /** What verdicts rest on if this is the first answer of the site, under the policy of the report. */
  basis: Basis;
  /** Size of the body in decoded bytes; `null` if it was not read. */
  bytes: number | null;
  /** The first line that differs from the answer to the first User-Agent, if both are files. */
  difference: AnswerDifference | null;
  /** The file, if it differs from that answer, is UTF-8 and has at most 64 KiB, so that it can be judged. */
  file: string | null;
  /** The first bytes of the SHA-256 of the body. */
  hash: string | null;
  /** Every request, in order. */
  hops: Hop[];
  /** The answer, for comparing. */
  kind: AnswerKind;
  /** Time until the answer was complete, all hops together, in milliseconds. */
  millis: number;
  /** The short name of the User-Agent. */
  name: string;
  /** Header fields that name a firewall, a bot protection, or the network in front of the site. */
  protection: ProtectionField[];
  /** The answer as a sentence. */
  result: string;
  /** Whose User-Agent it is. */
  role: UserAgentRole;
  /** The status after redirects; `null` without an answer. */
  status: number | null;
  /** Why the file is probably not a robots.txt: it is a web page, or empty. */
  suspicion: string | null;
  /** The header as it was sent. */
  user_agent: string;
};

/** The first line in which an answer differs from the first one. */
export type AnswerDifference = {
  /** That line of the first answer; `null` after its end. */
  first: string | null;
  /** Its number, from 1. */
  line: number;
  /** That line of this answer; `null` after its end. */
  this: string | null;
};

/** What a site answered, as far as answers to several User-Agents are compared. */
export type AnswerKind = "file" | "web-page" | "protection" | "no-file" | "refusal" | "server-error" | "failure";

/** The deciding line and the followed group of an `Answer`, as written in the file. */
export type AnswerLocation = {
  /** The user agent whose group was followed; `null` if no group applies. */
  group: string | null;
  /** The number of that user agent's line, from 1. */
  group_line: number | null;
  /** The deciding line without its comment, up to 1,024 bytes; `null` if no line decided. */
  text: string | null;
};

/** The result of a check in one word: a decision, or that there is none because robots.txt could not be read. */
export type AnswerOutcome = "allowed" | "disallowed" | "not-applicable" | "unreachable";

/** The deciding rule of an `Answer`. */
export type AnswerRule = {
  /** Whether it allows or disallows. */
  kind: RuleKind;
  /** The number of its line, from 1. */
  line: number;
  /** The number of bytes of the path that the pattern covers. */
  matched: number;
  /** The pattern as written, up to 1,024 bytes. */
  pattern: string;
  /** The length of the whole pattern in bytes, if `pattern` is only its beginning. */
  pattern_bytes?: number;
  /** The length of the pattern's normal form in octets. The longer pattern wins. */
  priority: number;
};

/** The verdict of an `Answer`. */
export type AnswerVerdict = {
  /** True if the URL is allowed; `null` if the file does not apply to the URL. */
  allowed: boolean | null;
  /** The decision; `not-applicable` for a URL of another origin. */
  decision: Decision;
  /** The number of the deciding line, from 1; `null` if no line decided. */
  line: number | null;
  /** The reason as a sentence. */
  message: string;
  /** The result in one word: as `decision`, but `unreachable` if the robots.txt could not be read. */
  outcome: AnswerOutcome;
  /** The reason as a code. */
  reason: ReasonCode;
  /** The deciding rule; `null` if no rule decided. */
  rule: AnswerRule | null;
};

/** What the answers to several User-Agents say together. `Display` gives the sentence. */
export type AskAsFinding = {
  /** What the concerned names get, or what all get; `null` if that differs. */
  answer: AnswerKind | null;
  /** The names that do not get the file, or that get another one. */
  concerned: string[];
  /** The kind of finding. */
  kind: FindingKind;
  /** The names that get the file; the largest group, if there are several files. */
  served: string[];
  /** Its status. */
  status: number | null;
};

/** What a site answered to several User-Agents, and what that says together. */
export type AskAsReport = {
  /** The answers, in the order of the requests. */
  answers: AnswerAs[];
  /** The same for programs. */
  finding: AskAsFinding;
  /** What the answers cannot show. */
  limits: string;
  /** The User-Agents that were not sent. */
  not_asked: NotAsked[];
  /** The origin. */
  origin: string;
  /** The policy of each `basis`. */
  policy: Policy;
  /** The URL of its robots.txt. */
  robots_url: string;
  /** What the answers say together, as a sentence. */
  sentence: string;
};

/** A site. */
export type AskAsRequest = {
  /** The origin, or any URL of it. */
  origin: string;
  /** The policy for what each answer means, such as `google-2026`. Default: the policy of the service. */
  policy?: Policy | null;
};

/** What a site answered to several User-Agents. */
export type AskAsResponse = AskAsReport & {
  /** Seconds until the site can be asked again. */
  again_in: number;
  /** Seconds since the site was asked: 0 if it was asked for this response. */
  age: number;
  /** A note, if the URL names another file than the robots.txt of its origin. */
  note?: string;
};

/** What a verdict rests on. */
export type Basis = "nothing" | "file" | "no-file" | "disallowed" | "last-copy" | "no-limits";

/** One answer for people. */
export type Card = {
  /** What the verdict is about: a draft, or a live file. */
  about: string;
  /** The answer. */
  answer: Answer;
  /** The known pages by verdict; null if counting them takes too long. */
  count: CardCount | null;
  /** The card as a page of its own, without a script. */
  html: string;
  /** The card as Markdown. */
  markdown: string;
  /** What must be known to be exact: how a name was read, what a crawler requests, what a verdict means for search. */
  notes: string[];
  /** How many of the known pages are open for the crawler, or how much of the site, as sentences. */
  pages: string;
  /** The smallest change that opens a blocked page; null if none does. */
  repair: ChangeInfo | null;
  /** The card as plain text. */
  text: string;
  /** The verdict as a sentence, with the line that decides. In the sentences of a card, what stands between backquotes is text of the file. */
  verdict: string;
};

/** The known pages by verdict. */
export type CardCount = {
  /** Pages that it may not fetch. */
  closed: number;
  /** The lines that close pages, those of most pages first. At most 50. */
  closing: CardLine[];
  /** Pages that the crawler may fetch. */
  open: number;
  /** The lines that open pages, those of most pages first. At most 50. */
  opening: CardLine[];
  /** Entries of the list that are not counted: pages of other sites, and what is no URL. */
  others: number;
};

/** A line that decides about known pages. */
export type CardLine = {
  /** Its number, from 1. */
  line: number;
  /** The beginning of its pattern. */
  pattern: string;
  /** The number of pages. */
  urls: number;
};

/** A draft, a crawler, and a page or the known pages of the site. */
export type CardRequest = {
  /** The product token of the crawler. Default: Googlebot. */
  agent?: string | null;
  /** The origin of the draft. Pages of another origin are then not counted. */
  origin?: string | null;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
  /** The page: a URL, or a path of the draft's own site. Default: the first of `urls` that is blocked, else the first of them. */
  url?: string | null;
  /** Known pages of the site, such as those of its sitemaps: URLs or paths. At most 10,000. */
  urls?: string[];
};

/** Whether the parts of an `Extent` are the paths of a change. */
export type Certainty = "exact" | "at-least" | "examples";

/** What changes if one robots.txt replaces another: for whom, which URLs, by which rules. */
export type ChangeAnswer = {
  /** The crawlers with effects on access, and those for which something is undecided. The worst loss comes first, then the crawlers that matter most. */
  classes: ClassAnswer[];
  /** The number of lines that are in one of the files only, whichever has more. */
  lines_changed: number;
  /** The number of crawlers that were not compared, because there are too many names or rules. What changes for them is undecided. */
  names_not_compared: number;
  /** Whether a verdict or a use changes. */
  outcome: ChangeOutcome;
  /** The crawlers that are asked to go at another pace. That is no effect: no verdict rests on it, and who does not say that it reads such lines may not. */
  pace: PaceChangeAnswer[];
  /** The profile under which both files were read. */
  profile: ProfileName;
  /** The worst that the change does to access; `null` if no verdict changes. */
  severity: Severity | null;
  /** Sitemaps that only the second file names. */
  sitemaps_added: string[];
  /** Sitemaps that only the first file names. */
  sitemaps_removed: string[];
  /** The crawlers for which no verdict changes. */
  unaffected: CrawlersAnswer;
  /** Known URLs of the site; absent if none were given. */
  urls?: KnownUrlsAnswer;
  /** The crawlers for which a use changes, and those for which that is undecided. Only what the files say counts. */
  uses: UseClassAnswer[];
  /** True if not everything about uses could be compared within the budget, so that more may change. */
  uses_undecided: boolean;
};

/** A change that reverses the verdict. The service has tested it. */
export type ChangeInfo = {
  /** The edits of the draft. */
  edits: TextEdit[];
  /** What to do, as the text of a button. */
  title: string;
  /** The decision after the change. */
  to: RuleDecision;
  /** What the change does, and which crawlers it affects. */
  words: string;
};

/** Whether a change of a file changes a verdict or a use. */
export type ChangeOutcome = "effects" | "none" | "undecided";

/** URLs and crawlers: every URL is checked for every crawler. */
export type CheckManyRequest = {
  /** Product tokens, at most 64. Default: Googlebot. */
  agents?: string[];
  /** The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service. */
  policy?: Policy | null;
  /** The URLs, at most 1,000. */
  urls: string[];
};

/** An answer about a live site, and its basis. */
export type CheckResponse = Answer & {
  /** Policies with another decision. */
  differs_under?: PolicyDifference[];
  /** The basis of the answer. */
  site: SiteState;
};

/** An element of the response: one of the three. */
export type CheckResponseItem = CheckResponse | {
  /** What is wrong with the URL. */
  error: Problem;
  /** The URL. */
  url: string;
} | CutOff;

/** Crawlers for which a change has the same effects. */
export type ClassAnswer = {
  /** Known crawlers, and others that a file names, by weight: Googlebot, bingbot, other search engines, AI crawlers, the rest. */
  crawlers: string[];
  /** The effects: those that block first, the largest first. */
  effects: EffectAnswer[];
  /** What the effects take from the crawlers and give to them. */
  impact: ImpactAnswer;
  /** The number of effects that are not in the list. */
  more: number;
  /** True if every crawler that is not known and that neither file names is one of them. */
  others: boolean;
  /** Names in the files that are tokens for a purpose, not crawlers. */
  purpose_tokens: string[];
  /** Crawlers for which this is true for one kind of readers only. Those of `knows-crawler` are in `crawlers` too, because the crawlers themselves read the files so. Those of `bare-token` are not. */
  readers: ReadersAnswer[];
  /** The number of pairs of rules that could not be tried within the budget. */
  undecided: number;
};

/** A draft and its origin. */
export type CompareRequest = {
  /** The origin, or any URL of it. */
  origin: string;
  /** The draft. */
  robots: string;
};

/** The comparison of a draft with the live file. */
export type CompareResponse = Comparison & {
  /** The live file, now also for all clients that share the store. */
  live: RobotsFile;
};

/** The result of a comparison. */
export type Comparison = {
  /** The first difference; `null` if there is none, or if there is no live file. */
  difference: Difference | null;
  /** Size of the draft, in bytes. */
  draft_bytes: number;
  /** Whether the site serves the bytes of the draft. False if only the beginning of the live file was read. */
  is_same: boolean;
  /** Size of the live file as read, in bytes; `null` if the last fetch returned none. A last copy may still be in force. */
  live_bytes: number | null;
  /** Whether the live file is longer than the 500 KiB that are read. Then only what was read is compared. */
  live_is_cut: boolean;
};

/** Whether a crawler obeys robots.txt, according to its source. */
export type Compliance = "obeys" | "control token" | "ignores robots.txt" | "reported not to obey" | "unclear";

/** The recipes for a file. */
export type ComposeRequest = {
  /** Recipes with their values: `ai-training`, `directory=/calendar/`. At most 50. */
  recipes?: string[];
  /** A draft to which the recipes are added. Its lines stay as they are. Without it, the recipes make a new file. */
  robots?: string | null;
  /** URLs of sitemaps. At most 50. */
  sitemaps?: string[];
};

/** A file that does what its recipes promise. */
export type ComposeResponse = {
  /** For which of the programs that read robots.txt it does what its recipes promise, each with its own reading. */
  programs: ExpectedPrograms;
  /** What to know before publishing it. */
  remarks: string[];
  /** The text of the file. */
  robots: string;
  /** A warning if the file closes search engines but not all crawlers. */
  warning: string | null;
};

/** What the table of known crawlers tells about a crawler more than its name. */
export type CrawlerFact = "falls-back" | "ignores-star" | "ignores-robots-txt";

/** A known crawler. */
export type CrawlerInfo = {
  /** Whether its purpose is AI, such as training, search or assistants. */
  ai: boolean;
  /** Other names of it that requests may use. */
  aliases: string[];
  /** Its list in `maycrawl new --block-ai`; `null` if it is on none. */
  block_ai: AiList | null;
  /** The day of the last check of these facts. */
  checked: string;
  /** How it treats robots.txt. */
  compliance: Compliance;
  /** Whether its operator documents that it obeys robots.txt. Other crawlers of a list need `unconfirmed`. */
  confirmed: boolean;
  /** What its operator says about `Crawl-delay`. */
  delay: DelayStatement;
  /** Whether its operator says that it ignores robots.txt. */
  ignores_robots_txt: boolean;
  /** Whether it no longer crawls. Old files may still name it. */
  is_retired: boolean;
  /** Further information. */
  note: string | null;
  /** Its operator; `null` if no source names it. */
  operator: string | null;
  /** Its purpose. */
  purpose: Purpose;
  /** The kind of the source. */
  source: SourceKind;
  /** The URL of the source. */
  source_url: string;
  /** The token of the crawler that has taken the place of this name; `null` if there is none. */
  superseded_by: string | null;
  /** Its product token. */
  token: string;
};

/** The crawler of a name. */
export type CrawlerName = {
  /** Whether it is a known crawler. */
  is_known: boolean;
  /** A note about the name, for people; `null` if there is none. */
  note: string | null;
  /** Its product token, for other requests. */
  token: string;
};

/** The result for one crawler. */
export type CrawlerReport = {
  /** The crawler's product token. */
  agent: string;
  /** Number of resources that it may not fetch. */
  closed: number;
  /** Scripts, style sheets and images of the page that it may not fetch, at most 50. */
  closed_resources: ResourceInfo[];
  /** May it fetch the URL? For a redirect chain: the answer for the URL that blocks it, or for the last one. */
  crawl: Answer | null;
  /** Policies with another decision about the same robots.txt. */
  differs_under?: PolicyDifference[];
  /** The reason, for machines. */
  index: "yes" | "excluded" | "not_rendered" | "unseen" | "unclear" | "not_used" | "noindex" | "only_embedded" | "unavailable" | "status" | "unknown";
  /** May the page be indexed? */
  indexable: boolean;
  /** The reason, for people. */
  message: string;
  /** Number of resources that it may fetch. */
  open: number;
  /** The robots meta rules for it, each with its place. */
  rules: DirectiveInfo[];
};

/** Some crawlers, by name. */
export type CrawlersAnswer = {
  /** Known crawlers, and others that a file names, by weight: Googlebot, bingbot, other search engines, AI crawlers, the rest. */
  crawlers: string[];
  /** True if every crawler that is not known and that neither file names is one of them. */
  others: boolean;
  /** Names in the files that are tokens for a purpose, not crawlers. */
  purpose_tokens: string[];
  /** Crawlers for which this is true for one kind of readers only. Those of `knows-crawler` are in `crawlers` too, because the crawlers themselves read the files so. Those of `bare-token` are not. */
  readers: ReadersAnswer[];
};

/** The last element of an array that was cut off. */
export type CutOff = {
  /** Why the rest is missing, and what to do. */
  error: Problem;
  /** Always true. The element for an invalid URL also has an error, but no `is_cut`. */
  is_cut: boolean;
};

/** The decision of a verdict. */
export type Decision = "allowed" | "disallowed" | "not-applicable";

/** A line with `crawl-delay`. */
export type Delay = {
  /** The line. */
  line: number;
  /** Seconds between two requests: not negative, and finite. It may be absurdly long; a crawler sets its own limit. */
  seconds: number;
};

/** What an operator says about `Crawl-delay`. */
export type DelayStatement = {
  /** The day on which its words about the field were read, as `2026-11-29`; `None` if they are known from elsewhere. */
  checked: string | null;
  /** How it reads the number, where its operator says so. */
  note: string | null;
  /** The page that says it. */
  source_url: string | null;
  /** Whether the crawler reads the field. */
  support: DelaySupport;
};

/** Whether a crawler reads `Crawl-delay` in robots.txt. */
export type DelaySupport = "yes" | "no" | "not said";

/** What a change of a file does: to crawlers as its profile reads them, and for other programs. */
export type DiffAnswer = ChangeAnswer & {
  /** What it changes for the programs that read robots.txt, each with its own reading; null if only a part of the site was compared. */
  programs: ProgramsAnswer | null;
};

/** Two versions of a robots.txt. */
export type DiffRequest = {
  /** The version after the change. */
  after: string;
  /** The version before the change. */
  before: string;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** Only URLs whose path matches this pattern, such as `/products/` or `/*.css$`. Default: all. */
  region?: string | null;
  /** Known URLs or paths of the site, such as those of its sitemaps. They are counted, and examples are taken from them. At most 10,000. */
  urls?: string[];
};

/** The first difference between two files. */
export type Difference = {
  /** Number of equal bytes before it. */
  byte: number;
  /** That line in the draft; `null` after its end. */
  draft: string | null;
  /** Its line, from 1. */
  line: number;
  /** That line in the live file; `null` after its end. */
  live: string | null;
};

/** The decision of another policy, as part of a `SiteState`. */
export type DifferenceState = {
  /** The basis under that policy. */
  basis: Basis;
  /** The policy's name. */
  policy: Policy;
  /** The difference as a sentence. */
  text: string;
};

/** A rule of a robots meta tag or of an `X-Robots-Tag` field. */
export type DirectiveInfo = {
  /** Its place: `line 7 of the page`, `X-Robots-Tag`. */
  place: string;
  /** `noindex`, `max-snippet:20` */
  rule: string;
};

/** The rules of one meta tag or field. */
export type DirectiveList = {
  /** The crawler, as written; `null` for all crawlers. */
  agent: string | null;
  /** Words without effect, each with the reason. */
  ignored: string[];
  /** Whether they are in the body of the page, where they have no effect. */
  outside_head: boolean;
  /** Their place. */
  place: string;
  /** The rules. */
  rules: string[];
};

/** An element of the response: one of the three. `ElementWriter` writes the last one. */
export type DraftCheckItem = DraftCheckResponse | {
  /** What is wrong with the URL. */
  error: Problem;
  /** The URL. */
  url: string;
} | CutOff;

/** A draft, URLs and crawlers: every URL is checked for every crawler. */
export type DraftCheckRequest = {
  /** Product tokens, at most 64. Default: Googlebot. */
  agents?: string[];
  /** Whether to explain each verdict. */
  explain?: boolean;
  /** The origin of the draft. The decision for a URL of another origin is then `not-applicable`. */
  origin?: string | null;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
  /** URLs, or paths of the draft's own site, at most 1,000. */
  urls: string[];
};

/** An answer about a draft. */
export type DraftCheckResponse = Answer & {
  /** The explanation of the library: chain, groups and rules. At most 20 groups and 20 matching rules; `group_count` and `match_count` are the complete numbers. */
  explanation?: Record<string, unknown> | null;
  /** How fast the crawler is asked to go, if its groups say so. */
  pace?: PaceAnswer;
  /** How the file is read. */
  profile: ProfileName;
  /** The URL with the escapes that a client adds, if it was written without them. */
  url_escaped?: string;
};

/** Paths whose verdict changes, and the rules that decide about them. */
export type EffectAnswer = {
  /** The rule of the second file that decides; `null` if none matches. */
  after: AnswerRule | null;
  /** The new decision. */
  becomes: RuleDecision;
  /** The rule of the first file that decided; `null` if none matched. */
  before: AnswerRule | null;
  /** A path whose verdict changes: that of a known URL, else one that looks like one of a real site where possible. */
  example: string;
  /** A shortest path whose verdict changes. */
  shortest: string;
  /** The number of URLs of a given list whose verdict changes by these rules; absent without a list. */
  urls?: number;
};

/** Whether an expectation holds. */
export type ExpectationAnswer = {
  /** Why it fails: once for all crawlers that follow the same rules. At most 20. */
  failures: FailureAnswer[];
  /** Its line in the file of expectations, from 1. */
  line: number;
  /** Whether it holds for the crawlers as the table of known crawlers describes them. */
  outcome: ExpectationOutcome;
  /** Crawlers for which it holds for one kind of readers only. */
  readers: ReadersAnswer[];
  /** The line as written, without comment. */
  text: string;
};

/** Whether an expectation holds, in one word. */
export type ExpectationOutcome = "holds" | "fails" | "empty" | "undecided";

/** For which programs an expectation holds. */
export type ExpectedPrograms = {
  /** Where it fails, each program once. */
  fails: ProgramsFailure[];
  /** Programs for which it is proved for every URL of the region. */
  holds: string[];
  /** Programs for which that is not known: too much would have to be compared. */
  undecided: string[];
};

/** A draft, a URL and a crawler. */
export type ExplainRequest = {
  /** The product token of the crawler. */
  agent: string;
  /** The origin of the draft. The decision for a URL of another origin is then `not-applicable`. */
  origin?: string | null;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
  /** A URL, or a path of the draft's own site. */
  url: string;
};

/** A verdict, its explanation, and the changes that would reverse it. */
export type ExplainResponse = {
  /** The answer. */
  answer: Answer;
  /** The changes that would reverse the verdict, the smallest first. */
  changes: ChangeInfo[];
  /** Number of groups that concern the crawler. */
  concerning: number;
  /** A note, if a rule blocks the URL: search results may still list it. */
  consequence: string | null;
  /** The groups that concern the crawler, at most 50. */
  groups: GroupInfo[];
  /** The matching rules, at most 50. The first one decides. */
  matches: RuleMatchInfo[];
  /** Number of matching rules. */
  matching: number;
  /** What stands beside the verdict, as sentences: the rule that would decide if it were written in another way, and how fast the crawler is asked to go. */
  notes: string[];
  /** A note, if Google's documents do not define which rule wins. */
  undefined?: string;
  /** The explanation, in sentences for people. */
  words: string[];
};

/** Paths that a change takes from a crawler or gives to it. */
export type Extent = {
  /** What is known about the parts. */
  certainty: Certainty;
  /** Up to three paths, those of known URLs first. */
  examples: string[];
  /** The number of parts that are not in the list. */
  more: number;
  /** The paths, the largest part first. At most ten parts. */
  parts: Part[];
  /** The paths in English words: `everything below /catalogue/, except /catalogue/help/`. */
  text: string;
  /** The number of known URLs among the paths; absent if no URLs are known. */
  urls?: number;
};

/** A path for which an expectation fails. */
export type FailureAnswer = {
  /** The smallest change of robots.txt that makes the expectation hold for these crawlers. `null` if none of those that were tried does. */
  change: string | null;
  /** The crawlers for which it fails. At most 50. */
  crawlers: string[];
  /** Whether the crawlers may fetch this path. */
  decision: RuleDecision;
  /** For `same`: the crawler that gets the other verdict. */
  differs_from?: string;
  /** A path for which it fails. */
  example: string;
  /** The number of crawlers that are not in the list. */
  more: number;
  /** For `same`: the rule that decides for the other crawler; `null` if none matches. */
  other_rule?: AnswerRule;
  /** True if it also fails for every crawler that is not known and that the file does not name. */
  others: boolean;
  /** Names of the line that are tokens for a purpose, not crawlers, and for which it fails. `*` means crawlers alone. */
  purpose_tokens: string[];
  /** Those of these crawlers for which it fails for one kind of readers only. */
  readers: ReadersAnswer[];
  /** The rule that decides; `null` if none matches. */
  rule: AnswerRule | null;
  /** For `refuse` and `grant`: what robots.txt says about the use of this path. */
  said?: UseSideAnswer;
};

/** What one family says. */
export type FamilyJson = {
  /** The document that was read, with its number or date. */
  document: string;
  /** The family. */
  family: SignalFamily;
  /** What its statements say together. */
  outcome: UseOutcome;
  /** Its statements, those that another one outdoes too. */
  statements: StatementJson[];
  /** The number of statements that are left out. */
  statements_left_out?: number;
};

/** A fetch, as part of a `SiteState`. */
export type FetchState = {
  /** The field `Age` of the answer in seconds: how long caches on the way had kept it. */
  age?: number;
  /** Start of the fetch. */
  at: string;
  /** How long caches may go on giving the answer, in seconds: `max-age` of `Cache-Control` without `Age`. */
  fresh_for?: number;
  /** Every request, in order. */
  hops: Hop[];
  /** Its duration in milliseconds, all hops together. */
  millis: number;
  /** The outcome as a sentence. */
  result: string;
};

/** The information about an origin's robots.txt, without its versions. */
export type FileInfo = SiteState & {
  /** Policies with another decision about the site. */
  differs_under?: PolicyDifference[];
  /** Its requests: more than one if the site redirects, none if there was no connection. */
  hops: HopInfo[];
  /** The time when it began; `null` if there was no connection. */
  last_fetch_at: string | null;
  /** The result of the last fetch, in words. */
  last_result: string;
  /** Why a refresh fetched nothing, or that crawlers never read the file of the URL. */
  note?: string;
  /** What comes of a site that fails, if it goes on failing. */
  outlook?: OutlookInfo;
};

/** A finding. */
export type Finding = TextRange & {
  /** The numbers of other lines with the same finding, the first hundred. */
  also?: number[];
  /** The edits that the help names where there is no such fix, in English: a person chooses one. */
  choices?: FixProposal[];
  /** Its code: `R101`. */
  code: string;
  /** What is wrong here and what to do, in English. A response in another language has it. */
  english?: string[];
  /** A fix, if there is a safe one. */
  fix: FixProposal | null;
  /** What to do. English has it. */
  help: string | null;
  /** What is wrong here: in English with the names and patterns of the file, in another language as `reason`. */
  message: string;
  /** Its name: `misspelt-field`. */
  name: string;
  /** The consequence, and for which crawlers. */
  reason: string;
  /** Its severity. */
  severity: Severity;
};

/** What the answers to several User-Agents say together. */
export type FindingKind = "not-asked" | "not-reached" | "same" | "some-blocked" | "crawlers-served" | "other-file" | "none-served";

/** The effect of a fix on verdicts. */
export type FixEffect = "keeps-verdicts" | "mends";

/** A proposed fix of a finding. */
export type FixProposal = {
  /** The edits of the draft. Apply all or none. */
  edits: TextEdit[];
  /** Its effect on verdicts. */
  effect: FixEffect;
  /** What it changes for the programs that read robots.txt. */
  programs: ProgramsAnswer;
  /** What the fix does. */
  title: string;
};

/** Whether a crawler follows a group. */
export type GroupFateCode = "followed" | "lost" | "star-ignored" | "others";

/** A group, and whether the crawler follows it. */
export type GroupInfo = {
  /** Its user agents, as the file spells them. */
  agents: string[];
  /** Whether the crawler follows it. */
  fate: GroupFateCode;
  /** Number of its first line. */
  first_line: number;
  /** Number of its last line with a user agent or a rule. */
  last_line: number;
  /** `fate` as a sentence. */
  words: string;
};

/** One request of a fetch. */
export type Hop = {
  /** True for a redirect from https to http. */
  downgraded: boolean;
  /** Time from the start of the fetch until this answer was complete, in milliseconds. */
  millis: number;
  /** The HTTP status or the FTP reply code; `None` without an answer. */
  status: number | null;
  /** The requested URL. */
  url: string;
};

/** One request of a fetch. */
export type HopInfo = {
  /** The HTTP status or the FTP reply code; `null` without an answer. */
  status: number | null;
  /** The requested URL. */
  url: string;
};

/** What a change takes from some crawlers and gives to them, and how bad that is. */
export type ImpactAnswer = {
  /** The paths that become allowed; `null` if there are none. */
  gained: Extent | null;
  /** The paths that become disallowed; `null` if there are none. */
  lost: Extent | null;
  /** `error` if the crawlers lose the whole site, perhaps with exceptions, or half of ten or more known URLs, and Googlebot, bingbot or every crawler that is not named is one of them. `warning` for any other loss, and if the whole site is opened. `note` for the rest. */
  severity: Severity;
};

/** What an inspection found. */
export type InspectOutcome = "answer" | "not-fetched" | "failed";

/** The URL of a page, and crawlers. */
export type InspectRequest = {
  /** Product tokens, at most 16. Default: Googlebot. */
  agents?: string[];
  /** The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service. */
  policy?: Policy | null;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The URL of the page. */
  url: string;
};

/** The result of an inspection. */
export type InspectResponse = {
  /** The result for each crawler. */
  agents: CrawlerReport[];
  /** What the inspection found. */
  found: InspectOutcome;
  /** `found` as a sentence. */
  message: string;
  /** The content of the page, if there was an answer. */
  page: PageInfo | null;
  /** The requested URL and the redirects from it, in order. */
  steps: StepInfo[];
  /** The URL of the request. */
  url: string;
};

/** URLs of the site that are known, and how many of them a change is about. */
export type KnownUrlsAnswer = {
  /** The number of URLs whose verdict changes for at least one crawler. */
  changed: number;
  /** The number of entries that are no URLs. */
  malformed: number;
  /** Where they come from. */
  source: UrlSource;
  /** The number of URLs. */
  total: number;
};

/** A lint in the list of all lints. */
export type LintInfo = {
  /** Its code: `R101`. */
  code: string;
  /** Its name: `misspelt-field`. */
  name: string;
  /** Its severity. */
  severity: Severity;
  /** The consequence, and for which crawlers, in one sentence. */
  summary: string;
};

/** The documentation of a lint. */
export type LintPage = {
  /** Its code: `R101`. */
  code: string;
  /** A file with the finding; `null` if the finding needs a long file. */
  example: string | null;
  /** What the fix does; `null` if there is none. */
  fix: string | null;
  /** The same file without the finding. */
  instead: string | null;
  /** Its name: `misspelt-field`. */
  name: string;
  /** URLs of the sources. */
  references: string[];
  /** Its severity. */
  severity: Severity;
  /** The consequence, and for which crawlers, in one sentence. */
  summary: string;
  /** What it finds and why that is bad, as Markdown. */
  text: string;
};

/** The findings, in the order of the file. */
export type LintReport = {
  /** The findings, at most 100 of a kind and 4 MiB in total. */
  diagnostics: Finding[];
  /** Number of errors: lines without the effect that they seem to have. */
  errors: number;
  /** Number of findings that are not listed and not counted above, because there are too many of one kind or they are too long together. */
  more: number;
  /** Number of notes. */
  notes: number;
  /** Number of warnings: lines whose effect is probably not intended. */
  warnings: number;
};

/** A draft to lint. */
export type LintRequest = {
  /** The origin of the draft, to recognise sitemaps of other sites. */
  origin?: string | null;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
};

/** A profile or a policy. */
export type NamedOption = {
  /** Its name in requests. */
  name: string;
  /** Its title, for people. */
  title: string;
};

/** A User-Agent that was not sent. */
export type NotAsked = {
  /** Its short name. */
  name: string;
  /** The reason. */
  why: WhyNotAsked;
};

/** An answer that Google may still go by, as part of a `SiteState`. */
export type OldCopyState = {
  /** The same as a sentence. */
  text: string;
  /** Until when. */
  until: string;
};

/** The profiles and policies that requests can name. */
export type Options = {
  /** How sites that answer with errors are treated. The first one is the default. */
  policies: NamedOption[];
  /** How robots.txt is read. The first one is the default. */
  profiles: NamedOption[];
};

/** An origin and a policy. */
export type OriginQuery = {
  /** The origin, or any URL of it. */
  origin: string;
  /** The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service. */
  policy?: Policy | null;
};

/** What comes of a site that fails, if it goes on failing. */
export type OutlookInfo = {
  /** When verdicts rest on something else, at the earliest; `null` if that does not come. */
  changes_at: string | null;
  /** What they rest on then; `null` if that depends on whether other pages of the site answer. */
  next_basis: Basis | null;
  /** The end of the pause that the site asks for (`Retry-After`). */
  retry_after: string | null;
  /** Time of the first failure. */
  since: string;
  /** The same in sentences: until when the site stays closed, by which document, and the repair. */
  text: string;
};

/** How fast a crawler is asked to go, and whether its operator says that it reads that. */
export type PaceAnswer = {
  /** The longest valid `crawl-delay`. */
  delay: Delay | null;
  /** The slowest valid `request-rate`. */
  rate: RequestRate | null;
  /** Whether the crawler reads `Crawl-delay`. */
  reads_delay: DelaySupport;
};

/** Crawlers that are asked to go at another pace: by `Crawl-delay` or `Request-rate`, which no standard has. */
export type PaceChangeAnswer = {
  /** The lines of the second file that count; empty if it asks for nothing. */
  after: PaceLine[];
  /** The lines of the first file that count; empty if it asks for nothing. */
  before: PaceLine[];
  /** Known crawlers, and others that a file names, by weight. None whose operator says that it does not read such lines, as Google does. */
  crawlers: string[];
  /** True if every crawler that is not known and that neither file names is one of them. */
  others: boolean;
};

/** A line with `Crawl-delay` or `Request-rate`. */
export type PaceLine = {
  /** The number of the line. */
  line: number;
  /** Its text. */
  text: string;
};

/** The content of a page. */
export type PageInfo = {
  /** Its canonical URLs. */
  canonical: string[];
  /** The `Content-Type` field. */
  content_type: string | null;
  /** Every list of rules in meta tags and `X-Robots-Tag` fields, also for other crawlers; at most 100. */
  directives: DirectiveList[];
  /** Whether it was read as HTML. */
  html: boolean;
  /** Number of links. */
  links: number;
  /** Number of parts with `data-nosnippet`, which results do not quote. */
  no_snippet_parts: number;
  /** Number of links with `rel=nofollow`. */
  nofollow_links: number;
  /** Resources on other hosts, whose robots.txt was not fetched; at most 50. */
  not_asked: string[];
  /** Sentences for people. */
  notes: string[];
  /** The HTTP status. */
  status: number;
};

/** A draft to parse. */
export type ParseRequest = {
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
};

/** A group. */
export type ParsedGroup = {
  /** Its user agents. */
  agents: ParsedUserAgent[];
  /** The number of its first line, from 1. */
  line: number;
  /** Its rules. */
  rules: ParsedRule[];
};

/** A line with another field. */
export type ParsedLine = {
  /** The index of its group in `groups`, from 0; `null` before the first group. */
  group: number | null;
  /** The name of the field as written. */
  key: string;
  /** Its number, from 1. */
  line: number;
  /** The value as written. */
  value: string;
};

/** A robots.txt as it is read. */
export type ParsedRobotsTxt = {
  /** Its size in bytes. */
  bytes: number;
  /** The groups. */
  groups: ParsedGroup[];
  /** The number of its lines. */
  lines: number;
  /** Lines with another field. */
  other_lines: ParsedLine[];
  /** How it was read. */
  profile: ProfileName;
  /** Rules before the first user agent. They have no effect. */
  rules_before_any_group: ParsedRule[];
  /** The lines that name sitemaps. */
  sitemaps: ParsedSitemap[];
  /** What the size limit cut off; `null` if nothing. */
  truncation: ParsedTruncation | null;
};

/** A rule. */
export type ParsedRule = {
  /** Whether it allows or disallows. */
  kind: RuleKind;
  /** The number of its line, from 1. */
  line: number;
  /** The number of bytes of the path that the pattern covers; only of a rule that matched. */
  matched?: number;
  /** The pattern as written. */
  pattern: string;
  /** The length of the pattern's normal form in octets; only of a rule that matched. */
  priority?: number;
};

/** A line that names a sitemap. */
export type ParsedSitemap = {
  /** Whether it is a whole URL, as it has to be. */
  absolute: boolean;
  /** The number of its line, from 1. */
  line: number;
  /** The URL as written. */
  url: string;
};

/** What the size limit cut off. */
export type ParsedTruncation = {
  /** The number of the line that the limit cuts, which is ignored; `null` if it cuts none. */
  cut_line: number | null;
  /** The size of the file in bytes. */
  file_len: number;
  /** The number of bytes that are ignored. */
  ignored: number;
  /** The limit in bytes. */
  limit: number;
};

/** A user agent of a group. */
export type ParsedUserAgent = {
  /** The number of its line, from 1. */
  line: number;
  /** The name as written. */
  value: string;
};

/** Paths that all patterns of a list match, without exceptions. */
export type Part = {
  /** Patterns within the part whose paths had the decision before. At most ten; none for the whole site. */
  already: Paths[];
  /** Paths for which the new decision does not hold. At most ten. */
  except: Paths[];
  /** The number of such paths that are not in the list. */
  more_already: number;
  /** The number of exceptions that are not in the list. */
  more_exceptions: number;
  /** True if the decision was the same before for some path, so that not every path of the part changes. */
  partly: boolean;
  /** What a path matches: nearly always one, else each of them. */
  paths: Paths[];
};

/** The paths of one pattern. */
export type Paths = {
  /** How the pattern chooses them. */
  kind: PathsKind;
  /** What they begin with, contain or end with, or the pattern; empty for the whole site. */
  text: string;
};

/** How a pattern chooses paths. */
export type PathsKind = "whole-site" | "below" | "begins-with" | "contains" | "ends-with" | "alone" | "matches";

/** The document that defines what a fetch result means. */
export type Policy = "google-2021" | "google-2026" | "rfc9309" | "google-2019";

/** A policy with another decision. */
export type PolicyDifference = {
  /** The policy: `google-2026`. */
  policy: Policy;
  /** Its decision and the reason. */
  text: string;
};

/** An error. `type` is for machines and stable; `detail` is for people. */
export type Problem = {
  /** What is wrong with this request, and what to do. */
  detail: string;
  /** The HTTP status. */
  status: number;
  /** The kind in words. */
  title: string;
  /** The kind of error: `/problems/bad-url`. */
  type: "/problems/bad-url" | "/problems/bad-agent" | "/problems/bad-request" | "/problems/not-found" | "/problems/method-not-allowed" | "/problems/cross-site" | "/problems/misdirected" | "/problems/unsupported-media-type" | "/problems/too-slow" | "/problems/too-large" | "/problems/too-many-requests" | "/problems/busy" | "/problems/late" | "/problems/internal";
};

/** The name of a `Profile` in requests and answers. */
export type ProfileName = "google" | "google-2019" | "rfc9309";

/** For which programs an edit of a file changes nothing, and for which it does. */
export type ProgramsAnswer = {
  /** What changes, each program once, with its heaviest change. */
  changed: ProgramsChange[];
  /** Programs for which it is proved that no verdict changes, for any crawler and URL. */
  kept: string[];
  /** Programs for which that is not known: too much would have to be compared. */
  undecided: string[];
};

/** A path whose verdict an edit changes for some programs. */
export type ProgramsChange = {
  /** Whether it may be fetched afterwards. */
  becomes_allowed: boolean;
  /** The crawlers, of those that the files name. */
  crawlers: string[];
  /** Only unusual paths are: with an escape that nobody needs, or `/robots.txt`. */
  is_unusual: boolean;
  /** The line that decides afterwards, if any. */
  line_after: number | null;
  /** The line that decides before, if any. */
  line_before: number | null;
  /** Also every crawler that the files do not name. */
  others: boolean;
  /** A path that is changed so. */
  path: string;
  /** The programs. Never empty. */
  programs: string[];
};

/** A path for which an expectation fails for some programs. */
export type ProgramsFailure = {
  /** The crawlers as which they ask, of those that the expectation means. At most 50. */
  crawlers: string[];
  /** Whether the path may be fetched. */
  is_allowed: boolean;
  /** It fails only for unusual paths: with an escape that nobody needs, or `/robots.txt`. */
  is_unusual: boolean;
  /** The line that decides, if any. */
  line: number | null;
  /** The number of crawlers that are not in the list. */
  more: number;
  /** Also every crawler that the file does not name. */
  others: boolean;
  /** The path. */
  path: string;
  /** The programs. Never empty. */
  programs: string[];
};

/** A header field that names who answers in front of a site. */
export type ProtectionField = {
  /** True if it says that the protection answered this request in place of the site. */
  acted: boolean;
  /** Its name, in lower case. */
  name: string;
  /** Whose field it is: `Cloudflare`. `HTTP` for `retry-after`. */
  owner: string;
  /** The beginning of its value. */
  value: string;
};

/** The purpose of a crawler. */
export type Purpose = "search" | "images" | "video" | "news" | "ads" | "shopping" | "testing" | "preview" | "api" | "safety" | "user-triggered" | "product" | "seo" | "archive" | "ai-search" | "ai-agent" | "ai-assistant" | "ai-coding" | "ai-training" | "undocumented";

/** How a program that reads robots.txt takes the name of a crawler. */
export type ReaderKind = "knows-crawler" | "bare-token";

/** Crawlers for which a statement is true for one kind of readers only. */
export type ReadersAnswer = {
  /** The same in words. */
  condition: string;
  /** The crawlers. */
  crawlers: string[];
  /** What the two kinds of readers differ in. */
  fact: CrawlerFact;
  /** The name whose groups the crawlers follow instead; `null` for other facts. */
  falls_back_to: string | null;
  /** The readers. */
  kind: ReaderKind;
};

/** A `Reason` without its details: the value of `Reason::name` as a type. */
export type ReasonCode = "rule" | "no-rule-matched" | "no-group" | "star-ignored" | "empty-group" | "no-file" | "unreachable-server-error" | "unreachable-too-many-requests" | "unreachable-network" | "unreachable-blocked-by-policy" | "unreachable-busy" | "unreachable-unconfirmed" | "expired" | "not-applicable" | "crawler-ignores-robots-txt" | "robots-txt-itself";

/** A recipe. */
export type RecipeInfo = {
  /** What to know first; empty for most recipes. */
  advice: string;
  /** Whether it decides about the whole site. It can then only begin a file, not be added to one. */
  is_whole_site: boolean;
  /** Its name in requests, such as `directory`. */
  name: string;
  /** The value that it takes; null if it takes none. */
  parameter: RecipeParameter | null;
  /** What it does, in Markdown. The first sentence says it in short. A line break ends it where a language has no full stops. */
  summary: string;
  /** What it is about. */
  topic: RecipeTopic;
};

/** The value of a recipe. */
export type RecipeParameter = {
  /** An example. */
  example: string;
  /** Whether the example is the default value. Otherwise the value is required. */
  is_default: boolean;
  /** What the value is, such as `Directory`. */
  what: string;
};

/** What a recipe is about. Thirty recipes in one list are not read. */
export type RecipeTopic = "ai" | "whole-site" | "paths" | "duplicates" | "crawlers" | "media";

/** An answer that would replace a known file, as part of a `SiteState`. */
export type RefusalState = {
  /** The answer as a clause: `it answered 403`. */
  answer: string;
  /** False while the file stays in force; true if the refusal has replaced it. */
  counts: boolean;
  /** The basis by the documents, which do not ask for a confirmation. */
  documents: Basis;
  /** Time of the last fetch of the file. */
  file_seen: string;
  /** Time of the first of these answers; of the last one if the refusal counts. */
  since: string;
};

/** A line with `request-rate`: so many requests in so many seconds. */
export type RequestRate = {
  /** The part of the day, in UTC, for which it is asked; `null` for all of it. A part in another form is `null` too: a crawler that always waits harms nobody. */
  hours: string | null;
  /** The line. */
  line: number;
  /** Requests, at least 1. */
  requests: number;
  /** Seconds, at least 1. */
  seconds: number;
};

/** A script, a style sheet or an image of a page. */
export type ResourceInfo = {
  /** The kind of tag that loads it. */
  kind: ResourceTag;
  /** The line of robots.txt that decides; `null` if no line does. */
  line: number | null;
  /** The whole URL. */
  url: string;
};

/** The kind of tag that loads a resource. */
export type ResourceTag = "script" | "style" | "image";

/** An origin's robots.txt and its versions. */
export type RobotsFile = FileInfo & {
  /** The stored versions, the current one first. */
  versions: VersionItem[];
};

/** What a rule decides. A `Decision` can also be that the file does not apply; that of a rule cannot. */
export type RuleDecision = "allowed" | "disallowed";

/** Why a rule that matched decides or not. */
export type RuleFate = "won" | "shorter" | "tie-lost" | "later" | "unasked";

/** The kind of a rule: `allow` or `disallow`. (RFC 9309 section 2.2.2.) */
export type RuleKind = "disallow" | "allow";

/** A matching rule, and why it decides or not. */
export type RuleMatchInfo = AnswerRule & {
  /** Why it decides or not. */
  fate: RuleFate;
  /** `fate` as a sentence. */
  words: string;
};

/** The severity of a finding, or of what a change does. */
export type Severity = "note" | "warning" | "error";

/** A family of signals: what one document, or one group of documents, defines. */
export type SignalFamily = "content-usage" | "content-signal" | "purpose-token" | "rsl" | "tdmrep" | "control-token" | "operator-rules" | "noai";

/** The state that verdicts about an origin rest on, for JSON. */
export type SiteState = {
  /** What verdicts rest on. */
  basis: Basis;
  /** Time of the first fetch that returned the current version. */
  first_seen: string | null;
  /** The last fetch, successful or not. */
  last_fetch?: FetchState;
  /** Time of the last fetch that returned it. */
  last_seen: string | null;
  /** The answer that was there before, if Google may still go by it. */
  old_copy?: OldCopyState;
  /** The origin: `https://example.com`. */
  origin: string;
  /** The decision of the policy to compare with, if it differs. */
  policy_difference?: DifferenceState;
  /** An answer that would replace the known file, such as 403, and what came of it. */
  refusal?: RefusalState;
  /** The URL of its robots.txt. */
  robots_url: string;
  /** The state as a sentence. */
  state: string;
};

/** The content of a sitemap file. */
export type SitemapFileUrls = {
  /** Its format; `null` if it is not a sitemap. */
  kind: SitemapFormat | null;
  /** Number of URLs that are not in `urls`. */
  left_out: number;
  /** Number of further notes. */
  more: number;
  /** Errors in the file, each with its line: the first twenty, and those that ended the reading. */
  notes: string[];
  /** The URLs in the order of the file. The URLs of an index are sitemaps, not pages. */
  urls: string[];
};

/** The format of a sitemap. */
export type SitemapFormat = "urlset" | "index" | "rss" | "atom" | "text";

/** The start of a sitemap walk. */
export type SitemapRequest = {
  /** Most URLs to return. Default: 500. */
  limit?: number | null;
  /** An origin, whose robots.txt names its sitemaps; or the URL of a sitemap or of a sitemap index. */
  url: string;
};

/** The URLs of a site's sitemaps. */
export type SitemapUrls = {
  /** Whether there may be more URLs: the limit was reached, or the time was over. */
  is_cut: boolean;
  /** Number of further notes. */
  more: number;
  /** Sitemaps that were not read, and errors in sitemaps: the first twenty. */
  notes: string[];
  /** Number of sitemaps that were read, without sitemap indexes. */
  sitemaps: number;
  /** The URLs in the order of the sitemaps, also those of other sites. */
  urls: string[];
};

/** The kind of a source about a crawler. */
export type SourceKind = "documented by its operator" | "reported";

/** A statement. */
export type StatementJson = {
  /** The condition of a conditional statement. */
  condition?: UseCondition;
  /** The number of its line in robots.txt, from 1; `null` if it stands elsewhere. */
  line: number | null;
  /** The condition as a sentence. */
  message?: string;
  /** What it says, alone. */
  outcome: UseOutcome;
  /** Where it stands, in words. */
  place: string;
  /** Its text, up to 1,024 bytes. */
  text: string;
};

/** A URL of the redirect chain. */
export type StepInfo = {
  /** The status of its answer; `null` if it was not fetched. */
  status: number | null;
  /** The URL. */
  url: string;
};

/** How much of the site known crawlers may fetch. */
export type Summary = {
  /** Crawlers that collect texts for training language models and whose operator documents that they obey. */
  ai_training: AccessGroup[];
  /** Crawlers of search engines, by how much they may fetch. */
  search: AccessGroup[];
  /** The number of sitemaps that the draft names. */
  sitemaps: number;
  /** The number of known URLs, without entries that are no URLs; `null` if there are none, or if the draft takes too long to ask about all of them. */
  urls: number | null;
  /** What the draft says about search, AI training and AI input, which is not about crawling. No other place of a site is asked. */
  uses: UseGroup[];
  /** True if what it says about some use could not be found within the budget. */
  uses_undecided: boolean;
};

/** A draft. */
export type SummaryRequest = {
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
  /** Known URLs or paths of the site, such as those of its sitemaps. Those that are closed are counted. At most 10,000. */
  urls?: string[];
};

/** A range, and its new text. */
export type TextEdit = TextRange & {
  /** The text to insert. */
  text: string;
};

/** A range of a file. Lines and columns count from 1. Columns count UTF-16 code units, as editors do. The end is the first position after the range. */
export type TextRange = {
  /** The column where it begins. */
  column: number;
  /** The column where it ends. */
  end_column: number;
  /** The line where it ends. */
  end_line: number;
  /** The line where it begins. */
  line: number;
};

/** Where known URLs come from. */
export type UrlSource = "sitemap" | "list";

/** A use of fetched content. The definitions of the documents differ: `train` is generative models for AIPREF and any AI model for Content Signals. */
export type Use = "train" | "input" | "search" | "index" | "tdm";

/** The answer to: what does this site say about this use of this URL by this crawler? */
export type UseAnswer = {
  /** Whether the crawler may fetch the URL at all, by robots.txt. */
  access: AnswerOutcome;
  /** What that means for the use, as a sentence; `null` if it may fetch the URL. */
  access_message: string | null;
  /** The crawler's product token. */
  agent: string;
  /** What each family of signals says, if it says something. */
  families: FamilyJson[];
  /** What a reader should know about the signals. */
  findings: UseFinding[];
  /** The number of findings that are left out. */
  findings_left_out?: number;
  /** True if all signals that were found were read. If not, a grant is not sure. */
  is_whole: boolean;
  /** The places that were not read, or not as a whole. What they say is not known. */
  not_read: UseSource[];
  /** What the site says. */
  outcome: UseOutcome;
  /** Each place with its state: asked for or not, read, absent, or why not. `licences` has an entry for each document. */
  places: UsePlace[];
  /** The places of which it is known what they say: `robots.txt`, `response`, `page`, `tdmrep.json`, `licences`. They were read, or do not exist. */
  read: UseSource[];
  /** The strictest statement: `refused`, `conditional` or `granted`; `null` if nothing is stated. */
  strictest: UseOutcome | null;
  /** The URL as it was given. */
  url: string;
  /** The use. */
  use: Use;
};

/** Crawlers for which a change has the same effects on uses. */
export type UseClassAnswer = {
  /** Known crawlers, and others that a file names. */
  crawlers: string[];
  /** The effects. */
  effects: UseEffectAnswer[];
  /** The number of effects that are not in the list. */
  more: number;
  /** True if every crawler that is not known and that neither file names is one of them. */
  others: boolean;
  /** Names in the files that are tokens for a purpose, not crawlers. */
  purpose_tokens: string[];
  /** Crawlers for which this is true for one kind of readers only. */
  readers: ReadersAnswer[];
  /** True if the budget did not suffice, so that there may be more effects. */
  undecided: boolean;
};

/** Why a statement is conditional. */
export type UseCondition = "payment" | "users" | "region" | "token" | "limit" | "part" | "not-read" | "not-understood";

/** Paths for which a use changes, and what the files say about it. */
export type UseEffectAnswer = {
  /** What the second file says. */
  after: UseSideAnswer;
  /** What the first file says. */
  before: UseSideAnswer;
  /** A path for which the use changes. It looks like one of a real site where possible. */
  example: string;
  /** A shortest path for which the use changes. */
  shortest: string;
  /** The use: `train`, `input`, `search` or `index`. */
  use: Use;
};

/** Something that a reader of an answer should know. */
export type UseFinding = {
  /** What it is, as a code. */
  kind: UseFindingKind;
  /** The label that no document defines, for `unknown-label`. */
  label?: string;
  /** The sentence. */
  message: string;
  /** Where, in words; `null` for the file as a whole. */
  place: string | null;
};

/** The kinds of findings. */
export type UseFindingKind = "no-dictionary" | "outside-groups" | "not-absolute" | "too-many" | "too-long" | "grouping-differs" | "not-a-reservation" | "several-licences" | "use-degree" | "unknown-label" | "field-not-read";

/** Crawlers that are told the same about a use. */
export type UseGroup = {
  /** Known crawlers, and others that the draft names. */
  crawlers: string[];
  /** True if it is proved that the same is said of every URL. */
  everywhere: boolean;
  /** The line that says it; null if no line does. */
  line: number | null;
  /** True if every crawler that is not known and that the draft does not name is one of them. */
  others: boolean;
  /** What is said about the path `/`. */
  outcome: UseOutcome;
  /** The value of that line; null if no line says it. */
  text: string | null;
  /** The use. */
  use: Use;
};

/** What a site says about one use. */
export type UseOutcome = "refused" | "conditional" | "granted" | "not said" | "conflict" | "not applicable";

/** A place where a site may speak of uses, and how far it was read. */
export type UsePlace = {
  /** Why it is in this state, as a sentence; `null` if there is nothing to say. */
  message: string | null;
  /** The place. */
  place: UseSource;
  /** How far it was read. */
  state: UsePlaceState;
  /** Its URL; `null` if there is none. */
  url: string | null;
};

/** How far a place was read. */
export type UsePlaceState = "read" | "absent" | "cut" | "not-read" | "not-asked";

/** What one file says about a use of a path. */
export type UseSideAnswer = {
  /** What it says: `refused`, `conditional`, `granted`, `not said`, `conflict` or `not applicable`. */
  outcome: UseOutcome;
  /** The lines that say something about it, as far as they are listed. */
  statements: UseStatementAnswer[];
};

/** A place where a site says what its content may be used for. */
export type UseSource = "robots.txt" | "response" | "page" | "tdmrep.json" | "licences";

/** A line of robots.txt about a use. */
export type UseStatementAnswer = {
  /** The document by which it is read, with its number or date. */
  document: string;
  /** The family of signals. A line of a control token is a rule. */
  family: SignalFamily;
  /** The number of the line, from 1. */
  line: number;
  /** What it says, alone. */
  outcome: UseOutcome;
  /** The value of the line. */
  text: string;
};

/** The crawler that a User-Agent header stands for. */
export type UserAgentCrawler = {
  /** Whether it is a known crawler. */
  is_known: boolean;
  /** Whether a group of the draft names it, or a crawler that it falls back to. */
  is_named: boolean;
  /** Its product token, for other requests. */
  token: string;
};

/** A User-Agent header, and the draft whose groups it is looked for in. */
export type UserAgentRequest = {
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
  /** The header. At most 1,024 bytes. */
  user_agent: string;
};

/** Whose User-Agent it is. */
export type UserAgentRole = "own" | "browser" | "crawler";

/** What a site says about a use, and the basis of the answer. */
export type UsesResponse = UseAnswer & {
  /** The basis of the answer. */
  site: SiteState;
};

/** What is said about an expectation: of crawlers as the profile reads the file, and for other programs. */
export type VerifyAnswer = ExpectationAnswer & {
  /** For which programs it holds, each with its own reading; null for `same`, `refuse` and `grant`, and if no URL is in the region. */
  programs: ExpectedPrograms | null;
};

/** A draft, and what is expected of it. */
export type VerifyRequest = {
  /** One claim a line: `allow Googlebot /products/`, `disallow * /checkout/ except /checkout/help`, `same Googlebot bingbot /`, `refuse train * /news/`, `grant search * /`. At most 100. */
  expectations: string;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
};

/** The expectations, each with its outcome. */
export type VerifyResponse = {
  /** The expectations, in their order. */
  expectations: VerifyAnswer[];
  /** True if every expectation holds, as the profile reads the file. Programs with other readings are told with each. */
  holds: boolean;
};

/** One version of an origin's robots.txt. */
export type VersionInfo = {
  /** Its size in bytes, if it is a file. */
  bytes: number | null;
  /** The file. Bytes that are not UTF-8 are replaced. */
  file: string | null;
  /** The time of the first fetch that returned it. */
  first_seen: string;
  /** Whether the file is longer than the 500 KiB that are read. */
  is_cut: boolean;
  /** Whether no byte was replaced. */
  is_exact: boolean;
  /** The time of the last fetch that returned it. */
  last_seen: string;
  /** The reason, if there is no file. */
  missing: string | null;
  /** The response of the site: `200`, `404`, `FTP 550`, `redirects`. */
  result: string;
  /** Its number. 1 is the current version. */
  version: number;
};

/** An element of the list of versions: one of the two. */
export type VersionItem = VersionInfo | CutOff;

/** Why a User-Agent was not sent. */
export type WhyNotAsked = "not-reached" | "busy" | "no-time";
