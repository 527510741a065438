/** Help: the keyboard shortcuts, and the way to the API. */

const KEYS: [string, string][] = [
  ["Ctrl F", "search in the draft"],
  ["Ctrl Z, Ctrl Y", "undo and redo, including fixes and loaded versions"],
  ["F8, Shift F8", "go to the next or previous finding in the draft"],
  ["Ctrl /", "turn lines into comments, or back"],
  ["Tab, Shift Tab", "move to the next part of the page, also from the editor"],
  ["Arrows, Home, End, Page", "move in the matrix; the draft shows the deciding line"],
  ["Enter", "in the matrix: go to the deciding line"],
  ["Delete", "in the matrix: remove the URL of the row"],
  ["Escape", "close the search, a dialog or this help"],
];

const PAGES: [string, string][] = [
  ["https://www.rfc-editor.org/rfc/rfc9309.html", "RFC 9309, the Robots Exclusion Protocol"],
  [
    "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
    "Google: how robots.txt is read",
  ],
];

export function Help() {
  return (
    <div id="help" popover="auto" class="help" role="dialog" aria-label="Help">
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        On a Mac, use ⌘ instead of Ctrl. Each cell shows the verdict of the draft and the deciding
        line. A highlighted cell differs from the verdict of the compared version. The answers come
        from maycrawl's library, which reads robots.txt as Google's own parser does.
      </p>
      <h2>Read more</h2>
      <ul class="help-links">
        <li>
          <a href="/docs" target="_blank" rel="noopener" data-testid="api-link">
            The API of this service
          </a>
        </li>
        {PAGES.map(([address, title]) => (
          <li key={address}>
            <a href={address} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
