/** Takes lines or cells that are being pasted into an input, whose element would join them; null for one line. */
export function takePastedLines(event: ClipboardEvent): string | null {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!/[\r\n\t]/.test(text.trim())) return null;
  event.preventDefault();
  return text;
}
