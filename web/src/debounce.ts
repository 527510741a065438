/** An action that runs after a pause of its askers. */

import { begin } from "./pending.ts";

/**
 * Whether nobody has asked again since. If somebody has, what the action brings is about an earlier state of the page, and
 * must not be shown as the answer to the present one.
 */
export type IsNewest = () => boolean;

/**
 * The result asks for `run`, which begins `delay` milliseconds after it was asked for last. Without a delay it begins once
 * for all that happens at the moment.
 */
export function debounce(run: (isNewest: IsNewest) => void, delay: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: (() => void) | undefined;
  let asked = 0;
  return () => {
    asked += 1;
    const mine = asked;
    if (delay === 0) {
      queueMicrotask(() => {
        if (mine === asked) run(() => mine === asked);
      });
      return;
    }
    clearTimeout(timer);
    end ??= begin();
    timer = setTimeout(() => {
      run(() => mine === asked);
      end?.();
      end = undefined;
    }, delay);
  };
}
