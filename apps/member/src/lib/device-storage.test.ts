import { describe, expect, it } from 'vitest';
import { deviceStorage } from './device-storage.ts';

/** A browser's database: it works, throws before there is a promise, or rejects what is written or all. */
const openDatabase = () => {
  const state: { refuses: 'nothing' | 'all at once' | 'all' | 'writing' } = { refuses: 'nothing' };
  const stored = new Map<string, number>();
  const guarded =
    <A extends unknown[], R>(isWriting: boolean, work: (...args: A) => R) =>
    (...args: A): Promise<R> => {
      if (state.refuses === 'all at once') throw new DOMException('no', 'SecurityError');
      if (state.refuses === 'all' || (isWriting && state.refuses === 'writing'))
        return Promise.reject(new DOMException('full', 'QuotaExceededError'));
      return Promise.resolve(work(...args));
    };
  const storage = deviceStorage<number>({
    get: guarded(false, (key: string) => stored.get(key)),
    set: guarded(true, (key: string, value: number) => void stored.set(key, value)),
    del: guarded(true, (key: string) => void stored.delete(key)),
    update: guarded(
      true,
      (key: string, change: (kept: number | undefined) => number) =>
        void stored.set(key, change(stored.get(key))),
    ),
  });
  return { state, stored, storage };
};

describe('a value on the device', () => {
  it('is stored, changed and deleted', async () => {
    const { stored, storage } = openDatabase();
    await storage.set('a', 1);
    await storage.update('a', (kept = 0) => kept + 1);
    expect([await storage.get('a'), stored.get('a')]).toEqual([2, 2]);
    await storage.delete('a');
    expect(await storage.get('a')).toBe(undefined);
  });

  it.each(['all at once', 'all', 'writing'] as const)(
    'lives as long as the page where the browser refuses %s',
    async (refuses) => {
      const { state, stored, storage } = openDatabase();
      await storage.set('b', 10);
      state.refuses = refuses;
      expect(await storage.get('a')).toBe(undefined);
      await storage.set('a', 1);
      await storage.update('a', (kept = 0) => kept + 1);
      await storage.update('b', (kept = 0) => kept + 1);
      expect([await storage.get('a'), await storage.get('b')]).toEqual([2, refuses === 'writing' ? 11 : 1]);
      state.refuses = 'nothing';
      await storage.update('a', (kept = 0) => kept + 1);
      expect([await storage.get('a'), stored.get('a')]).toEqual([3, 3]);
    },
  );
});
