import { query, statement, type Queryable } from '../../core/database/database.ts';
import { hashesOf, type TreeRow } from './queries.ts';

/** What was signed last; `note` is empty before the first checkpoint of an epoch. */
export type SignedRow = {
  epoch: number;
  size: number;
  root: Uint8Array;
  note: string;
  at: Date;
  /** The last checkpoint of the epoch before. */
  lastNote: string | null;
};

type Stored = { epoch: number; size: bigint; root: Buffer; note: string; at: Date; last_note: string | null };

const rowOf = ({ size, last_note, ...row }: Stored): SignedRow => ({
  ...row,
  size: Number(size),
  lastNote: last_note,
});

const select = `select s.epoch, s.size, s.root, s.note, s.at, e.last_note
  from log_signed s join log_epoch e on e.epoch = s.epoch
  order by s.epoch desc limit 1`;

const take = statement('log-signed-take', `${select} for update of s`);

/** The row of the current epoch, locked until the transaction ends. */
export const takeSigned = async (client: Queryable): Promise<SignedRow> =>
  rowIn(await client.query<Stored>(take([])));

const read = statement('log-signed-read', select);

/** What was signed last. */
export const readSigned = async (on: Queryable): Promise<SignedRow> =>
  rowIn(await on.query<Stored>(read([])));

const rowIn = ({ rows }: { rows: Stored[] }): SignedRow => {
  const [row] = rows;
  if (row === undefined) throw new Error('The log has no epoch');
  return rowOf(row);
};

const write = query.one<{ at: Date }>(
  'log-signed-write',
  'update log_signed set size = $2, root = $3, note = $4, at = site_clock() where epoch = $1 returning at',
);

/** @returns the time by the database's clock */
export const updateSigned = async (
  client: Queryable,
  { epoch, size, root, note }: Pick<SignedRow, 'epoch' | 'size' | 'root' | 'note'>,
): Promise<Date> => {
  const row = await write(client, [epoch, size, Buffer.from(root), note]);
  if (row === undefined) throw new Error('The epoch of the log is gone');
  return row.at;
};

const tree = query.one<{ size: bigint; edge: Buffer }>(
  'log-tree-read',
  'select size, edge from log_tree where one',
);

/** The tree as it is, unlocked. */
export const readTree = async (on: Queryable): Promise<Pick<TreeRow, 'size' | 'edge'>> => {
  const row = await tree(on);
  if (row === undefined) throw new Error('The log has no tree');
  return { size: Number(row.size), edge: hashesOf(row.edge) };
};

/** When the log began; undefined where its first epoch is not stored. */
export const readBegin = async (on: Queryable): Promise<Date | undefined> =>
  (await on.query<{ at: Date }>('select at from log_epoch order by epoch limit 1')).rows[0]?.at;
