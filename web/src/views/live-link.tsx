/** A link to a site, whatever the service was made to say: no other scheme becomes one. */

interface Props {
  address: string;
  testId: string;
  words: string;
}

export function LiveLink({ address, testId, words }: Props) {
  if (!/^(?:https?|ftp):\/\//i.test(address)) return <span class="muted">{address}</span>;
  return (
    <a data-testid={testId} href={address} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}
