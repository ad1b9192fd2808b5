import type pg from 'pg';
import { factorOf, product, type LegOutcome } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { transaction } from '@touchline/server/tools/database';

type Key = { shard: number; member_id: string; id: string };

/**
 * The peer: a loop that settles bet by bet, each in its own transaction with a statement for each step, all named, as
 * most servers would write it. The grades are there already.
 * @param connections how many loops go side by side, each over its own shards
 * @returns bets per second
 */
export const settlePerBet = async (
  pool: pg.Pool,
  event: string,
  connections: number,
): Promise<{ bets: number; seconds: number }> => {
  const { rows } = await pool.query<Key>(
    `select b.shard, b.member_id, b.id from bet_leg l
     join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
     where l.event_id = $1 and b.state = 'open' order by b.shard, b.member_id, b.id`,
    [event],
  );
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      for (const key of rows) if (key.shard % connections === lane) await settleOne(pool, key);
    }),
  );
  return { bets: rows.length, seconds: (performance.now() - startMs) / 1000 };
};

const settleOne = (pool: pg.Pool, { shard, member_id: member, id }: Key): Promise<void> =>
  transaction(pool, async (client) => {
    const owner = [shard, member];
    const { rows } = await client.query<{ stake: bigint; outcome: LegOutcome; odds: number }>({
      name: 'loop-read',
      text: `select b.stake, g.outcome, l.odds_milli as odds from bet b
             join bet_leg l on l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id
             join standing s on s.event_id = l.event_id
             join graded g on g.event_id = l.event_id and g.version = s.graded and g.market = l.market
               and g.line = l.line and g.selection = l.selection and g.since = l.since
             where b.shard = $1 and b.member_id = $2 and b.id = $3 and b.state = 'open' for update of b`,
      values: [...owner, id],
    });
    const stake = rows[0]?.stake ?? 0n;
    const pays = payout(stake, product(rows.map((leg) => factorOf(leg.outcome, leg.odds))));
    await client.query({
      name: 'loop-bet',
      text: `update bet set state = $4, payout = $5, settled_at = now(), settlements = 1
             where shard = $1 and member_id = $2 and id = $3 and state = 'open'`,
      values: [...owner, id, pays > stake ? 'win' : 'lose', pays],
    });
    if (pays === 0n) return;
    await client.query({
      name: 'loop-key',
      text: `insert into operation (shard, member_id, key, request_hash, kind, amount, counter_account, ref, outcome)
             values ($1, $2, $3, 'loop', 'payout', $4, 'payouts', $5, 'applied')`,
      values: [...owner, `settle:${id}:1`, pays, id],
    });
    const { rows: wallets } = await client.query<{ available: bigint; held: bigint; version: bigint }>({
      name: 'loop-wallet',
      text: `update wallet set available = available + $3, version = version + 1 where shard = $1 and member_id = $2
             returning available, held, version`,
      values: [...owner, pays],
    });
    const [wallet] = wallets;
    await client.query({
      name: 'loop-entry',
      text: `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account,
               available_after, held_after, ref)
             values ($1, $2, $3, $4, 'payout', 'PLAY', $5, 'payouts', $6, $7, $8)`,
      values: [...owner, wallet?.version, `settle:${id}:1`, pays, wallet?.available, wallet?.held, id],
    });
  });
