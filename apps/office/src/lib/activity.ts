import { minuteMs } from '@touchline/contract/durations';

/** When a person last did something here, milliseconds since the page began. */
let lastMs = performance.now();
/** A page stops polling after this time without input, so that an unattended session ends. */
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
