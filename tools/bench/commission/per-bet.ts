import { transaction } from '@touchline/server/tools/database';
import type pg from 'pg';

type Key = { shard: number; member_id: string; id: string };
type Share = {
  leader_shard: number;
  leader_id: string;
  generation: number;
  stake: bigint;
  margin_micro: number;
};

/** Rates of the first level, millionths: the loop need not find out who has which. */
const rates = [80_000n, 30_000n, 10_000n];

/**
 * The peer: a loop that pays commission bet by bet, each in its own transaction with a statement for each step, all named,
 * as most servers would write it: who leads this member, what is each one's share, its key, the wallet, the entry. A share
 * below one minor unit is nothing.
 * @param connections how many loops go side by side, each over its own shards
 */
export const payPerBet = async (
  pool: pg.Pool,
  connections: number,
): Promise<{ bets: number; entries: number; seconds: number }> => {
  const { rows } = await pool.query<Key>(
    `select shard, member_id, id from bet where shard >= 0 and state in ('win', 'lose') order by shard, member_id, id`,
  );
  const startMs = performance.now();
  const entries = await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      let written = 0;
      for (const key of rows) if (key.shard % connections === lane) written += await payOne(pool, key);
      return written;
    }),
  );
  return {
    bets: rows.length,
    entries: entries.reduce((sum, one) => sum + one, 0),
    seconds: (performance.now() - startMs) / 1_000,
  };
};

const payOne = (pool: pg.Pool, { shard, member_id: member, id }: Key): Promise<number> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query<Share>({
      name: 'loop-shares',
      text: `select t.leader_shard, t.leader_id, t.generation, b.stake, b.margin_micro from bet b
             join team_tree t on t.shard = b.shard and t.member_id = b.member_id
             where b.shard = $1 and b.member_id = $2 and b.id = $3 order by t.leader_id`,
      values: [shard, member, id],
    });
    let written = 0;
    for (const share of rows) {
      const rate = rates[share.generation - 1] ?? 0n;
      const amount = (share.stake * BigInt(share.margin_micro) * rate) / 1_000_000_000_000n;
      if (amount === 0n) continue;
      await payShare(client, share, `commission:${id}:${share.generation}`, amount);
      written += 1;
    }
    return written;
  });

const payShare = async (
  client: pg.PoolClient,
  { leader_shard: shard, leader_id: leader }: Share,
  key: string,
  amount: bigint,
): Promise<void> => {
  await client.query({
    name: 'loop-key',
    text: `insert into operation (shard, member_id, key, request_hash, kind, amount, counter_account, outcome)
           values ($1, $2, $3, 'loop', 'commission', $4, 'commission', 'applied')`,
    values: [shard, leader, key, amount],
  });
  const { rows } = await client.query<{ available: bigint; held: bigint; version: bigint }>({
    name: 'loop-wallet',
    text: `update wallet set available = available + $3, version = version + 1 where shard = $1 and member_id = $2
           returning available, held, version`,
    values: [shard, leader, amount],
  });
  const [wallet] = rows;
  await client.query({
    name: 'loop-entry',
    text: `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after,
             held_after)
           values ($1, $2, $3, $4, 'commission', 'PLAY', $5, 'commission', $6, $7)`,
    values: [shard, leader, wallet?.version, key, amount, wallet?.available, wallet?.held],
  });
};
