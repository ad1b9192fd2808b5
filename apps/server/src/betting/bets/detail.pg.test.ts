import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testWallet } from '../../testing/book.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { createBetDetails, type BetDetails } from './detail.ts';

let book: TestSettling;
let details: BetDetails;
let member: Member;
beforeAll(async () => {
  book = await testSettling();
  details = createBetDetails({
    ...book.database,
    wallet: book.wallet,
    betReceipts: () => Promise.resolve(null),
    settledReceipts: () => Promise.resolve([]),
  });
  member = await testWallet(book.database.pool, 100_000n);
});
afterAll(() => book.close());

const timeline = async (id: string) => {
  const { timeline: all } = await details({ shard: member.shard, memberId: member.id }, id);
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted());
  return all.map(({ what, amount, state, before, why, leg }) =>
    [what, amount, state, before?.payout, why, leg].filter((part) => part !== undefined),
  );
};

describe('the time line of a bet', () => {
  it('has every settlement, each correction with its amount, and that it ran again', async () => {
    const [a = '', b = ''] = await book.open(2);
    const id = await book.bet(member, [pick.home(a), pick.home(b)]);
    await book.result(a, [0, 1]);
    await book.result(a, [1, 0]);
    await book.result(b, [1, 0]);
    await book.result(b, [0, 0]);
    await book.result(b, [2, 0]);
    expect(await timeline(id)).toEqual([
      ['placed', '-10.00'],
      ['settled', '0.00', 'lose'],
      ['resettled', '0.00', 'in_progress', '0.00', 'result 2', 0],
      ['settled', '44.10', 'win'],
      ['resettled', '-44.10', 'lose', '44.10', 'result 2', 1],
      ['resettled', '44.10', 'win', '0.00', 'result 3', 1],
    ]);
  });

  it('has the reason of a void leg: its void, or that the match was called off', async () => {
    const [a = '', b = ''] = await book.open(2);
    const single = await book.bet(member, [pick.home(a)]);
    const both = await book.bet(member, [pick.over(a), pick.home(b)]);
    await book.events.rulings.voidBets(a, { market: 'btts' }, { by: 'ada', why: 'not this one' });
    await book.events.rulings.voidBets(a, { market: '1x2' }, { by: 'ada', why: 'wrong prices' });
    await book.settle();
    expect(await timeline(single)).toEqual([
      ['placed', '-10.00'],
      ['void', 'wrong prices'],
      ['settled', '10.00', 'refund'],
    ]);
    expect((await details({ shard: member.shard, memberId: member.id }, single)).legs[0]).toMatchObject({
      outcome: 'void',
      rule: 'void',
      state: 'refund',
    });
    await book.database.pool.query(
      `update event set state = 'postponed', kick_off = now() - interval '3 days' where id = $1`,
      [b],
    );
    await book.events.rulings.voidCalledOff();
    await book.settle();
    expect(await timeline(both)).toEqual([
      ['placed', '-10.00'],
      ['void', 'postponed', 1],
    ]);
  });

  it('is not visible to other members', async () => {
    const [a = ''] = await book.open(1);
    const id = await book.bet(member, [pick.home(a)]);
    const other = await testWallet(book.database.pool, 0n);
    for (const [who, what] of [
      [other, id],
      [member, newId()],
      [member, 'x'],
    ] as const) {
      const asked = details({ shard: who.shard, memberId: who.id }, what);
      await expect(asked).rejects.toMatchObject({ reason: 'not_found' });
    }
  });
});
