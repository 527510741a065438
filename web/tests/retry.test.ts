import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Retry } from "../src/retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("asks later and later, up to every half minute, and anew after a success", () => {
  const asked = vi.fn();
  const retry = new Retry(asked);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    retry.failed();
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    waits.push((Date.now() - before) / 1000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  expect(asked).toHaveBeenCalledTimes(8);
  retry.succeeded();
  retry.failed();
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveBeenCalledTimes(9);
});

it("waits once, however many requests failed, and not at all when it is told to ask now", () => {
  const asked = vi.fn();
  const retry = new Retry(asked);
  retry.failed();
  retry.failed();
  retry.failed();
  expect(vi.getTimerCount()).toBe(1);
  retry.now();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
