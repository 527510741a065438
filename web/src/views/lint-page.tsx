/** The page about a finding's kind: what it is, why it is bad, and where that is written. */

import { signal } from "@preact/signals";
import { api, type LintPage, wordsOf } from "../api.ts";
import { sentence } from "../format.ts";
import { Words } from "./inline-code.tsx";

type Shown = { is: "busy" } | { is: "done"; found: LintPage } | { is: "failed"; why: string };

const shown = signal<{ code: string; page: Shown } | null>(null);

let dialog: HTMLDialogElement | null = null;

export async function openLintPage(code: string): Promise<void> {
  shown.value = { code, page: { is: "busy" } };
  dialog?.showModal();
  const show = (page: Shown) => {
    if (shown.peek()?.code === code) shown.value = { code, page };
  };
  try {
    show({ is: "done", found: await api.lintPage(code) });
  } catch (error) {
    show({ is: "failed", why: wordsOf(error) ?? "called off" });
  }
}

export function LintDialog() {
  const { code, page } = shown.value ?? { code: "", page: { is: "busy" as const } };
  return (
    <dialog
      class="submit lint-page"
      data-testid="lint-page"
      aria-labelledby="lint-title"
      ref={(element) => {
        dialog = element;
      }}
    >
      <div class="submit-head">
        <h2 id="lint-title">
          {code} {page.is === "done" && page.found.name}
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => dialog?.close()}>
          ✕
        </button>
      </div>
      {page.is === "busy" && <p class="muted">Asking…</p>}
      {page.is === "failed" && <p class="status-error">{sentence(page.why)}</p>}
      {page.is === "done" && <Found found={page.found} />}
    </dialog>
  );
}

function Found({ found }: { found: LintPage }) {
  return (
    <>
      <p>
        <b>
          <Words text={found.summary} />
        </b>
      </p>
      <Text text={found.text} />
      {found.example !== "" && (
        <>
          <h3>Example</h3>
          <pre>{found.example}</pre>
          <h3>Instead</h3>
          <pre>{found.instead}</pre>
        </>
      )}
      {found.fix && (
        <p>
          <b>The fix:</b> <Words text={found.fix} />
        </p>
      )}
      <h3>Sources</h3>
      <ul>
        {found.references.map((source) => (
          <li key={source}>
            <Words text={source.replaceAll("*", "")} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Paragraphs, lists and lines of code: what the pages of lints have of Markdown. */
function Text({ text }: { text: string }) {
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
                    <Words text={item.replaceAll("\n", " ")} />
                  </li>
                ))}
            </ul>
          );
        return (
          <p key={part}>
            <Words text={lines.join(" ").replace(/\*([^*`]+)\*/g, "$1")} />
          </p>
        );
      })}
    </>
  );
}
