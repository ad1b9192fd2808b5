import { plainArray, query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';
import type { Owner } from '../../core/owner.ts';

type BetKey = Owner & { betId: string };

const ruleColumns = ['shard', 'member_id', 'bet_id', 'version', 'at_least'] as const;
/** A rule that cashes out a bet automatically. Amounts in minor units. */
export type Rule = BetKey & { version: number; atLeastMinor: bigint };
type RuleRow = Row<'cash_out_rule', (typeof ruleColumns)[number]>;

const toRule = (row: RuleRow): Rule => ({
  shard: row.shard,
  memberId: row.member_id,
  betId: row.bet_id,
  version: row.version,
  atLeastMinor: row.at_least,
});

const ofBets = query.many<RuleRow>(
  'cash-out-rules-of-bets',
  `select ${columnsOf('cash_out_rule', ruleColumns)} from cash_out_rule
   where shard = $1 and member_id = $2 and bet_id = any($3::uuid[]) and ended_at is null`,
);
/** The rules in force of some bets of a member. */
export const selectRulesOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  betIds: readonly string[],
): Promise<Rule[]> => (await ofBets(on, [shard, memberId, betIds])).map(toRule);

/** Rules of one statement: few enough that their bets are read at once. */
export const rulesAtOnce = 200;

const inForce = query.many<RuleRow>(
  'cash-out-rules-in-force',
  `select ${columnsOf('cash_out_rule', ruleColumns)} from cash_out_rule
   where ended_at is null and ($1::uuid[] is null or event_ids && $1::uuid[])
     and ($2::smallint is null or (shard, member_id, bet_id) > ($2, $3::uuid, $4::uuid))
   order by shard, member_id, bet_id limit ${rulesAtOnce}`,
);
/**
 * Rules in force, in the order of their bets.
 * @param events those with a leg on one of them; undefined for all
 * @param after the last one of the part before
 */
export const selectRulesInForce = async (
  on: Queryable,
  { events, after }: { events: readonly string[] | undefined; after: BetKey | undefined },
): Promise<Rule[]> => {
  const from = [after?.shard ?? null, after?.memberId ?? null, after?.betId ?? null];
  return (await inForce(on, [events ?? null, ...from])).map(toRule);
};

const end = query.exec(
  'cash-out-rule-end',
  `update cash_out_rule set ended_at = site_now(), ended = $4, paid = $5
   where shard = $1 and member_id = $2 and bet_id = $3 and ended_at is null and ($6::int is null or version = $6)`,
);
/**
 * Ends the rule in force of a bet.
 * @param version ends only this version; without it, the one in force
 * @returns whether there was one
 */
export const endRule = async (
  on: Queryable,
  { shard, memberId, betId }: BetKey,
  by:
    | { ended: 'changed' | 'removed' }
    | { ended: 'over'; version: number }
    | { ended: 'sold'; version: number; paidMinor: bigint },
): Promise<boolean> => {
  const paid = by.ended === 'sold' ? by.paidMinor : null;
  const version = 'version' in by ? by.version : null;
  const rowCount = await end(on, [shard, memberId, betId, by.ended, paid, version]);
  return rowCount === 1;
};

const lastVersion = query.one<{ version: number }>(
  'cash-out-rule-last',
  `select coalesce(max(version), 0) as version from cash_out_rule where shard = $1 and member_id = $2 and bet_id = $3`,
);
const newRule = insertInto('cash_out_rule', [...ruleColumns, 'event_ids'], { set_at: 'site_now()' });
const insert = query.exec('cash-out-rule-insert', `${newRule.text} on conflict do nothing`);

/** Sets the next rule of a bet. @returns false when another was set at the same time */
export const insertRule = async (
  on: Queryable,
  { shard, memberId, betId }: BetKey,
  { atLeastMinor, events }: { atLeastMinor: bigint; events: readonly string[] },
): Promise<boolean> => {
  const row = await lastVersion(on, [shard, memberId, betId]);
  const rowCount = await insert(
    on,
    newRule.values({
      shard,
      member_id: memberId,
      bet_id: betId,
      version: (row?.version ?? 0) + 1,
      at_least: atLeastMinor,
      event_ids: [...new Set(events)],
    }),
  );
  return rowCount === 1;
};

const openBets = query.many<BetKey>(
  'cash-out-open-bets',
  `select o.shard, o.member_id as "memberId", b.id as "betId"
   from unnest($1::smallint[], $2::uuid[]) as o (shard, member_id)
   cross join lateral (
     select id from bet where shard = o.shard and member_id = o.member_id and state = 'open' order by id desc limit $3) b`,
);
/** The newest open bets of some members, at most `most` of each. */
export const selectOpenBets = async (
  on: Queryable,
  owners: readonly Owner[],
  most: number,
): Promise<BetKey[]> => {
  const shards = plainArray(owners.map(({ shard }) => shard));
  const members = plainArray(owners.map(({ memberId }) => memberId));
  return await openBets(on, [shards, members, most]);
};

/** A sale by a rule of which its member was not notified yet. */
export type UnnotifiedSale = Rule & { paidMinor: bigint };

const unnotified = query.many<RuleRow & { paid: bigint }>(
  'cash-out-rules-unnotified',
  `select ${columnsOf('cash_out_rule', ruleColumns)}, paid from cash_out_rule
   where ended = 'sold' and told_at is null order by ended_at limit $1`,
);
/** Sales of which members were not notified yet, the oldest first. */
export const selectUnnotifiedSales = async (on: Queryable, limit: number): Promise<UnnotifiedSale[]> =>
  (await unnotified(on, [limit])).map((row) => ({
    ...toRule(row),
    paidMinor: row.paid,
  }));

const notified = query.exec(
  'cash-out-rule-notified',
  `update cash_out_rule set told_at = site_now()
   where shard = $1 and member_id = $2 and bet_id = $3 and version = $4 and told_at is null`,
);
/** Records that the member was notified of a sale. */
export const markSaleNotified = async (
  on: Queryable,
  { shard, memberId, betId, version }: BetKey & { version: number },
): Promise<void> => {
  await notified(on, [shard, memberId, betId, version]);
};
