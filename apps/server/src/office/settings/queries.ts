import type { SettingState } from '@touchline/contract/shapes/office-settings';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import type { SettingValues } from './fold.ts';

/** A change: its proposal, and its values in force where it was accepted. */
export type SettingChangeRow = {
  id: string;
  settings: SettingValues;
  /** The values before it, as the operator who accepted it saw them; until then as the one who proposed it did. */
  before: SettingValues;
  /** Whether its proposer made it alone. */
  alone: boolean;
  reason: string;
  effective_from: Date | null;
  state: SettingState;
  proposed_by: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  note: string | null;
  number: number | null;
  /** Whether the change is in force, by the database's clock. */
  due: boolean;
};

const changes = `proposal p left join setting_change c on c.id = p.id where p.kind = 'setting'`;

const stateColumn = `case p.state when 'applied' then 'accepted' else p.state end`;

const columns = `p.id, p.body -> 'settings' as settings, coalesce(c.before, p.body -> 'before') as before, p.alone, p.reason,
  coalesce(c.effective_from, (p.body ->> 'from')::timestamptz) as effective_from, ${stateColumn} as state, p.proposed_by,
  p.proposed_at, p.decided_by, p.decided_at, p.note, c.number, coalesce(c.effective_from <= site_clock(), false) as due`;

const readVersion = query.one<{ version: number }>('setting-version', 'select version from setting_version');

export const selectVersion = async (db: Queryable): Promise<number> => (await readVersion(db))?.version ?? 0;

const takeVersion = query.exec(
  'setting-version-take',
  'update setting_version set version = version + 1 where version = $1',
);

/**
 * Takes the next version for an operator who saw this one. The row is locked until the transaction ends, so that no other
 * change is proposed or decided before.
 * @returns false when the version has changed since
 */
export const takeNextVersion = async (db: Queryable, seen: number): Promise<boolean> =>
  (await takeVersion(db, [seen])) === 1;

const due = statement(
  'setting-due',
  'select count(*)::int as due from setting_change where effective_from <= site_clock()',
);

/** The number of changes in force. It only grows, so that a different number means a new change. */
export const countDue = async (db: Queryable): Promise<number> =>
  (await db.query<{ due: number }>(due([]))).rows[0]?.due ?? 0;

const open = query.many<SettingChangeRow>(
  'setting-open',
  `select ${columns} from ${changes} and (p.state = 'proposed' or c.id is not null) order by p.proposed_at, p.id`,
);

/** Accepted changes, in force or scheduled, and pending ones. */
export const selectOpen = (db: Queryable): Promise<SettingChangeRow[]> => open(db);

// Its number is the version that the transaction has taken.
const accept = query.one<{ effective_from: Date }>(
  'setting-accept',
  `insert into setting_change (id, settings, before, effective_from, accepted_at, number)
   select $1::uuid, $2::jsonb, $3::jsonb, coalesce($4::timestamptz, clock.now), clock.now, v.version
   from setting_version v, (select site_clock() as now) clock
   where coalesce($4::timestamptz, clock.now) >= clock.now
   returning effective_from`,
);

/** Writes an accepted change. @returns the time it takes effect; undefined when that has passed */
export const insertAccepted = async (
  db: Queryable,
  {
    id,
    settings,
    before,
    from,
  }: { id: string; settings: SettingValues; before: SettingValues; from: string | undefined },
): Promise<Date | undefined> => {
  const values = [id, JSON.stringify(settings), JSON.stringify(before), from ?? null];
  return (await accept(db, values))?.effective_from;
};

const byId = query.one<SettingChangeRow>('setting-by-id', `select ${columns} from ${changes} and p.id = $1`);

export const findChange = (db: Queryable, id: string): Promise<SettingChangeRow | undefined> =>
  byId(db, [id]);

const where = `($1::text is null or p.body -> 'settings' ? $1) and ($2::text is null or ${stateColumn} = $2)`;

/** A page of changes in all states, newest first. */
export const pageOfChanges = async (
  db: Queryable,
  { name, state }: { name: string | undefined; state: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SettingChangeRow[]; total: number }> => {
  const values = [name ?? null, state ?? null];
  const totals = await db.query<{ total: number }>(
    `select count(*)::int as total from ${changes} and ${where}`,
    values,
  );
  const { rows } = await db.query<SettingChangeRow>(
    `select ${columns} from ${changes} and ${where} order by p.proposed_at desc, p.id desc limit $3 offset $4`,
    [...values, limit, offset],
  );
  return { rows, total: totals.rows[0]?.total ?? 0 };
};
