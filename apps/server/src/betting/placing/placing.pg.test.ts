import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { newId } from '../../core/ids.ts';
import type { Refused } from '../../core/refusal.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { listed, refusalOf, testPlacing, type TestPlacing } from '../../testing/placing.ts';

let book: TestPlacing;
let database: TestPlacing['database'];
let board: TestPlacing['board'];
let placing: TestPlacing['placing'];
const told: string[] = [];

beforeAll(async () => {
  book = await testPlacing({
    env: { STAKE_MIN: '1.00', STAKE_MAX: '1000.00', PAYOUT_MAX: '3000.00', LIVE_DELAY_MS: '0' },
  });
  ({ database, board, placing } = book);
  book.bus.on('betPlaced', ({ bet }) => void told.push(bet.id));
});
afterAll(() => book.close());

type Leg = Input<'orderAdd'>['legs'][number];
const order = (
  event: string,
  rest: Partial<Input<'orderAdd'>> & { leg?: Partial<Leg> } = {},
): Input<'orderAdd'> => {
  const { leg, ...more } = rest;
  return {
    key: newId(),
    type: 'single',
    stake: '10.00',
    accept: 'none',
    legs: [{ event, market: '1x2', selection: 'X', odds: '3.40', ...leg }],
    ...more,
  };
};

const opened = async (...args: Parameters<typeof testEvent> extends [unknown, ...infer R] ? R : never) => {
  const { id } = await testEvent(database.pool, ...args);
  await board.refresh([id]);
  return id;
};

const balance = async (member: { id: string; shard: number }): Promise<[bigint, number]> => {
  const { rows } = await database.pool.query<{ available: bigint; bets: bigint }>(
    `select w.available, (select count(*) from bet b where b.shard = w.shard and b.member_id = w.member_id) as bets
     from wallet w where w.shard = $1 and w.member_id = $2`,
    [member.shard, member.id],
  );
  return [rows[0]?.available ?? -1n, Number(rows[0]?.bets)];
};

describe('a bet', () => {
  it('takes the stake, is waiting in the records, and is announced', async () => {
    const event = await opened();
    const member = await testWallet(database.pool, 100_000n);
    const bet = await placing.place(member, order(event));
    expect(bet).toMatchObject({
      type: 'single',
      state: 'waiting',
      stake: '10.00',
      unit: '10.00',
      odds: '3.40',
      potential: '34.00',
      legs: [{ event, market: '1x2', selection: 'X', odds: '3.40', state: 'waiting' }],
    });
    expect(await balance(member)).toEqual([99_000n, 1]);
    expect(told).toContain(bet.id);
    const [stored] = await book.records.byId({ shard: member.shard, memberId: member.id }, [bet.id]);
    expect(stored).toEqual(listed(bet));
  });

  it('is one bet however often its key is sent, one after the other or at once', async () => {
    const event = await opened();
    const member = await testWallet(database.pool, 100_000n);
    const input = order(event);
    const first = await placing.place(member, input);
    const again = await Promise.all(Array.from({ length: 20 }, () => placing.place(member, input)));
    for (const bet of again) expect(listed(bet)).toEqual(listed(first));
    const other = order(event, { again: true });
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => placing.place(member, other)));
    expect(new Set(atOnce.map((bet) => bet.id)).size).toBe(1);
    expect(await balance(member)).toEqual([98_000n, 2]);
  });

  it('of one key with another body is refused', async () => {
    const event = await opened();
    const member = await testWallet(database.pool, 100_000n);
    const input = order(event);
    await placing.place(member, input);
    expect(await refusalOf(placing.place(member, { ...input, stake: '11.00' }))).toMatchObject({
      reason: 'key_reused',
    });
    expect(await balance(member)).toEqual([99_000n, 1]);
  });

  it('keeps the key of a refusal: the same answer also when the price has come back', async () => {
    const event = await opened();
    const member = await testWallet(database.pool, 100_000n);
    const input = order(event, { leg: { odds: '3.30' } });
    const first = await refusalOf(placing.place(member, input));
    expect(first).toMatchObject({
      reason: 'price_changed',
      detail: { legs: [{ event, odds: '3.40', state: 'open' }] },
    });
    await database.pool.query(
      `update market set odds_milli = '{2100,3300,3600}', version = 2 where event_id = $1`,
      [event],
    );
    await board.refresh([event]);
    expect(await refusalOf(placing.place(member, input))).toEqual(first);
    expect(await balance(member)).toEqual([100_000n, 0]);
  });

  it('of many members at once takes each stake once', async () => {
    const event = await opened();
    const members = await Promise.all(Array.from({ length: 40 }, () => testWallet(database.pool, 5_000n)));
    const orders = members.flatMap((member) =>
      Array.from({ length: 8 }, () => placing.place(member, order(event, { again: true }))),
    );
    const answers = await Promise.allSettled(orders);
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(40 * 5);
    for (const member of members) expect(await balance(member)).toEqual([0n, 5]);
  });
});

describe('the price', () => {
  const move = (event: string) =>
    database.pool.query(
      `update market set odds_milli = '{2100,3500,3600}', version = 2 where event_id = $1 and market = '1x2'`,
      [event],
    );

  it('better than seen is passed on to a member who accepts it, also when only the row knows', async () => {
    const event = await opened();
    const member = await testWallet(database.pool, 100_000n);
    await move(event);
    const bet = await placing.place(member, order(event, { accept: 'better' }));
    expect(bet).toMatchObject({ odds: '3.50', potential: '35.00', legs: [{ odds: '3.50' }] });
  });

  it('that only the row knows refuses the member who accepts no change, with the new price', async () => {
    const event = await opened();
    const member = await testWallet(database.pool, 100_000n);
    await move(event);
    expect(await refusalOf(placing.place(member, order(event)))).toMatchObject({
      reason: 'price_changed',
      detail: { legs: [{ odds: '3.50' }] },
    });
    expect(await balance(member)).toEqual([100_000n, 0]);
  });
});

describe('refused, with nothing changed', () => {
  const cases: [string, Partial<Input<'orderAdd'>> & { leg?: Partial<Leg> }, Partial<Refused>][] = [
    ['too little', { stake: '0.99' }, { reason: 'stake_min', detail: { min: '1.00' } }],
    ['nothing', { stake: '0' }, { reason: 'stake_min', detail: { min: '1.00' } }],
    ['too much for the price', { stake: '900.00' }, { reason: 'stake_max', detail: { max: '882.35' } }],
    ['more than there is', { stake: '50.01' }, { reason: 'insufficient' }],
    ['three decimals', { stake: '10.001' }, { reason: 'validation', detail: { rules: { stake: 'amount' } } }],
    ['an unknown market', { leg: { market: 'corners' } }, { reason: 'not_found' }],
    ['an unknown selection', { leg: { selection: 'x' } }, { reason: 'not_found' }],
    ['a line the market has not', { leg: { line: '2.5' } }, { reason: 'not_found' }],
    [
      'a line that is missing',
      { leg: { market: 'over_under', selection: 'over', odds: '1.90' } },
      { reason: 'not_found' },
    ],
    ['an event that is none', { leg: { event: 'x' } }, { reason: 'not_found' }],
    ['an unknown event', { leg: { event: newId() } }, { reason: 'not_found' }],
  ];
  it.each(cases)('%s', async (_, change, expected) => {
    const event = await opened();
    const member = await testWallet(database.pool, 5_000n);
    expect(await refusalOf(placing.place(member, order(event, change)))).toMatchObject(expected);
    expect(await balance(member)).toEqual([5_000n, 0]);
  });

  it('a market suspended or closed, whether memory knows it or only the row', async () => {
    for (const [state, reason] of [
      ['suspended', 'suspended'],
      ['closed', 'closed'],
    ] as const) {
      for (const known of [true, false]) {
        const event = await opened();
        const member = await testWallet(database.pool, 5_000n);
        await database.pool.query(`update market set state = $2, version = version + 1 where event_id = $1`, [
          event,
          state,
        ]);
        if (known) await board.refresh([event]);
        expect(await refusalOf(placing.place(member, order(event)))).toMatchObject({ reason });
        expect(await balance(member)).toEqual([5_000n, 0]);
      }
    }
  });

  it('a market that closes at kick-off, by the clock of the database', async () => {
    const event = await opened({ kickOff: new Date(Date.now() - 1_000), state: 'live' });
    const member = await testWallet(database.pool, 5_000n);
    await database.pool.query(
      `update market set in_play = false, version = 2 where event_id = $1 and market = 'over_under'`,
      [event],
    );
    const leg = { market: 'over_under', line: '2.5', selection: 'over', odds: '1.90' };
    expect(await refusalOf(placing.place(member, order(event, { leg })))).toMatchObject({ reason: 'closed' });
    expect((await placing.place(member, order(event))).state).toBe('in_progress');
  });

  it('a match past kick-off without news', async () => {
    const event = await opened({ kickOff: new Date(Date.now() - 1_000) });
    const member = await testWallet(database.pool, 5_000n);
    expect(await refusalOf(placing.place(member, order(event)))).toMatchObject({ reason: 'suspended' });
  });
});
