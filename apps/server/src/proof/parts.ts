import { verifyExposure } from '../book/exposure/verify.ts';
import { verifyBets } from '../book/verify.ts';
import { verifyCashier } from '../cashier/verify.ts';
import { verifyAudit } from '../audit/chain.ts';
import { teamChecks } from '../team/verify.ts';
import { verifyLedger } from '../wallet/verify.ts';
import { betParts } from './bets.ts';
import { breachPart } from './breaches.ts';
import { decisionParts } from './decisions.ts';
import { committedParts } from './committed.ts';
import { entryParts } from './entries.ts';
import { givenParts } from './given.ts';
import { gradePart } from './grades.ts';
import { houseFactParts } from './house-facts.ts';
import { liabilityParts } from './liabilities.ts';
import { verifyLog, type LogAgainst } from '../log/verify.ts';
import { roomPart, sqlPart, type Part } from './part.ts';
import { paymentParts } from './payments.ts';
import { peopleParts } from './people.ts';
import { rightsPart } from './rights.ts';
import { rowFactParts } from './row-facts.ts';
import { schemaPart } from './schema.ts';
import { sumParts } from './sums.ts';

/**
 * The references of the audit log: the key that seals it, and a seal that was noted down outside the
 * database.
 */
type Against = Parameters<typeof verifyAudit>[2];

/**
 * Everything that is verified, in order.
 * @param serverRole the role of the server, where another owns the tables
 * @param publicLog what the public log is held against; without it the log is left out
 */
export const allParts = (
  auditLog: Against = {},
  serverRole?: string,
  publicLog?: LogAgainst,
): readonly Part[] => [
  schemaPart,
  rightsPart(serverRole),
  roomPart('ledger', verifyLedger),
  breachPart,
  ...entryParts,
  ...givenParts,
  roomPart('bets follow from legs, results and entries', verifyBets),
  ...betParts,
  gradePart,
  roomPart('exposure is what open bets come to', verifyExposure),
  roomPart('recharges and withdrawals agree with the ledger', verifyCashier),
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
  roomPart('audit log', (on, note) => verifyAudit(on, note, auditLog)),
  ...(publicLog === undefined ? [] : [roomPart('public log', (on, note) => verifyLog(on, note, publicLog))]),
];
