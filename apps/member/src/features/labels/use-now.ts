import { useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/server-clock.ts';

const stepMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = serverNow();

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) {
    now = serverNow();
    timer = setInterval(() => {
      now = serverNow();
      for (const tell of listeners) tell();
    }, stepMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The time by the server's clock, milliseconds since 1970, in steps of ten seconds; one timer for all that show it. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);
