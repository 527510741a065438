// Generated from docs/public-api/openapi.json by scripts/api-types.js. Do not edit.

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

/** Whether a change of a file changes a verdict or a use. */
export type ChangeOutcome = "effects" | "none" | "undecided";

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

/** The decision of a verdict. */
export type Decision = "allowed" | "disallowed" | "not-applicable";

/** A line with `crawl-delay`. */
export type Delay = {
  /** The line. */
  line: number;
  /** Seconds between two requests: not negative, and finite. It may be absurdly long; a crawler sets its own limit. */
  seconds: number;
};

/** Whether a crawler reads `Crawl-delay` in robots.txt. */
export type DelaySupport = "yes" | "no" | "not said";

/** What a change of a file does: to crawlers as its profile reads them, and for other programs. */
export type DiffAnswer = ChangeAnswer & {
  /** What it changes for the programs that read robots.txt, each with its own reading; null if only a part of the site was compared. */
  programs: ProgramsAnswer | null;
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

/** The effect of a fix on verdicts. */
export type FixEffect = "keeps-verdicts" | "mends";

/** What a change takes from some crawlers and gives to them, and how bad that is. */
export type ImpactAnswer = {
  /** The paths that become allowed; `null` if there are none. */
  gained: Extent | null;
  /** The paths that become disallowed; `null` if there are none. */
  lost: Extent | null;
  /** `error` if the crawlers lose the whole site, perhaps with exceptions, or half of ten or more known URLs, and Googlebot, bingbot or every crawler that is not named is one of them. `warning` for any other loss, and if the whole site is opened. `note` for the rest. */
  severity: Severity;
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

/** What a rule decides. A `Decision` can also be that the file does not apply; that of a rule cannot. */
export type RuleDecision = "allowed" | "disallowed";

/** The kind of a rule: `allow` or `disallow`. (RFC 9309 section 2.2.2.) */
export type RuleKind = "disallow" | "allow";

/** The severity of a finding, or of what a change does. */
export type Severity = "note" | "warning" | "error";

/** A family of signals: what one document, or one group of documents, defines. */
export type SignalFamily = "content-usage" | "content-signal" | "purpose-token" | "rsl" | "tdmrep" | "control-token" | "operator-rules" | "noai";

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

/** What is said about an expectation: of crawlers as the profile reads the file, and for other programs. */
export type VerifyAnswer = ExpectationAnswer & {
  /** For which programs it holds, each with its own reading; null for `same`, `refuse` and `grant`, and if no URL is in the region. */
  programs: ExpectedPrograms | null;
};
