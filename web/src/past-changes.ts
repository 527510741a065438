/** What a change of the live file did: an older version is compared with the one that replaced it. */

import { computed, effect, signal } from "@preact/signals";
import { type ChangeReport, errorText, type Version } from "./api.ts";
import { compareTexts } from "./compare.ts";
import * as page from "./state.ts";

/** A version of the history, and the version that replaced it. */
interface Replacement {
  version: Version;
  successor: Version;
  before: string;
  after: string;
}

/** Whether the page shows what the older version in the editor would change, not what changed since it. */
export const isRestoring = signal(false);

/** Null unless the editor shows an older version and nothing else was chosen to compare it with. */
const replacement = computed<Replacement | null>(() => {
  const versions = page.site.value?.versions ?? [];
  const version = page.displayedVersion.value;
  const index = version ? versions.indexOf(version) : -1;
  const successor = versions[index - 1];
  if (!version || !successor || page.baselineVersion.value !== versions[0]) return null;
  const after = page.textOfVersion(successor);
  return version.file === null || after === null
    ? null
    : { version, successor, before: version.file, after };
});

/** What is shown now: the other direction has its own sentence. */
export const shownReplacement = computed(() => (isRestoring.value ? null : replacement.value));
export const canCompareBothWays = computed(() => replacement.value !== null);

export const pastChanges = signal<ChangeReport | null>(null);

// Each version of the history begins with what happened to it.
const key = computed(() => replacement.value?.version.version);
effect(() => {
  void key.value;
  isRestoring.value = false;
});

let current: AbortController | null = null;
effect(() => {
  const shown = shownReplacement.value;
  void [page.profile.value, page.knownUrls.value];
  current?.abort();
  pastChanges.value = null;
  if (!shown) return;
  const request = new AbortController();
  current = request;
  compareTexts(shown.before, shown.after, request.signal)
    .then((report) => {
      if (!request.signal.aborted) pastChanges.value = report;
    })
    .catch((error) => {
      const text = errorText(error);
      if (text) page.showError(text);
    });
});
