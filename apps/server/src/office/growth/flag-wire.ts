import type { TeamFlag } from '@touchline/contract/shapes/office-growth';
import type { FlagRow } from '../../team/service.ts';
import { memberName, operatorName, type Names } from '../wire.ts';

export const flagToWire = (row: FlagRow, names: Names): TeamFlag => ({
  id: row.id,
  member: memberName(names, row.member_id),
  leader: memberName(names, row.leader_id),
  reason: row.reason,
  state: row.state,
  version: row.version,
  at: row.raised_at.toISOString(),
  decidedBy: row.decided_by === null ? undefined : operatorName(names, row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
});

/** Ids of the members and operators in flags. */
export const namedByFlags = (rows: readonly FlagRow[]) => ({
  operators: rows.map((row) => row.decided_by),
  members: rows.flatMap((row) => [row.member_id, row.leader_id]),
});
