/**
 * The documentation of the lints: the files that `maycrawl lint --explain` shows. They are no part of the first visit, and a page
 * without a service has them too.
 */

const FOLDER = "../../crates/maycrawl-lint/lints";
const FILES = import.meta.glob<string>("../../crates/maycrawl-lint/lints/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What a file says. */
export type LintPage = {
  name: string;
  summary: string;
  /** Markdown: what the lint finds, and why that is bad. */
  text: string;
  /** A file with the mistake, and without it; empty if no short file has it. */
  example: string;
  instead: string;
  fix: string | undefined;
  references: string[];
};

const oneLine = (text: string) => text.trim().split(/\s+/).join(" ");

/** The documentation of the lint with this code; undefined if there is none. */
export function lintPage(code: string): LintPage | undefined {
  const file = FILES[`${FOLDER}/${code}.md`]?.replaceAll("\r\n", "\n");
  const [, data, body] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(file ?? "") ?? [];
  if (data === undefined || body === undefined) return undefined;
  const [head = "", ...sections] = body.split("\n## ");
  const [summary = "", ...paragraphs] = head.split("\n\n");
  const section = (title: string) =>
    sections.find((it) => it.startsWith(`${title}\n\n`))?.slice(title.length + 2);
  const [example = "", instead = ""] = [
    ...(section("Example") ?? "").matchAll(/```robots\n(.*?)```/gs),
  ].map((it) => (it[1] ?? "").replaceAll("\\\n", ""));
  const fix = section("Fix");
  return {
    name: /^name: (.*)$/m.exec(data)?.[1] ?? "",
    summary: oneLine(summary),
    text: paragraphs.join("\n\n").trim(),
    example,
    instead,
    fix: fix === undefined ? undefined : oneLine(fix),
    references: (section("References") ?? "").split(/^- /m).map(oneLine).filter(Boolean),
  };
}

/** The codes of all lints. */
export const LINT_CODES = Object.keys(FILES).map((path) =>
  path.slice(FOLDER.length + 1, -".md".length),
);
