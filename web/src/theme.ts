/** The colour theme: light, dark, or the system setting. */

import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";

const STORAGE_KEY = "maycrawl.theme";
const NEXT_THEME: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

export const theme = signal<Theme>(storedTheme());

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === "light" || stored === "dark" ? stored : "auto";
  } catch {
    // Storage is disabled. Use the system setting.
    return "auto";
  }
}

export function nextTheme(): void {
  theme.value = NEXT_THEME[theme.value];
  try {
    localStorage.setItem(STORAGE_KEY, theme.value);
  } catch {
    // Storage is disabled. The choice lasts until the page closes.
  }
}

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}
