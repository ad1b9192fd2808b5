import {
  factBody,
  rangeValues,
  type DatedFact,
  type Fact,
  type FactRow,
  type FactSource,
  type TxRange,
} from '../core/public-log/facts.ts';
import { query, type Queryable } from '../core/database/database.ts';
import type { Owner } from '../core/owner.ts';
import { columnsOf, type Row } from '../core/database/rows.ts';

const entryColumns = [
  'member_id',
  'version',
  'key',
  'kind',
  'currency',
  'amount',
  'held_change',
  'counter_account',
  'available_after',
  'held_after',
  'ref',
  'at',
] as const;
type EntryRow = Row<'entry', (typeof entryColumns)[number]>;

const text = (value: string): string => JSON.stringify(value);

/**
 * The body of an entry of the ledger. It is written out in the order of its keys, because most of the log is entries; `factBody`
 * would make the same.
 */
export const entryBody = (row: EntryRow): string =>
  `{"account":${text(row.counter_account)},"amount":"${row.amount}","available":"${row.available_after}",` +
  `"currency":${text(row.currency)},"held":"${row.held_after}","heldChange":"${row.held_change}","key":${text(row.key)},` +
  `"kind":"entry","member":"${row.member_id}"${row.ref === null ? '' : `,"ref":"${row.ref}"`},` +
  `"time":"${row.at.toISOString()}","type":${text(row.kind)},"v":1,"version":"${row.version}"}`;

const entryFact = (row: EntryRow): Fact => ({
  kind: 'entry',
  id: `${row.member_id}:${row.version}`,
  isPrivate: true,
  body: entryBody(row),
});

// Not prepared, because the plan depends on how far the range is from the newest rows.
const inRange = (columns: string, condition = ''): string =>
  `select e.tx, ${columns} from entry e
   where e.shard between 0 and 255 and e.tx >= $1::bigint and e.tx < $2::bigint ${condition}
   order by e.tx, e.shard, e.member_id, e.version offset $3 limit $4`;

const entriesText = inRange(columnsOf('entry', entryColumns, 'e'));

const pageText = query.many<EntryRow>(
  'entry-facts-page',
  `select ${columnsOf('entry', entryColumns)} from entry
   where shard = $1 and member_id = $2 and version > $3::bigint order by version limit $4`,
);

/** Every entry of the ledger. Its id is `<member>:<version>`. */
export const entryFacts: FactSource = {
  name: 'entry',
  kinds: ['entry'],
  rowsAtOnce: 4_000,
  read: async (on, range) => {
    const { rows } = await on.query<EntryRow & { tx: bigint }>(entriesText, rangeValues(range));
    return rows.map((row): FactRow => ({ tx: row.tx, facts: [entryFact(row)] }));
  },
  find: async (on, { id, owner }) => {
    const version = id.split(':')[1] ?? '';
    if (owner === undefined || id !== `${owner.memberId}:${version}` || !/^[1-9][0-9]{0,17}$/.test(version)) {
      return undefined;
    }
    return entryFactOf(on, owner, BigInt(version));
  },
  page: async (on, { shard, memberId }, { after = '', limit }) => {
    const rows = await pageText(on, [shard, memberId, after.split(':')[1] ?? '0', limit]);
    return rows.map(entryFact);
  },
  about: (on, owner, subjects) => entryFactsOf(on, owner, subjects),
};

const ofRefs = query.many<EntryRow>(
  'entry-facts-of-refs',
  `select ${columnsOf('entry', entryColumns)} from entry
   where shard = $1 and member_id = $2 and ref = any($3::uuid[]) order by version`,
);

const datedEntry = (row: EntryRow): DatedFact => ({ ...entryFact(row), at: row.at });

const byVersion = query.many<EntryRow>(
  'entry-fact-by-version',
  `select ${columnsOf('entry', entryColumns)} from entry where shard = $1 and member_id = $2 and version = $3`,
);

/** The fact of a member's entry; undefined where the wallet has no entry of that number. */
export const entryFactOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  version: bigint,
): Promise<DatedFact | undefined> => {
  const [row] = await byVersion(on, [shard, memberId, version]);
  return row && datedEntry(row);
};

const byKey = query.many<EntryRow>(
  'entry-fact-by-key',
  `select ${columnsOf('entry', entryColumns)} from entry where shard = $1 and member_id = $2 and key = $3`,
);

/** The same by the key of the entry. */
export const entryFactOfKey = async (
  on: Queryable,
  { shard, memberId }: Owner,
  key: string,
): Promise<DatedFact | undefined> => {
  const [row] = await byKey(on, [shard, memberId, key]);
  return row && datedEntry(row);
};

/** The facts of a member's entries that have one of the subjects, oldest first. */
export const entryFactsOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  refs: readonly string[],
): Promise<DatedFact[]> => (await ofRefs(on, [shard, memberId, refs])).map(datedEntry);

type MoveRow = Row<
  'house_move',
  'key' | 'from_account' | 'to_account' | 'currency' | 'amount' | 'at' | 'shard'
>;

const moveFact = (row: MoveRow): Fact => ({
  kind: 'house_move',
  id: `${row.shard}:${row.key}`,
  isPrivate: false,
  body: factBody('house_move', {
    amount: row.amount.toString(),
    currency: row.currency,
    from: row.from_account,
    key: row.key,
    time: row.at.toISOString(),
    to: row.to_account,
  }),
});

const moveColumns = 'h.key, h.from_account, h.to_account, h.currency, h.amount, h.at, h.shard';

/** Every move between accounts of the house. Its id is `<shard>:<key>`. */
export const moveFacts: FactSource = {
  name: 'house_move',
  kinds: ['house_move'],
  rowsAtOnce: 1_000,
  read: async (on, range) => {
    const { rows } = await on.query<MoveRow & { tx: bigint }>(
      `select h.tx, ${moveColumns} from house_move h
       where h.shard between 0 and 255 and h.tx >= $1::bigint and h.tx < $2::bigint
       order by h.tx, h.shard, h.key offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => ({ tx: row.tx, facts: [moveFact(row)] }));
  },
};
/** The entry that took the stake of a bet. */
export type StakeEntry = Row<'entry', 'shard' | 'member_id' | 'key' | 'tx'> & { ref: string };

const stakesText = inRange(
  'e.shard, e.member_id, e.key, e.ref',
  `and e.kind = 'stake' and e.ref is not null`,
);

/** The stakes that ended transactions took, by `tx` and then in an order that is the same each time. */
export const readStakes = async (on: Queryable, range: TxRange): Promise<StakeEntry[]> =>
  (await on.query<StakeEntry>(stakesText, rangeValues(range))).rows;
