import type pg from 'pg';
import type { Events } from '../catalogue/matches/service.ts';
import { newId, shardOf } from '../core/ids.ts';
import { Wallet } from '../ledger/service.ts';

/** An event with its markets, written straight into the tables, for tests that need no feed. */
export type TestEvent = { id: string };

/** Opens an event with a 1x2 market (2.10, 3.40, 3.60) and a pre-match correct score. */
export const testEvent = async (
  pool: pg.Pool,
  {
    kickOff = new Date(Date.now() + 3_600_000),
    state = 'scheduled',
  }: { kickOff?: Date; state?: string } = {},
): Promise<TestEvent> => {
  const id = newId();
  await pool.query(`insert into competition (id, name) values ('test', 'Test Cup') on conflict do nothing`);
  await pool.query(
    `insert into team (id, name, short, colour_a, colour_b)
     values ('one', 'One', 'ONE', '#111111', '#eeeeee'), ('two', 'Two', 'TWO', '#222222', '#dddddd')
     on conflict do nothing`,
  );
  await pool.query(
    `insert into event (id, competition_id, home_id, away_id, kick_off, state, replay, feed, feed_ref)
     values ($1, 'test', 'one', 'two', $2, $3, false, 'test', $4)`,
    [id, kickOff, state, id],
  );
  await pool.query(
    `insert into market (event_id, market, line, in_play, margin_bp, selections, odds_milli, moves)
     values ($1, '1x2', '', true, 500, '{1,X,2}', '{2100,3400,3600}', '{0,0,0}'),
            ($1, 'over_under', '2.5', true, 400, '{over,under}', '{1900,1950}', '{0,0}'),
            ($1, 'ht_1x2', '', true, 600, '{1,X,2}', '{2700,2100,4000}', '{0,0,0}')`,
    [id],
  );
  return { id };
};

/** Adds a match as a feed does, with prices by the model, between the teams of `testEvent`. @returns its id */
export const addTestMatch = async (
  events: Events,
  {
    competitionId = 'test',
    kickOff = new Date(Date.now() + 3_600_000),
  }: { competitionId?: string; kickOff?: Date } = {},
): Promise<string> => {
  const match = {
    competitionId,
    homeId: 'one',
    awayId: 'two',
    neutral: false,
    replay: false,
    kickOff,
    feed: 'test',
    feedRef: newId(),
    means: { homeMean: 1.5, awayMean: 1.1 },
  };
  const [added] = await events.addEvents([match], 'feed');
  if (!added) throw new Error('The match was not added');
  return added.id;
};

/** A wallet with `availableMinor` granted to it, for tests that need no account. */
export const testWallet = async (
  pool: pg.Pool,
  availableMinor: bigint,
  id = newId(),
): Promise<{ id: string; shard: number }> => {
  const shard = shardOf(id);
  await pool.query(`insert into wallet (shard, member_id, currency) values ($1, $2, 'PLAY')`, [shard, id]);
  if (availableMinor > 0n) {
    await new Wallet({ pool }).post([
      {
        shard,
        memberId: id,
        key: 'grant:test',
        kind: 'grant',
        amountMinor: availableMinor,
        counterAccount: 'promotions',
      },
    ]);
  }
  return { id, shard };
};

/** An account for an id, for tests that need no registration. It cannot sign in. */
export const testAccount = async (
  pool: pg.Pool,
  { id, shard }: { id: string; shard: number },
  language = 'en',
): Promise<void> => {
  await pool.query(
    `insert into member (id, shard, account, account_folded, password_hash, birth_date, language, invitation_code)
     values ($1, $2, $3, $3, 'none', '1990-01-01', $4, $3)`,
    [id, shard, `m${id.replaceAll('-', '')}`, language],
  );
};
