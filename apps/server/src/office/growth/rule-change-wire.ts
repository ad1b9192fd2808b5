import type { RuleChangeRow } from '../../platform/rule-changes/service.ts';
import { operatorName, type Names } from '../wire.ts';

/** Whom a proposal names. */
export const operatorsOf = (rows: readonly RuleChangeRow[]): (string | null)[] =>
  rows.flatMap((row) => [row.proposed_by, row.decided_by]);

/** What a proposal has, whatever its rules are. */
export const ruleChangeToWire = (row: RuleChangeRow, names: Names) => ({
  id: row.id,
  state: row.state,
  basedOn: String(row.based_on),
  reason: row.reason,
  seen: row.revision,
  from: row.asked_from ?? undefined,
  proposedBy: operatorName(names, row.proposed_by),
  proposedAt: row.proposed_at.toISOString(),
  decidedBy: row.decided_by === null ? undefined : operatorName(names, row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
  note: row.note ?? undefined,
  version: row.version === null ? undefined : String(row.version),
});
