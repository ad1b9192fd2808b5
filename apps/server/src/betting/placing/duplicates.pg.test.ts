import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { newId } from '../../core/ids.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { testPlacing, refusalOf, type TestPlacing } from '../../testing/placing.ts';
import { duplicateWindowMs } from './recent.ts';

// Two processes of one site over one database.
let book: TestPlacing;
let beside: TestPlacing;
let event: string;
beforeAll(async () => {
  book = await testPlacing();
  beside = await testPlacing({ beside: book });
  event = (await testEvent(book.database.pool)).id;
  for (const each of [book, beside]) await each.board.refresh([event]);
});
afterAll(async () => {
  await beside.close();
  await book.close();
});

const order = (rest: Partial<Input<'orderAdd'>> = {}): Input<'orderAdd'> => ({
  key: newId(),
  type: 'single',
  stake: '10.00',
  accept: 'none',
  legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
  ...rest,
});
describe('the same bet under another key', () => {
  it('is refused, one after the other and tapped twice at once', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    await book.placing.place(member, order());
    expect(await refusalOf(book.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
    const twice = await Promise.allSettled(
      [1, 2, 3].map(() => book.placing.place(member, order({ stake: '20.00' }))),
    );
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await book.available(member)).toBe(97_000n);
  });

  it('is taken when the member confirms it, and when it differs', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    await book.placing.place(member, order());
    await book.placing.place(member, order({ again: true }));
    await book.placing.place(member, order({ stake: '10.01' }));
    await book.placing.place(
      member,
      order({ legs: [{ event, market: '1x2', selection: '1', odds: '2.10' }] }),
    );
    expect(await book.available(member)).toBe(100_000n - 1_000n - 1_000n - 1_001n - 1_000n);
  });

  it('keeps its key: refused again, and another request with it is another body', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    await book.placing.place(member, order());
    const second = order();
    for (let i = 0; i < 2; i++) {
      expect(await refusalOf(book.placing.place(member, second))).toMatchObject({ reason: 'duplicate' });
    }
    expect(await refusalOf(book.placing.place(member, { ...second, again: true }))).toMatchObject({
      reason: 'key_reused',
    });
  });

  it('is found in another process, also when both get it at once', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    await book.placing.place(member, order());
    expect(await refusalOf(beside.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
    for (let round = 0; round < 30; round++) {
      const twin = await testWallet(book.database.pool, 10_000n);
      const both = [book, beside, book, beside].map(({ placing }) => placing.place(twin, order()));
      const taken = (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled');
      expect(taken).toHaveLength(1);
      expect(await book.available(twin)).toBe(9_000n);
    }
  });

  it('of another process is found also by one that knows the member', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    await book.placing.place(member, order({ stake: '5.00' }));
    await beside.placing.place(member, order());
    await book.placing.place(member, order({ stake: '6.00' }));
    expect(await refusalOf(book.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
  });

  it.each([
    ['another process', () => beside],
    ['the same process', () => book],
  ])('by %s is a new bet once the window has passed', async (_who, first) => {
    const member = await testWallet(book.database.pool, 100_000n);
    await first().placing.place(member, order());
    await book.later(duplicateWindowMs / 2);
    expect(await refusalOf(book.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
    await book.later(duplicateWindowMs / 2);
    expect((await book.placing.place(member, order())).state).toBe('waiting');
    expect(await refusalOf(book.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
  });
});
