import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isComplete } from "../src/first-look.ts";
import { markedLines, usedLines } from "../src/matrix-state.ts";
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

test("a question that the last answer raises is waited for", () => {
  page.isCellStale.value = true;
  markedLines.value = usedLines.value;
  vi.advanceTimersByTime(1_900);
  expect(isComplete.value).toBe(false);
  page.isCellStale.value = false;
  page.isExplanationStale.value = true;
  vi.advanceTimersByTime(1_900);
  expect(isComplete.value).toBe(false);
  page.isExplanationStale.value = false;
  vi.advanceTimersByTime(0);
  expect(isComplete.value).toBe(true);
});

test("an answer that does not come is waited for two seconds", () => {
  vi.advanceTimersByTime(2_000);
  expect(isComplete.value).toBe(true);
});
