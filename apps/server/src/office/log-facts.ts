import { factBody, rangeValues, type Fact, type FactRow, type FactSource } from '../core/public-log/facts.ts';
import { columnsOf, type Row } from '../core/database/rows.ts';

const correctionColumns = ['shard', 'member_id', 'id', 'amount', 'balance_before', 'balance_after'] as const;
type CorrectionRow = Row<'adjustment', (typeof correctionColumns)[number]> &
  Row<'proposal', 'proposed_by' | 'decided_by' | 'reason'>;
const columns = `${columnsOf('adjustment', correctionColumns, 'a')}, p.proposed_by, p.decided_by, p.reason`;

const correctionFact = (row: CorrectionRow): Fact => ({
  kind: 'correction',
  id: row.id,
  isPrivate: true,
  body: factBody('correction', {
    amount: row.amount.toString(),
    approvedBy: row.decided_by,
    balanceAfter: row.balance_after?.toString() ?? null,
    balanceBefore: row.balance_before?.toString() ?? null,
    id: row.id,
    member: row.member_id,
    proposedBy: row.proposed_by,
    reason: row.reason,
  }),
});

/** Every correction of a balance that two operators have made. Its id is that of the proposal. */
export const correctionFacts: FactSource = {
  name: 'correction',
  kinds: ['correction'],
  rowsAtOnce: 1_000,
  read: async (on, range) => {
    const { rows } = await on.query<CorrectionRow & { tx: bigint }>(
      `select a.tx, ${columns} from adjustment a join proposal p on p.id = a.id
       where a.tx >= $1::bigint and a.tx < $2::bigint order by a.tx, a.shard, a.id offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => ({ tx: row.tx, facts: [correctionFact(row)] }));
  },
  find: async (on, { id, owner }) => {
    if (owner === undefined) return undefined;
    const { rows } = await on.query<CorrectionRow>(
      `select ${columns} from adjustment a join proposal p on p.id = a.id
       where a.shard = $1 and a.member_id = $2 and a.id = $3`,
      [owner.shard, owner.memberId, id],
    );
    const [row] = rows;
    return row && correctionFact(row);
  },
};
