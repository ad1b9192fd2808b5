import type { Input } from '@touchline/contract/routes';
import { createAccessTokens } from '../../../apps/server/src/members/access-token.ts';
import { secretFromDatabase } from '../../../apps/server/src/members/signing-secret.ts';
import type { Database } from '../../../apps/server/src/platform/database.ts';
import { newId, shardOf } from '../../../apps/server/src/platform/ids.ts';
import { testEvent } from '../../../apps/server/src/testing/book.ts';
import { createWallet } from '../../../apps/server/src/wallet/service.ts';

export type Seeded = { tokens: string[]; members: { id: string; shard: number }[]; event: string };

/** Members with money and tokens, and a match that is open for a day. */
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
  await createWallet({ pool }).post(
    members.map(({ id, shard }) => ({
      ...{ shard, memberId: id, key: 'grant:bench', kind: 'grant' },
      ...{ amountMinor: 1_000_000_00n, counterAccount: 'promotions' as const },
    })),
  );
  const { id: event } = await testEvent(pool, { kickOff: new Date(Date.now() + 86_400_000) });
  const tokens = createAccessTokens({
    secret: await secretFromDatabase(pool),
    isEnded: () => false,
    nowMs: Date.now,
  });
  await pool.query('vacuum analyze');
  return {
    ...{ members, event },
    tokens: members.map(({ id, shard }) => tokens.issue({ id, shard, sessionId: newId() }).token),
  };
};

/**
 * A bet on the draw. `n` varies the stake, 1.00 to 9.99, so that no bet of a member is taken for one sent twice.
 */
export const betOf = (event: string, key: string, n: number): Input<'orderAdd'> => ({
  ...{ key, type: 'single', stake: (1 + (n % 900) / 100).toFixed(2), accept: 'none' },
  legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
});
