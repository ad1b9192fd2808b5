import { isDeepStrictEqual } from 'node:util';
import { gradesBy, selectDecision, verifyBets, verifyExposure } from '../../betting/index.ts';
import type { Queryable } from '../../core/database/database.ts';
import type { Row } from '../../core/database/rows.ts';
import { verifyCashier } from '../../payments/index.ts';
import { teamChecks } from '../../growth/index.ts';
import { auditShard, verifyLedger, type DifferenceSink } from '../../ledger/index.ts';
import { verifyAudit } from '../../core/audit-log/chain.ts';
import type { Subject } from '../../core/database/compared-columns.ts';
import { rowDigests } from '../../core/public-log/facts.ts';
import { betParts } from './bets.ts';
import { decisionParts } from './decisions.ts';
import { committedParts } from './committed.ts';
import { entryParts } from './entries.ts';
import { givenParts } from './given.ts';
import { houseFactParts } from './house-facts.ts';
import { liabilityParts } from './liabilities.ts';
import { verifyLog, type LogAgainst } from '../log/verify.ts';
import { factsSince, modulePart, sqlPart, type Counts, type Part } from './part.ts';
import { paymentParts } from './payments.ts';
import { peopleParts } from './people.ts';
import { rightsPart } from './rights.ts';
import { schemaPart } from './schema.ts';
import { sumParts } from './sums.ts';

const rowSubjects: Readonly<Record<Subject, { name: string; madeAt: string }>> = {
  member: { name: 'accounts and their secrets are those of the public log', madeAt: 'registered_at' },
  operator: { name: 'operators and their secrets are those of the public log', madeAt: 'created_at' },
  proposal: { name: 'proposals are those of the public log', madeAt: 'proposed_at' },
};

const rowPart = (subject: Subject): Part => {
  const { name, madeAt } = rowSubjects[subject];
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
      where n.id is null
        or (t.id is null and s.${madeAt} >= ${factsSince})
        or (t.at >= ${factsSince} and exists (select from jsonb_each(n.digests) d where t.digests -> d.key <> d.value))`,
  });
};

/** No lease lasts longer than this: servers take them for seconds. */
const leaseMost = `interval '10 minutes'`;

/** Accounts, secrets, operators and proposals against the facts that each of their changes has left; leases by their length. */
const rowFactParts: readonly Part[] = [
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

type Closed = { id: string; shard: number; invariant: string; detail: unknown };

/** A closed breach must be fixed: if the auditor finds it again, it was only hidden. */
const breachPart: Part = {
  name: 'breaches that were closed are mended',
  verify: async (on, note) => {
    const { rows } = await on.query<Closed>(
      'select id, shard, invariant, detail from audit_breach where closed_at is not null order by shard, found_at',
    );
    for (const [shard, closed] of Map.groupBy(rows, (one) => one.shard)) {
      const found = await auditShard(on, shard);
      for (const { id, invariant, detail } of closed) {
        if (found.some((one) => one.invariant === invariant && isDeepStrictEqual(one.detail, detail)))
          note(`breach ${id} of shard ${shard} was closed, and ${invariant} is still broken there`);
      }
    }
    return { rows: BigInt(rows.length) };
  },
};

/**
 * The references of the audit log: the key that seals it, and a seal that was noted down outside the
 * database.
 */
type Against = Parameters<typeof verifyAudit>[2];

type GradeRow = Row<'graded', 'market' | 'line' | 'selection' | 'since' | 'outcome'> & {
  struck_from: string;
  struck_until: string;
};

/** An event's legs, as one text each. */
const nameOf = (one: GradeRow): string =>
  [one.market, one.line, one.selection, one.since, one.struck_from, one.struck_until].join('|');

/**
 * Grades every event again by the ruling in force, and compares that with the grades that settled bets. A
 * missing grade shows in the bets it would have settled.
 */
const verifyGrades = async (on: Queryable, note: DifferenceSink): Promise<Counts> => {
  const { rows: events } = await on.query<{ event_id: string; graded: number }>(
    'select event_id, graded from standing where graded > 0 order by event_id',
  );
  let rows = 0n;
  for (const { event_id: eventId, graded } of events) {
    const decision = await selectDecision(on, { eventId, version: graded });
    if (decision === undefined) {
      note(`event ${eventId} is graded by ruling ${graded}, which is missing`);
      continue;
    }
    const { grades } = await gradesBy(on, eventId, decision);
    const { rows: kept } = await on.query<GradeRow>(
      `select market, line, selection, since, outcome,
         case when isfinite(struck_from) then (extract(epoch from struck_from) * 1000)::bigint::text else '' end as struck_from,
         case when isfinite(struck_until) then (extract(epoch from struck_until) * 1000)::bigint::text else '' end as struck_until
       from graded where event_id = $1 and version = $2`,
      [eventId, graded],
    );
    rows += BigInt(kept.length);
    const meant = new Map<string, string>(
      grades.map((grade) => [
        nameOf({
          ...grade,
          struck_from: grade.struckFrom?.getTime().toString() ?? '',
          struck_until: grade.struckUntil?.getTime().toString() ?? '',
        }),
        grade.outcome,
      ]),
    );
    for (const row of kept) {
      const name = nameOf(row);
      const outcome = meant.get(name);
      if (outcome !== row.outcome)
        note(`grade of ${eventId} ${name}: ${row.outcome}, by its ruling ${outcome ?? 'none'}`);
    }
  }
  return { rows };
};

export const gradePart: Part = { name: 'grades follow from their rulings', verify: verifyGrades };

/**
 * Everything that is verified, in order.
 * @param serverRole the role of the server, where another owns the tables
 * @param publicLog what the public log is checked against; without it the log is left out
 */
export const allParts = (
  auditLog: Against = {},
  serverRole?: string,
  publicLog?: LogAgainst,
): readonly Part[] => [
  schemaPart,
  rightsPart(serverRole),
  modulePart('ledger', verifyLedger),
  breachPart,
  ...entryParts,
  ...givenParts,
  modulePart('bets follow from legs, results and entries', verifyBets),
  ...betParts,
  gradePart,
  modulePart('exposure is what open bets come to', verifyExposure),
  modulePart('recharges and withdrawals agree with the ledger', verifyCashier),
  ...paymentParts,
  ...committedParts,
  sqlPart({
    name: 'commission follows from bets of teams',
    rows: 'team_line',
    differences: `select concat(t.what, ': ', t.detail) as detail from (${teamChecks}) t`,
  }),
  ...sumParts,
  ...liabilityParts,
  ...houseFactParts,
  ...decisionParts,
  ...peopleParts,
  ...rowFactParts,
  modulePart('audit log', (on, note) => verifyAudit(on, note, auditLog)),
  ...(publicLog === undefined
    ? []
    : [modulePart('public log', (on, note) => verifyLog(on, note, publicLog))]),
];
