import {
  factBody,
  jsonOf,
  rangeValues,
  type Fact,
  type FactRow,
  type FactSource,
} from '../../core/public-log/facts.ts';
import type { Row } from '../../core/database/rows.ts';

type HouseRow = { tx: bigint; kind: string; id: string; is_private: boolean; body: string };

const houseFact = ({ kind, id, is_private, body }: Omit<HouseRow, 'tx'>): Fact => ({
  kind,
  id,
  isPrivate: is_private,
  body,
});

/** Facts that modules added to the log themselves (`addHouseFact`). */
export const houseFacts: FactSource = {
  name: 'house_fact',
  kinds: [],
  rowsAtOnce: 1_000,
  read: async (on, range) => {
    const { rows } = await on.query<HouseRow>(
      `select tx, kind, id, is_private, body from house_fact
       where tx >= $1 and tx < $2 order by tx, kind, id offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => ({ tx: row.tx, facts: [houseFact(row)] }));
  },
  find: async (on, { kind, id }) => {
    const { rows } = await on.query<Omit<HouseRow, 'tx'>>(
      'select kind, id, is_private, body from house_fact where kind = $1 and id = $2',
      [kind, id],
    );
    const [row] = rows;
    return row && houseFact(row);
  },
};

type MemberRow = { tx: bigint; kind: string; id: string; body: string };

/** The same of members (`addMemberFact`). */
export const memberFacts: FactSource = {
  name: 'member_fact',
  kinds: [],
  isTogether: true,
  rowsAtOnce: 5_000,
  read: async (on, range) => {
    const { rows } = await on.query<MemberRow>(
      `select tx, kind, id, body from member_fact
       where shard between 0 and 255 and tx >= $1 and tx < $2
       order by tx, shard, member_id, kind, id offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map(({ tx, ...fact }): FactRow => ({ tx, facts: [{ ...fact, isPrivate: true }] }));
  },
  find: async (on, { kind, id, owner }) => {
    if (owner === undefined) return undefined;
    const { rows } = await on.query<Omit<MemberRow, 'tx'>>(
      'select kind, id, body from member_fact where shard = $1 and member_id = $2 and kind = $3 and id = $4',
      [owner.shard, owner.memberId, kind, id],
    );
    const [row] = rows;
    return row && { ...row, isPrivate: true };
  },
  about: async (on, { shard, memberId }, subjects) => {
    const { rows } = await on.query<Omit<MemberRow, 'tx'>>(
      `select kind, id, body from member_fact
       where shard = $1 and member_id = $2 and split_part(id, ':', 1) = any($3::text[]) order by kind, id`,
      [shard, memberId, subjects],
    );
    return rows.map((row) => ({ ...row, isPrivate: true }));
  },
};

const rowFact = ({ number, subject, id, digests, at }: Row<'row_fact'>): Fact => ({
  kind: 'row',
  id: number.toString(),
  isPrivate: true,
  body: factBody('row', {
    digests: jsonOf(digests),
    id,
    number: number.toString(),
    subject,
    time: at.toISOString(),
  }),
});

/** Digests of rows that decide about rights and people (`addRowFact`). No one is given them: `npm run verify` compares them. */
const rowFacts: FactSource = {
  name: 'row_fact',
  kinds: ['row'],
  isTogether: true,
  rowsAtOnce: 1_000,
  read: async (on, range) => {
    const { rows } = await on.query<Row<'row_fact'>>(
      `select tx, number, subject, id, digests, at from row_fact
       where tx >= $1 and tx < $2 order by tx, number offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => ({ tx: row.tx, facts: [rowFact(row)] }));
  },
};

/** Everything that the log takes in, in the order in which it takes it. @param facts of the modules */
export const logSources = (facts: readonly FactSource[]): readonly FactSource[] => [
  houseFacts,
  ...facts,
  memberFacts,
  rowFacts,
];
