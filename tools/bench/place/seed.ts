import type { Input } from '@touchline/contract/routes';
import { createAccessTokens } from '../../../apps/server/src/accounts/access-token.ts';
import { secretFromDatabase } from '../../../apps/server/src/accounts/signing-secret.ts';
import type { Database } from '../../../apps/server/src/core/database/database.ts';
import { newId, shardOf } from '../../../apps/server/src/core/ids.ts';
import { testEvent } from '../../../apps/server/src/testing/book.ts';
import { Wallet } from '../../../apps/server/src/ledger/service.ts';

export type Seeded = { tokens: string[]; members: { id: string; shard: number }[]; events: string[] };

/** Matches that are open. */
const eventCount = 20;

/** Members with money and tokens, and matches that are open for a day. */
export const seed = async (database: Database, count: number): Promise<Seeded> => {
  const { pool } = database;
  const members = Array.from({ length: count }, () => {
    const id = newId();
    return { id, shard: shardOf(id) };
  });
  await pool.query(
    `insert into wallet (shard, member_id, currency) select t.*, 'PLAY' from unnest($1::smallint[], $2::uuid[]) t`,
    [members.map((m) => m.shard), members.map((m) => m.id)],
  );
  await new Wallet({ pool }).post(
    members.map(({ id, shard }) => ({
      shard,
      memberId: id,
      key: 'grant:bench',
      kind: 'grant',
      amountMinor: 1_000_000_00n,
      counterAccount: 'promotions' as const,
    })),
  );
  const kickOff = new Date(Date.now() + 86_400_000);
  const events: string[] = [];
  for (let i = 0; i < eventCount; i++) events.push((await testEvent(pool, { kickOff })).id);
  const tokens = createAccessTokens({
    secret: await secretFromDatabase(pool),
    isEnded: () => false,
    nowMs: Date.now,
  });
  await pool.query('vacuum analyze');
  return {
    members,
    events,
    tokens: members.map(({ id, shard }) => tokens.issue({ id, shard, sessionId: newId() }).token),
  };
};

const selections = [
  ['1', '2.10'],
  ['X', '3.40'],
  ['2', '3.60'],
] as const;

/**
 * The `n`th bet of a load: it goes through the matches, the selections and then the stakes from 1.00 to 999.99, so that
 * no bet of a member is taken for one sent twice.
 */
export const betOf = (events: readonly string[], key: string, n: number): Input<'orderAdd'> => {
  const [selection, odds] = selections[n % selections.length] ?? selections[0];
  const rest = Math.floor(n / selections.length);
  const event = events[rest % events.length] ?? '';
  const stakeMinor = 100 + (Math.floor(rest / events.length) % 99_900);
  return {
    key,
    type: 'single',
    stake: (stakeMinor / 100).toFixed(2),
    accept: 'none',
    legs: [{ event, market: '1x2', selection, odds }],
  };
};
