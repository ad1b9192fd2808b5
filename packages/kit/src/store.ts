import { fromJson } from '@touchline/client/values';

/** A value in local storage: the same in all tabs of a browser, and watched by components. */
export type StoredValue<T> = {
  read: () => T;
  /** Keeps a value. Where nothing is to be stored for it, the key is removed. */
  write: (next: T) => void;
  /** Whether the next page of this browser finds the value. */
  isKept: () => boolean;
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

/** Opens the store under `key`. Where storage is refused or full the value lives as long as the page. */
export const createStore = <T>({ key, parse, serialise }: Options<T>): StoredValue<T> => {
  /** What is stored; undefined where storage is refused. */
  const load = (): { stored: T } | undefined => {
    try {
      return { stored: parse(fromJson(localStorage.getItem(key))) };
    } catch {
      return undefined;
    }
  };
  /** @returns whether storage has taken it, and gives it back */
  const keep = (next: T): boolean => {
    const stored = serialise ? serialise(next) : next;
    try {
      if (stored === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(stored));
      localStorage.getItem(key);
      return true;
    } catch {
      return false;
    }
  };

  let value = load()?.stored ?? parse(undefined);
  /** Whether storage has the value. Where it was refused, what is stored is older. */
  let isKept = true;
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
    const found = isKept ? load() : undefined;
    if (found !== undefined && take(found.stored)) notify();
    return value;
  };

  globalThis.addEventListener?.('storage', (event) => {
    // `key` is null when another tab cleared everything.
    if (event.key !== key && event.key !== null) return;
    // Another tab's value is newer than one that could not be stored here.
    isKept = true;
    reload();
  });

  return {
    read: () => value,
    reload,
    write: (next) => {
      if (!take(next)) return;
      isKept = keep(next);
      notify();
    },
    isKept: () => isKept,
    watch: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
