import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { laterWhenSeen } from './when-seen.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const turn = (visibilityState: 'visible' | 'hidden'): void => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  turn('visible');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('works after its time, once', () => {
  const work = vi.fn<() => void>();
  laterWhenSeen(work, 1_000);
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  turn('hidden');
  turn('visible');
  expect(work).toHaveBeenCalledTimes(1);
});

it('waits until a hidden page is seen', () => {
  const work = vi.fn<() => void>();
  turn('hidden');
  laterWhenSeen(work, 1_000);
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(0);
  turn('visible');
  expect(work).toHaveBeenCalledTimes(1);
});

it.each([500, 2_000])('is stopped, after %i ms', (afterMs) => {
  const work = vi.fn<() => void>();
  turn('hidden');
  const stop = laterWhenSeen(work, 1_000);
  vi.advanceTimersByTime(afterMs);
  stop();
  vi.advanceTimersByTime(afterMs);
  turn('visible');
  expect(work).toHaveBeenCalledTimes(0);
});
