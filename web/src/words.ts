/** Times, sizes and counts in words. */

/** "2026-11-21 11:02 UTC"; what is no time stays as it is. */
export function time(stamp: string): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return stamp;
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
