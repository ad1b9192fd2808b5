/** Takes one thing after the other, and hands them over together. */
type Gathering<T> = {
  take: (item: T) => void;
  /** Forgets what waits. */
  stop: () => void;
};

/**
 * Gathers what comes within `ms` of the first, so that a burst is one change of the page and not a hundred.
 * @param hand called with all of it, oldest first
 */
export const gather = <T>(ms: number, hand: (items: readonly T[]) => void): Gathering<T> => {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    take: (item) => {
      waiting.push(item);
      timer ??= setTimeout(() => {
        const items = waiting;
        [waiting, timer] = [[], undefined];
        hand(items);
      }, ms);
    },
    stop: () => {
      clearTimeout(timer);
      [waiting, timer] = [[], undefined];
    },
  };
};
