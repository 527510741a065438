/** The border between two panes. The pointer drags it, and arrow keys move it. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language.ts";
import { limitSize, PANE_LIMITS, type Pane } from "../pane-sizes.ts";
import { paneSizes, resizePane, storeSizes } from "../panes.ts";

/** Percent for one key press. */
const KEY_STEP = 2;

interface SplitterProps {
  pane: Pane;
  label: string;
  /** The id of the pane that gets the size. */
  controls: string;
}

/** How the position of the border and the size of its pane are related. */
const GEOMETRY: Record<Pane, { grow: string; shrink: string; sign: 1 | -1 }> = {
  draft: { grow: "ArrowRight", shrink: "ArrowLeft", sign: 1 },
  whyBeside: { grow: "ArrowLeft", shrink: "ArrowRight", sign: -1 },
};

export function Splitter({ pane, label, controls }: SplitterProps) {
  const element = useRef<HTMLDivElement>(null);
  const measured = useSignal(0);
  const chosen = paneSizes.value[pane];
  // The screen may have less space than the chosen size.
  const measure = () => {
    measured.value = sizeOf(pane, element.current);
  };
  useLayoutEffect(measure, [pane, chosen]);
  const { min, max } = PANE_LIMITS[pane];
  return (
    <div
      ref={element}
      class="splitter"
      data-testid={`splitter-${pane}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={Math.round(limitSize(pane, measured.value))}
      title={t("splitter-title", { label })}
      onFocus={measure}
      onPointerDown={(event) => drag(event, pane)}
      onDblClick={() => keep(pane, null)}
      onKeyDown={(event) => onKey(event, pane)}
    />
  );
}

/** The length that is 100 percent. */
function wholeOf(splitter: HTMLElement): number {
  return splitter.parentElement?.clientWidth || 1;
}

/** The current size of a pane in percent. */
function sizeOf(pane: Pane, splitter: HTMLElement | null): number {
  const sibling =
    pane === "draft" ? splitter?.previousElementSibling : splitter?.nextElementSibling;
  if (!splitter || !sibling) return 0;
  return (100 * sibling.getBoundingClientRect().width) / wholeOf(splitter);
}

function keep(pane: Pane, size: number | null): void {
  resizePane(pane, size);
  storeSizes();
}

function drag(event: PointerEvent, pane: Pane): void {
  const splitter = event.currentTarget as HTMLElement;
  if (event.button !== 0) return;
  const { sign } = GEOMETRY[pane];
  const start = event.clientX;
  const size = sizeOf(pane, splitter);
  const whole = wholeOf(splitter);
  const ended = new AbortController();
  const { signal } = ended;
  const end = () => {
    ended.abort();
    storeSizes();
  };
  // The pointer may leave the border while it drags it.
  splitter.setPointerCapture(event.pointerId);
  const move = (at: PointerEvent) =>
    resizePane(pane, size + (sign * 100 * (at.clientX - start)) / whole);
  splitter.addEventListener("pointermove", move, { signal });
  splitter.addEventListener("lostpointercapture", end, { signal });
}

function onKey(event: KeyboardEvent, pane: Pane): void {
  const { grow, shrink } = GEOMETRY[pane];
  const { min, max } = PANE_LIMITS[pane];
  const size = sizeOf(pane, event.currentTarget as HTMLElement);
  if (event.key === grow) keep(pane, size + KEY_STEP);
  else if (event.key === shrink) keep(pane, size - KEY_STEP);
  else if (event.key === "Home") keep(pane, min);
  else if (event.key === "End") keep(pane, max);
  else if (event.key === "Enter") keep(pane, null);
  else return;
  event.preventDefault();
}
