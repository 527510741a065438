/** A sentence of the service: what stands between backticks is shown as code. Always text, never markup. */

export function InlineCode({ text }: { text: string }) {
  const parts = text.split("`");
  // A lone backtick is a backtick.
  if (parts.length % 2 === 0) return <>{text}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
