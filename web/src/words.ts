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

/** Characters that show nothing, or turn what stands around them round. */
export const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]/g;

/** A URL, a pattern or a name for the screen: "/\u{202e}gnp.exe" must not look like "/exe.png". */
export function visible(text: string): string {
  const code = (char: string) => `\\u{${char.charCodeAt(0).toString(16)}}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is made visible
  return text.replace(INVISIBLE, code).replace(/[\u0000-\u001f\u007f-\u009f]/g, code);
}
