/** Light, dark, or as the system has it. */

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
    // Storage is off: the system decides.
    return "auto";
  }
}

export function nextTheme(): void {
  theme.value = NEXT_THEME[theme.value];
  try {
    localStorage.setItem(STORAGE_KEY, theme.value);
  } catch {
    // It holds for this page.
  }
}

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}
