/** A text of the service. Parts between backticks are shown as code. The content is always text, never markup. */

export function InlineCode({ text }: { text: string }) {
  const parts = text.split("`");
  // The number of backticks is odd: show the text unchanged.
  if (parts.length % 2 === 0) return <>{text}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
