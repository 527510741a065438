/** A note about URLs of other sites, with a button that tests their paths on the open site. */

import { formatCount } from "../format.ts";
import {
  otherSiteUrls,
  testPathsHere,
  undoableReplacement,
  undoReplacement,
} from "../other-site.ts";
import * as page from "../state.ts";

export function OtherSiteNote() {
  const origin = page.site.value?.origin;
  if (origin === undefined) return null;
  const others = otherSiteUrls.value.length;
  const undoable = undoableReplacement.value;
  if (others > 0)
    return (
      <p class="matrix-note" data-testid="other-site">
        {formatCount(others, "URL")} of another site.{" "}
        <button type="button" data-testid="test-paths" onClick={testPathsHere}>
          Test {others === 1 ? "its path" : "their paths"} on {origin.replace("https://", "")}
        </button>
      </p>
    );
  if (!undoable) return null;
  return (
    <p class="matrix-note" data-testid="other-site">
      {formatCount(undoable.count, "URL")} replaced by {undoable.count === 1 ? "its path" : "paths"}
      .{" "}
      <button type="button" data-testid="undo-paths" onClick={undoReplacement}>
        Undo
      </button>
    </p>
  );
}
