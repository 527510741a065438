/** Sizes of panes in percent, and their stored form. */

/** The panes with a size of their own, in percent of what is around them. */
export type Pane = "draft" | "whyBeside";

export type PaneSizes = Partial<Record<Pane, number>>;

export const PANE_LIMITS: Record<Pane, { min: number; max: number }> = {
  /** Of the width of the page. */
  draft: { min: 15, max: 70 },
  /** Of the width beside the draft. */
  whyBeside: { min: 18, max: 55 },
};

export function limitSize(pane: Pane, size: number): number {
  const { min, max } = PANE_LIMITS[pane];
  return Math.round(Math.min(max, Math.max(min, size)) * 10) / 10;
}

/** Reads stored sizes. Skips values that are not sizes. */
export function parseSizes(stored: string): PaneSizes {
  const found: Record<string, unknown> = Object(JSON.parse(stored));
  const sizes: PaneSizes = {};
  for (const pane of Object.keys(PANE_LIMITS) as Pane[]) {
    const size = found[pane];
    if (typeof size === "number" && Number.isFinite(size)) sizes[pane] = limitSize(pane, size);
  }
  return sizes;
}
