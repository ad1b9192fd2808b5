import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { testPlacing, type TestPlacing } from '../../testing/placing.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { verifyExposure } from '../exposure/verify.ts';
import { Builders } from '../builder/builders.ts';
import { Grids } from '../../pricing/grids.ts';
import { LiveDelay } from './service.ts';

/** For orders that wait for their decision; those of the other process are due when a test moves the time. */
const delayMs = 50;
const longMs = 30_000;
const settings = {
  STAKE_MIN: '1.00',
  STAKE_MAX: '1000.00',
  PAYOUT_MAX: '10000.00',
  EXPOSURE_CAP_EVENT: '100000.00',
  EXPOSURE_CAP_MEMBER: '10000.00',
};
let book: TestPlacing;
let database: TestPlacing['database'];
let board: TestPlacing['board'];
let placing: TestPlacing['placing'];
/** Another process of the site, whose orders wait for longer than a test takes. */
let slow: TestPlacing;
const decided: string[] = [];

beforeAll(async () => {
  book = await testPlacing({ env: { ...settings, LIVE_DELAY_MS: `${delayMs}` } });
  ({ database, board, placing } = book);
  slow = await testPlacing({ beside: book, env: { ...settings, LIVE_DELAY_MS: `${longMs}` } });
  // Either process may decide an order.
  for (const { bus } of [book, slow]) {
    bus.on('betsSettled', ({ bets }) => void decided.push(...bets.map(({ id }) => id)));
  }
});
afterAll(async () => {
  await slow.close();
  await book.close();
});

const inPlay = async (): Promise<string> => {
  const { id } = await testEvent(database.pool, {
    kickOff: new Date(Date.now() - 600_000),
    state: 'live',
  });
  await database.pool.query('update event set home_goals = 0, away_goals = 0 where id = $1', [id]);
  await database.pool.query(
    `insert into market (event_id, market, line, in_play, margin_bp, selections, odds_milli, moves)
     values ($1, 'asian_handicap', '-0.5', true, 400, '{home,away}', '{1900,1950}', '{0,0}')`,
    [id],
  );
  for (const each of [book, slow]) await each.board.refresh([id]);
  return id;
};
const order = (event: string, rest: Partial<Input<'orderAdd'>> = {}): Input<'orderAdd'> => ({
  key: newId(),
  type: 'single',
  stake: '10.00',
  accept: 'none',
  legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
  ...rest,
});
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.reason : String(error)),
  );
const wallet = async ({ id, shard }: { id: string; shard: number }) => {
  const { rows } = await database.pool.query<{ available: bigint; held: bigint; bets: bigint }>(
    `select available, held,
       (select count(*) from bet b where b.shard = w.shard and b.member_id = w.member_id) as bets
     from wallet w where shard = $1 and member_id = $2`,
    [shard, id],
  );
  const [row] = rows;
  return [row?.available, row?.held, Number(row?.bets)];
};
/** Sends an order in the other process, and returns while it waits. */
const held = async (member: { id: string; shard: number }, input: Input<'orderAdd'>): Promise<void> => {
  const [available = 0n] = await wallet(member);
  slow.placing.place(member, input).catch(() => undefined);
  await expect.poll(async () => (await wallet(member))[0], { interval: 10 }).not.toBe(available);
};
/** An event of a match while an order on it waits. */
const meanwhile = async (event: string, change: string, input = order(event)) => {
  const member = await testWallet(database.pool, 5_000n);
  await held(member, input);
  await database.pool.query(change, [event]);
  await book.later(longMs);
  return { reason: await reasonOf(placing.place(member, input)), after: await wallet(member) };
};

describe('a bet on a match in play', () => {
  it('holds its stake, waits, and is a bet at the price it was sent with', async () => {
    const event = await inPlay();
    const member = await testWallet(database.pool, 5_000n);
    const input = order(event);
    await held(member, input);
    expect(await wallet(member)).toEqual([4_000n, 1_000n, 0]);
    const { rows } = await database.pool.query(
      `select (extract(epoch from due_at - submitted_at) * 1000)::int as ms from delayed_order where member_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([{ ms: longMs }]);
    // The clock moves the price up in the wait: the bet keeps its own.
    await database.pool.query(
      `update market set odds_milli = '{2050,3500,3800}', version = version + 1
       where event_id = $1 and market = '1x2'`,
      [event],
    );
    await book.later(longMs);
    const bet = await placing.place(member, input);
    expect(bet).toMatchObject({ state: 'in_progress', stake: '10.00', odds: '3.40', potential: '34.00' });
    expect(await wallet(member)).toEqual([4_000n, 0n, 1]);
    await expect.poll(() => decided).toContain(bet.id);
  });

  const lower = `update market set odds_milli = '{2150,3300,3700}', version = version + 1
    where event_id = $1 and market = '1x2'`;

  it.each(['none', 'better'] as const)(
    'is refused at a price that fell in the wait when it accepts %s',
    async (accept) => {
      const event = await inPlay();
      expect(await meanwhile(event, lower, order(event, { accept }))).toEqual({
        reason: 'price_changed',
        after: [5_000n, 0n, 0],
      });
    },
  );

  it('is struck at the lower price when it accepts any, and so is each leg of several', async () => {
    const [event, { id: later }] = [await inPlay(), await testEvent(database.pool)];
    await board.refresh([later]);
    await slow.board.refresh([later]);
    const legs = [event, later].map((each) => ({ event: each, market: '1x2', selection: 'X', odds: '3.40' }));
    const inputs = [
      order(event, { accept: 'any' }),
      order(event, { accept: 'any', type: 'accumulator', legs }),
      order(event, { accept: 'any', type: 'system', k: 1, legs }),
    ];
    const member = await testWallet(database.pool, 5_000n);
    for (const input of inputs) await held(member, input);
    await database.pool.query(lower, [event]);
    await book.later(longMs);
    const [single, accumulator, system] = await Promise.all(
      inputs.map((input) => placing.place(member, input)),
    );
    expect(single).toMatchObject({ odds: '3.30', potential: '33.00' });
    expect(accumulator).toMatchObject({ odds: '11.22', potential: '112.20' });
    expect(accumulator?.legs.map(({ odds }) => odds)).toEqual(['3.30', '3.40']);
    expect(system).toMatchObject({ odds: '3.35', potential: '67.00' });
    expect(await wallet(member)).toEqual([1_000n, 0n, 3]);
  });

  it('is refused when its selection has no price any more', async () => {
    const event = await inPlay();
    const gone = `update market set odds_milli = '{1100,0,8000}', version = version + 1 where event_id = $1`;
    expect((await meanwhile(event, gone, order(event, { accept: 'any' }))).reason).toBe('closed');
  });

  it('waits by the clock of the match, which a replay has faster', async () => {
    const real = await inPlay();
    const replayed = [await inPlay(), await inPlay()];
    await database.pool.query('update event set replay = true where id = any($1::uuid[])', [replayed]);
    await slow.board.refresh(replayed);
    const waits = async (events: readonly (string | undefined)[]): Promise<number> => {
      const member = await testWallet(database.pool, 5_000n);
      const legs = events.map((event = '') => ({ event, market: '1x2', selection: 'X', odds: '3.40' }));
      await held(member, order('', { type: legs.length === 1 ? 'single' : 'accumulator', legs }));
      const { rows } = await database.pool.query<{ ms: number }>(
        `select (extract(epoch from due_at - submitted_at) * 1000)::int as ms from delayed_order where member_id = $1`,
        [member.id],
      );
      return rows[0]?.ms ?? 0;
    };
    expect(await waits(replayed.slice(0, 1))).toBe(longMs / 6);
    expect(await waits(replayed)).toBe(longMs / 6);
    expect(await waits([real, replayed[0]])).toBe(longMs);
  });

  it('before kick-off does not wait', async () => {
    const { id } = await testEvent(database.pool);
    await board.refresh([id]);
    const member = await testWallet(database.pool, 5_000n);
    await placing.place(member, order(id));
    const { rows } = await database.pool.query('select from delayed_order where member_id = $1', [member.id]);
    expect(rows).toHaveLength(0);
  });

  it('keeps the score from which a handicap counts', async () => {
    const event = await inPlay();
    await database.pool.query('update event set home_goals = 2, away_goals = 1 where id = $1', [event]);
    await board.refresh([event]);
    const member = await testWallet(database.pool, 5_000n);
    const legs = [{ event, market: 'asian_handicap', selection: 'away', line: '0.5', odds: '1.95' }];
    const bet = await placing.place(member, order(event, { legs }));
    expect(bet.legs[0]).toMatchObject({ line: '0.5', since: { home: 2, away: 1 } });
  });

  const changes: [string, string, string][] = [
    ['a goal', 'update event set home_goals = 1 where id = $1', 'price_changed'],
    ['a red card', 'update event set home_reds = 1, away_reds = 0 where id = $1', 'price_changed'],
    ['half time', `update event set state = 'half_time' where id = $1`, 'price_changed'],
    ['the end', `update event set state = 'finished' where id = $1`, 'closed'],
    ['a silent feed', 'update event set silent = true where id = $1', 'suspended'],
    ['a stop', `update market set state = 'suspended', version = 2 where event_id = $1`, 'suspended'],
    [
      'a stop that is over again',
      `with stopped as (
         insert into market_history (event_id, market, line, version, state, odds_milli, who, why)
         select event_id, market, line, 2, 'suspended', odds_milli, 'test', 'goal' from market where event_id = $1)
       update market set version = 3 where event_id = $1`,
      'price_changed',
    ],
    ['the end of its market', `update market set state = 'closed' where event_id = $1`, 'closed'],
  ];
  it.each(changes)(
    '%s during the delay refuses it, and the stake is free again',
    async (_, change, reason) => {
      const event = await inPlay();
      expect(await meanwhile(event, change)).toEqual({ reason, after: [5_000n, 0n, 0] });
    },
  );

  it('a stop of everything during the delay refuses it, also one that is lifted before the decision', async () => {
    const stop = `insert into trading_stop (id, why, stopped_by, opened_by, opened_why, opened_at)
      select uuidv7(), 'a rumour', 'operator:one', o.by, o.by, case when o.by is not null then site_clock() end
      from (select $1::uuid, OPENED::text) o (event, by)`;
    for (const opened of [`'operator:one'`, 'null']) {
      const event = await inPlay();
      const found = await meanwhile(event, stop.replace('OPENED', opened));
      expect(found).toEqual({ reason: 'suspended', after: [5_000n, 0n, 0] });
    }
    await database.owner.query('delete from trading_stop');
    await board.refresh([]);
  });

  it('refuses an accumulator for one of its legs', async () => {
    const [event, { id: later }] = [await inPlay(), await testEvent(database.pool)];
    await board.refresh([later]);
    const legs = [event, later].map((each) => ({ event: each, market: '1x2', selection: 'X', odds: '3.40' }));
    const goal = 'update event set home_goals = 1 where id = $1';
    const all = order(event, { type: 'accumulator', legs });
    expect(await meanwhile(event, goal, all)).toEqual({ reason: 'price_changed', after: [5_000n, 0n, 0] });
  });

  it('is one bet or one refusal however often its key is sent, while it waits and later', async () => {
    const event = await inPlay();
    const member = await testWallet(database.pool, 5_000n);
    const input = order(event);
    const answers = await Promise.all(Array.from({ length: 8 }, () => placing.place(member, input)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await placing.place(member, input)).id).toBe(answers[0]?.id);
    expect(await wallet(member)).toEqual([4_000n, 0n, 1]);
    expect(await reasonOf(placing.place(member, { ...input, stake: '11.00' }))).toBe('key_reused');

    const doomed = order(event, { stake: '12.00' });
    await held(member, doomed);
    await database.pool.query('update event set home_goals = 1 where id = $1', [event]);
    await book.later(longMs);
    expect(await reasonOf(placing.place(member, doomed))).toBe('price_changed');
    await board.refresh([event]);
    expect(await reasonOf(placing.place(member, doomed))).toBe('price_changed');
    expect(await wallet(member)).toEqual([4_000n, 0n, 1]);
  });

  it('sent twice under two keys needs a confirmation, and is taken with it', async () => {
    const event = await inPlay();
    const member = await testWallet(database.pool, 5_000n);
    const both = [order(event), order(event)].map((input) => reasonOf(placing.place(member, input)));
    expect((await Promise.all(both)).toSorted()).toEqual(['done', 'duplicate']);
    expect(await wallet(member)).toEqual([4_000n, 0n, 1]);
    expect(await reasonOf(placing.place(member, order(event, { again: true })))).toBe('done');
    expect(await wallet(member)).toEqual([3_000n, 0n, 2]);
  });

  it('beyond the wallet is refused at once', async () => {
    const event = await inPlay();
    const member = await testWallet(database.pool, 999n);
    expect(await reasonOf(placing.place(member, order(event)))).toBe('insufficient');
    expect(await wallet(member)).toEqual([999n, 0n, 0]);
  });
});

describe('orders without a waiting call', () => {
  it('are decided once, by any process, however many try', async () => {
    const event = await inPlay();
    const members = await Promise.all(Array.from({ length: 30 }, () => testWallet(database.pool, 1_000n)));
    // A process that holds the stakes and dies before the delay has passed.
    await Promise.all(members.map((member) => held(member, order(event))));
    expect(await countWaiting(event)).toBe(members.length);
    await book.later(longMs);
    // Four processes that do nothing else: a site for each would open connections that are never used.
    const { exposure, modules } = book;
    const context = { ...book.context, connections: { ...book.context.connections, delayed: database } };
    const others = Array.from(
      { length: 4 },
      () =>
        new LiveDelay(context, {
          wallet: modules.wallet.service,
          exposure,
          board,
          builders: new Builders(),
          grids: new Grids(),
        }),
    );
    await Promise.all(others.map((other) => other.decideDue()));
    for (const member of members) expect(await wallet(member)).toEqual([0n, 0n, 1]);
    expect((await verifyLedger(database.pool)).differences).toEqual([]);
  });
});

const countWaiting = async (event: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: bigint }>(
    `select count(*) as n from delayed_order where state = 'waiting' and legs @> $1::jsonb`,
    [JSON.stringify([{ event }])],
  );
  return Number(rows[0]?.n);
};

it('the exposure equals its bets and orders', async () => {
  expect(await verifyExposure(database.pool)).toMatchObject({ differences: [] });
});
