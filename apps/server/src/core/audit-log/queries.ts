import type { AuditAction, AuditSubject } from '@touchline/contract/shapes/office';
import { query, type Queryable } from '../database/database.ts';
import { allBut, columnsOf, insertInto, type Row } from '../database/rows.ts';
import { startOfDay } from '../local-time.ts';

const auditColumns = allBut('office_audit', ['words', 'tx']);
/** A line of the audit log, as stored. */
export type AuditRow = Row<'office_audit', (typeof auditColumns)[number]> & {
  action: AuditAction;
  subject_kind: AuditSubject;
  detail: Record<string, unknown>;
};

const line = insertInto('office_audit', auditColumns);
const insert = query.exec(
  'office-audit-insert',
  `with line as (
     ${line.text}
     returning id
   )
   insert into office_audit_waiting (line) select id from line`,
);

export const insertAudit = async (db: Queryable, row: AuditRow): Promise<void> => {
  await insert(db, line.values({ ...row, detail: JSON.stringify(row.detail) }));
};

export type AuditFilter = {
  operator: string | undefined;
  action: AuditAction | undefined;
  subject: string | undefined;
  member: string | undefined;
  /** Days in the time zone of the site, both included. */
  from: string | undefined;
  to: string | undefined;
  /** Words of the line: action, subject, address, detail. The last one may be a prefix. */
  q?: string | undefined;
};

/** A line with its seal, once it has one. */
export type SealedAuditRow = AuditRow & { seq: bigint | null; hash: Buffer | null };

// Not prepared, because the plan depends on the filters.
const where = `where ($1::uuid is null or operator_id = $1) and ($2::text is null or action = $2)
  and ($3::text is null or subject_id = $3) and ($4::uuid is null or member_id = $4)
  and ($5::date is null or at >= ${startOfDay('$5::date', '$7')})
  and ($6::date is null or at < ${startOfDay('$6::date + 1', '$7')})
  and ($8::text is null
    or words @@ to_tsquery('simple', nullif(plainto_tsquery('simple', translate($8, '_', ' '))::text, '') || ':*'))`;

const valuesOf = (filter: AuditFilter, timeZone: string): unknown[] => {
  const { operator, action, subject, member, from, to, q } = filter;
  const given = [operator, action, subject, member, from, to].map((value) => value ?? null);
  return [...given, timeZone, q ?? null];
};

const columns = `${columnsOf('office_audit', auditColumns, 'a')}, s.seq, s.hash`;

/** Lines are counted up to this number; no operator turns over more pages, filters narrow them down. */
const countedMax = 10_000;

/** A page of the log, newest first, and how many lines there are in all, counted up to `countedMax`. */
export const pageOfAudit = async (
  db: Queryable,
  filter: AuditFilter,
  { timeZone, limit, offset }: { timeZone: string; limit: number; offset: number },
): Promise<{ rows: SealedAuditRow[]; total: number }> => {
  const values = valuesOf(filter, timeZone);
  const totals = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from office_audit ${where} limit ${countedMax}) counted`,
    values,
  );
  const { rows } = await db.query<SealedAuditRow>(
    `select ${columns}
     from (select * from office_audit ${where} order by at desc, id desc limit $9 offset $10) a
     left join office_audit_seal s on s.line = a.id
     order by at desc, a.id desc`,
    [...values, limit, offset],
  );
  return { rows, total: totals.rows[0]?.total ?? 0 };
};

/** The next lines after one, newest first, with the names of the operators; for reading all lines of a filter. */
export const nextOfAudit = async (
  db: Queryable,
  filter: AuditFilter,
  { timeZone, limit, after }: { timeZone: string; limit: number; after: string | undefined },
): Promise<(SealedAuditRow & { account: string | null })[]> => {
  const { rows } = await db.query<SealedAuditRow & { account: string | null }>(
    `select ${columns}, o.account
     from (select * from office_audit ${where}
             and ($9::uuid is null or (at, id) < ((select l.at from office_audit l where l.id = $9), $9))
           order by at desc, id desc limit $10) a
     left join office_audit_seal s on s.line = a.id
     left join operator o on o.id = a.operator_id
     order by at desc, a.id desc`,
    [...valuesOf(filter, timeZone), after ?? null, limit],
  );
  return rows;
};
