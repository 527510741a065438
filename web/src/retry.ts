/** Asks again, later and later, until something answers. */

const FIRST = 1000;
const LONGEST = 30_000;

export class Retry {
  readonly #run: () => void;
  #wait = FIRST;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Nothing answered. Several failures before the next try are one. */
  failed(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.now(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST);
  }

  /** Tries at once. */
  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run();
  }

  succeeded(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wait = FIRST;
  }
}
