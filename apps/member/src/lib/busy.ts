/** How many masked calls are on their way. */
let count = 0;
const listeners = new Set<() => void>();

const change = (by: number): void => {
  count += by;
  for (const listener of listeners) listener();
};

/** Counts `work` as masked until it ends, however it ends. */
export const masked = async <T>(work: Promise<T>): Promise<T> => {
  change(1);
  try {
    return await work;
  } finally {
    change(-1);
  }
};

export const busyStore = {
  isBusy: (): boolean => count > 0,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
