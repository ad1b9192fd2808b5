/**
 * Reads shipped files when they are first asked for, and keeps the result, since they stay as they are while the process runs.
 * A read that failed is tried again.
 */
export const shippedOnce = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
};
