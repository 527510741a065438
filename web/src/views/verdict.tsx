/** The banner with the verdict of the selected cell. If the draft is empty, it shows the live verdict. */

import { computed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { openSite, refetchSite } from "../actions.ts";
import {
  type Cell,
  type CellAnswer,
  compare,
  describeCell,
  isAnswer,
  isUnreachable,
  labelOf,
  labelOfVerdict,
  verdictOf,
} from "../answers.ts";
import {
  asked,
  type Correction,
  correction,
  describeCorrection,
  isAsking,
  liveCorrection,
} from "../asked-as.ts";
import { fault } from "../faults.ts";
import { isComplete } from "../first-look.ts";
import { asSentence, escapeInvisible } from "../format.ts";
import { openInspect } from "../inspect.ts";
import { t } from "../language.ts";
import { isNarrow } from "../panes.ts";
import { shownReplacement } from "../past-changes.ts";
import { hasService } from "../service.ts";
import { retryNow } from "../service-status.ts";
import {
  describeClosedElsewhere,
  describeClosedSite,
  describeOldCopy,
  describeOpenSite,
} from "../site-messages.ts";
import * as page from "../state.ts";
import { belongsToSite, pathUnder } from "../url-list.ts";
import { shareResult } from "../url-state.ts";
import { AskAsButton } from "./ask-as-button.tsx";
import { DecidingRule, PolicyDifferences } from "./deciding-rule.tsx";
import { InlineCode } from "./inline-code.tsx";
import { Repair } from "./repair.tsx";
import { TextWithParts } from "./text-with-parts.tsx";

/** What the banner shows. */
type BannerContent =
  | { is: "nothing" | "opening" | "asking" | "other-site" }
  | {
      is: "verdict";
      cell: page.Selection;
      answer: Cell;
      live: Cell | undefined;
      isChanged: boolean;
    };

function bannerContent(): BannerContent {
  if (page.isOpening.value) return { is: "opening" };
  const cell = page.selection.value;
  if (!isComplete.value) return earlyVerdict(cell) ?? decidedEarly(cell) ?? { is: "asking" };
  if (!cell) return { is: "nothing" };
  const { draft, live, isChanged } = compare(
    page.draftAnswers.value,
    page.liveAnswers.value,
    cell.url,
    cell.agent,
  );
  if (draft) return { is: "verdict", cell, answer: wholeAnswer(inWords(draft)), live, isChanged };
  if (page.hasDraft.value) return earlyVerdict(cell) ?? { is: "asking" };
  const site = page.site.value;
  if (!site) return { is: "nothing" };
  // Without a draft, only the URLs of the site have an answer.
  if (!live && !belongsToSite(cell.url, site.origin)) return { is: "other-site" };
  return live ? { is: "verdict", cell, answer: live, live, isChanged } : { is: "asking" };
}

/** What the service says about the live file while the engine loads. Another text, cell or profile has another verdict. */
function earlyVerdict(cell: page.Selection | null): BannerContent | null {
  const first = page.firstAnswer.value;
  const site = page.site.value;
  if (!first || !cell || !site || first.origin !== site.origin) return null;
  const isAsked = first.cell.url === cell.url && first.cell.agent === cell.agent;
  const isLive = page.draft.value === (site.versions[0]?.file ?? "") && page.profile.value === "";
  if (!isAsked || !isLive || page.isOutdated.value) return null;
  const { answer } = first;
  return { is: "verdict", cell, answer, live: answer, isChanged: false };
}

/** What the small module says while the engine loads. Without a reason it would be a word that nobody can check. */
function decidedEarly(cell: page.Selection | null): BannerContent | null {
  if (!cell || !page.isDecidedEarly.value || page.isOutdated.value) return null;
  const { draft, live, isChanged } = compare(
    page.draftAnswers.value,
    page.liveAnswers.value,
    cell.url,
    cell.agent,
  );
  const answer = draft && inWords(draft);
  if (!answer || !isAnswer(answer) || (answer.line === null && answer.message === "")) return null;
  return { is: "verdict", cell, answer, live, isChanged };
}

/** Reasons whose sentence only the engine has, and that all mean that no rule does. */
const NO_RULE: readonly CellAnswer["reason"][] = ["no-rule-matched", "no-group", "empty-group"];

/** A cell that no rule decided, with words for that until the engine has told its sentence. */
function inWords(cell: Cell): Cell {
  const isMute = isAnswer(cell) && cell.line === null && cell.message === "";
  return isMute && page.isDecidedEarly.value && NO_RULE.includes(cell.reason)
    ? { ...cell, message: t("by-no-rule") }
    : cell;
}

/** Whether the site is asked with the dialog closed: the verdict may still be corrected. */
const isAskingBehind = computed(() => isAsking.value && asked.value === null);

/** The correction of the verdict about the live file, if it is another one. */
const overruling = computed(() => {
  const { value } = liveCorrection;
  if (!value?.verdict) return null;
  const cell = page.selection.value;
  const answer = cell && page.displayedAnswers.value.cell(cell.url, cell.agent);
  return answer && verdictOf(answer) === value.verdict ? null : value;
});

/**
 * The cell with its group, as soon as the engine has told it. Until then it has the group of the answer before, if the
 * verdict and the text of its line are the same: a group that is gone for a moment at each key would flicker.
 */
function wholeAnswer(cell: Cell): Cell {
  const whole = page.cellAnswer.value;
  if (!isAnswer(cell) || !whole) return cell;
  const { of, answer } = whole;
  if (answer.url !== cell.url || answer.agent !== cell.agent) return cell;
  if (of === page.draftAnswers.value) return answer;
  const isSame = answer.decision === cell.decision && answer.text === (cell.text ?? null);
  return isSame ? { ...answer, line: cell.line, rule: cell.rule, message: cell.message } : cell;
}

export function VerdictBanner() {
  const element = useRef<HTMLDivElement>(null);
  // Read here, so that it takes the focus at once: a later answer would take it from what is being typed.
  const isWanted = page.isVerdictWanted.value;
  useLayoutEffect(() => {
    if (!isWanted) return;
    element.current?.focus();
    page.isVerdictWanted.value = false;
  }, [isWanted]);
  const content = bannerContent();
  const isOutdated = page.isOutdated.value;
  const answer = content.is === "verdict" ? content.answer : undefined;
  // On a phone the banner stays in sight, and its buttons do not.
  const isBarBelow = isNarrow.value && content.is === "verdict";
  return (
    <>
      <div
        ref={element}
        class="verdict"
        tabIndex={-1}
        data-testid="verdict-banner"
        data-verdict={overruling.value?.verdict ?? (answer ? verdictOf(answer) : "none")}
        data-unreachable={isUnreachable(answer)}
        data-outdated={isOutdated}
        role="status"
        aria-live="polite"
      >
        {isOutdated && <Outdated />}
        {content.is === "verdict" ? <Verdict {...content} /> : <EmptyBanner is={content.is} />}
      </div>
      {isBarBelow && (
        <>
          {!overruling.value && <Repair of={content.answer} />}
          <Notes of={content.cell} />
          <VerdictActions {...content} />
        </>
      )}
    </>
  );
}

function Outdated() {
  return (
    <span class="outdated" data-testid="outdated">
      <b>{fault.value ?? t("outdated")}</b>
      {page.isServiceDown.value && (
        <button type="button" data-testid="ask-now" onClick={retryNow}>
          {t("retry-now")}
        </button>
      )}
    </span>
  );
}

function EmptyBanner({ is }: { is: Exclude<BannerContent["is"], "verdict"> }) {
  const text = () => {
    if (is === "opening")
      return t("banner-opening", { site: escapeInvisible(page.openingSite.value ?? "") });
    if (is === "other-site") return t("other-urls", { count: 1 });
    if (is === "asking") return page.isOutdated.value ? t("banner-none") : t("loading");
    if (page.urls.value.length === 0 || page.agents.value.length === 0) return t("banner-add");
    if (page.visibleUrls.value.length === 0) return t("banner-filtered");
    return t(hasService ? "banner-open" : "banner-open-alone");
  };
  return <span class="muted">{text()}</span>;
}

/** What the site answers the crawler by its name, if that is another answer: it is the one that counts. */
function Corrected({ by }: { by: Correction }) {
  return (
    <b class="verdict-corrected" data-testid="verdict-corrected">
      {describeCorrection(by)}
    </b>
  );
}

/** What says that the text is no robots.txt: a web page, UTF-16, compressed, another format. */
const OTHER_FORMATS = ["R001", "R002", "R009", "R010"];

/** A verdict about something else than a robots.txt is right, and a person would take it for an answer about the site. */
function OtherFormat() {
  const findings = page.lint.value?.diagnostics ?? [];
  const found = page.hasDraft.value && findings.find(({ code }) => OTHER_FORMATS.includes(code));
  if (!found) return null;
  return (
    <b class="verdict-corrected" data-testid="verdict-format">
      <InlineCode text={asSentence(escapeInvisible(found.message))} />
    </b>
  );
}

interface Props {
  cell: page.Selection;
  answer: Cell;
  /** The live verdict. */
  live: Cell | undefined;
  /** Whether the live verdict differs. */
  isChanged: boolean;
}

function Verdict({ cell, answer, live, isChanged }: Props) {
  const overruled = overruling.value;
  const own = labelOf(answer);
  const { sign, word } = overruled?.verdict ? labelOfVerdict(overruled.verdict) : own;
  return (
    <>
      <strong class="verdict-word">
        <span aria-hidden="true">{sign}</span> {word}
      </strong>
      <span class="verdict-why">
        <span class="verdict-what">
          <TextWithParts
            id="verdict-at"
            parts={{
              agent: <b>{escapeInvisible(cell.agent)}</b>,
              url: (
                <bdi class="mono" title={escapeInvisible(cell.url)}>
                  {escapeInvisible(pathUnder(cell.url, page.site.value?.origin ?? null))}
                </bdi>
              ),
            }}
          />
        </span>
        <OtherFormat />
        {isAskingBehind.value && <b class="verdict-corrected">{t("ask-as-asking")}</b>}
        {correction.value && <Corrected by={correction.value} />}
        <span class="verdict-by">
          {overruled && <span class="muted">{t("corrected-own", { verdict: own.word })} </span>}
          <VerdictReason cell={answer} />
          {isAnswer(answer) && answer.requested && (
            <span class="muted">
              {" "}
              <TextWithParts
                id="verdict-requested"
                parts={{ url: <bdi class="mono">{escapeInvisible(answer.requested)}</bdi> }}
              />
            </span>
          )}
        </span>
        {!isNarrow.value && <Notes of={cell} />}
        {isAnswer(live) && (
          <PolicyDifferences differences={live.differs_under} testId="verdict-differs" />
        )}
      </span>
      {isChanged && live && <LiveVerdict live={live} />}
      {!isNarrow.value && (
        <>
          {!overruled && <Repair of={answer} />}
          <VerdictActions cell={cell} answer={answer} />
        </>
      )}
    </>
  );
}

/** The rule that would decide if it were written in another way, and how fast the crawler is asked to go. */
function Notes({ of }: { of: page.Selection }) {
  const { notes, answer } = page.explanation.value ?? {};
  const isOther = answer?.agent !== of.agent || answer.url !== of.url;
  if (!notes?.length || isOther || page.isOutdated.value) return null;
  return (
    <span class="muted beside" data-testid="beside" aria-busy={page.isExplanationStale.value}>
      <InlineCode text={escapeInvisible(notes.join(" "))} />
    </span>
  );
}

/** Buttons for the next steps. */
function VerdictActions({ cell, answer }: { cell: page.Selection; answer: Cell }) {
  // The first repair comes above them, and nothing may move after the first verdict.
  if (!isComplete.value) return null;
  const origin = page.site.value?.origin;
  const isLive = !page.hasDraft.value && origin !== undefined;
  const url = cell.url.startsWith("/") && origin ? origin + cell.url : cell.url;
  return (
    <span class="verdict-next">
      {page.isStateInBanner.value && <AskAsButton isFirst />}
      {page.isStateInBanner.value && (
        <button type="button" data-testid="fetch-again" onClick={() => void refetchSite()}>
          {t("fetch-again")}
        </button>
      )}
      {isLive && <TryHttp origin={origin} answer={answer} />}
      {hasService && isAnswer(answer) && /^https?:\/\//i.test(url) && (
        <button
          type="button"
          data-testid="inspect"
          title={t("inspect-hint")}
          onClick={() => openInspect(url, cell.agent)}
        >
          {t("inspect")}
        </button>
      )}
      {/* A page of the result cannot know what a site answers to a crawler by its name. */}
      {isAnswer(answer) && !correction.value && <ShareButton />}
    </span>
  );
}

function ShareButton() {
  return (
    <button
      type="button"
      data-testid="share-result"
      title={t(hasService ? "share-result-title" : "save-result-title")}
      onClick={() => void shareResult()}
    >
      {t(hasService ? "share-result" : "save-result")}
    </button>
  );
}

/** Offers http if https was only assumed and there was no response. */
function TryHttp({ origin, answer }: { origin: string; answer: Cell }) {
  const status = page.site.value?.hops?.at(-1)?.status ?? 0;
  const isOffered = page.isHttpsAssumed.value && origin.startsWith("https:") && status === 0;
  if (!isOffered || !isUnreachable(answer)) return null;
  const other = origin.replace("https:", "http:");
  return (
    <button type="button" data-testid="try-http" onClick={() => void openSite(other)}>
      {t("try-address", { address: other })}
    </button>
  );
}

function LiveVerdict({ live }: { live: Cell }) {
  const { sign, word } = labelOf(live);
  return (
    <span class="verdict-live" title={describeCell(live)}>
      {t(shownReplacement.value ? "now" : "was")} {sign} {word}
      <span class="verdict-reason">
        {isAnswer(live) &&
          (live.line === null ? live.message : t("live-by-line", { line: String(live.line) }))}
      </span>
    </span>
  );
}

function VerdictReason({ cell }: { cell: Cell }) {
  if (!isAnswer(cell)) return <InlineCode text={asSentence(escapeInvisible(cell.error.detail))} />;
  if (isUnreachable(cell)) return <Unreachable cell={cell} />;
  const site = page.site.value;
  if (cell.reason === "no-file" && site && !page.hasDraft.value)
    return (
      <span>
        {asSentence(escapeInvisible(describeOpenSite(site)))} {describeOldCopy(site)}
      </span>
    );
  return <DecidingRule answer={cell} links="rule" />;
}

/** Why nothing may be crawled, then until when, and what to do. */
function Unreachable({ cell }: { cell: CellAnswer }) {
  const site = page.site.value;
  const outlook = site && belongsToSite(cell.url, site.origin) ? site.outlook?.text : undefined;
  return (
    <>
      <span>{unreachableText(cell)}</span>
      {outlook && (
        <span class="muted" data-testid="outlook">
          {" "}
          {outlook}
        </span>
      )}
    </>
  );
}

/** "HTTP 503; robots.txt is unreachable, so Google may crawl nothing." */
export function unreachableText({ url, agent, message }: CellAnswer): string {
  const known = page.knownCrawlers.value.find(({ token }) => token === agent);
  const operator = known?.operator || agent;
  const site = page.site.value;
  const text =
    site && belongsToSite(url, site.origin)
      ? describeClosedSite(operator, site)
      : describeClosedElsewhere(operator, message);
  return asSentence(escapeInvisible(text));
}
