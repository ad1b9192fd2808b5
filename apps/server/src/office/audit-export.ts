import { auditFilterFields } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Operator } from '../core/handler.ts';
import { csvLine, csvMark } from '@touchline/money/csv';
import { isId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { nextOfAudit, type AuditFilter } from '../core/audit-log/queries.ts';

const Filter = Compile(Type.Object(auditFilterFields, { additionalProperties: false }));
/** Lines read with one query. */
const pageLength = 1_000;

const head = ['seq', 'at', 'operator', 'operator id', 'action', 'subject', 'subject id', 'member'];
const headRow = csvLine([...head, 'address', 'detail', 'hash', 'id']);

/**
 * The filtered audit log as a table in a file, newest first. The export itself is logged.
 * @param query the unparsed query; unknown filters are refused
 * @returns the parts of the file
 * @throws Refused `validation`
 */
export const exportAudit = async (
  { pool, audit, timeZone }: { pool: pg.Pool; audit: Audit; timeZone: string },
  query: unknown,
  { operator, address }: { operator: Operator; address: string },
): Promise<AsyncIterable<string>> => {
  if (!Filter.Check(query)) throw new Refused('validation');
  const { from, to } = query;
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refused('validation', { rules: { to: 'range' } });
  }
  const isNobody = [query.operator, query.member].some((id) => id !== undefined && !isId(id));
  const { operator: of, action, subject, member, q } = query;
  const filter: AuditFilter = { operator: of, action, subject, member, from, to, q };
  await audit(pool, {
    operator,
    address,
    action: 'exported',
    subject: { kind: 'export', id: 'audit.csv' },
    detail: { ...query },
  });
  return isNobody ? rowsOf([]) : read(pool, filter, timeZone);
};

const rowsOf = async function* (rows: readonly string[]): AsyncIterable<string> {
  yield csvMark + headRow;
  yield* rows;
};

const read = async function* (pool: pg.Pool, filter: AuditFilter, timeZone: string): AsyncIterable<string> {
  yield csvMark + headRow;
  let after: string | undefined;
  for (;;) {
    const rows = await nextOfAudit(pool, filter, { timeZone, limit: pageLength, after });
    yield rows
      .map((row) =>
        csvLine([
          row.seq,
          row.at.toISOString(),
          row.account,
          row.operator_id,
          row.action,
          row.subject_kind,
          row.subject_id,
          row.member_id,
          row.address,
          JSON.stringify(row.detail),
          row.hash?.toString('hex'),
          row.id,
        ]),
      )
      .join('');
    after = rows.at(-1)?.id;
    if (rows.length < pageLength) return;
  }
};
