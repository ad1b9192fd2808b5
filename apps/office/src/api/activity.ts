import { minuteMs } from '@touchline/contract/durations';

/** When a person last did something here, milliseconds since the page began. */
let lastMs = performance.now();
/** After so long without a hand on it a page asks for nothing by itself: a session left alone shall end. */
const restAfterMs = 5 * minuteMs;

for (const event of ['pointerdown', 'keydown', 'wheel', 'focus'] as const) {
  globalThis.addEventListener?.(event, () => void (lastMs = performance.now()), {
    passive: true,
    capture: true,
  });
}

/** Time since the last activity on this page, milliseconds. */
export const idleForMs = (): number => performance.now() - lastMs;
export const isInUse = (): boolean => idleForMs() < restAfterMs;
