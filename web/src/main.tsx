/** The entry point of the page. */

import { render } from "preact";
import { App } from "./app.tsx";
import { startDrop } from "./dropped-files.ts";
import { startEditor } from "./editor-loader.ts";
import { watchFaults } from "./faults.ts";
import { startLanguage } from "./language.ts";
import { startQueries } from "./query-effects.ts";
import { startComposing } from "./recipes.ts";
import { keepOffline } from "./service.ts";
import { startShortcuts } from "./shortcuts.ts";
import { applyTheme } from "./theme.ts";
import { restoreFromUrl, startUrlSync } from "./url-state.ts";
import "./style/page.css";

watchFaults();
applyTheme();
await startLanguage();
const root = document.getElementById("page");
if (root) render(<App />, root);
startQueries();
startComposing();
startEditor();
startShortcuts();
startDrop();
await restoreFromUrl();
startUrlSync();
keepOffline();
