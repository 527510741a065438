/** The documentation of a lint: its meaning, its reason and its sources. */

import { signal } from "@preact/signals";
import { t } from "../language.ts";
import type { LintPage } from "../lint-pages.ts";
import { Dialog } from "./dialog.tsx";
import { InlineCode } from "./inline-code.tsx";

type LintPageState = { is: "busy" } | { is: "done"; lint: LintPage } | { is: "failed" };

const openPage = signal<{ code: string; page: LintPageState } | null>(null);

export async function openLintPage(code: string): Promise<void> {
  openPage.value = { code, page: { is: "busy" } };
  const show = (page: LintPageState) => {
    if (openPage.peek()?.code === code) openPage.value = { code, page };
  };
  // The file of the pages may not arrive.
  const pages = await import("../lint-pages.ts").catch(() => null);
  const lint = pages?.lintPage(code);
  show(lint ? { is: "done", lint } : { is: "failed" });
}

export function LintDialog() {
  const { code, page } = openPage.value ?? { code: "", page: { is: "busy" as const } };
  return (
    <Dialog
      name="lint"
      kind="lint-page"
      title={`${code} ${page.is === "done" ? page.lint.name : ""}`}
      subject={code || null}
      onClose={() => {
        openPage.value = null;
      }}
    >
      {page.is === "busy" && <p class="muted">{t("loading")}</p>}
      {page.is === "failed" && <p class="status-error">{t("part-not-loaded")}</p>}
      {page.is === "done" && <LintPageBody lint={page.lint} />}
    </Dialog>
  );
}

function LintPageBody({ lint }: { lint: LintPage }) {
  return (
    <>
      <p>
        <b>
          <InlineCode text={lint.summary} />
        </b>
      </p>
      <Markdown text={lint.text} />
      {lint.example !== "" && (
        <>
          <h3>{t("lint-page-example")}</h3>
          <pre>{lint.example}</pre>
          <h3>{t("lint-page-instead")}</h3>
          <pre>{lint.instead}</pre>
        </>
      )}
      {lint.fix && (
        <p>
          <b>{t("lint-page-fix")}</b> <InlineCode text={lint.fix} />
        </p>
      )}
      <h3>{t("lint-page-sources")}</h3>
      <ul>
        {lint.references.map((source) => (
          <li key={source}>
            <InlineCode text={source.replaceAll("*", "")} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Renders the part of Markdown that lint documentation uses: paragraphs, lists and code lines. */
function Markdown({ text }: { text: string }) {
  return (
    <>
      {text.split(/\n{2,}/).map((part) => {
        const lines = part.split("\n");
        if (lines.every((line) => /^(?: {4}|\t)/.test(line)))
          return <pre key={part}>{lines.map((line) => line.trim()).join("\n")}</pre>;
        if (lines[0]?.startsWith("- "))
          return (
            <ul key={part}>
              {part
                .split(/^- /m)
                .filter(Boolean)
                .map((item) => (
                  <li key={item}>
                    <InlineCode text={item.replaceAll("\n", " ")} />
                  </li>
                ))}
            </ul>
          );
        return (
          <p key={part}>
            <InlineCode text={lines.join(" ").replace(/\*([^*`]+)\*/g, "$1")} />
          </p>
        );
      })}
    </>
  );
}
