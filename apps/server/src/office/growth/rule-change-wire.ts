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
  ...(row.asked_from === null ? {} : { from: row.asked_from }),
  proposedBy: operatorName(names, row.proposed_by),
  proposedAt: row.proposed_at.toISOString(),
  ...(row.decided_by === null ? {} : { decidedBy: operatorName(names, row.decided_by) }),
  ...(row.decided_at === null ? {} : { decidedAt: row.decided_at.toISOString() }),
  ...(row.note === null ? {} : { note: row.note }),
  ...(row.version === null ? {} : { version: String(row.version) }),
});
