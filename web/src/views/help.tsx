/** Keys and what they do. */

const KEYS: [string, string][] = [
  ["Ctrl F", "search in the draft"],
  ["Ctrl Z, Ctrl Y", "undo and redo, also of fixes and loaded versions"],
  ["F8, Shift F8", "next and previous finding in the draft"],
  ["Ctrl /", "make lines comments, or rules again"],
  ["Tab, Shift Tab", "on to the next part of the page, out of the editor too"],
  ["Arrows, Home, End, Page", "move in the matrix; the draft shows the deciding line"],
  ["Enter", "in the matrix: go to the deciding line"],
  ["Delete", "in the matrix: remove the row's URL"],
  ["Escape", "closes search, dialog and this help"],
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
        On a Mac, Ctrl is ⌘. A cell shows what the draft says and the line that decides; a cell that
        stands out decides otherwise than the version that it is compared with. The answers are
        those of maycrawl's library, which reads robots.txt as Google's own parser does.
      </p>
    </div>
  );
}
