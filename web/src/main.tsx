/** Starts the page. */

import { render } from "preact";
import { keepInAddress, restore } from "./address.ts";
import { App } from "./app.tsx";
import { keepAnswering } from "./asking.ts";
import { applyTheme } from "./theme.ts";
import "./style/page.css";

applyTheme();
const place = document.getElementById("page");
if (place) render(<App />, place);
keepAnswering();
await restore();
keepInAddress();
