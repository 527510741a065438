/** Light, dark, or as the system has it. */

import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";

const KEY = "maycrawl.theme";
const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

export const theme = signal<Theme>(remembered());

function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    // Storage is off: the system decides.
    return "auto";
  }
}

export function nextTheme(): void {
  theme.value = NEXT[theme.value];
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // It holds for this page.
  }
}

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}
