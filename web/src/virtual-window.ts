/** Computes the visible part of a long list. Only this part is rendered. */

export interface IndexRange {
  first: number;
  /** Exclusive. */
  end: number;
}

/** `size` is the height of a row or the width of a column. `overscan` more items are rendered on both sides. */
export function visibleRange(
  offset: number,
  viewport: number,
  size: number,
  count: number,
  overscan: number,
): IndexRange {
  const first = Math.max(0, Math.floor(offset / size) - overscan);
  const end = Math.min(count, Math.ceil((offset + viewport) / size) + overscan);
  return { first: Math.min(first, end), end };
}

/** The smallest scroll that makes an item visible. */
export function scrollOffsetFor(
  index: number,
  size: number,
  offset: number,
  viewport: number,
): number {
  const start = index * size;
  if (start < offset) return start;
  if (start + size > offset + viewport) return start + size - viewport;
  return offset;
}
