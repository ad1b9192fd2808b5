/** A newer version of the app: none, waiting to be taken, or already taken by another tab of this browser. */
export type Update = 'none' | 'waiting' | 'taken';

let update: Update = 'none';
const listeners = new Set<() => void>();

/** Where the page reads whether there is a newer version. */
export const updateStore = {
  read: (): Update => update,
  write: (next: Update): void => {
    update = next;
    for (const listener of listeners) listener();
  },
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
