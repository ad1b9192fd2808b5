/** How long a busy browser may let it wait, milliseconds. */
const longestMs = 2_000;

/** Calls back when the browser has nothing else to do, or has been busy for long; returns the way to stop. */
export const whenIdle = (work: () => void): (() => void) => {
  // Not every browser has idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: longestMs });
  return () => cancelIdleCallback(handle);
};
