import { statement, type Queryable } from '../platform/database.ts';
import { columnsOf, insertInto, type Row } from '../platform/rows.ts';

export type SnapshotRow = Row<'liability_snapshot'>;

const newSnapshot = insertInto('liability_snapshot', [
  'id',
  'at',
  'day',
  'made_by',
  'watermarks',
  'currencies',
  'totals',
  'size',
  'root',
  'accounts',
  'entry',
]);
const snapshotInsert = statement(
  'liability-snapshot-insert',
  `${newSnapshot.text} on conflict (day) do nothing`,
);

/** Writes a snapshot down. @returns false where another process has made that of the day */
export const insertSnapshot = async (on: Queryable, row: SnapshotRow): Promise<boolean> =>
  (await on.query(snapshotInsert(newSnapshot.values(row)))).rowCount === 1;

const newRefusal = insertInto('liability_refusal', ['id', 'at', 'made_by', 'differences']);
const refusalInsert = statement('liability-refusal-insert', newRefusal.text);
export const insertRefusal = async (on: Queryable, row: Row<'liability_refusal'>): Promise<void> => {
  await on.query(refusalInsert(newRefusal.values(row)));
};

const columns = columnsOf('liability_snapshot');
const newest = statement(
  'liability-snapshot-newest',
  `select ${columns} from liability_snapshot order by at desc, id desc limit $1`,
);
/** The newest snapshots, the newest first. */
export const newestSnapshots = async (on: Queryable, limit: number): Promise<SnapshotRow[]> =>
  (await on.query<SnapshotRow>(newest([limit]))).rows;

const ofDay = statement('liability-snapshot-day', 'select id from liability_snapshot where day = $1');
export const hasDay = async (on: Queryable, day: string): Promise<boolean> =>
  (await on.query(ofDay([day]))).rowCount !== 0;
