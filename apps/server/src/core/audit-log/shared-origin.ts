import type { AuditAction, SharedOrigin } from '@touchline/contract/shapes/office';
import { statement, type Queryable } from '../database/database.ts';

/** Decisions of two operators: the action of the second, with the earlier actions of the first on the same subject. */
const firsts = new Map<AuditAction, readonly AuditAction[]>([
  ['adjustment_applied', ['adjustment_proposed']],
  ['adjustment_refused', ['adjustment_proposed']],
  ['withdrawal_approved', ['withdrawal_approved']],
  ['setting_accepted', ['setting_proposed']],
  ['setting_refused', ['setting_proposed']],
  ['team_rules_applied', ['team_rules_proposed']],
  ['team_rules_refused', ['team_rules_proposed']],
  ['reward_rules_applied', ['reward_rules_proposed']],
  ['reward_rules_refused', ['reward_rules_proposed']],
  ['house_text_published', ['house_text_proposed']],
  ['house_text_refused', ['house_text_proposed']],
  ['result_approved', ['result_proposed', 'result_approved']],
  ['result_confirmed', ['result_proposed', 'result_approved']],
  ['result_refused', ['result_proposed', 'result_approved']],
  ['void_applied', ['void_proposed']],
  ['void_refused', ['void_proposed']],
  ['operator_applied', ['operator_proposed']],
  ['operator_refused', ['operator_proposed']],
  ['reserve_applied', ['reserve_proposed']],
  ['reserve_refused', ['reserve_proposed']],
  ['member_factor_applied', ['member_factor_proposed']],
  ['member_factor_refused', ['member_factor_proposed']],
]);

const first = statement(
  'operator-first',
  `select operator_id from office_audit
   where subject_id = $1 and action = any($2::text[]) and operator_id <> $3
   order by at desc, id desc limit 1`,
);

const shared = statement(
  'operator-shared-origin',
  `select bool_or(a.user_agent <> '' and a.user_agent = b.user_agent) as device
   from operator_session b
   join operator_session a on a.address = b.address and a.last_used_at > $3::timestamptz - interval '30 days'
   where b.operator_id = $2 and b.last_used_at > $3::timestamptz - interval '30 days' and a.operator_id = $1`,
);

/** Addresses and browsers that two operators shared within the last 30 days. */
export const originOfTwo = async (
  db: Queryable,
  { one, other, now }: { one: string; other: string; now: Date },
): Promise<SharedOrigin | undefined> => {
  const { rows } = await db.query<{ device: boolean | null }>(shared([one, other, now]));
  const device = rows[0]?.device ?? null;
  if (device === null) return undefined;
  return device ? 'device' : 'address';
};

/**
 * Addresses and browsers that the first and the second operator of a decision shared within the last 30 days.
 * @returns undefined if it is not a second decision, or they share nothing
 */
export const sharedOriginOf = async (
  client: Queryable,
  given: { action: AuditAction; subjectId: string; operatorId: string; now: Date },
): Promise<SharedOrigin | undefined> => {
  const before = firsts.get(given.action);
  if (before === undefined) return undefined;
  const { rows } = await client.query<{ operator_id: string }>(
    first([given.subjectId, before, given.operatorId]),
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  return originOfTwo(client, { one: given.operatorId, other: found.operator_id, now: given.now });
};
