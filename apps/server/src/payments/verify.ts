import type { Queryable } from '../core/database/database.ts';
import { shardCount } from '../core/ids.ts';
import type { DifferenceSink, Verified } from '../ledger/index.ts';
import { keptSums, railRecords, type RailRecord } from './balances.ts';

type Difference = { what: string; detail: string };

/**
 * Compares each shard's recharges and withdrawals with the ledger. Each part of the statement yields one row
 * for each violation.
 */
const perShard = `
  -- A credited payment equals the entries of its key, and each such entry has its payment.
  select 'payment and entry' as what, concat_ws(' ', p.rail, p.ref, e.key) as detail
  from (select * from payment where shard = $1::smallint and state = 'credited') p
  full join (select * from entry where shard = $1::smallint and kind = 'recharge') e
    on e.member_id = p.member_id and e.key = concat('recharge:', p.rail, ':', p.ref)
  where p.id is null or e.key is null or e.amount <> p.gross or e.ref is distinct from p.recharge_id
    or e.counter_account <> concat('external:', p.rail)
  union all
  select 'fee of a payment', concat_ws(' ', p.rail, p.ref, e.key)
  from (select * from payment where shard = $1::smallint and state = 'credited' and fee > 0) p
  full join (select * from entry where shard = $1::smallint and kind = 'recharge_fee') e
    on e.member_id = p.member_id and e.key = concat('recharge:', p.rail, ':', p.ref, ':fee')
  where p.id is null or e.key is null or e.amount <> -p.fee or e.counter_account <> 'fees'
  union all
  -- A recharge is credited with the sum of its payments.
  select 'recharge and payments', r.id::text
  from recharge r
  left join (
    select member_id, recharge_id, sum(credited) as credited from payment
    where shard = $1::smallint and state = 'credited' group by member_id, recharge_id
  ) p on p.member_id = r.member_id and p.recharge_id = r.id
  where r.shard = $1::smallint
    and (r.credited <> coalesce(p.credited, 0) or (r.state = 'credited') <> (r.credited > 0))
  union all
  -- A withdrawal's holds are open while it runs, posted when it was paid, and released when it was not.
  select 'withdrawal and hold', concat_ws(' ', w.id, w.state, h.state)
  from withdrawal w
  left join hold h on h.shard = $1::smallint and h.member_id = w.member_id and h.id = w.id
  where w.shard = $1::smallint and (h.id is null or h.amount <> w.receive or h.state <> case
    when w.state = 'in_progress' then 'open'
    when w.state in ('success', 'finished') or w.paid_at is not null then 'posted'
    else 'released' end)
  union all
  select 'withdrawal and hold of its fee', concat_ws(' ', w.id, w.state, h.state)
  from withdrawal w
  left join hold h on h.shard = $1::smallint and h.member_id = w.member_id and h.id = w.fee_hold
  where w.shard = $1::smallint and w.fee > 0 and (h.id is null or h.amount <> w.fee or h.state <> case
    when w.state = 'in_progress' then 'open'
    when w.state in ('success', 'finished') or w.paid_at is not null then 'posted'
    else 'released' end)
  union all
  -- No hold of a withdrawal without its withdrawal.
  select 'hold without withdrawal', h.id::text
  from hold h
  where h.shard = $1::smallint and h.kind in ('withdrawal', 'withdrawal_fee') and not exists (
    select from withdrawal w
    where w.shard = $1::smallint and w.member_id = h.member_id and h.id in (w.id, w.fee_hold))`;

/** Shards that have anything of the cashier's. */
const shardsText = `select shard from recharge union select shard from payment union select shard from withdrawal
  union select shard from hold where kind in ('withdrawal', 'withdrawal_fee')
  union select shard from entry where shard >= 0 and kind in ('recharge', 'recharge_fee')
  order by shard`;

const accounts = `select counter_account as account, (-sum(amount + held_change))::text as amount
  from entry
  where shard between 0 and $1::smallint
    and (counter_account like 'external:%' or counter_account like 'clearing:%')
    -- Filled by house moves: the teams' check covers it.
    and counter_account <> 'clearing:commission'
  group by counter_account`;

const transfers = `select network, coalesce(sum(micro), 0)::text as micro
  from chain_transfer where state = 'final' and told = revision group by network`;

/**
 * Compares recharges and withdrawals with the ledger: each payment with its entry, each withdrawal with its
 * holds, each rail's account with its payments, the credits with the final transfers on the chains, the kept
 * sums of rails with all rows; and that nothing is left in clearing.
 */
export const verifyCashier = async (on: Queryable, note?: DifferenceSink): Promise<Verified> => {
  const counts = { recharges: 0n, payments: 0n, withdrawals: 0n, rails: 0n };
  const differences: string[] = [];
  const tell: DifferenceSink = note ?? ((difference) => void differences.push(difference));
  const { rows: totals } = await on.query<Omit<typeof counts, 'rails'>>(
    `select (select count(*) from recharge where shard between 0 and $1::smallint) as recharges,
       (select count(*) from payment where shard between 0 and $1::smallint) as payments,
       (select count(*) from withdrawal where shard between 0 and $1::smallint) as withdrawals`,
    [shardCount - 1],
  );
  Object.assign(counts, totals[0]);
  const { rows: shards } = await on.query<{ shard: number }>(shardsText);
  for (const { shard } of shards) {
    const { rows } = await on.query<Difference>(perShard, [shard]);
    for (const { what, detail } of rows) tell(`shard ${shard}: ${what}: ${detail}`);
  }
  const records = byRail(await railRecords(on));
  const kept = byRail(await keptSums(on));
  const { rows: sums } = await on.query<{ account: string; amount: string }>(accounts, [shardCount - 1]);
  for (const { account, amount } of sums) {
    if (account.startsWith('clearing:') && amount !== '0') tell(`I8: ${account} holds ${amount}`);
  }
  const ledger = new Map(sums.map(({ account, amount }) => [account, BigInt(amount)]));
  const rails = new Set([
    ...records.keys(),
    ...kept.keys(),
    ...[...ledger.keys()].filter((one) => one.startsWith('external:')).map((one) => one.slice(9)),
  ]);
  for (const rail of rails) {
    counts.rails += 1n;
    const { creditedMinor = 0n, paidOutMinor = 0n } = records.get(rail) ?? {};
    if (sumsOf(kept.get(rail)) !== sumsOf(records.get(rail))) {
      tell(`kept sums of ${rail}: ${sumsOf(kept.get(rail))}, of all records: ${sumsOf(records.get(rail))}`);
    }
    const held = ledger.get(`external:${rail}`) ?? 0n;
    if (held !== paidOutMinor - creditedMinor) {
      tell(`rail ${rail}: ${creditedMinor} credited, ${paidOutMinor} paid, the ledger has ${held}`);
    }
  }
  const { rows: chains } = await on.query<{ network: string; micro: string }>(transfers);
  for (const { network, micro } of chains) {
    const heard = records.get(network)?.paidUnits ?? 0n;
    if (heard !== BigInt(micro)) tell(`${network}: ${micro} final on the chain, ${heard} heard of`);
  }
  return { counts, differences };
};

const byRail = (records: readonly RailRecord[]): Map<string, RailRecord> =>
  new Map(records.map((record) => [record.rail, record]));

const sumsOf = (record: RailRecord | undefined): string =>
  [record?.creditedMinor, record?.paidOutMinor, record?.paidUnits].map((sum) => sum ?? 0n).join(' ');
