import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from './device-storage.ts';

/** What the browser's database does: works, throws before there is a promise, or rejects what is written or all. */
const database = vi.hoisted(() => ({
  refuses: 'nothing' as 'nothing' | 'all at once' | 'all' | 'writing',
  stored: new Map<string, unknown>(),
}));

vi.mock('idb-keyval', () => {
  const { stored } = database;
  const guarded =
    <A extends unknown[]>(isWriting: boolean, work: (...args: A) => unknown) =>
    (...args: A): Promise<unknown> => {
      if (database.refuses === 'all at once') throw new DOMException('no', 'SecurityError');
      if (database.refuses === 'all' || (isWriting && database.refuses === 'writing'))
        return Promise.reject(new DOMException('full', 'QuotaExceededError'));
      return Promise.resolve(work(...args));
    };
  return {
    get: guarded(false, (key: string) => stored.get(key)),
    set: guarded(true, (key: string, value: unknown) => void stored.set(key, value)),
    del: guarded(true, (key: string) => void stored.delete(key)),
    update: guarded(
      true,
      (key: string, change: (kept: unknown) => unknown) => void stored.set(key, change(stored.get(key))),
    ),
  };
});

beforeEach(() => {
  database.refuses = 'nothing';
  database.stored.clear();
});

describe('a value on the device', () => {
  it('is stored, changed and deleted', async () => {
    const storage = deviceStorage<number>();
    await storage.set('a', 1);
    await storage.update('a', (kept = 0) => kept + 1);
    expect([await storage.get('a'), database.stored.get('a')]).toEqual([2, 2]);
    await storage.delete('a');
    expect(await storage.get('a')).toBe(undefined);
  });

  it.each(['all at once', 'all', 'writing'] as const)(
    'lives as long as the page where the browser refuses %s',
    async (refuses) => {
      const storage = deviceStorage<number>();
      await storage.set('b', 10);
      database.refuses = refuses;
      expect(await storage.get('a')).toBe(undefined);
      await storage.set('a', 1);
      await storage.update('a', (kept = 0) => kept + 1);
      await storage.update('b', (kept = 0) => kept + 1);
      expect([await storage.get('a'), await storage.get('b')]).toEqual([2, refuses === 'writing' ? 11 : 1]);
      database.refuses = 'nothing';
      await storage.update('a', (kept = 0) => kept + 1);
      expect([await storage.get('a'), database.stored.get('a')]).toEqual([3, 3]);
    },
  );
});
