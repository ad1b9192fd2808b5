import type { Input } from '@touchline/contract/routes';
import { parseVerifierKey } from '@touchline/verify/keys';
import { verifyReceipt } from '@touchline/verify/receipts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { testPlacing, type TestPlacing } from '../../testing/placing.ts';
import { testLogKey } from '../../testing/touchline.ts';

let book: TestPlacing;
beforeAll(async () => {
  book = await testPlacing({ env: { LIVE_DELAY_MS: '0' } });
});
afterAll(() => book.close());

const key = parseVerifierKey(testLogKey.vkey);
const draw = (event: string): Input<'orderAdd'>['legs'][number] => ({
  event,
  market: '1x2',
  selection: 'X',
  odds: '3.40',
});
const single = (event: string): Input<'orderAdd'> => ({
  key: newId(),
  type: 'single',
  stake: '10.00',
  accept: 'none',
  legs: [draw(event)],
});
const newEvent = async (): Promise<string> => {
  const { id } = await testEvent(book.database.pool);
  await book.board.refresh([id]);
  return id;
};
/** What a receipt says, once it has verified. */
const agreed = (receipt: Awaited<ReturnType<TestPlacing['placing']['place']>>['receipt']) => {
  const verdict = receipt ? verifyReceipt(receipt, key) : undefined;
  if (!verdict?.ok) throw new Error(`no receipt: ${verdict?.reason}`);
  return verdict;
};

describe('the receipt of a bet', () => {
  it('signs the terms with the answer, one signature for all bets of a batch', async () => {
    const event = await newEvent();
    const members = await Promise.all(
      Array.from({ length: 40 }, () => testWallet(book.database.pool, 100_000n)),
    );
    const orders = members.map(() => single(event));
    const bets = await Promise.all(
      members.map((member, i) => book.placing.place(member, orders[i] ?? single(event))),
    );
    bets.forEach((bet, i) => {
      const { fact, timeMs } = agreed(bet.receipt);
      expect(fact).toEqual({
        kind: 'bet',
        v: 1,
        id: bet.id,
        member: members[i]?.id,
        key: orders[i]?.key,
        type: 'single',
        lines: 1,
        currency: 'PLAY',
        unit: '1000',
        stake: '1000',
        odds: '3400',
        potential: '3400',
        margin: expect.any(Number),
        rules: bet.rules,
        placedAt: bet.placedAt,
        legs: [{ event, market: '1x2', line: '', selection: 'X', odds: 3_400, since: '', version: 1 }],
      });
      expect(timeMs).toBe(Date.parse(bet.placedAt));
    });
    const roots = new Set(bets.map(({ receipt }) => receipt?.proof.split('\n').at(-5)));
    expect(roots.size).toBeLessThan(bets.length);
  });

  it('is made again from the rows, with the same body and nonce', async () => {
    const events = await Promise.all([newEvent(), newEvent(), newEvent()]);
    const member = await testWallet(book.database.pool, 100_000n);
    const owner = { shard: member.shard, memberId: member.id };
    const orders: Input<'orderAdd'>[] = [
      single(events[0]),
      { ...single(events[0]), type: 'accumulator', legs: events.map(draw) },
      { ...single(events[0]), type: 'system', k: 2, legs: events.map(draw) },
    ];
    for (const order of orders) {
      const placed = await book.placing.place(member, order);
      const { entry } = agreed(placed.receipt);
      const { receipt: again } = await book.placing.place(member, order);
      const { receipt: stored } = await book.modules.book.service.betDetails(owner, placed.id);
      for (const receipt of [again, stored]) {
        expect(receipt?.body).toBe(placed.receipt?.body);
        expect(agreed(receipt ?? null).entry).toEqual(entry);
      }
    }
  });

  it('of a bet that waited is of the terms it was accepted at', async () => {
    const delayed = await testPlacing({ env: { LIVE_DELAY_MS: '100' }, beside: book });
    const { id: event } = await testEvent(book.database.pool, {
      state: 'live',
      kickOff: new Date(Date.now() - 60_000),
    });
    await delayed.board.refresh([event]);
    const member = await testWallet(book.database.pool, 100_000n);
    const bet = await delayed.placing.place(member, single(event));
    expect(agreed(bet.receipt).fact).toMatchObject({ id: bet.id, key: `live:${bet.id}`, stake: '1000' });
    await delayed.close();
  });
});
