/** Whether this page is in a hidden tab or window: it then asks the server for nothing. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Calls back as soon as the page is seen, at once where it is; returns the way to stop. */
const whenSeen = (work: () => void): (() => void) => {
  const look = (): void => {
    if (isHidden()) return;
    stop();
    work();
  };
  const stop = (): void => document.removeEventListener('visibilitychange', look);
  document.addEventListener('visibilitychange', look);
  look();
  return stop;
};

/** Calls back after a time, and not before the page is seen; returns the way to stop. */
export const laterWhenSeen = (work: () => void, afterMs: number): (() => void) => {
  let stop = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = whenSeen(work);
  }, afterMs);
  return () => stop();
};

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
