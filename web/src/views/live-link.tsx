/** A link to a site. Only http, https and ftp addresses become links, whatever the service returns. */

interface Props {
  address: string;
  testId: string;
  text: string;
}

export function LiveLink({ address, testId, text }: Props) {
  if (!/^(?:https?|ftp):\/\//i.test(address)) return <span class="muted">{address}</span>;
  return (
    <a data-testid={testId} href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
