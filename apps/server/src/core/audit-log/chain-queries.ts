import { statement, type Queryable } from '../database/database.ts';
import { insertRows, type Row } from '../database/rows.ts';
import { lockKeys } from '../database/lock-keys.ts';

/** A seal; `key_id` is the key it is under, null for a plain hash. */
export type Seal = Row<'office_audit_seal'>;
type Head = Pick<Seal, 'seq' | 'hash' | 'key_id'>;

/** The SHA-256 hash of a line in canonical form. */
const content = `sha256(convert_to(jsonb_build_array(
  a.id, a.operator_id, a.action, a.subject_kind, a.subject_id, a.shard, a.member_id, a.detail, a.address,
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
)::text, 'UTF8'))`;

const lock = statement('office-audit-lock', 'select pg_try_advisory_xact_lock($1) as got');

/** Takes the lock for sealing; false while another process has it. */
export const trySealing = async (client: Queryable): Promise<boolean> => {
  const { rows } = await client.query<{ got: boolean }>(lock([lockKeys.auditChain]));
  return rows[0]?.got === true;
};

const head = statement(
  'office-audit-head',
  'select seq, hash, key_id from office_audit_seal order by seq desc limit 1',
);

export const findHead = async (db: Queryable): Promise<Head | undefined> =>
  (await db.query<Head>(head([]))).rows[0];

const contentOf = statement(
  'office-audit-content',
  `select ${content} as content from office_audit a where a.id = $1`,
);

/** A line's content as a hash. */
export const findContent = async (db: Queryable, line: string): Promise<Buffer> => {
  const { rows } = await db.query<{ content: Buffer }>(contentOf([line]));
  const [row] = rows;
  if (row === undefined) throw new Error('A line that was just written is gone');
  return row.content;
};

const waiting = statement(
  'office-audit-waiting',
  `select w.line, ${content} as content
   from office_audit_waiting w join office_audit a on a.id = w.line
   order by w.line limit $1`,
);

export const findWaiting = async (
  db: Queryable,
  limit: number,
): Promise<{ line: string; content: Buffer }[]> =>
  (await db.query<{ line: string; content: Buffer }>(waiting([limit]))).rows;

const newSeals = insertRows('office_audit_seal', ['seq', 'line', 'prev_hash', 'hash', 'key_id']);
const insert = statement('office-audit-seal', newSeals.text);

export const insertSeals = async (client: Queryable, seals: readonly Seal[]): Promise<void> => {
  await client.query(insert(newSeals.values(seals)));
};

const done = statement(
  'office-audit-sealed',
  'delete from office_audit_waiting where line = any($1::uuid[])',
);

export const deleteWaiting = async (client: Queryable, lines: readonly string[]): Promise<void> => {
  await client.query(done([lines]));
};

const count = statement('office-audit-count-waiting', 'select count(*) as n from office_audit_waiting');

export const countWaiting = async (db: Queryable): Promise<bigint> =>
  (await db.query<{ n: bigint }>(count([]))).rows[0]?.n ?? 0n;

/** A seal with the subject of its line and the hash of its current content; null when the line is gone. */
export type SealedRow = Seal & { action: string | null; content: Buffer | null };

const page = statement(
  'office-audit-seals',
  `select s.seq, s.line, s.prev_hash, s.hash, s.key_id, a.action, case when a.id is not null then ${content} end as content
   from office_audit_seal s left join office_audit a on a.id = s.line
   where s.seq > $1 order by s.seq limit $2`,
);

export const pageOfSeals = async (db: Queryable, after: bigint, limit: number): Promise<SealedRow[]> =>
  (await db.query<SealedRow>(page([after, limit]))).rows;

const stray = statement(
  'office-audit-stray',
  `select a.id from office_audit a
   where not exists (select from office_audit_seal s where s.line = a.id)
     and not exists (select from office_audit_waiting w where w.line = a.id)
   order by a.id limit 1`,
);

/** A line that is neither sealed nor queued for it: its seal or its queue entry was deleted. */
export const findStray = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ id: string }>(stray([]))).rows[0]?.id;

const missing = statement(
  'office-audit-missing',
  `select w.line from office_audit_waiting w
   where not exists (select from office_audit a where a.id = w.line) order by w.line limit 1`,
);

/** A line that was queued for sealing and was deleted. */
export const findMissingText = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ line: string }>(missing([]))).rows[0]?.line;
