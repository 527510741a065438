/** The toolbar of the matrix: filters, comparison, export. */

import { choosePolicy } from "../actions.ts";
import { labelOfVerdict } from "../answers.ts";
import { t } from "../language.ts";
import { countChanges, type MatrixView } from "../matrix-rows.ts";
import { groupingChoice, isGrouped } from "../matrix-state.ts";
import { POLICY_TITLES, titleOf } from "../option-titles.ts";
import * as page from "../state.ts";
import { versionName } from "./draft-pane.tsx";
import { OtherSiteNote } from "./other-site.tsx";

const VERDICTS: MatrixView["verdict"][] = [
  "any",
  "allowed",
  "disallowed",
  "not-applicable",
  "error",
];

function nameOf(verdict: MatrixView["verdict"]): string {
  if (verdict === "any") return t("filter-any");
  const { sign, word } = labelOfVerdict(verdict);
  return `${sign} ${word}`;
}

function show(change: Partial<MatrixView>): void {
  page.matrixView.value = { ...page.matrixView.peek(), ...change };
}

export function MatrixTools() {
  const { text, verdict, changedOnly } = page.matrixView.value;
  return (
    <div class="bar matrix-tools" role="group" aria-label={t("filters")}>
      <input
        type="search"
        data-testid="filter-text"
        aria-label={t("filter-text")}
        placeholder={t("filter")}
        value={text}
        onInput={(event) => show({ text: event.currentTarget.value })}
      />
      <select
        data-testid="filter-verdict"
        aria-label={t("filter-verdict")}
        value={verdict}
        onChange={(event) => show({ verdict: event.currentTarget.value as MatrixView["verdict"] })}
      >
        {VERDICTS.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
      {page.site.value && <ComparisonTools isChangedOnly={changedOnly} />}
      {page.agents.value.length > 1 && <GroupSwitch />}
      <OtherSiteNote />
    </div>
  );
}

/** Lets crawlers with equal verdicts share a column. */
function GroupSwitch() {
  return (
    <label class="check" title={t("group-crawlers-title")}>
      <input
        type="checkbox"
        data-testid="group-crawlers"
        checked={isGrouped.value}
        onChange={(event) => {
          groupingChoice.value = event.currentTarget.checked;
        }}
      />
      {t("group-crawlers")}
    </label>
  );
}

/** Selects the version that the draft is compared with, and shows the number of changes. */
function ComparisonTools({ isChangedOnly }: { isChangedOnly: boolean }) {
  const changes = countChanges(
    page.urls.value,
    page.agents.value,
    page.draftAnswers.value,
    page.liveAnswers.value,
  );
  const versions = page.site.value?.versions ?? [];
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          data-testid="changed-only"
          checked={isChangedOnly}
          onChange={(event) => show({ changedOnly: event.currentTarget.checked })}
        />
        {t("changed-only")} <b class={changes > 0 ? "changes-some" : "muted"}>({changes})</b>
      </label>
      <PolicySelect />
      {versions.length > 1 && (
        <select
          class="baseline"
          data-testid="baseline-select"
          aria-label={t("compare-label")}
          value={page.baseline.value}
          onChange={(event) => {
            page.baseline.value = Number(event.currentTarget.value);
          }}
        >
          {versions.map((version, index) => (
            <option key={version.version} value={version.version}>
              {index === 0
                ? t("compare-live")
                : t("compare-version", { version: versionName(version, false) })}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** Selects how errors of a site, such as 429, are handled. */
function PolicySelect() {
  const policies = page.policies.value;
  if (policies.length < 2) return null;
  return (
    <select
      class="baseline"
      data-testid="policy-select"
      aria-label={t("policy-label")}
      title={t("policy-title")}
      value={page.policy.value || policies[0]?.name}
      onChange={(event) => void choosePolicy(event.currentTarget.value)}
    >
      {policies.map((policy) => (
        <option key={policy.name} value={policy.name}>
          {t("policy-name", { name: policy.name, title: titleOf(policy, POLICY_TITLES) })}
        </option>
      ))}
    </select>
  );
}
