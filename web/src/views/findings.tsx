/** Errors and warnings below the editor, with reasons and fixes. */

import { signal } from "@preact/signals";
import { applyAllFixes, applyFix, canAnyFixChangeVerdicts, textAfterAllFixes } from "../actions.ts";
import type { Diagnostic, Fix, Severity } from "../api.ts";
import { mayChangeVerdicts } from "../editor/fix-all.ts";
import { asSentence, formatCount } from "../format.ts";
import { fixProposals, proposalOf } from "../previews.ts";
import * as page from "../state.ts";
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
  if (one) page.editor.peek()?.goTo(one.line, one.column);
}

export function Findings() {
  const hasFindings = (page.lint.value?.diagnostics ?? []).length > 0;
  return (
    <div
      class="findings"
      aria-busy={page.isLintStale.value}
      data-outdated={page.isServiceDown.value}
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
    <div class="bar" role="group" aria-label="Findings">
      <span class="counters" aria-live="polite">
        <Counter severity="error" number={report?.errors ?? 0} name="Error" sign="✕" />
        <Counter severity="warning" number={report?.warnings ?? 0} name="Warning" sign="▲" />
        {(report?.notes ?? 0) > 0 && (
          <Counter severity="note" number={report?.notes ?? 0} name="Note" sign="i" />
        )}
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
          {isOpen.value ? "Hide list" : "Show list"}
        </button>
      )}
    </div>
  );
}

function FixAllButton() {
  const report = page.lint.value;
  const fixes = (report?.diagnostics ?? []).filter(({ fix }) => fix).length;
  if (fixes === 0) return null;
  return (
    <button
      type="button"
      data-testid="fix-all"
      disabled={page.isFixing.value}
      aria-expanded={canAnyFixChangeVerdicts.value ? isFixAllOpen() : undefined}
      onClick={() => (canAnyFixChangeVerdicts.peek() ? toggleFixAll() : void applyAllFixes())}
    >
      Fix all ({(report?.more ?? 0) > 0 ? `${fixes} or more` : fixes})
      {canAnyFixChangeVerdicts.value && ", verdicts may change"}
    </button>
  );
}

const FIX_ALL = { title: "Fix all", textAfter: textAfterAllFixes };

function isFixAllOpen(): boolean {
  return fixProposals.open.value?.about === FIX_ALL;
}

function toggleFixAll(): void {
  fixProposals.open.value = isFixAllOpen() ? null : { about: FIX_ALL, proposal: FIX_ALL };
}

/** What all fixes change. They are applied at once if no verdict can change. */
function FixAllPreview() {
  if (!isFixAllOpen()) return null;
  return (
    <ProposalPreview
      proposal={FIX_ALL}
      list={fixProposals}
      apply={() => {
        toggleFixAll();
        void applyAllFixes();
      }}
    />
  );
}

function FindingsList() {
  const diagnostics = page.lint.value?.diagnostics ?? [];
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
          The first {shown} of {formatCount(total, "finding")} are shown.
        </li>
      )}
    </ul>
  );
}

interface CounterProps {
  severity: Severity;
  number: number;
  name: string;
  sign: string;
}

function Counter({ severity, number, name, sign }: CounterProps) {
  return (
    <button
      type="button"
      class={`counter counter-${severity}`}
      data-testid={`${severity}s-count`}
      data-count={number}
      disabled={number === 0}
      title={number > 0 ? `Go to the next ${name.toLowerCase()}` : undefined}
      onClick={() => goToNext(severity)}
    >
      <span aria-hidden="true">{sign}</span> {formatCount(number, name)}
    </button>
  );
}

const SEVERITY_SIGNS: Record<Severity, string> = { error: "✕", warning: "▲", note: "i" };

function titleOf(fix: Fix): string {
  return mayChangeVerdicts(fix) ? `${fix.title}; verdicts may change` : fix.title;
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
        onClick={() => page.editor.peek()?.goTo(diagnostic.line, diagnostic.column)}
      >
        <span class={`sign sign-${diagnostic.severity}`} aria-hidden="true">
          {SEVERITY_SIGNS[diagnostic.severity]}
        </span>
        <span class="visually-hidden">{diagnostic.severity}</span>
        <span class="finding-line">line {diagnostic.line}</span>
        <span class="finding-text">
          <InlineCode text={asSentence(diagnostic.message)} />{" "}
          <span class="muted">
            <InlineCode text={asSentence(diagnostic.reason)} />
            {diagnostic.help && (
              <>
                {" → "}
                <InlineCode text={asSentence(diagnostic.help)} />
              </>
            )}
          </span>
        </span>
      </button>
      <button
        type="button"
        class="link lint-link"
        data-testid="lint-link"
        aria-label={`${diagnostic.code}, ${diagnostic.name}: documentation`}
        title={diagnostic.name}
        onClick={() => void openLintPage(diagnostic.code)}
      >
        <code>{diagnostic.code}</code>
      </button>
      {fix && <FixButton fix={fix} />}
    </li>
  );
}

/** Applies a fix. One that may change verdicts shows what it changes first. */
function FixButton({ fix }: { fix: Fix }) {
  const isAsking = mayChangeVerdicts(fix);
  const isOpen = fixProposals.open.value?.about === fix;
  const proposal = proposalOf(fix);
  const press = () => {
    if (isAsking) fixProposals.open.value = isOpen ? null : { about: fix, proposal };
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
        {isAsking ? "Fix…" : "Fix"}
      </button>
      {isOpen && (
        <ProposalPreview proposal={proposal} list={fixProposals} apply={() => applyFix(fix)} />
      )}
    </>
  );
}
