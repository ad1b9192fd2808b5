import type { AuditAction, AuditSubject } from '@touchline/contract/shapes/office';
import { statement, type Queryable } from '../platform/database.ts';

/** A line of the audit log, as stored. */
export type AuditRow = {
  id: string;
  operator_id: string | null;
  action: AuditAction;
  subject_kind: AuditSubject;
  subject_id: string;
  shard: number | null;
  member_id: string | null;
  detail: Record<string, unknown>;
  address: string;
  at: Date;
};

const insert = statement(
  'office-audit-insert',
  `insert into office_audit (id, operator_id, action, subject_kind, subject_id, shard, member_id, detail, address, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export const insertAudit = async (db: Queryable, row: AuditRow): Promise<void> => {
  await db.query(
    insert([
      ...[row.id, row.operator_id, row.action, row.subject_kind, row.subject_id],
      ...[row.shard, row.member_id, JSON.stringify(row.detail), row.address, row.at],
    ]),
  );
};

export type AuditFilter = {
  operator: string | undefined;
  action: AuditAction | undefined;
  subject: string | undefined;
  member: string | undefined;
  /** Days in the time zone of the site, both included. */
  from: string | undefined;
  to: string | undefined;
};

// Without names: the plan must see which filters there are.
const where = `where ($1::uuid is null or operator_id = $1) and ($2::text is null or action = $2)
  and ($3::text is null or subject_id = $3) and ($4::uuid is null or member_id = $4)
  and ($5::date is null or at >= $5::date::timestamp at time zone $7)
  and ($6::date is null or at < ($6::date + 1)::timestamp at time zone $7)`;

/** A page of the log, newest first, and how many lines there are in all. */
export const pageOfAudit = async (
  db: Queryable,
  filter: AuditFilter,
  { timeZone, limit, offset }: { timeZone: string; limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> => {
  const { operator, action, subject, member, from, to } = filter;
  const values = [operator, action, subject, member, from, to].map((value) => value ?? null);
  const totals = await db.query<{ total: number }>(
    `select count(*)::int as total from office_audit ${where}`,
    [...values, timeZone],
  );
  const { rows } = await db.query<AuditRow>(
    `select id, operator_id, action, subject_kind, subject_id, shard, member_id, detail, address, at
     from office_audit ${where} order by id desc limit $8 offset $9`,
    [...values, timeZone, limit, offset],
  );
  return { rows, total: totals.rows[0]?.total ?? 0 };
};
