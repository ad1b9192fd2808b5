import { query, type Queryable } from '../../core/database/database.ts';
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
const snapshotInsert = query.exec(
  'liability-snapshot-insert',
  `${newSnapshot.text} on conflict (day) do nothing`,
);

/** Writes a snapshot down. @returns false where another process has made that of the day */
export const insertSnapshot = async (on: Queryable, row: SnapshotRow): Promise<boolean> =>
  (await snapshotInsert(on, newSnapshot.values(row))) === 1;

const newRefusal = insertInto('liability_refusal', ['id', 'at', 'made_by', 'differences']);
const refusalInsert = query.exec('liability-refusal-insert', newRefusal.text);
export const insertRefusal = async (on: Queryable, row: RefusalRow): Promise<void> => {
  await refusalInsert(on, newRefusal.values(row));
};

const columns = columnsOf('liability_snapshot');
const newest = query.many<SnapshotRow>(
  'liability-snapshot-newest',
  `select ${columns} from liability_snapshot order by at desc, id desc limit $1`,
);
/** The newest snapshots, the newest first. */
export const newestSnapshots = (on: Queryable, limit: number): Promise<SnapshotRow[]> => newest(on, [limit]);

const within = query.many<SnapshotRow>(
  'liability-snapshot-within',
  `select ${columns} from liability_snapshot where at >= coalesce($1::timestamptz, '-infinity') and at < $2
     and padding is null
   order by at, id`,
);
/** Snapshots with exact totals that were made within a span, the oldest first. */
export const snapshotsWithin = (
  on: Queryable,
  { from, until }: { from: Date | null; until: Date },
): Promise<SnapshotRow[]> => within(on, [from, until]);

const ofDay = query.exec('liability-snapshot-day', 'select id from liability_snapshot where day = $1');
export const hasDay = async (on: Queryable, day: string): Promise<boolean> => (await ofDay(on, [day])) !== 0;

const page = query.many<SnapshotRow>(
  'liability-snapshot-page',
  `select ${columns} from liability_snapshot order by at desc, id desc limit $1 offset $2`,
);
const counted = query.one<{ total: number }>(
  'liability-snapshot-count',
  'select count(*)::int as total from liability_snapshot',
);

/** A page of snapshots, the newest first. */
export const pageOfSnapshots = async (
  on: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SnapshotRow[]; total: number }> => {
  const [rows, total] = await Promise.all([page(on, [limit, offset]), counted(on)]);
  return { rows: rows, total: total?.total ?? 0 };
};

const refused = query.many<RefusalRow>(
  'liability-refusal-since',
  `select ${columnsOf('liability_refusal')} from liability_refusal where at > $1 order by at desc, id desc limit 5`,
);
/** The newest refusals after a given time. */
export const refusalsSince = (on: Queryable, moment: Date): Promise<RefusalRow[]> => refused(on, [moment]);
