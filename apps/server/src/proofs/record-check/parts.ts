import { isDeepStrictEqual } from 'node:util';
import { verifyBets, verifyExposure } from '../../betting/index.ts';
import { verifyCashier } from '../../payments/index.ts';
import { teamChecks } from '../../growth/index.ts';
import { auditShard, verifyLedger } from '../../ledger/index.ts';
import { verifyAudit } from '../../core/audit-log/chain.ts';
import type { Subject } from '../../core/database/compared-columns.ts';
import { rowDigests } from '../../core/public-log/facts.ts';
import { betParts } from './bets.ts';
import { decisionParts } from './decisions.ts';
import { committedParts } from './committed.ts';
import { entryParts } from './entries.ts';
import { givenParts } from './given.ts';
import { gradePart } from './grades.ts';
import { houseFactParts } from './house-facts.ts';
import { liabilityParts } from './liabilities.ts';
import { verifyLog, type LogAgainst } from '../log/verify.ts';
import { factsSince, modulePart, sqlPart, type Part } from './part.ts';
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
