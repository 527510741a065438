/** Which part of a long list is on the screen: only that is rendered. */

export interface IndexRange {
  first: number;
  /** Exclusive. */
  end: number;
}

/** `size` is the height of a row, or the width of a column; `overscan` more are rendered on both sides. */
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

/** How far to scroll so that one item is seen, and no further. */
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
