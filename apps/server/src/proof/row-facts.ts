import type { Subject } from '../platform/compared-columns.ts';
import { rowDigests } from '../platform/row-facts.ts';
import { sqlPart, type Part } from './part.ts';

/** The migration from which on rows have facts. */
const migration = '0255-facts-of-rows.sql';

/**
 * SQL: from when on each row has facts, and each change. In a database that had rows before the migration a server of the release
 * before may still have run for a while.
 */
const countsFrom = `(
  select coalesce(b.at + interval '1 day', m.applied_at) as time
  from (select applied_at from migration where name = '${migration}') m
  left join (select at from row_fact where subject = 'before') b on true)`;

const subjects: Readonly<Record<Subject, { name: string; madeAt: string }>> = {
  member: { name: 'accounts and their secrets are those of the public log', madeAt: 'registered_at' },
  operator: { name: 'operators and their secrets are those of the public log', madeAt: 'created_at' },
  proposal: { name: 'proposals are those of the public log', madeAt: 'proposed_at' },
};

const rowPart = (subject: Subject): Part => {
  const { name, madeAt } = subjects[subject];
  return sqlPart({
    name,
    rows: subject,
    differences: `with told as (
        select distinct on (id) id, digests, at from row_fact where subject = '${subject}' order by id, number desc
      ), now as (${rowDigests(subject, 'true')})
      select concat_ws(' ', '${subject}', coalesce(n.id, t.id), case
          when n.id is null then 'is gone, and has a fact in the public log'
          when t.id is null then 'has no fact in the public log'
          else concat('is not as in the public log: ', (
            select string_agg(d.key, ', ' order by d.key) from jsonb_each(n.digests) d where t.digests -> d.key <> d.value)) end) as detail
      from now n full join told t on t.id = n.id
      left join ${subject} s on s.id = n.id
      cross join ${countsFrom} c
      where n.id is null
        or (t.id is null and s.${madeAt} >= c.time)
        or (t.at >= c.time and exists (select from jsonb_each(n.digests) d where t.digests -> d.key <> d.value))`,
  });
};

/** No lease lasts longer than this: servers take them for seconds. */
const leaseMost = `interval '10 minutes'`;

/** Accounts, secrets, operators and proposals against the facts that each of their changes has left; leases by their length. */
export const rowFactParts: readonly Part[] = [
  rowPart('member'),
  rowPart('operator'),
  rowPart('proposal'),
  sqlPart({
    name: 'leases of exposure end soon',
    rows: 'exposure_lease',
    differences: `select concat_ws(' ', 'lease', id, 'of', holder, 'on', event_id, 'ends at', expires_at) as detail
      from exposure_lease where expires_at > site_clock() + ${leaseMost}`,
  }),
];
