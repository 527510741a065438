import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { debounce } from "../src/debounce.ts";
import { isComplete } from "../src/first-look.ts";
import { markedLines, usedLines } from "../src/matrix-state.ts";
import { begin, untilSettled } from "../src/pending.ts";
import * as page from "../src/state.ts";

beforeEach(() => {
  vi.useFakeTimers();
  page.summary.value = {} as NonNullable<typeof page.summary.value>;
  page.lint.value = {} as NonNullable<typeof page.lint.value>;
  markedLines.value = undefined;
  page.draft.value = "User-agent: *\nDisallow: /a\n";
});

afterEach(() => {
  page.draft.value = "";
  vi.useRealTimers();
});

test("what was opened is shown when the marks in its lines are drawn, and not before", () => {
  vi.advanceTimersByTime(1_900);
  expect(isComplete.value).toBe(false);
  markedLines.value = usedLines.value;
  vi.advanceTimersByTime(0);
  expect(isComplete.value).toBe(true);
});

test("whatever is asked for is waited for, and what its answer raises", async () => {
  let answer = () => {};
  const first = untilSettled(new Promise<void>((resolve) => (answer = resolve)));
  markedLines.value = usedLines.value;
  vi.advanceTimersByTime(1_900);
  expect(isComplete.value).toBe(false);
  answer();
  await first;
  const end = begin();
  vi.advanceTimersByTime(1_900);
  expect(isComplete.value).toBe(false);
  end();
  vi.advanceTimersByTime(0);
  expect(isComplete.value).toBe(true);
});

test("what waits for a pause is waited for", () => {
  markedLines.value = usedLines.value;
  const ask = debounce(() => {}, 120);
  ask();
  ask();
  vi.advanceTimersByTime(119);
  expect(isComplete.value).toBe(false);
  vi.advanceTimersByTime(2);
  expect(isComplete.value).toBe(true);
});

test("an answer that does not come is waited for two seconds", () => {
  vi.advanceTimersByTime(2_000);
  expect(isComplete.value).toBe(true);
});
