/** A value that outlives the page: kept in local storage, shared between tabs, watched by components. */
export type Store<T> = {
  read: () => T;
  write: (next: T) => void;
  /** Reads local storage again: another tab's change may be there before its event arrives. */
  reload: () => T;
  /** Calls back after every change, also those made in another tab; returns the way to stop. */
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
    const text = localStorage.getItem(key);
    return parse(text === null ? undefined : JSON.parse(text));
  } catch {
    return parse(undefined);
  }
};

/** Opens the store under `key`. Where storage is refused (private windows) the value lives as long as the page. */
export const createStore = <T>(options: Options<T>): Store<T> => {
  let value = load(options);
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const reload = () => {
    const stored = load(options);
    // Equal content keeps its identity, so that nothing renders for it.
    if (JSON.stringify(stored) !== JSON.stringify(value)) {
      value = stored;
      tell();
    }
    return value;
  };

  globalThis.addEventListener?.('storage', (event) => {
    // `key` is null when another tab cleared everything.
    if (event.key !== options.key && event.key !== null) return;
    reload();
  });

  return {
    read: () => value,
    reload,
    write: (next) => {
      // What is the same already is neither stored again nor told.
      if (next === value || JSON.stringify(next) === JSON.stringify(value)) return;
      value = next;
      try {
        localStorage.setItem(options.key, JSON.stringify(options.serialise ? options.serialise(next) : next));
      } catch {
        // Full or refused storage: the value still holds until the page closes.
      }
      tell();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
