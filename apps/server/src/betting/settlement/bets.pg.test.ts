import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { createLog } from '../../core/logging/log.ts';
import { testWallet } from '../../testing/book.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { settlementName } from '../../core/database/transaction.ts';
import { fromStart, selectDue, type DueBetKey, type DueBet } from './chunk-rows.ts';

let book: TestSettling;
beforeAll(async () => {
  book = await testSettling();
});
afterAll(() => book.close());

let event: string;
beforeEach(async () => {
  [event = ''] = await book.open(1);
  book.told.length = 0;
});

const home = (of = event) => pick.home(of);
const draw = (of = event) => pick.draw(of);
const over = (of = event) => pick.over(of);
const halfDraw = (of = event) => pick.halfDraw(of);
const rich = () => testWallet(book.database.pool, 100_000n);
const ruling = async (ft: [number, number] | null) => {
  const result = { ht: { home: 0, away: 0 }, source: 'test', confirmedBy: 'referee' };
  await book.events.rulings.recordResult(event, {
    ...result,
    ft: ft ? { home: ft[0], away: ft[1] } : undefined,
  });
  const [key] = await book.due();
  if (!key) throw new Error('no ruling');
  return key;
};

describe('an accumulator', () => {
  it('is paid once its last match is decided, whichever that is', async () => {
    const member = await rich();
    const [a = '', b = '', c = ''] = await book.open(3);
    const id = await book.bet(member, [home(a), draw(b), over(c)]);
    await book.result(c, [2, 1]);
    await book.result(a, [1, 0]);
    expect(await book.state(member, id)).toEqual(['waiting', undefined, 'win', undefined, 'win']);
    await book.result(b, [1, 1]);
    expect(await book.state(member, id)).toEqual(['win', '135.66', 'win', 'win', 'win']);
    expect(await book.available(member)).toBe(99_000n + 13_566n);
  });

  it('is lost with its first leg, runs again when that is corrected, and is paid in the end', async () => {
    const member = await rich();
    const [a = '', b = ''] = await book.open(2);
    const id = await book.bet(member, [home(a), home(b)]);
    await book.result(a, [0, 1]);
    expect(await book.state(member, id)).toEqual(['lose', '0.00', 'lose', undefined]);
    expect((await book.bets(member, [id]))[0]?.settledAt).toBeDefined();
    await book.result(a, [1, 0]);
    expect(await book.state(member, id)).toEqual(['waiting', undefined, 'win', undefined]);
    expect((await book.bets(member, [id]))[0]?.settledAt).toBeUndefined();
    await book.result(b, [1, 0]);
    expect(await book.state(member, id)).toEqual(['win', '44.10', 'win', 'win']);
    await book.result(a, [0, 1]);
    await book.result(b, [0, 1]);
    await book.result(a, [1, 0]);
    await book.result(b, [1, 0]);
    expect(await book.available(member)).toBe(99_000n + 4_410n);
  });

  it('of matches that end at the same time is paid once', async () => {
    const member = await rich();
    const events = await book.open(6);
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, i) => book.bet(member, events.slice(0, 2 + (i % 5)).map(home))),
    );
    for (const of of events) {
      const result = { ht: { home: 0, away: 0 }, ft: { home: 1, away: 0 } };
      await book.events.rulings.recordResult(of, { ...result, source: 'test', confirmedBy: 'referee' });
    }
    await Promise.all((await book.due()).map((key) => book.settlement.run(key)));
    expect((await book.bets(member, ids)).map((bet) => bet.state)).toEqual(ids.map(() => 'win'));
  });

  it('is not settled by a chunk that has read an outdated grade', async () => {
    const member = await rich();
    const [a = '', b = ''] = await book.open(2);
    const id = await book.bet(member, [home(a), home(b)]);
    event = a;
    const wrong = await ruling([0, 1]);
    const right = await ruling([1, 0]);
    const release = await holdBet(id);
    const late = book.settlement.run(wrong);
    // It has read the bet as lost, and waits to write that, when the right result is published.
    await expect.poll(() => book.isWaiting(settlementName)).toBe(true);
    let ended = false;
    const corrected = book.settlement.run(right).then(() => (ended = true));
    await book.looksTwice();
    expect(ended).toBe(false);
    await release();
    await Promise.all([late, corrected]);
    expect(await book.state(member, id)).toEqual(['waiting', undefined, 'win', undefined]);
  });
});

describe('a system', () => {
  it('is settled when all its legs are graded, by all its lines', async () => {
    const member = await rich();
    const [a = '', b = '', c = ''] = await book.open(3);
    const id = await book.bet(member, [home(a), draw(b), over(c)], { type: 'system', k: 2 });
    await book.result(a, [0, 1]);
    await book.result(b, [1, 1]);
    expect(await book.state(member, id)).toEqual(['waiting', undefined, 'lose', 'win', undefined]);
    await book.result(c, [2, 1]);
    expect(await book.state(member, id)).toEqual(['win', '64.60', 'lose', 'win', 'win']);
  });

  it('of all sizes pays singles, doubles and the treble', async () => {
    const member = await rich();
    const [a = '', b = '', c = ''] = await book.open(3);
    const legs = [home(a), draw(b), over(c)];
    const patent = await book.bet(member, legs, { type: 'system', k: -1 });
    const trixie = await book.bet(member, legs, { type: 'system', k: -2 });
    expect(await book.available(member)).toBe(100_000n - 7_000n - 4_000n);
    await book.result(a, [0, 1]);
    await book.result(b, [1, 1]);
    await book.result(c, [2, 1]);
    // 3.40 and 1.90 as singles and as a double; the Trixie has the double alone.
    expect(await book.state(member, patent)).toEqual(['win', '117.60', 'lose', 'win', 'win']);
    expect(await book.state(member, trixie)).toEqual(['win', '64.60', 'lose', 'win', 'win']);
    expect(await book.available(member)).toBe(100_000n - 11_000n + 11_760n + 6_460n);
  });
});

describe('a void', () => {
  const wrong = { by: 'ada', why: 'wrong team' };
  it('of the event returns singles and counts 1 in an accumulator; after revoking it all is as before', async () => {
    const member = await rich();
    const [a = '', b = ''] = await book.open(2);
    const single = await book.bet(member, [home(a)]);
    const both = await book.bet(member, [home(a), draw(b)]);
    await book.result(b, [1, 1]);
    const version = await book.events.rulings.voidBets(a, {}, wrong);
    await book.settle();
    expect(await book.state(member, single)).toEqual(['refund', '10.00', 'void']);
    expect(await book.state(member, both)).toEqual(['win', '34.00', 'void', 'win']);
    expect(book.board.market(a, '1x2')?.state).toBe('void');
    await book.events.rulings.undoVoid(a, version, { by: 'ben', why: 'right team' });
    await book.settle();
    expect(await book.state(member, single)).toEqual(['waiting', undefined, undefined]);
    expect(await book.state(member, both)).toEqual(['waiting', undefined, undefined, 'win']);
    expect(book.board.market(a, '1x2')?.state).toBe('closed');
    await book.result(a, [1, 0]);
    expect(await book.state(member, both)).toEqual(['win', '71.40', 'win', 'win']);
    expect(await book.available(member)).toBe(98_000n + 2_100n + 7_140n);
  });

  it('of a time covers the bets struck in it, before and after the result', async () => {
    const member = await rich();
    const before = await book.bet(member, [home()]);
    const { rows } = await book.database.pool.query<{ now: Date }>('select site_clock() as now');
    const goal = rows[0]?.now ?? new Date();
    await book.later(5);
    const within = await book.bet(member, [home()]);
    await book.later(5);
    const { rows: later } = await book.database.pool.query<{ now: Date }>('select site_clock() as now');
    const overturned = later[0]?.now ?? new Date();
    await book.later(5);
    const after = await book.bet(member, [home()]);
    const window = { struckFrom: new Date(goal.getTime() + 1), struckUntil: overturned };
    await book.events.rulings.voidBets(event, window, { by: 'feed:test', why: 'goal overturned' });
    await book.settle();
    expect(await book.state(member, within)).toEqual(['refund', '10.00', 'void']);
    expect((await book.bets(member, [within]))[0]?.legs[0]?.rule).toBe('live');
    expect(await book.state(member, before)).toEqual(['waiting', undefined, undefined]);
    expect(book.board.market(event, '1x2')?.state).toBe('open');
    await book.result(event, [1, 0]);
    expect(await book.state(member, within)).toEqual(['refund', '10.00', 'void']);
    expect(await book.state(member, before)).toEqual(['win', '21.00', 'win']);
    expect(await book.state(member, after)).toEqual(['win', '21.00', 'win']);
  });

  it('by abandonment keeps what was decided beyond change', async () => {
    const member = await rich();
    const half = await book.bet(member, [halfDraw()]);
    const passed = await book.bet(member, [over()]);
    const open = await book.bet(member, [home()]);
    await book.database.pool.query(
      `update event set state = 'abandoned', kick_off = now() - interval '49 hours', home_goals = 2, away_goals = 1,
         ht_home = 0, ht_away = 0 where id = $1`,
      [event],
    );
    expect(await book.events.rulings.voidCalledOff()).toEqual([event]);
    await book.settle();
    expect(await book.state(member, half)).toEqual(['win', '21.00', 'win']);
    expect(await book.state(member, passed)).toEqual(['win', '19.00', 'win']);
    expect(await book.state(member, open)).toEqual(['refund', '10.00', 'void']);
    expect((await book.bets(member, [open]))[0]?.legs[0]?.rule).toBe('void');
  });
});

describe('a sold part', () => {
  const sell = (member: Member, id: string, stakeMinor: bigint, paidMinor: bigint, ends: string | null) =>
    book.database.pool
      .query(
        `update bet set cashed_stake = cashed_stake + $2, cash_out = cash_out + $3, state = coalesce($4, state),
           settled_at = case when $4::text is null then null else now() end where id = $1 and state = 'open'`,
        [id, stakeMinor, paidMinor, ends],
      )
      .then(() =>
        book.wallet.post([
          {
            shard: member.shard,
            memberId: member.id,
            key: newId(),
            kind: 'cash_out',
            amountMinor: paidMinor,
            counterAccount: 'payouts',
            ref: id,
          },
        ]),
      );

  it('is not paid again: the rest is settled, and a bet sold whole is left alone', async () => {
    const member = await rich();
    const part = await book.bet(member, [home()]);
    const whole = await book.bet(member, [home()]);
    await sell(member, part, 250n, 300n, null);
    await sell(member, whole, 1_000n, 900n, 'lose');
    expect(await book.settlement.run(await ruling([1, 0]))).toMatchObject({ bets: 1, paidMinor: 1_575n });
    expect(await book.state(member, part)).toEqual(['win', '15.75', 'win']);
    expect(await book.state(member, whole)).toEqual(['lose', undefined, 'win']);
    await book.result(event, [0, 1]);
    expect(await book.available(member)).toBe(98_000n + 300n + 900n);
  });

  it('during the computation of a chunk is read again', async () => {
    const member = await rich();
    const id = await book.bet(member, [home()]);
    const seller = await book.database.pool.connect();
    await seller.query('begin');
    await seller.query('update bet set cashed_stake = 500, cash_out = 600 where id = $1', [id]);
    const run = book.settlement.run(await ruling([1, 0]));
    await expect.poll(() => book.isWaiting(settlementName)).toBe(true);
    await book.wallet.post(
      [
        {
          shard: member.shard,
          memberId: member.id,
          key: newId(),
          kind: 'cash_out',
          amountMinor: 600n,
          counterAccount: 'payouts',
          ref: id,
        },
      ],
      seller,
    );
    await seller.query('commit');
    seller.release();
    expect(await run).toMatchObject({ bets: 1, paidMinor: 1_050n });
    expect(await book.available(member)).toBe(99_000n + 600n + 1_050n);
  });
});

it('a single that was placed when its leg was a row of its own is settled in its turn among the others', async () => {
  const member = await rich();
  const ids: string[] = [];
  for (const stake of ['1.00', '2.00', '3.00', '4.00']) ids.push(await book.bet(member, [home()], { stake }));
  const [, earlier = ''] = ids;
  await book.database.owner.query('insert into leg select * from bet_leg where bet_id = $1', [earlier]);
  await book.database.owner.query(
    `update bet set event_id = null, market = null, line = null, selection = null, price_version = null, since = null
     where id = $1`,
    [earlier],
  );
  expect(await book.state(member, earlier)).toEqual(['waiting', undefined, undefined]);
  // One bet after the other, by the order of both tables.
  const found: string[] = [];
  let after: DueBetKey | undefined = fromStart;
  while (after) {
    const part = { shard: member.shard, eventId: event, after, limit: 1 };
    const [due]: DueBet[] = await selectDue(book.database.pool, part);
    if (due) found.push(due.id);
    after = due;
  }
  expect(found).toEqual(ids);
  await book.settlement.run(await ruling([1, 0]));
  for (const [i, id] of ids.entries())
    expect(await book.state(member, id)).toEqual(['win', ((i + 1) * 2.1).toFixed(2), 'win']);
});

it('a leg struck at an impossible score is not guessed: it waits, and a person is notified', async () => {
  const member = await rich();
  const id = await book.bet(member, [over()]);
  await book.database.pool.query(
    `insert into market (event_id, market, line, in_play, margin_bp, selections, odds_milli, moves)
     values ($1, 'asian_handicap', '-0.5', true, 400, '{home,away}', '{1900,1900}', '{0,0}')`,
    [event],
  );
  await book.database.owner.query(
    `update bet set market = 'asian_handicap', line = '-0.5', selection = 'home', since = '2-0' where id = $1`,
    [id],
  );
  const told: unknown[] = [];
  const log = {
    ...createLog('silent'),
    info: () => undefined,
    warn: (what: unknown) => void told.push(what),
  };
  const beside = book.beside({ log });
  await beside.run(await ruling([1, 0]));
  expect(await book.state(member, id)).toEqual(['waiting', undefined, undefined]);
  expect(told).toEqual([{ eventId: event, version: 1, legs: 1 }]);
});

it('the records agree: every bet follows from its legs, rulings and entries, and the ledger is consistent', async () => {
  expect(await book.differences()).toEqual([]);
});

/** Locks a bet's row; changes of it wait. @returns unlocks it */
const holdBet = async (id: string): Promise<() => Promise<void>> => {
  const holder = await book.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from bet where id = $1 for update', [id]);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
};
