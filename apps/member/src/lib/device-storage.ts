import { del, get, set, update } from 'idb-keyval';

type DeviceDatabase<T> = {
  get: (key: string) => Promise<T | undefined>;
  set: (key: string, value: T) => Promise<void>;
  update: (key: string, change: (kept: T | undefined) => T) => Promise<void>;
  del: (key: string) => Promise<void>;
};

/** Values that this device keeps in its database; where that is refused or full, as long as the page. */
export const deviceStorage = <T>(database: DeviceDatabase<T> = { del, get, set, update }) => {
  /** What could not be stored, which is newer than what is stored under the same key. */
  const refused = new Map<string, T>();
  const load = async (key: string): Promise<T | undefined> => {
    // Without a database the call itself throws, before there is a promise.
    try {
      return await database.get(key);
    } catch {
      return undefined;
    }
  };
  const keep = async (key: string, value: T): Promise<void> => {
    try {
      await database.set(key, value);
      refused.delete(key);
    } catch {
      refused.set(key, value);
    }
  };
  return {
    get: async (key: string): Promise<T | undefined> => refused.get(key) ?? load(key),
    set: keep,
    /** Changes a value in one step, also among pages. */
    update: async (key: string, change: (kept: T | undefined) => T): Promise<void> => {
      const unkept = refused.get(key);
      try {
        await database.update(key, (kept) => change(unkept ?? kept));
        refused.delete(key);
      } catch {
        refused.set(key, change(unkept ?? (await load(key))));
      }
    },
    delete: async (key: string): Promise<void> => {
      refused.delete(key);
      await database.del(key);
    },
  };
};
