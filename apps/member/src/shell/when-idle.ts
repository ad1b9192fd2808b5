/** Calls back when the browser has nothing else to do; returns the way to stop. */
export const whenIdle = (work: () => void): (() => void) => {
  // Not every browser tells.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
};
