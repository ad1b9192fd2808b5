import { lastingState, type Proposal } from '../../core/proposals/service.ts';
import { operatorName, type AccountNames } from '../wire.ts';

/** Ids of the operators in a proposal. */
export const operatorsOf = (rows: readonly Proposal<unknown>[]): (string | null)[] =>
  rows.flatMap((row) => [row.proposed_by, row.decided_by]);

/** The version of the rules that a proposal created; undefined if it was not applied. */
const versionOf = ({ state, subject_version: seen }: Proposal<unknown>): string | undefined =>
  state === 'applied' ? String((seen ?? 0) + 1) : undefined;

/** The facts of a proposal of rules for the audit log. */
export const ruleChangeFacts = (row: Proposal<{ from?: string }>) => ({
  basedOn: String(row.subject_version ?? 0),
  from: row.body.from,
  version: versionOf(row),
});

/** The fields that proposals of all kinds of rules share. */
export const ruleChangeToWire = (row: Proposal<{ from?: string }>, names: AccountNames) => ({
  id: row.id,
  state: lastingState(row.state),
  basedOn: String(row.subject_version ?? 0),
  reason: row.reason,
  seen: row.version,
  from: row.body.from,
  proposedBy: operatorName(names, row.proposed_by),
  proposedAt: row.proposed_at.toISOString(),
  decidedBy: row.decided_by === null ? undefined : operatorName(names, row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
  note: row.note ?? undefined,
  version: versionOf(row),
});
