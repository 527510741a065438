/** The keys of the whole page: to the box for a page or site, and to a file. */

import { saveDraft } from "./actions.ts";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export function startShortcuts(): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    const hasControl = isMac ? event.metaKey : event.ctrlKey;
    const key = event.key.toLowerCase();
    const isToSite = hasControl ? key === "k" : key === "/" && !isTyping(event);
    if (isToSite) focusSite();
    else if (hasControl && key === "s" && !event.shiftKey) saveDraft();
    else return;
    event.preventDefault();
  });
}

/** The editor is in a shadow root, so the target of the event is only its host. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}

export function focusSite(): void {
  const input = document.getElementById("site");
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.select();
}
