/** What was thrown, in words. Anything can be thrown. */

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
