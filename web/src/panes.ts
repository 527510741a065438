/** The sizes of the panes, which the user can change, and the arrangement that the screen has room for. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { limitSize, type Pane, type PaneSizes, parseSizes } from "./pane-sizes.ts";

/** One column on a phone, two on most screens, and the explanation as a third one on a wide screen. */
const NARROW = "(width < 700px)";
const WIDE = "(width >= 1900px)";

function matches(query: string): ReadonlySignal<boolean> {
  const media = matchMedia(query);
  const state = signal(media.matches);
  media.addEventListener("change", () => {
    state.value = media.matches;
  });
  return state;
}

export const isNarrow = matches(NARROW);
export const isWide = matches(WIDE);

const STORAGE_KEY = "maycrawl.panes";

export const paneSizes = signal<PaneSizes>(storedSizes());

/** Sets the size of a pane; null is the size that it has by default. */
export function resizePane(pane: Pane, size: number | null): void {
  const { [pane]: _, ...others } = paneSizes.peek();
  paneSizes.value = size === null ? others : { ...others, [pane]: limitSize(pane, size) };
}

/** Keeps the sizes for the next visit. */
export function storeSizes(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(paneSizes.peek()));
  } catch {
    // Storage is disabled. The sizes last until the page closes.
  }
}

function storedSizes(): PaneSizes {
  try {
    return parseSizes(localStorage.getItem(STORAGE_KEY) ?? "");
  } catch {
    // Storage is disabled, or it contains something else.
    return {};
  }
}
