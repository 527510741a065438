// Generated from docs/public-api/openapi.json by scripts/api-types.js. Do not edit.

/** How much of a site a crawler may fetch. */
export type Access = "everything" | "part" | "nothing" | "undecided";

/** Crawlers that may fetch equally much. */
export type AccessGroup = {
  /** How much. Proved for every URL. */
  access: Access;
  /** The crawlers, in the order of the table. */
  crawlers: string[];
  /** The first line of the group that the first of them follows; null if it follows none. */
  line: number | null;
};

/** A list of AI crawlers that a site owner can block with `maycrawl new --block-ai` or on the tester page. */
export type AiList = "training" | "search" | "user" | "undocumented";

/** The answer to: may this crawler fetch this URL, and why? */
export type Answer = AnswerVerdict & AnswerLocation & {
  /** The crawler's product token. */
  agent: string;
  /** What the verdict means for search results; only for a disallowed URL. */
  consequence?: string;
  /** Why the file does not apply to the URL; only for a URL of another origin. */
  note?: string;
  /** The URL that a client requests, if its path differs from that of `url`. The answer is about this URL. */
  requested?: string;
  /** The URL as it was given. */
  url: string;
};

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

/** What a verdict rests on. */
export type Basis = "nothing" | "file" | "no-file" | "disallowed" | "last-copy" | "no-limits";

/** What changes if one robots.txt replaces another: for whom, which URLs, by which rules. */
export type ChangeAnswer = {
  /** The crawlers with effects, and those for which something is undecided. */
  classes: ClassAnswer[];
  /** The number of lines that are in one of the files only, whichever has more. */
  lines_changed: number;
  /** The number of crawlers that were not compared, because there are too many names or rules. What changes for them is undecided. */
  names_not_compared: number;
  /** Whether a verdict changes. */
  outcome: ChangeOutcome;
  /** The profile under which both files were read. */
  profile: ProfileName;
  /** Sitemaps that only the second file names. */
  sitemaps_added: string[];
  /** Sitemaps that only the first file names. */
  sitemaps_removed: string[];
  /** The crawlers for which no verdict changes. */
  unaffected: CrawlersAnswer;
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

/** Whether a change of a file changes a verdict. */
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
  /** Known crawlers, and others that a file names. */
  crawlers: string[];
  /** The effects, in the order of the second file's lines. */
  effects: EffectAnswer[];
  /** The number of effects that are not in the list. */
  more: number;
  /** True if every crawler that is not known and that neither file names is one of them. */
  others: boolean;
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
  /** Whether both have the same bytes. */
  is_same: boolean;
  /** Size of the live file as read, in bytes; `null` if there is none. */
  live_bytes: number | null;
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
  /** What to know before publishing it. */
  remarks: string[];
  /** The text of the file. */
  robots: string;
  /** A warning if the file closes search engines but not all crawlers. */
  warning: string | null;
};

/** A known crawler. */
export type CrawlerInfo = {
  /** Whether its purpose is AI, such as training, search or assistants. */
  ai: boolean;
  /** Other names of it that requests may use. */
  aliases: string[];
  /** Its list in `maycrawl new --block-ai`; `null` if it is on none. */
  block_ai: AiList | null;
  /** How it treats robots.txt. */
  compliance: Compliance;
  /** Whether its operator documents that it obeys robots.txt. Other crawlers of a list need `unconfirmed`. */
  confirmed: boolean;
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
  /** Known crawlers, and others that a file names. */
  crawlers: string[];
  /** True if every crawler that is not known and that neither file names is one of them. */
  others: boolean;
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

/** An element of the response: one of the three. */
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
  trace?: Record<string, unknown> | null;
};

/** Paths whose verdict changes, and the rules that decide about them. */
export type EffectAnswer = {
  /** The rule of the second file that decides; `null` if none matches. */
  after: AnswerRule | null;
  /** The new decision. */
  becomes: RuleDecision;
  /** The rule of the first file that decided; `null` if none matched. */
  before: AnswerRule | null;
  /** A path whose verdict changes. It looks like one of a real site where possible. */
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
  /** Whether it holds. */
  outcome: ExpectationOutcome;
  /** The line as written, without comment. */
  text: string;
};

/** Whether an expectation holds, in one word. */
export type ExpectationOutcome = "holds" | "fails" | "empty" | "undecided";

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
  /** A note, if Google's documents do not define which rule wins. */
  undefined?: string;
  /** The explanation, in sentences for people. */
  words: string[];
};

/** A path for which an expectation fails. */
export type FailureAnswer = {
  /** The smallest change of robots.txt that makes the expectation hold for these crawlers. `null` if none of those that were tried does. */
  change: string | null;
  /** The crawlers for which it fails. At most 50. */
  crawlers: string[];
  /** The decision about this path. */
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
  /** The rule that decides; `null` if none matches. */
  rule: AnswerRule | null;
};

/** A fetch, as part of a `SiteState`. */
export type FetchState = {
  /** Start of the fetch. */
  at: string;
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
};

/** A finding. */
export type Finding = TextRange & {
  /** Its code: `R101`. */
  code: string;
  /** A fix, if there is a safe one. */
  fix: FixProposal | null;
  /** What to do. */
  help: string | null;
  /** What is wrong here. */
  message: string;
  /** Its name: `misspelt-field`. */
  name: string;
  /** The consequence, and for which crawlers. */
  reason: string;
  /** Its severity. */
  severity: Severity;
};

/** The effect of a fix on verdicts. */
export type FixEffect = "keeps-verdicts" | "takes-effect";

/** A proposed fix of a finding. */
export type FixProposal = {
  /** The edits of the draft. Apply all or none. */
  edits: TextEdit[];
  /** Its effect on verdicts. */
  effect: FixEffect;
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

/** The purpose of a crawler. */
export type Purpose = "search" | "images" | "video" | "news" | "ads" | "shopping" | "testing" | "preview" | "api" | "safety" | "user-triggered" | "product" | "seo" | "archive" | "ai-search" | "ai-agent" | "ai-assistant" | "ai-coding" | "ai-training" | "undocumented";

/** A `Reason` without its details: the value of `Reason::name` as a type. */
export type ReasonCode = "rule" | "no-rule-matched" | "no-group" | "empty-group" | "no-file" | "unreachable-server-error" | "unreachable-too-many-requests" | "unreachable-network" | "unreachable-blocked-by-policy" | "unreachable-busy" | "expired" | "not-applicable" | "crawler-ignores-robots-txt" | "robots-txt-itself";

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
  /** What it does, in Markdown. The first sentence says it in short. */
  summary: string;
};

/** The value of a recipe. */
export type RecipeParameter = {
  /** An example. */
  example: string;
  /** Whether the example is the default value. Otherwise the value is required. */
  is_default: boolean;
  /** What the value is, such as `a directory`. */
  what: string;
};

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

/** Why a matching rule decides or not. */
export type RuleFateCode = "won" | "shorter" | "tie-lost" | "later" | "unasked";

/** The kind of a rule: `allow` or `disallow`. (RFC 9309 section 2.2.2.) */
export type RuleKind = "disallow" | "allow";

/** A matching rule, and why it decides or not. */
export type RuleMatchInfo = AnswerRule & {
  /** Why it decides or not. */
  fate: RuleFateCode;
  /** `fate` as a sentence. */
  words: string;
};

/** The severity of a finding. */
export type Severity = "note" | "warning" | "error";

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
};

/** A draft. */
export type SummaryRequest = {
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
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

/** A draft, and what is expected of it. */
export type VerifyRequest = {
  /** One claim a line: `allow Googlebot /products/`, `disallow * /checkout/ except /checkout/help`, `same Googlebot bingbot /`. At most 100. */
  expectations: string;
  /** How robots.txt is read. Default: `google`. */
  profile?: ProfileName | null;
  /** The draft. */
  robots: string;
};

/** The expectations, each with its outcome. */
export type VerifyResponse = {
  /** The expectations, in their order. */
  expectations: ExpectationAnswer[];
  /** True if every expectation holds. */
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
