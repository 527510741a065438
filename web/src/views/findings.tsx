/** Errors and warnings below the editor, with reasons and fixes. */

import { signal } from "@preact/signals";
import { applyAllFixes, applyFix, canAnyFixChangeVerdicts, textAfterAllFixes } from "../actions.ts";
import type { Diagnostic, Fix, LintReport, Severity } from "../api.ts";
import { goTo } from "../editor-loader.ts";
import { mayChangeVerdicts } from "../edits.ts";
import { asSentence } from "../format.ts";
import { t } from "../language.ts";
import { fixProposals, type Proposal, proposalOf } from "../previews.ts";
import * as page from "../state.ts";
import { InEnglish } from "./in-english.tsx";
import { InlineCode } from "./inline-code.tsx";
import { openLintPage } from "./lint-page.tsx";
import { ProposalPreview } from "./proposal.tsx";

const MAX_SHOWN = 200;
const isOpen = signal(true);
const nextIndex: Record<Severity, number> = { error: 0, warning: 0, note: 0 };

function diagnosticsOf(severity: Severity): Diagnostic[] {
  return (page.lint.value?.diagnostics ?? []).filter((found) => found.severity === severity);
}

/** Goes to the next finding of this severity. */
export function goToNext(severity: Severity): void {
  const found = diagnosticsOf(severity);
  const one = found[nextIndex[severity] % Math.max(found.length, 1)];
  nextIndex[severity] += 1;
  if (one) goTo(one.line, one.column);
}

export function Findings() {
  const hasFindings = (page.lint.value?.diagnostics ?? []).length > 0;
  return (
    <div
      class="findings"
      aria-busy={page.isLintStale.value}
      data-outdated={page.isOutdated.value}
      data-testid="diagnostics"
    >
      <FindingsBar />
      <FixAllPreview />
      {isOpen.value && hasFindings && <FindingsList />}
    </div>
  );
}

function FindingsBar() {
  const report = page.lint.value;
  return (
    <div class="bar" role="group" aria-label={t("findings-label")}>
      <span class="counters" aria-live="polite">
        {report || !page.hasDraft.value ? <Counters of={report} /> : <Unread />}
      </span>
      <span class="grow" />
      <FixAllButton />
      {(report?.diagnostics ?? []).length > 0 && (
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen.value}
          aria-controls="findings"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {isOpen.value ? t("findings-hide") : t("findings-show")}
        </button>
      )}
    </div>
  );
}

/** No finding is known before the file was read: that is not none. */
function Unread() {
  return <span class="muted">{t("loading")}</span>;
}

function Counters({ of }: { of: LintReport | null }) {
  const { errors = 0, warnings = 0, notes = 0 } = of ?? {};
  return (
    <>
      <Counter severity="error" number={errors} sign="✕" />
      <Counter severity="warning" number={warnings} sign="▲" />
      {notes > 0 && <Counter severity="note" number={notes} sign="i" />}
    </>
  );
}

function FixAllButton() {
  if (!(page.lint.value?.diagnostics ?? []).some(({ fix }) => fix)) return null;
  const action = fixAllTitle();
  return (
    <button
      type="button"
      data-testid="fix-all"
      disabled={page.isFixing.value}
      aria-expanded={canAnyFixChangeVerdicts.value ? isFixAllOpen() : undefined}
      onClick={() => (canAnyFixChangeVerdicts.peek() ? toggleFixAll() : void applyAllFixes())}
    >
      {canAnyFixChangeVerdicts.value ? t("verdicts-may-change", { action }) : action}
    </button>
  );
}

/** "Fix all (3)" */
function fixAllTitle(): string {
  const report = page.lint.value;
  const count = (report?.diagnostics ?? []).filter(({ fix }) => fix).length;
  return t((report?.more ?? 0) > 0 ? "fix-all-more" : "fix-all", { count });
}

const FIX_ALL: Proposal = { about: "all fixes", textAfter: textAfterAllFixes };

function isFixAllOpen(): boolean {
  return fixProposals.open.value === FIX_ALL;
}

function toggleFixAll(): void {
  fixProposals.open.value = isFixAllOpen() ? null : FIX_ALL;
}

/** What all fixes change. They are applied at once if no verdict can change. */
function FixAllPreview() {
  if (!isFixAllOpen()) return null;
  return (
    <ProposalPreview
      title={fixAllTitle()}
      list={fixProposals}
      apply={() => {
        toggleFixAll();
        void applyAllFixes();
      }}
    />
  );
}

/** What documents of the past left undefined comes last. */
const rank = ({ code, severity }: Diagnostic) =>
  code === "R408" ? 3 : { error: 0, warning: 1, note: 2 }[severity];

function FindingsList() {
  const found = page.lint.value?.diagnostics ?? [];
  const diagnostics = found.toSorted((a, b) => rank(a) - rank(b));
  const total = diagnostics.length + (page.lint.value?.more ?? 0);
  const shown = Math.min(diagnostics.length, MAX_SHOWN);
  return (
    <ul id="findings">
      {diagnostics.slice(0, MAX_SHOWN).map((diagnostic) => (
        <Finding
          key={`${diagnostic.line}:${diagnostic.column}:${diagnostic.code}`}
          diagnostic={diagnostic}
        />
      ))}
      {total > shown && (
        <li class="muted" data-testid="findings-left">
          {t("findings-left", { shown, total })}
        </li>
      )}
    </ul>
  );
}

const COUNT_TEXTS: Record<Severity, string> = {
  error: "findings-errors",
  warning: "findings-warnings",
  note: "findings-notes",
};
const NEXT_TEXTS: Record<Severity, string> = {
  error: "next-error",
  warning: "next-warning",
  note: "next-note",
};
const SEVERITY_TEXTS: Record<Severity, string> = {
  error: "finding-error",
  warning: "finding-warning",
  note: "finding-note",
};

interface CounterProps {
  severity: Severity;
  number: number;
  sign: string;
}

function Counter({ severity, number, sign }: CounterProps) {
  return (
    <button
      type="button"
      class={`counter counter-${severity}`}
      data-testid={`${severity}s-count`}
      data-count={number}
      disabled={number === 0}
      title={number > 0 ? t(NEXT_TEXTS[severity]) : undefined}
      onClick={() => goToNext(severity)}
    >
      <span aria-hidden="true">{sign}</span> {t(COUNT_TEXTS[severity], { count: number })}
    </button>
  );
}

const SEVERITY_SIGNS: Record<Severity, string> = { error: "✕", warning: "▲", note: "i" };

function titleOf(fix: Fix): string {
  return mayChangeVerdicts(fix) ? t("verdicts-may-change", { action: fix.title }) : fix.title;
}

function Finding({ diagnostic }: { diagnostic: Diagnostic }) {
  const { fix } = diagnostic;
  return (
    <li
      data-testid="diagnostic"
      data-code={diagnostic.code}
      data-severity={diagnostic.severity}
      data-line={diagnostic.line}
    >
      <button
        type="button"
        class="finding"
        onClick={() => goTo(diagnostic.line, diagnostic.column)}
      >
        <span class={`sign sign-${diagnostic.severity}`} aria-hidden="true">
          {SEVERITY_SIGNS[diagnostic.severity]}
        </span>
        <span class="visually-hidden">{t(SEVERITY_TEXTS[diagnostic.severity])}</span>
        <span class="finding-line">{t("finding-line", { line: String(diagnostic.line) })}</span>
        <span class="finding-text">
          <InlineCode text={asSentence(diagnostic.message)} /> <Details diagnostic={diagnostic} />
        </span>
      </button>
      <button
        type="button"
        class="link lint-link"
        data-testid="lint-link"
        aria-label={t("finding-documentation", { code: diagnostic.code, name: diagnostic.name })}
        title={diagnostic.name}
        onClick={() => void openLintPage(diagnostic.code)}
      >
        <code>{diagnostic.code}</code>
      </button>
      {fix && <FixButton fix={fix} />}
    </li>
  );
}

/**
 * What to do; or, in another language, the English of all with the names and patterns of the file. Why it matters in general is
 * on the page of the finding: beside the message it says the same again.
 */
function Details({ diagnostic }: { diagnostic: Diagnostic }) {
  const { help, english } = diagnostic;
  const texts = english ?? (help ? [help] : []);
  const words = texts.map((text, index) => (
    <>
      {index > 0 && " → "}
      <InlineCode text={asSentence(text)} />
    </>
  ));
  return <span class="muted">{english ? <InEnglish>{words}</InEnglish> : words}</span>;
}

/** Applies a fix. One that may change verdicts shows what it changes first. */
function FixButton({ fix }: { fix: Fix }) {
  const isAsking = mayChangeVerdicts(fix);
  const isOpen = fixProposals.open.value?.about === fix;
  const press = () => {
    if (isAsking) fixProposals.open.value = isOpen ? null : proposalOf(fix);
    else applyFix(fix);
  };
  return (
    <>
      <button
        type="button"
        class="fix"
        data-testid="fix"
        aria-expanded={isAsking ? isOpen : undefined}
        title={titleOf(fix)}
        onClick={press}
      >
        {isAsking ? `${t("fix")}…` : t("fix")}
      </button>
      {isOpen && (
        <ProposalPreview title={fix.title} list={fixProposals} apply={() => applyFix(fix)} />
      )}
    </>
  );
}
