import { useSyncExternalStore } from 'react';
import { fromJson } from './parse.ts';

/** A value kept in local storage, the same in all tabs of this browser. */
export type Store<T> = {
  read: () => T;
  write: (next: T) => void;
  /** Calls back after every change; returns the way to stop. */
  watch: (listener: () => void) => () => void;
};

/**
 * Opens the value under `key`. Where storage is refused it lives as long as the page.
 * @param parse makes a value of what was stored, whatever that is
 */
export const createStore = <T>(key: string, parse: (stored: unknown) => T): Store<T> => {
  const load = (): T => {
    try {
      return parse(fromJson(localStorage.getItem(key)));
    } catch {
      return parse(undefined);
    }
  };
  let value = load();
  const listeners = new Set<() => void>();
  const take = (next: T): void => {
    if (JSON.stringify(next) === JSON.stringify(value)) return;
    value = next;
    for (const listener of listeners) listener();
  };
  globalThis.addEventListener?.('storage', (event) => {
    // `key` is null when another tab cleared everything.
    if (event.key === key || event.key === null) take(load());
  });
  return {
    read: () => value,
    write: (next) => {
      try {
        if (next === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Full or refused storage: the value still holds until the page closes.
      }
      take(next);
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** The current value of a store; the component renders again when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.watch, store.read);
