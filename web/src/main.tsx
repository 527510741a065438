/** The entry point of the page. */

import { render } from "preact";
import { App } from "./app.tsx";
import { startLanguage } from "./language.ts";
import { startQueries } from "./query-effects.ts";
import { startComposing } from "./recipes.ts";
import { applyTheme } from "./theme.ts";
import { restoreFromUrl, startUrlSync } from "./url-state.ts";
import "./style/page.css";

applyTheme();
await startLanguage();
const root = document.getElementById("page");
if (root) render(<App />, root);
startQueries();
startComposing();
await restoreFromUrl();
startUrlSync();
