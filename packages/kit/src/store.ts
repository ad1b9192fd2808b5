import { fromJson } from '@touchline/client/values';

/** A value in local storage: the same in all tabs of a browser, and watched by components. */
export type Store<T> = {
  read: () => T;
  /** Keeps a value. Where nothing is to be stored for it, the key is removed. */
  write: (next: T) => void;
  /** Reads local storage again: another tab's change may be there before its event arrives. */
  reload: () => T;
  /** Calls back after every change, in any tab. @returns a function that ends it */
  watch: (listener: () => void) => () => void;
};

type Options<T> = {
  /** Key in local storage. */
  key: string;
  /** Makes a value from what was stored; anything unreadable must become a valid value. */
  parse: (stored: unknown) => T;
  /** What is stored for a value; the value itself unless given. */
  serialise?: (value: T) => unknown;
};

const load = <T>({ key, parse }: Options<T>): T => {
  try {
    return parse(fromJson(localStorage.getItem(key)));
  } catch {
    return parse(undefined);
  }
};

/** Opens the store under `key`. Where storage is refused (private windows) the value lives as long as the page. */
export const createStore = <T>(options: Options<T>): Store<T> => {
  const { key, serialise } = options;
  let value = load(options);
  const listeners = new Set<() => void>();
  /** Takes a value over; equal content keeps its identity, so that nothing renders for it. @returns whether it changed */
  const take = (next: T): boolean => {
    if (next === value || JSON.stringify(next) === JSON.stringify(value)) return false;
    value = next;
    return true;
  };
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const reload = (): T => {
    if (take(load(options))) notify();
    return value;
  };

  globalThis.addEventListener?.('storage', (event) => {
    // `key` is null when another tab cleared everything.
    if (event.key === key || event.key === null) reload();
  });

  return {
    read: () => value,
    reload,
    write: (next) => {
      if (!take(next)) return;
      const stored = serialise ? serialise(next) : next;
      try {
        if (stored === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(stored));
      } catch {
        // Full or refused storage: the value still holds until the page closes.
      }
      notify();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
