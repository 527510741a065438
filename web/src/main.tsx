/** Starts the page. */

import { render } from "preact";
import { App } from "./app.tsx";
import { keepAnswering } from "./queries.ts";
import { applyTheme } from "./theme.ts";
import { keepInAddress, restore } from "./url-state.ts";
import "./style/page.css";

applyTheme();
const place = document.getElementById("page");
if (place) render(<App />, place);
keepAnswering();
await restore();
keepInAddress();
