import type { Likeness, TeamFlag } from '@touchline/contract/shapes/office-growth';
import type { LikenessRow } from '../../safer-play/index.ts';
import type { FlagRow } from '../../growth/index.ts';
import { memberName, operatorName, type AccountNames } from '../wire.ts';

/** What a flag and a likeness have in common. */
type AlikeRow = Omit<FlagRow, 'leader_id'>;

const alikeToWire = (row: AlikeRow, names: AccountNames): Omit<TeamFlag, 'leader'> => ({
  id: row.id,
  member: memberName(names, row.member_id),
  reason: row.reason,
  state: row.state,
  version: row.version,
  at: row.raised_at.toISOString(),
  decidedBy: row.decided_by === null ? undefined : operatorName(names, row.decided_by),
  decidedAt: row.decided_at?.toISOString(),
});

export const flagToWire = (row: FlagRow, names: AccountNames): TeamFlag => ({
  ...alikeToWire(row, names),
  leader: memberName(names, row.leader_id),
});

export const likenessToWire = (row: LikenessRow, names: AccountNames): Likeness => ({
  ...alikeToWire(row, names),
  excluded: memberName(names, row.excluded_id),
});

/** Ids of the members and operators in flags. */
export const namedByFlags = (rows: readonly FlagRow[]) => ({
  operators: rows.map((row) => row.decided_by),
  members: rows.flatMap((row) => [row.member_id, row.leader_id]),
});
