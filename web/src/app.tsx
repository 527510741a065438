/** The layout of the page: the start screen, then the draft on the left, inputs and answers on the right. */

import { audit, closeLog } from "./access-log.ts";
import { asked } from "./asked-as.ts";
import { isComplete } from "./first-look.ts";
import { closeInspect, inspectionState } from "./inspect.ts";
import { t } from "./language.ts";
import { isNarrow, isWide, paneSizes } from "./panes.ts";
import { closeRecipes, isRecipeDialogOpen } from "./recipes.ts";
import * as page from "./state.ts";
import { closeSubmit, isSubmitOpen } from "./submit.ts";
import { Changes } from "./views/changes.tsx";
import { DraftBar, DraftPane } from "./views/draft-pane.tsx";
import { ExplanationPanel } from "./views/explanation.tsx";
import { Header } from "./views/header.tsx";
import { Help } from "./views/help.tsx";
import { Inputs } from "./views/inputs.tsx";
import { later } from "./views/later.tsx";
import { LintDialog } from "./views/lint-page.tsx";
import { Matrix } from "./views/matrix.tsx";
import { gridHeight } from "./views/matrix-geometry.ts";
import { Opening } from "./views/opening.tsx";
import { PrintedReport } from "./views/report.tsx";
import { Splitter } from "./views/splitter.tsx";
import { Start } from "./views/start.tsx";
import { Summary } from "./views/summary.tsx";
import { VerdictBanner } from "./views/verdict.tsx";

const AskAsDialog = later(
  () => asked.value !== null,
  async () => (await import("./views/ask-as.tsx")).AskAsDialog,
  () => {
    asked.value = null;
  },
);
const RecipeDialog = later(
  () => isRecipeDialogOpen.value,
  async () => (await import("./views/recipes.tsx")).RecipeDialog,
  closeRecipes,
);
const AuditDialog = later(
  () => audit.value !== null,
  async () => (await import("./views/audit.tsx")).AuditDialog,
  closeLog,
);
const InspectDialog = later(
  () => inspectionState.value.is !== "closed",
  async () => (await import("./views/inspect.tsx")).InspectDialog,
  closeInspect,
);

const SubmitDialog = later(
  () => isSubmitOpen.value,
  async () => (await import("./views/submit.tsx")).SubmitDialog,
  closeSubmit,
);

export function App() {
  const isStart = page.isStart.value;
  const { draft } = paneSizes.value;
  return (
    <>
      <Header />
      <main
        class={isStart ? "panes starting" : "panes"}
        data-complete={isComplete.value}
        style={{ "--draft-width": draft === undefined ? "" : `${draft}%` }}
      >
        {isStart && <Start />}
        {!isStart && isNarrow.value && <FirstAnswers />}
        <DraftPane />
        {!isStart && !isNarrow.value && (
          <Splitter pane="draft" label={t("draft-width")} controls="draft" />
        )}
        {!isStart && <Answers />}
      </main>
      <Help />
      <RecipeDialog />
      <SubmitDialog />
      <AskAsDialog />
      <AuditDialog />
      <InspectDialog />
      <LintDialog />
      <PrintedReport />
    </>
  );
}

function SummaryOrOpening() {
  if (page.isOpening.value) return <Opening />;
  // Without a text, the banner says all that there is to say.
  return isComplete.value && !page.isStateInBanner.value ? <Summary /> : null;
}

/** On a phone: what a person asks first, before the file. The rest follows after it. */
function FirstAnswers() {
  return (
    <>
      <VerdictBanner />
      <SummaryOrOpening />
      {isComplete.value && <ExplanationPanel />}
      {isComplete.value && <Inputs are="urls" />}
    </>
  );
}

/** The verdict and what it means, then inputs, table and explanation. On a wide screen that one is beside the rest. */
function Answers() {
  const size = paneSizes.value.whyBeside;
  return (
    <div
      class="answers"
      style={{
        "--why-size": size === undefined ? "" : String(size),
        "--grid-height": `${gridHeight.value}px`,
      }}
    >
      <div class="answers-main">
        {!isNarrow.value && (
          <>
            <VerdictBanner />
            <SummaryOrOpening />
          </>
        )}
        {isComplete.value && <Changes />}
        {isComplete.value && <Inputs are={isNarrow.value ? "crawlers" : "all"} />}
        {isComplete.value && <Matrix />}
      </div>
      {!isNarrow.value && isComplete.value && (
        <>
          {isWide.value && <Splitter pane="whyBeside" label={t("why-width")} controls="why" />}
          <ExplanationPanel />
        </>
      )}
      {isNarrow.value && <DraftBar />}
    </div>
  );
}
