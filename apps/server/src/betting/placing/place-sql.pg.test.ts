import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steadyPlans } from '../../core/database/database.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { squareJoins, testsByHash, wholeReads } from '../../ledger/plan-shape.ts';
import { placeText, placeValues } from './place-sql.ts';

const times = (count: number) => Array.from({ length: count }, (_, i) => i);

const holder = newId();

/** A batch of systems of three legs each, on the draws of some matches; each match has a lease with the id of the match. */
const batchOf = (members: readonly string[], events: readonly string[]): unknown[] => {
  const all = <T>(value: T): T[] => members.map(() => value);
  const each = <T>(value: T): T[] => events.map(() => value);
  const legs = members.flatMap((_, i) =>
    times(3).map((n) => ({ bet: i + 1, n: n + 1, place: ((i + n) % 50) + 1 })),
  );
  return placeValues({
    shard: members.map(shardOf),
    member_id: members,
    key: members.map(() => newId()),
    request_hash: all('hash'),
    bet_id: members.map(() => newId()),
    type: all('system'),
    k: all(2),
    lines: all(3),
    unit: all(100n),
    slip_hash: all(7n),
    guard: all(-1n),
    odds_milli: all(11_560n),
    potential: all(3_468n),
    refusal: all(null),
    refusal_detail: all(null),
    judged_gate: all(0n),
    counted: all(null),
    margin_micro: all(92_970),
    event_id: events,
    event_state: each('scheduled'),
    started: each(false),
    market: each('1x2'),
    market_line: each(''),
    price_version: each(1),
    line: each(''),
    selection: each('X'),
    leg_odds_milli: each(3400),
    since: each(''),
    lease: events,
    subsets: [],
    part_odds: [],
    part_versions: [],
    part_of: [],
    part_market: [],
    part_line: [],
    part_version: [],
    bet: legs.map(({ bet }) => bet),
    n: legs.map(({ n }) => n),
    place: legs.map(({ place }) => place),
    currency: 'PLAY',
    rules: '1',
    duplicateWindowMs: 10_000,
    recentFrom: '01900000-0000-7000-8000-000000000000',
    leases: events,
    holder,
    lane: 0,
    lane_shard: 0,
    memberCap: 10_000_000_000,
  });
};

describe('the plan of the placing statement', () => {
  let database: TestDatabase;
  const members = times(2_000).map(() => newId());
  const events = times(50).map(() => newId());
  beforeAll(async () => {
    database = await testDatabase(2);
    await database.pool.query(
      `insert into wallet (shard, member_id, currency, available)
       select s, m, 'PLAY', 1000000 from unnest($1::smallint[], $2::uuid[]) as t(s, m)`,
      [members.map(shardOf), members],
    );
    await database.pool.query(
      `insert into competition (id, name) values ('test', 'Test Cup');
       insert into team (id, name, short, colour_a, colour_b)
       values ('one', 'One', 'ONE', '#111111', '#eeeeee'), ('two', 'Two', 'TWO', '#222222', '#dddddd')`,
    );
    await database.pool.query(
      `insert into event (id, competition_id, home_id, away_id, kick_off, replay, feed, feed_ref)
       select e, 'test', 'one', 'two', now() + interval '1 day', false, 'test', e::text from unnest($1::uuid[]) as e`,
      [events],
    );
    await database.pool.query(
      `insert into market (event_id, market, in_play, margin_bp, selections, odds_milli, moves)
       select e, '1x2', true, 500, '{1,X,2}', '{2100,3400,3600}', '{0,0,0}' from unnest($1::uuid[]) as e`,
      [events],
    );
    await database.pool.query(
      `insert into exposure_lease (id, event_id, holder, n, counted, less, expires_at)
       select e, e, $2, 1, '{1,1,1}', '{}', now() + interval '1 hour' from unnest($1::uuid[]) as e`,
      [events, holder],
    );
    // Each batch reads bets and keys of those before it.
    for (let from = 0; from < 2_000; from += 500) {
      await database.pool.query(placeText, batchOf(members.slice(from, from + 500), events));
    }
  });
  afterAll(() => database.close());

  const plans = async (on: Parameters<typeof squareJoins>[0], text: string, values: unknown[]) => ({
    square: await squareJoins(on, text, values),
    byHash: await testsByHash(on, text, values),
  });
  const flat = { square: [], byHash: true };

  it('is that of a statement that does its work', async () => {
    const { rows } = await database.pool.query<{ bets: bigint; legs: bigint }>(
      'select (select count(*) from bet where shard >= 0) as bets, (select count(*) from bet_leg where shard >= 0) as legs',
    );
    expect(rows).toEqual([{ bets: 2_000n, legs: 6_000n }]);
  });

  it('joins nothing row by row, for a batch of any size, before and after the tables are analysed', async () => {
    for (const known of [false, true]) {
      if (known) await database.owner.query('analyze');
      for (const size of [1, 20, 500]) {
        const values = batchOf(members.slice(0, size), events);
        expect(await plans(database.pool, placeText, values)).toEqual(flat);
      }
    }
  });

  it('nor does the plan that a connection keeps, which does not know the arrays’ lengths', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare kept as ${placeText}`);
      const arrays = times(39).map(() => `'{}'`);
      const window = [`'PLAY'`, `'1'`, '10000', `'01900000-0000-7000-8000-000000000000'`];
      const lane = [`'{}'`, '0', `'${holder}'`, '0', '10000000000'];
      const empty = `execute kept(${[...arrays, ...window, ...lane].join(', ')})`;
      expect(await plans(client, empty, [])).toEqual(flat);
    } finally {
      client.release(true);
    }
  });

  it('reads no table from end to end, whether empty or full when a connection makes its plan', async () => {
    const fresh = await testDatabase(1);
    try {
      for (const { pool } of [fresh, database]) {
        const client = await pool.connect();
        try {
          expect(await wholeReads(client, placeText, {})).not.toEqual([]);
          expect(await wholeReads(client, placeText, steadyPlans)).toEqual([]);
        } finally {
          client.release(true);
        }
      }
    } finally {
      await fresh.close();
    }
  });
});
