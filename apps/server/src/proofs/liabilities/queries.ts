import { statement, type Queryable } from '../../core/database/database.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';

export type SnapshotRow = Row<'liability_snapshot'>;
export type RefusalRow = Row<'liability_refusal'>;

const newSnapshot = insertInto('liability_snapshot', [
  'id',
  'at',
  'day',
  'made_by',
  'watermarks',
  'currencies',
  'totals',
  'padding',
  'steps',
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
export const insertRefusal = async (on: Queryable, row: RefusalRow): Promise<void> => {
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

const within = statement(
  'liability-snapshot-within',
  `select ${columns} from liability_snapshot where at >= coalesce($1::timestamptz, '-infinity') and at < $2
     and padding is null
   order by at, id`,
);
/** Snapshots with exact totals that were made within a span, the oldest first. */
export const snapshotsWithin = async (
  on: Queryable,
  { from, until }: { from: Date | null; until: Date },
): Promise<SnapshotRow[]> => (await on.query<SnapshotRow>(within([from, until]))).rows;

const ofDay = statement('liability-snapshot-day', 'select id from liability_snapshot where day = $1');
export const hasDay = async (on: Queryable, day: string): Promise<boolean> =>
  (await on.query(ofDay([day]))).rowCount !== 0;

const page = statement(
  'liability-snapshot-page',
  `select ${columns} from liability_snapshot order by at desc, id desc limit $1 offset $2`,
);
const counted = statement(
  'liability-snapshot-count',
  'select count(*)::int as total from liability_snapshot',
);

/** A page of snapshots, the newest first. */
export const pageOfSnapshots = async (
  on: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SnapshotRow[]; total: number }> => {
  const [rows, total] = await Promise.all([
    on.query<SnapshotRow>(page([limit, offset])),
    on.query<{ total: number }>(counted([])),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.total ?? 0 };
};

const refused = statement(
  'liability-refusal-since',
  `select ${columnsOf('liability_refusal')} from liability_refusal where at > $1 order by at desc, id desc limit 5`,
);
/** The newest refusals after a given time. */
export const refusalsSince = async (on: Queryable, moment: Date): Promise<RefusalRow[]> =>
  (await on.query<RefusalRow>(refused([moment]))).rows;
