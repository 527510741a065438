import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RetryTimer } from "../src/retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("doubles the delay up to 30 seconds and starts again after a reset", () => {
  const query = vi.fn();
  const retry = new RetryTimer(query);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    retry.schedule();
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    waits.push((Date.now() - before) / 1000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  expect(query).toHaveBeenCalledTimes(8);
  retry.reset();
  retry.schedule();
  vi.advanceTimersByTime(1000);
  expect(query).toHaveBeenCalledTimes(9);
});

it("runs once after several failures, and immediately on request", () => {
  const query = vi.fn();
  const retry = new RetryTimer(query);
  retry.schedule();
  retry.schedule();
  retry.schedule();
  expect(vi.getTimerCount()).toBe(1);
  retry.runNow();
  expect(query).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
