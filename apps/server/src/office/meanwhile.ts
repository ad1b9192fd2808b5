import type { AuditAction, AuditSubject } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import { statement } from '../core/database/database.ts';
import type { FindMeanwhile } from '../core/refusal.ts';

/** Calls whose version counts the changes of all items of a kind, not only of the named one. */
const kinds = new Map<string, AuditSubject>([
  ['officeSettingSave', 'setting'],
  ['officeSettingDecide', 'setting'],
  ['officeTeamRulesSave', 'team_rules'],
  ['officeRewardRulesSave', 'reward_rules'],
  ['officeHouseTextAdd', 'house_text'],
]);
/** Fields that name the subject of a call, the narrowest first. */
const idFields = ['id', 'stop', 'event', 'member', 'scope'] as const;
/** Actions that do not change the state of their subject. */
const silent: readonly AuditAction[] = ['refused', 'member_opened', 'member_noted', 'exported'];

type Row = { by: string; action: AuditAction; at: Date };

const ofIds = statement(
  'audit-meanwhile',
  `select o.account as by, a.action, a.at
   from unnest($1::text[]) with ordinality as s (id, nth)
   join lateral (
     select operator_id, action, at from office_audit
     where subject_id = s.id and operator_id is not null and action <> all ($2::text[])
     order by at desc, id desc limit 1
   ) a on true
   join operator o on o.id = a.operator_id
   order by s.nth limit 1`,
);
const ofKind = statement(
  'audit-meanwhile-kind',
  `select o.account as by, a.action, a.at from office_audit a join operator o on o.id = a.operator_id
   where a.subject_kind = $1 and a.at > site_now() - interval '1 day' order by a.at desc, a.id desc limit 1`,
);

/** Finds the last action on the subject of a refused decision, and its operator, in the audit log. */
export const findMeanwhile = async (
  pool: pg.Pool,
  { call, ids }: Parameters<FindMeanwhile>[0],
): ReturnType<FindMeanwhile> => {
  const kind = kinds.get(call);
  const about = idFields.flatMap((field) => ids[field] ?? []);
  const { rows } = await pool.query<Row>(kind === undefined ? ofIds([about, silent]) : ofKind([kind]));
  const [last] = rows;
  return last === undefined ? undefined : { ...last, at: last.at.toISOString() };
};
