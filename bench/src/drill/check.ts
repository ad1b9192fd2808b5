import { rollUpAll } from '../../../apps/server/src/ledger/roll-up-all.ts';
import { houseTotals } from '../../../apps/server/src/ledger/house.ts';
import { auditShard } from '../../../apps/server/src/ledger/auditor.ts';
import { verifyBets } from '../../../apps/server/src/betting/verify.ts';
import type { Site } from './site.ts';

/** What a site has come to, summed over its groups. */
type Sums = {
  /** Balances by member. */
  wallets: Map<string, string>;
  /** House accounts by name, in minor units. */
  house: Map<string, bigint>;
  bets: Map<string, string>;
  /** What became of recharges, payments and withdrawals, by member. */
  payments: Map<string, string>;
};

/**
 * Rolls up and audits each group in its own node, and compares the sums over the groups of two sites.
 * @throws where a group breaks a rule of the ledger, or the sites have come to something else
 */
export const checkSame = async (one: Site, other: Site): Promise<void> => {
  const [a, b] = [await sumsOf(one), await sumsOf(other)];
  for (const what of ['wallets', 'house', 'bets', 'payments'] as const) {
    const [left, right] = [a[what], b[what]];
    if (left.size !== right.size) throw new Error(`${left.size} ${what} here, ${right.size} there`);
    for (const [name, value] of left)
      if (right.get(name) !== value) throw new Error(`${name}: ${value} here, ${right.get(name)} there`);
  }
};

const sumsOf = async (site: Site): Promise<Sums> => {
  const sums: Sums = { wallets: new Map(), house: new Map(), bets: new Map(), payments: new Map() };
  for (const { pool, shards } of site.groups) {
    await rollUpAll(pool);
    for (const shard of shards) {
      const [breach] = await auditShard(pool, shard);
      if (breach) throw new Error(`${breach.invariant} in shard ${shard}: ${JSON.stringify(breach.detail)}`);
    }
    for (const { account, amountMinor } of await houseTotals(pool))
      sums.house.set(account, (sums.house.get(account) ?? 0n) + amountMinor);
    const wallets = await pool.query<{ member_id: string; balance: string }>(
      `select member_id, available || ' ' || held || ' ' || version as balance from wallet where shard >= 0`,
    );
    for (const row of wallets.rows) sums.wallets.set(row.member_id, row.balance);
    const bets = await pool.query<{ name: string; bet: string }>(
      `select b.member_id || ' ' || e.key as name, concat_ws(' ', b.stake, b.state, b.payout) as bet
       from bet b join entry e on e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id and e.kind = 'stake'
       where b.shard >= 0`,
    );
    for (const row of bets.rows) sums.bets.set(row.name, row.bet);
    const payments = await pool.query<{ name: string; payment: string }>(
      `select p.rail || ' ' || p.ref as name, concat_ws(' ', p.state, p.credited, r.state, r.credited) as payment
       from payment p join recharge r on r.shard = p.shard and r.member_id = p.member_id and r.id = p.recharge_id
       union all
       select 'withdrawal ' || member_id || ' ' || key, concat_ws(' ', state, stage, amount, fee) from withdrawal`,
    );
    for (const row of payments.rows) sums.payments.set(row.name, row.payment);
    const { differences } = await verifyBets(pool);
    if (differences.length > 0)
      throw new Error(`${differences.length} bets differ, the first: ${differences[0]}`);
  }
  return sums;
};
