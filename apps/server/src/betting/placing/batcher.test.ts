import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Batcher, BatcherFull } from './batcher.ts';

type Item = { shard: number; memberId: string; n: number };
const item = (memberId: string, n = 0): Item => ({ shard: 0, memberId, n });

/** A `run` whose batches stay in flight until the test releases them. */
const held = () => {
  const batches: { items: readonly Item[]; done(): void; fail(error: Error): void }[] = [];
  const run = (items: readonly Item[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      batches.push({ items, done: () => resolve(items.map((one) => one.n)), fail: reject });
    });
  return { batches, run };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('batcher', () => {
  test('an idle batcher starts at once, with everything of the same turn', async () => {
    const { batches, run } = held();
    const batcher = new Batcher({ atOnce: 2, batchMax: 10, run });
    void batcher.submit(item('a'));
    void batcher.submit(item('b'));
    await turn();
    expect(batches.map((b) => b.items.map((i) => i.memberId))).toEqual([['a', 'b']]);
  });

  test('what arrives while all batches are under way shares the next batch', async () => {
    const { batches, run } = held();
    const batcher = new Batcher({ atOnce: 1, batchMax: 10, run });
    void batcher.submit(item('a'));
    await turn();
    void batcher.submit(item('b'));
    await turn();
    void batcher.submit(item('c'));
    await turn();
    expect(batches).toHaveLength(1);
    batches[0]?.done();
    await turn();
    expect(batches[1]?.items.map((i) => i.memberId)).toEqual(['b', 'c']);
  });

  test('a wallet is in one batch at a time, once, and keeps its order', async () => {
    const { batches, run } = held();
    const batcher = new Batcher({ atOnce: 2, batchMax: 10, run });
    for (const n of [1, 2, 3]) void batcher.submit(item('a', n));
    await turn();
    expect(batches.map((b) => b.items.map((i) => i.n))).toEqual([[1]]);
    batches[0]?.done();
    await turn();
    expect(batches.map((b) => b.items.map((i) => i.n))).toEqual([[1], [2]]);
  });

  test('a second batch starts next to the first once half as many items wait as are under way', async () => {
    const { batches, run } = held();
    const batcher = new Batcher({ atOnce: 2, batchMax: 100, run });
    const submit = (name: string, count: number): void => {
      for (let n = 0; n < count; n++) void batcher.submit(item(`${name}${n}`));
    };
    submit('a', 20);
    await turn();
    submit('b', 9);
    await turn();
    expect(batches).toHaveLength(1);
    submit('c', 1);
    await turn();
    expect(batches.map((b) => b.items.length)).toEqual([20, 10]);
    submit('d', 1);
    for (const batch of batches) batch.done();
    await turn();
    expect(batches[2]?.items.map((i) => i.memberId)).toEqual(['d0']);
  });

  test('a full queue refuses and says so', async () => {
    const { run } = held();
    const batcher = new Batcher({ atOnce: 1, batchMax: 1, queueMax: 2, run });
    void batcher.submit(item('a'));
    void batcher.submit(item('b'));
    await expect(batcher.submit(item('c'))).rejects.toBeInstanceOf(BatcherFull);
    expect(batcher.waiting()).toBe(2);
  });

  test('one bad item fails alone', async () => {
    const batcher = new Batcher({
      atOnce: 1,
      batchMax: 10,
      run: (items: readonly Item[]) =>
        items.some((one) => one.memberId === 'bad')
          ? Promise.reject(new Error('bad'))
          : Promise.resolve(items.map((one) => one.n)),
    });
    const answers = await Promise.allSettled(
      ['a', 'b', 'bad', 'c', 'd'].map((member, n) => batcher.submit(item(member, n))),
    );
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'))).toEqual([
      0,
      1,
      'rejected',
      3,
      4,
    ]);
  });

  test('a batch that failed for a passing reason is not run piece by piece', async () => {
    let runs = 0;
    const batcher = new Batcher({
      atOnce: 1,
      batchMax: 10,
      run: (): Promise<number[]> => {
        runs++;
        return Promise.reject(new Error('Connection terminated unexpectedly'));
      },
    });
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((member) => batcher.submit(item(member))));
    expect(answers.every((one) => one.status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });

  test('drain finishes accepted items and accepts no more', async () => {
    const { batches, run } = held();
    const batcher = new Batcher({ atOnce: 1, batchMax: 1, run });
    const taken = [batcher.submit(item('a', 1)), batcher.submit(item('b', 2))];
    let drained = false;
    const drain = batcher.drain().then(() => (drained = true));
    await expect(batcher.submit(item('c'))).rejects.toBeInstanceOf(BatcherFull);
    await turn();
    batches[0]?.done();
    await turn();
    expect(drained).toBe(false);
    batches[1]?.done();
    await drain;
    expect(await Promise.all(taken)).toEqual([1, 2]);
  });

  test('every item gets its own answer under any load', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ wallet: fc.integer({ min: 0, max: 5 }), turns: fc.integer({ min: 0, max: 2 }) }),
          {
            maxLength: 60,
          },
        ),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 4 }),
        async (arrivals, count, batchMax) => {
          const inFlight = new Set<string>();
          const order = new Map<string, number[]>();
          let batches = 0;
          const batcher = new Batcher({
            atOnce: count,
            batchMax,
            run: async (items: readonly Item[]) => {
              expect(++batches).toBeLessThanOrEqual(count);
              expect(items.length).toBeLessThanOrEqual(batchMax);
              for (const one of items) {
                expect(inFlight.has(one.memberId)).toBe(false);
                inFlight.add(one.memberId);
                order.set(one.memberId, [...(order.get(one.memberId) ?? []), one.n]);
              }
              await turn();
              for (const one of items) inFlight.delete(one.memberId);
              batches--;
              return items.map((one) => one.n);
            },
          });
          const answers: Promise<number>[] = [];
          for (const [n, { wallet, turns }] of arrivals.entries()) {
            answers.push(batcher.submit(item(`m${wallet}`, n)));
            for (let i = 0; i < turns; i++) await turn();
          }
          expect(await Promise.all(answers)).toEqual(arrivals.map((_, n) => n));
          for (const seen of order.values()) expect(seen).toEqual(seen.toSorted((a, b) => a - b));
          await batcher.drain();
          expect(batcher.waiting()).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});
