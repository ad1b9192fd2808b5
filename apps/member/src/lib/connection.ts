import { useSyncExternalStore } from 'react';

// The browser knows whether there is a network, the calls whether the server can be reached over it.
let reached = true;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Takes note of whether the server answered the last call at all. */
export const noteReached = (next: boolean): void => {
  if (next === reached) return;
  reached = next;
  tell();
};

/** Whether calls can be expected to be answered now. */
export const isConnected = (): boolean => navigator.onLine && reached;

/** A network that comes back may lead to the server again: the next call will tell. */
globalThis.addEventListener?.('online', () => noteReached(true));

/** Calls back when that may have changed; returns the way to stop. */
export const watchConnection = (listener: () => void): (() => void) => {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** The same for components. */
export const useConnected = (): boolean => useSyncExternalStore(watchConnection, isConnected);
