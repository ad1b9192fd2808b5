import { bookFacts } from '../betting/index.ts';
import { allBut, columnsOf, type Row } from '../core/database/rows.ts';
import { correctionFacts, houseTextFacts, settingFacts } from '../office/index.ts';
import { rewardFacts, teamFacts } from '../growth/index.ts';
import { entryFacts, moveFacts } from '../ledger/index.ts';
import { factBody, rangeValues, type Fact, type FactRow, type FactSource } from '../core/public-log/facts.ts';

const lineColumns = allBut('office_audit', ['words', 'tx', 'detail']);
type LineRow = Row<'office_audit', (typeof lineColumns)[number]> & {
  /** As PostgreSQL writes it. */
  detail: string;
};
const columns = `${columnsOf('office_audit', lineColumns, 'a')}, a.detail::text as detail`;

const lineFact = (row: LineRow): Fact => ({
  kind: 'audit',
  id: row.id,
  isPrivate: true,
  body: factBody('audit', {
    action: row.action,
    address: row.address,
    detail: row.detail,
    id: row.id,
    member: row.member_id,
    operator: row.operator_id,
    shard: row.shard,
    subject: row.subject_id,
    subjectKind: row.subject_kind,
    time: row.at.toISOString(),
  }),
});

/** Every line of the audit log, as a hash. Its id is that of the line. */
const auditFacts: FactSource = {
  name: 'audit',
  kinds: ['audit'],
  isTogether: true,
  rowsAtOnce: 2_000,
  read: async (on, range) => {
    const { rows } = await on.query<LineRow & { tx: bigint }>(
      `select a.tx, ${columns} from office_audit a
       where a.tx >= $1::bigint and a.tx < $2::bigint order by a.tx, a.id offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => ({ tx: row.tx, facts: [lineFact(row)] }));
  },
  find: async (on, { id }) => {
    const { rows } = await on.query<LineRow>(`select ${columns} from office_audit a where a.id = $1`, [id]);
    const [row] = rows;
    return row && lineFact(row);
  },
};

/** What the modules give to the public log. What others follow from comes first: rules before bets, rulings before settlements. */
export const moduleFacts: readonly FactSource[] = [
  settingFacts,
  houseTextFacts,
  rewardFacts,
  teamFacts,
  entryFacts,
  moveFacts,
  ...bookFacts,
  correctionFacts,
  auditFacts,
];
