import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { debounce, type IsNewest } from "../src/debounce.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs once after a pause", () => {
  const run = vi.fn();
  const ask = debounce(run, 100);
  ask();
  vi.advanceTimersByTime(99);
  ask();
  vi.advanceTimersByTime(99);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

it("runs once for all that happens at the moment, if there is no delay", async () => {
  const run = vi.fn();
  const ask = debounce(run, 0);
  ask();
  ask();
  expect(run).not.toHaveBeenCalled();
  await Promise.resolve();
  await Promise.resolve();
  expect(run).toHaveBeenCalledTimes(1);
});

it("tells a run that is under way that it was asked for again, before the next one begins", () => {
  const runs: IsNewest[] = [];
  const ask = debounce((isNewest) => runs.push(isNewest), 100);
  ask();
  vi.advanceTimersByTime(100);
  expect(runs[0]?.()).toBe(true);
  ask();
  expect(runs[0]?.()).toBe(false);
  vi.advanceTimersByTime(100);
  expect(runs.map((isNewest) => isNewest())).toEqual([false, true]);
});
