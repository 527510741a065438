/**
 * The verdicts of the matrix: a table of numbers, whose cells are made when they are looked at.
 *
 * 200 URLs and 224 crawlers are 44,800 cells, and all of them are decided again at each key.
 */

import type { Answer, CutOff, Decision, Entry, Problem, Rule } from "./api.ts";
import type { Decided, FileInput } from "./engine/messages.ts";
import { t } from "./language.ts";
import { lineAt } from "./line-endings.ts";

/** What is known about a cell. A table of the engine has no more than this; an answer of the service has. */
export type CellAnswer = Pick<
  Answer,
  "url" | "agent" | "outcome" | "decision" | "reason" | "message" | "line"
> &
  Partial<
    Pick<Answer, "text" | "group" | "group_line" | "note" | "requested" | "differs_under">
  > & { rule: Pick<Rule, "line" | "kind" | "pattern"> | null };

export type Cell = CellAnswer | { error: Pick<Problem, "detail"> };

export type Verdict = Decision | "error";

/**
 * A cell as a number: three bits for the verdict, and above them the deciding line. Cells with equal codes show the same
 * verdict. 0: no answer.
 */
export const CODE = { none: 0, allowed: 1, disallowed: 2, elsewhere: 3, error: 4, unreachable: 4 };
const VERDICT_BITS = 7;
const LINE = 8;
/** A mark of the engine for a text that is not a URL. */
const NO_URL = 0xfe;

const DECISION_CODES: Record<Decision, number> = {
  allowed: CODE.allowed,
  disallowed: CODE.disallowed,
  "not-applicable": CODE.elsewhere,
};

/** The verdict of a code; null for a cell without an answer. */
export function verdictOfCode(code: number): Verdict | null {
  const bits = code & VERDICT_BITS;
  if (bits === CODE.none) return null;
  if (bits === CODE.error) return "error";
  const decision = bits & 3;
  return decision === 1 ? "allowed" : decision === 2 ? "disallowed" : "not-applicable";
}

/** The deciding line of a code; 0: none. */
export function lineOfCode(code: number): number {
  return Math.floor(code / LINE);
}

/** Whether two codes are verdicts with different decisions. */
export function isChangeOfCode(ours: number, theirs: number): boolean {
  const [a, b] = [ours & 3, theirs & 3];
  return a !== 0 && b !== 0 && a !== b;
}

function codeOf(cell: Cell): number {
  if (!isAnswer(cell)) return CODE.error;
  const closed = isUnreachable(cell) ? CODE.unreachable : 0;
  return (cell.line ?? 0) * LINE + closed + DECISION_CODES[cell.decision];
}

type CellMaker = (place: number, url: string, agent: string) => Cell;

/** The verdicts of one side: of the draft, or of the version that it is compared with. */
export class Answers {
  readonly urls: readonly string[];
  readonly agents: readonly string[];
  /** The number of columns. Crawlers that obey the same lines can share one. */
  readonly width: number;
  /** The codes, row by row. */
  readonly codes: Uint32Array;
  readonly #columnOf: Uint32Array;
  readonly #rows: Map<string, number>;
  readonly #agents: Map<string, number>;
  readonly #makeCell: CellMaker;
  /** The file and one cell of each kind whose words the engine has not told; none in a table of the service. */
  readonly unworded: Unworded | null;
  readonly #columns = new WeakMap<readonly string[], AgentColumn[]>();

  constructor(
    urls: readonly string[],
    agents: readonly string[],
    { columns, columnOf, codes }: { columns: number; columnOf: Uint32Array; codes: Uint32Array },
    makeCell: CellMaker,
    unworded: Unworded | null = null,
  ) {
    this.unworded = unworded;
    this.urls = urls;
    this.agents = agents;
    this.width = columns;
    this.codes = codes;
    this.#columnOf = columnOf;
    this.#rows = indexOf(urls);
    this.#agents = indexOf(agents);
    this.#makeCell = makeCell;
  }

  /** The number of a URL's row, or -1. */
  row(url: string): number {
    return this.#rows.get(url) ?? -1;
  }

  /** The number of a crawler's column, or -1. */
  column(agent: string): number {
    const at = this.#agents.get(agent);
    return at === undefined ? -1 : (this.#columnOf[at] ?? -1);
  }

  codeAt(row: number, column: number): number {
    return row < 0 || column < 0 ? CODE.none : (this.codes[row * this.width + column] ?? CODE.none);
  }

  code(url: string, agent: string): number {
    return this.codeAt(this.row(url), this.column(agent));
  }

  cell(url: string, agent: string): Cell | undefined {
    const [row, column] = [this.row(url), this.column(agent)];
    if (this.codeAt(row, column) === CODE.none) return undefined;
    return this.#makeCell(row * this.width + column, url, agent);
  }

  /** The columns of these crawlers, each once. The result is kept as long as the list. */
  columnsOf(agents: readonly string[]): readonly AgentColumn[] {
    const known = this.#columns.get(agents);
    if (known) return known;
    const found = new Map<number, AgentColumn>();
    for (const agent of agents) {
      const column = this.column(agent);
      const own = found.get(column);
      if (own) own.count += 1;
      else found.set(column, { column, agent, count: 1 });
    }
    const columns = [...found.values()];
    this.#columns.set(agents, columns);
    return columns;
  }

  /** The rows of values that are not URLs. */
  onlyErrors(): Answers {
    const codes = this.codes.map((code) => (code === CODE.error ? code : CODE.none));
    const shape = { columns: this.width, columnOf: this.#columnOf, codes };
    return new Answers(this.urls, this.agents, shape, this.#makeCell, this.unworded);
  }
}

export interface Unworded {
  file: FileInput;
  /** `reason` is null for a value that is not a URL. */
  samples: { reason: string | null; url: string; agent: string }[];
}

/** A column with its first crawler and the number of its crawlers. -1 is that of crawlers without answers. */
export interface AgentColumn {
  column: number;
  agent: string;
  count: number;
}

function indexOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, at) => [name, at]));
}

export type CellRows = ReadonlyMap<string, ReadonlyMap<string, Cell>>;

/** A table of answers of the service, by URL, then by crawler. */
export function tableOf(rows: CellRows): Answers {
  const urls = [...rows.keys()];
  const agents = [...new Set([...rows.values()].flatMap((row) => [...row.keys()]))];
  const cells = urls.flatMap((url) => agents.map((agent) => rows.get(url)?.get(agent)));
  const shape = {
    columns: agents.length,
    columnOf: Uint32Array.from(agents.keys()),
    codes: Uint32Array.from(cells, (cell) => (cell ? codeOf(cell) : CODE.none)),
  };
  return new Answers(urls, agents, shape, (place) => cells[place] as Cell);
}

export const NO_ANSWERS = tableOf(new Map());

/** What the cells of a decided table say besides the verdict. */
export interface CellTexts {
  /** A reason without a line as a sentence. */
  sentence(reason: string): string;
  /** What is wrong with a value that is not a URL. */
  problem(url: string): string;
}

/** A table that the engine has decided about a file. */
export function decidedTable(
  file: FileInput,
  urls: readonly string[],
  agents: readonly string[],
  decided: Decided,
  texts: CellTexts,
): Answers {
  const { columns, columnOf, lines, marks, reasons } = decided;
  const codes = lines.map((line, place) => line * LINE + codeOfMark(marks[place] ?? 0));
  const lineTexts = new Map<number, string>();
  const textOf = (line: number) => {
    const text = lineTexts.get(line) ?? ruleText(file.robots, line);
    lineTexts.set(line, text);
    return text;
  };
  const reasonAt = (place: number) => reasons[(marks[place] ?? 0) >> 2] ?? "";
  const makeCell: CellMaker = (place, url, agent) => {
    const code = codes[place] ?? CODE.none;
    const decision = verdictOfCode(code);
    if (decision === "error" || decision === null) return { error: { detail: texts.problem(url) } };
    const reason = reasonAt(place) as CellAnswer["reason"];
    const line = lineOfCode(code);
    const answer = { url, agent, outcome: decision, decision, reason };
    if (line === 0) return { ...answer, message: texts.sentence(reason), line: null, rule: null };
    return new RuleCell(answer, line, textOf);
  };
  const samples: Unworded["samples"] = [];
  const seen = new Set<string>();
  codes.forEach((code, place) => {
    if (code >= LINE) return;
    const url = urls[Math.floor(place / columns)] ?? "";
    const reason = code === CODE.error ? null : reasonAt(place);
    const key = reason ?? ` ${url}`;
    if (seen.has(key)) return;
    seen.add(key);
    samples.push({ reason, url, agent: agents[columnOf.indexOf(place % columns)] ?? "" });
  });
  const shape = { columns, columnOf, codes };
  return new Answers(urls, agents, shape, makeCell, { file, samples });
}

/** A cell that a rule decided. Its text is looked up when it is read: most cells show only their line. */
class RuleCell implements CellAnswer {
  readonly url: string;
  readonly agent: string;
  readonly outcome: Decision;
  readonly decision: Decision;
  readonly reason: CellAnswer["reason"];
  readonly line: number;
  readonly #textOf: (line: number) => string;

  constructor(
    answer: Pick<RuleCell, "url" | "agent" | "outcome" | "decision" | "reason">,
    line: number,
    textOf: (line: number) => string,
  ) {
    ({
      url: this.url,
      agent: this.agent,
      outcome: this.outcome,
      decision: this.decision,
      reason: this.reason,
    } = answer);
    this.line = line;
    this.#textOf = textOf;
  }

  get text(): string {
    return this.#textOf(this.line);
  }

  get message(): string {
    const { kind, pattern } = this.rule;
    return t("report-rule", { line: String(this.line), rule: `${kind}: ${pattern}`.trim() });
  }

  get rule(): NonNullable<CellAnswer["rule"]> {
    const kind = this.decision === "allowed" ? "allow" : "disallow";
    return { line: this.line, kind, pattern: patternOf(this.text) };
  }
}

function codeOfMark(mark: number): number {
  if (mark === NO_URL) return CODE.error;
  if ((mark & 1) === 1) return CODE.allowed;
  return (mark & 2) === 2 ? CODE.elsewhere : CODE.disallowed;
}

/** As the service, which sends the beginning of a long line. */
const MAX_TEXT = 1024;

/** The text of a line without its comment. */
function ruleText(robots: string, number: number): string {
  const line = lineAt(robots, number).replace(/^\ufeff/, "");
  return line.replace(/#.*/, "").trim().slice(0, MAX_TEXT);
}

/** The pattern of a rule's line. Google also reads lines without a colon. */
function patternOf(text: string): string {
  const end = text.indexOf(":");
  return (end < 0 ? text.replace(/^\S+/, "") : text.slice(end + 1)).trim();
}

export function isAnswer(cell: Cell | undefined): cell is CellAnswer {
  return cell !== undefined && "decision" in cell;
}

export function verdictOf(cell: Cell): Verdict {
  return isAnswer(cell) ? cell.decision : "error";
}

/** The entry that marks an incomplete response, or null. */
export function truncationOf(entries: Entry[]): CutOff | null {
  const last = entries.at(-1);
  return last && "is_cut" in last ? last : null;
}

/**
 * Pairs entries with URLs and crawlers. Entries are in order of URL, then crawler. An invalid URL has only one entry.
 */
export function* pairEntries(
  entries: Entry[],
  urls: string[],
  agents: string[],
): Generator<[url: string, agent: string, cell: Cell]> {
  let next = 0;
  for (const url of urls) {
    const first = entries[next];
    if (first && "error" in first) {
      if ("is_cut" in first) return;
      next += 1;
      for (const agent of agents) yield [url, agent, { error: first.error }];
      continue;
    }
    for (const agent of agents) {
      const answer = entries[next++];
      if (answer && !("error" in answer)) yield [url, agent, answer];
    }
  }
}

export interface CellComparison {
  draft: Cell | undefined;
  live: Cell | undefined;
  /** Whether the draft and the compared version lead to different decisions. */
  isChanged: boolean;
}

export function compare(draft: Answers, live: Answers, url: string, agent: string): CellComparison {
  const isChanged = isChangeOfCode(draft.code(url, agent), live.code(url, agent));
  return { draft: draft.cell(url, agent), live: live.cell(url, agent), isChanged };
}

/** Whether two answers have different decisions. */
export function isChange(ours: Cell | undefined, theirs: Cell | undefined): boolean {
  return isAnswer(ours) && isAnswer(theirs) && ours.decision !== theirs.decision;
}

interface Label {
  sign: string;
  word: string;
}

/** The sign of each verdict and the key of its word. Colour is never the only difference. */
const VERDICT_LABELS: Record<Verdict, Label> = {
  allowed: { sign: "✓", word: "word-allowed" },
  disallowed: { sign: "✕", word: "word-blocked" },
  "not-applicable": { sign: "–", word: "word-other-site" },
  error: { sign: "!", word: "word-error" },
};

/** The site is closed only because of a failure. No file decided this. */
const UNREACHABLE_LABEL: Label = { sign: "⚠", word: "word-unreachable" };

/** The sign and the word of a verdict, in the language of the page. */
export function labelOfVerdict(verdict: Verdict): Label {
  const { sign, word } = VERDICT_LABELS[verdict];
  return { sign, word: t(word) };
}

/** The sign and the word of a cell, in the language of the page. */
export function labelOf(cell: Cell): Label {
  if (!isUnreachable(cell)) return labelOfVerdict(verdictOf(cell));
  return { sign: UNREACHABLE_LABEL.sign, word: t(UNREACHABLE_LABEL.word) };
}

export function isUnreachable(cell: Cell | undefined): boolean {
  return isAnswer(cell) && cell.outcome === "unreachable";
}

/** Describes a cell for screen readers and tooltips, for example "Blocked by line 14". */
export function describeCell(cell: Cell | undefined): string {
  if (!cell) return t("cell-none");
  if (!isAnswer(cell)) return t("cell-invalid", { detail: cell.error.detail });
  const { word } = labelOf(cell);
  if (cell.line !== null) return t("cell-by-line", { verdict: word, line: String(cell.line) });
  return `${word}: ${cell.note ?? cell.message}`;
}

/** The line of the deciding rule and its text exactly as in the file; null if no rule decided. */
export function decidingLine({
  rule,
  text,
}: Pick<CellAnswer, "rule" | "text">): { line: number; text: string } | null {
  return rule && { line: rule.line, text: text ?? `${rule.kind}: ${rule.pattern}` };
}
