/** Which part of a long list is on the screen: only that is rendered. */

export interface Window {
  first: number;
  /** Exclusive. */
  end: number;
}

/** `size` is the height of a row, or the width of a column; `margin` more are rendered on both sides. */
export function windowOf(
  scrolled: number,
  shown: number,
  size: number,
  count: number,
  margin: number,
): Window {
  const first = Math.max(0, Math.floor(scrolled / size) - margin);
  const end = Math.min(count, Math.ceil((scrolled + shown) / size) + margin);
  return { first: Math.min(first, end), end };
}

/** How far to scroll so that one item is seen, and no further. */
export function scrolledTo(index: number, size: number, scrolled: number, shown: number): number {
  const start = index * size;
  if (start < scrolled) return start;
  if (start + size > scrolled + shown) return start + size - shown;
  return scrolled;
}
