import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import type { Row } from '../../core/database/rows.ts';

/** The outcome of a rule, for the time line of its bet. */
export type RuleRecord = Row<'cash_out_rule', 'version' | 'at_least' | 'set_at' | 'ended_at' | 'ended'>;

const onRecord = query.many<RuleRecord>(
  'cash-out-rules-on-record',
  `select version, at_least, set_at, ended_at, ended from cash_out_rule
   where shard = $1 and member_id = $2 and bet_id = $3 order by version`,
);
/** Every rule a bet has had, oldest first. */
export const selectRuleRecords = (
  on: Queryable,
  { shard, memberId }: Owner,
  betId: string,
): Promise<RuleRecord[]> => onRecord(on, [shard, memberId, betId]);
