/** A timer that repeats an action with exponential backoff. */

const INITIAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

export class RetryTimer {
  readonly #run: () => void;
  #delay = INITIAL_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Schedules the next run, unless one is scheduled already. */
  schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.runNow(), this.#delay);
    this.#delay = Math.min(2 * this.#delay, MAX_DELAY_MS);
  }

  /** Runs immediately. */
  runNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run();
  }

  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#delay = INITIAL_DELAY_MS;
  }
}
