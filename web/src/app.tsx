/** The layout of the page: the start screen, then the draft on the left, inputs and answers on the right. */

import * as page from "./state.ts";
import { Changes } from "./views/changes.tsx";
import { DraftPane } from "./views/draft-pane.tsx";
import { ExplanationPanel } from "./views/explanation.tsx";
import { Header } from "./views/header.tsx";
import { Help } from "./views/help.tsx";
import { Inputs } from "./views/inputs.tsx";
import { InspectDialog } from "./views/inspect.tsx";
import { LintDialog } from "./views/lint-page.tsx";
import { Matrix } from "./views/matrix.tsx";
import { RecipeDialog } from "./views/recipes.tsx";
import { PrintedReport } from "./views/report.tsx";
import { Start } from "./views/start.tsx";
import { SubmitDialog } from "./views/submit.tsx";
import { Summary } from "./views/summary.tsx";
import { VerdictBanner } from "./views/verdict.tsx";

export function App() {
  const isStart = page.isStart.value;
  return (
    <>
      <Header />
      <main class={isStart ? "panes starting" : "panes"}>
        {isStart && <Start />}
        <DraftPane />
        {!isStart && (
          <div class="answers">
            <Summary />
            <Inputs />
            <VerdictBanner />
            <Changes />
            <Matrix />
            <ExplanationPanel />
          </div>
        )}
      </main>
      <Help />
      <RecipeDialog />
      <SubmitDialog />
      <InspectDialog />
      <LintDialog />
      <PrintedReport />
    </>
  );
}
