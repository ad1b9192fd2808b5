import type { SettingState } from '@touchline/contract/shapes/office-settings';
import { statement, type Queryable } from '../platform/database.ts';
import { readWaiting, type Waiting } from '../platform/waiting.ts';
import type { Values } from './fold.ts';

export type ChangeRow = {
  id: string;
  settings: Values;
  before: Values;
  needs_other: boolean;
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

const columns = `id, settings, before, needs_other, reason, effective_from, state, proposed_by, proposed_at,
  decided_by, decided_at, note, number,
  (state = 'accepted' and effective_from <= clock_timestamp()) as due`;

const readVersion = statement('setting-version', 'select version from setting_version');

export const selectVersion = async (db: Queryable): Promise<number> =>
  (await db.query<{ version: number }>(readVersion([]))).rows[0]?.version ?? 0;

const takeVersion = statement(
  'setting-version-take',
  `update setting_version set version = version + 1 where version = $1
   returning version, clock_timestamp() as now`,
);

/**
 * Takes the next version for an operator who saw this one. The row is locked until the transaction ends, so that no other
 * change is proposed or decided meanwhile.
 * @returns undefined when the version has changed since
 */
export const nextVersion = async (
  db: Queryable,
  seen: number,
): Promise<{ version: number; now: Date } | undefined> =>
  (await db.query<{ version: number; now: Date }>(takeVersion([seen]))).rows[0];

const due = statement(
  'setting-due',
  `select count(*)::int as due from setting_change where state = 'accepted' and effective_from <= clock_timestamp()`,
);

/** The number of changes in force. It only grows, so that a different number means a new change. */
export const countDue = async (db: Queryable): Promise<number> =>
  (await db.query<{ due: number }>(due([]))).rows[0]?.due ?? 0;

const waits = statement(
  'setting-waits',
  `select count(*)::int as total, min(proposed_at) as oldest from setting_change where state = 'proposed'`,
);

/** Pending changes. */
export const countWaiting = (db: Queryable): Promise<Waiting> => readWaiting(db, waits([]));

const open = statement(
  'setting-open',
  `select ${columns} from setting_change where state in ('accepted', 'proposed') order by proposed_at, id`,
);

/** Accepted changes, in force or scheduled, and pending ones. */
export const selectOpen = async (db: Queryable): Promise<ChangeRow[]> =>
  (await db.query<ChangeRow>(open([]))).rows;

const insert = statement(
  'setting-insert',
  `insert into setting_change
     (id, settings, before, needs_other, reason, effective_from, state, proposed_by, proposed_at, decided_by, decided_at,
      number)
   select $1, $2, $3, $4, $5, coalesce($6, case when $4 then null else $7::timestamptz end),
     case when $4 then 'proposed' else 'accepted' end, $8, $7,
     case when $4 then null else $8::uuid end, case when $4 then null else $7::timestamptz end,
     case when $4 then null else $9::integer end
   returning ${columns}`,
);

export type NewChange = {
  id: string;
  settings: Values;
  before: Values;
  needsOther: boolean;
  reason: string;
  effectiveFrom: Date | undefined;
  now: Date;
  by: string;
  version: number;
};

/** Writes a change: proposed to a second operator, or accepted at once where none is needed. */
export const insertChange = async (db: Queryable, given: NewChange): Promise<ChangeRow> => {
  const { rows } = await db.query<ChangeRow>(
    insert([
      given.id,
      JSON.stringify(given.settings),
      JSON.stringify(given.before),
      given.needsOther,
      given.reason,
      given.effectiveFrom ?? null,
      given.now,
      given.by,
      given.version,
    ]),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A change of settings was not written');
  return row;
};

const decide = statement(
  'setting-decide',
  `update setting_change set state = $2, decided_by = $3, decided_at = $4, note = $5, before = coalesce($6, before),
     effective_from = case when $2 = 'accepted' then coalesce(effective_from, $4) else effective_from end,
     number = case when $2 = 'accepted' then $7::integer end
   where id = $1 and state = 'proposed' and (proposed_by = $3) = ($2 = 'withdrawn')
   returning ${columns}`,
);

/** @returns undefined when the change is decided already, or this operator may not make that decision */
export const decideChange = async (
  db: Queryable,
  given: {
    id: string;
    state: Exclude<SettingState, 'proposed'>;
    by: string;
    now: Date;
    note: string | undefined;
    /** What it changes, where it is accepted. */
    before: Values | undefined;
    version: number;
  },
): Promise<ChangeRow | undefined> => {
  const { id, state, by, now, note, before, version } = given;
  const values = [
    id,
    state,
    by,
    now,
    note ?? null,
    before === undefined ? null : JSON.stringify(before),
    version,
  ];
  return (await db.query<ChangeRow>(decide(values))).rows[0];
};

const byId = statement('setting-by-id', `select ${columns} from setting_change where id = $1`);

export const findChange = async (db: Queryable, id: string): Promise<ChangeRow | undefined> =>
  (await db.query<ChangeRow>(byId([id]))).rows[0];

const where = 'where ($1::text is null or settings ? $1) and ($2::text is null or state = $2)';

/** A page of changes in all states, newest first. */
export const pageOfChanges = async (
  db: Queryable,
  { name, state }: { name: string | undefined; state: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ChangeRow[]; total: number }> => {
  const values = [name ?? null, state ?? null];
  const totals = await db.query<{ total: number }>(
    `select count(*)::int as total from setting_change ${where}`,
    values,
  );
  const { rows } = await db.query<ChangeRow>(
    `select ${columns} from setting_change ${where} order by proposed_at desc, id desc limit $3 offset $4`,
    [...values, limit, offset],
  );
  return { rows, total: totals.rows[0]?.total ?? 0 };
};
