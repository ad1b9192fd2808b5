import { createHash, createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { query, statement, type Queryable } from '../database/database.ts';
import { lockKeys, transaction } from '../database/transaction.ts';
import { insertRows, type Row } from '../database/rows.ts';
import { newId } from '../ids.ts';
import { readSecretInDatabase, readSecretInFolder, secretInDatabase, secretInFolder } from '../secrets.ts';
import { insertAudit } from './queries.ts';

/** The key that seals the audit log. */
export type AuditKey = {
  secret: Uint8Array;
  /** Identifies the key without revealing it. */
  id: string;
  /** Where the key is stored. Only outside the database does it protect against an owner of the database. */
  kept: 'folder' | 'setting' | 'database';
};

const name = 'audit-key';
type Where = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'AUDIT_KEY'>;

/** Makes a key from its secret. @param secret 32 bytes */
export const auditKey = (secret: Uint8Array, kept: AuditKey['kept'] = 'folder'): AuditKey => ({
  secret,
  id: createHmac('sha256', secret).update('touchline audit key').digest('hex').slice(0, 16),
  kept,
});

const ofSetting = ({ AUDIT_KEY: hex }: Where): AuditKey | undefined =>
  hex === undefined ? undefined : auditKey(Buffer.from(hex, 'hex'), 'setting');

/**
 * The key of a server: from the setting, else from the data folder. Servers that share a database without the setting keep
 * it in the database, because they have no other place in common. It is made at the first start.
 */
export const openAuditKey = async (config: Where, on: Queryable): Promise<AuditKey> =>
  ofSetting(config) ??
  (config.DATABASE_URL === undefined
    ? auditKey(await secretInFolder(config.DATA_DIR, name), 'folder')
    : auditKey(await secretInDatabase(on, name), 'database'));

/** The key for a tool that only reads; undefined if no server has made one yet. */
export const readAuditKey = async (config: Where, on: Queryable): Promise<AuditKey | undefined> => {
  const given = ofSetting(config);
  if (given !== undefined) return given;
  const isShared = config.DATABASE_URL !== undefined;
  const secret = await (isShared
    ? readSecretInDatabase(on, name)
    : readSecretInFolder(config.DATA_DIR, name));
  return secret && auditKey(secret, isShared ? 'database' : 'folder');
};

/** Lines sealed in one transaction. */
const batch = 1_000;
/** Lines verified with one query. */
const verifiedAtOnce = 5_000;

/** The last seal of a chain. */
export type AuditHead = { seq: bigint; hash: Buffer; key_id: string | null };
/** The hash before the first line. */
const start: AuditHead = { seq: 0n, hash: Buffer.alloc(32), key_id: null };

/**
 * The hash of a line: over that of the line before, its number (8 bytes, big endian) and the hash of its content; with a key
 * HMAC-SHA-256, without one SHA-256.
 */
const hashOf = (
  prevHash: Buffer,
  seq: bigint,
  { content, key }: { content: Buffer; key: AuditKey | undefined },
): Buffer => {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(seq);
  const hash = key === undefined ? createHash('sha256') : createHmac('sha256', key.secret);
  return hash.update(prevHash).update(number).update(content).digest();
};

/** The line of the log with which seals under another key begin. */
const beginsKey = 'audit_keyed';

/**
 * Seals queued lines of finished transactions, in the order of their ids. One of several processes does it, and the number is
 * the primary key of the seals, so that the chain cannot fork. If the last seal has no key or another one, a line that
 * records the new key comes first.
 * @param key the key of new seals; without it, as in tests only, seals are plain hashes
 * @returns the number of sealed lines
 */
export const sealAudit = async (pool: pg.Pool, key?: AuditKey): Promise<number> => {
  let sealed = 0;
  for (;;) {
    const done = await transaction(pool, async (client) => {
      if (!(await trySealing(client))) return 0;
      let head: AuditHead = (await findHead(client)) ?? start;
      const begins = key !== undefined && head.key_id !== key.id;
      const waiting = begins ? [await writeBegin(client, key, head)] : [];
      waiting.push(...(await findWaiting(client, batch)).filter(({ line }) => line !== waiting[0]?.line));
      if (waiting.length === 0) return 0;
      const seals: Seal[] = [];
      for (const { line, content } of waiting) {
        const seq = head.seq + 1n;
        const hash = hashOf(head.hash, seq, { content, key });
        seals.push({ seq, line, prev_hash: head.hash, hash, key_id: key?.id ?? null });
        head = { seq, hash, key_id: key?.id ?? null };
      }
      await insertSeals(client, seals);
      await deleteWaiting(
        client,
        seals.map(({ line }) => line),
      );
      return seals.length;
    });
    sealed += done;
    if (done < batch) return sealed;
  }
};

/** Writes the first line under a new key. */
const writeBegin = async (
  client: pg.PoolClient,
  key: AuditKey,
  head: AuditHead,
): Promise<{ line: string; content: Buffer }> => {
  const id = newId();
  await insertAudit(client, {
    id,
    operator_id: null,
    action: beginsKey,
    subject_kind: 'log',
    subject_id: key.id,
    shard: null,
    member_id: null,
    address: '',
    at: new Date(),
    detail: { after: head.seq.toString(), kept: key.kept },
  });
  return { line: id, content: await findContent(client, id) };
};

/** The last seal; undefined before the first. */
export const auditHead = (on: Queryable): Promise<AuditHead | undefined> => findHead(on);

/** The fault of a line that should follow `head`; undefined when it has none. */
const faultOf = (head: AuditHead, row: SealedRow, key: AuditKey | undefined): string | undefined => {
  const seq = head.seq + 1n;
  if (row.seq !== seq) return `line ${seq} is missing`;
  if (!row.prev_hash.equals(head.hash)) return `line ${seq} does not follow the line before`;
  if (row.content === null) return `line ${seq}: its text is missing (${row.line})`;
  if (head.key_id !== null && row.key_id === null)
    return `line ${seq} is sealed without the key (${row.line})`;
  if (row.key_id !== head.key_id && row.action !== beginsKey)
    return `line ${seq} is sealed by another key, and no line says so (${row.line})`;
  // Without the key only the link to the line before can be checked.
  if (row.key_id !== null && row.key_id !== key?.id) return undefined;
  const meant = hashOf(head.hash, seq, { content: row.content, key: row.key_id === null ? undefined : key });
  return row.hash.equals(meant) ? undefined : `line ${seq} was changed (${row.line})`;
};

/** What a chain is compared with. */
type Against = {
  key?: AuditKey | undefined;
  /** The number and hash of a seal that was recorded outside the database. */
  noted?: { seq: bigint; hash: Buffer } | undefined;
};

/**
 * Follows the chain of the audit log from its first line, and reports the first broken one.
 * @param note receives the differences instead of the answer
 */
export const verifyAudit = async (
  on: Queryable,
  note?: (difference: string) => void,
  { key, noted }: Against = {},
): Promise<{ counts: Record<string, bigint>; differences: string[] }> => {
  let head = start;
  const differences: string[] = [];
  const tell = note ?? ((difference: string) => void differences.push(difference));
  const unread = { lines: 0n, first: 0n };
  let keyed = 0n;
  const counts = async () => ({
    'sealed lines': head.seq,
    'under the key': keyed,
    'waiting lines': await countWaiting(on),
  });
  for (;;) {
    const rows = await pageOfSeals(on, head.seq, verifiedAtOnce);
    for (const row of rows) {
      const fault = faultOf(head, row, key);
      if (fault !== undefined) {
        tell(fault);
        return { counts: await counts(), differences };
      }
      if (noted?.seq === row.seq && !noted.hash.equals(row.hash))
        tell(`line ${row.seq} has another hash than was noted: ${row.hash.toString('hex')}`);
      if (row.key_id !== null && row.key_id === key?.id) keyed += 1n;
      if (row.key_id !== null && row.key_id !== key?.id) {
        if (unread.lines === 0n) unread.first = row.seq;
        unread.lines += 1n;
      }
      head = { seq: row.seq, hash: row.hash, key_id: row.key_id };
    }
    if (rows.length < verifiedAtOnce) break;
  }
  if (unread.lines > 0n)
    tell(`${unread.lines} lines from line ${unread.first} on are sealed by a key that is not here`);
  if (key !== undefined && head.seq > 0n && head.key_id === null)
    tell('no line is sealed by the key that is here');
  if (noted !== undefined && noted.seq > head.seq)
    tell(`line ${noted.seq} was noted, and the last line is ${head.seq}`);
  const stray = await findStray(on);
  if (stray !== undefined) tell(`line ${stray} is neither sealed nor waits to be`);
  const missing = await findMissingText(on);
  if (missing !== undefined) tell(`line ${missing} waits to be sealed and is missing`);
  return { counts: await counts(), differences };
};

/** A seal; `key_id` is the key it is under, null for a plain hash. */
export type Seal = Row<'office_audit_seal'>;
type Head = Pick<Seal, 'seq' | 'hash' | 'key_id'>;

/** The SHA-256 hash of a line in canonical form. */
const content = `sha256(convert_to(jsonb_build_array(
  a.id, a.operator_id, a.action, a.subject_kind, a.subject_id, a.shard, a.member_id, a.detail, a.address,
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
)::text, 'UTF8'))`;

const lock = query.one<{ got: boolean }>('office-audit-lock', 'select pg_try_advisory_xact_lock($1) as got');

/** Takes the lock for sealing; false while another process has it. */
const trySealing = async (client: Queryable): Promise<boolean> => {
  const row = await lock(client, [lockKeys.auditChain]);
  return row?.got === true;
};

const head = statement(
  'office-audit-head',
  'select seq, hash, key_id from office_audit_seal order by seq desc limit 1',
);

const findHead = async (db: Queryable): Promise<Head | undefined> => (await db.query<Head>(head([]))).rows[0];

const contentOf = query.one<{ content: Buffer }>(
  'office-audit-content',
  `select ${content} as content from office_audit a where a.id = $1`,
);

/** A line's content as a hash. */
const findContent = async (db: Queryable, line: string): Promise<Buffer> => {
  const row = await contentOf(db, [line]);
  if (row === undefined) throw new Error('A line that was just written is gone');
  return row.content;
};

const waiting = statement(
  'office-audit-waiting',
  `select w.line, ${content} as content
   from office_audit_waiting w join office_audit a on a.id = w.line
   order by w.line limit $1`,
);

const findWaiting = async (db: Queryable, limit: number): Promise<{ line: string; content: Buffer }[]> =>
  (await db.query<{ line: string; content: Buffer }>(waiting([limit]))).rows;

const newSeals = insertRows('office_audit_seal', ['seq', 'line', 'prev_hash', 'hash', 'key_id']);
const insert = query.exec('office-audit-seal', newSeals.text);

export const insertSeals = async (client: Queryable, seals: readonly Seal[]): Promise<void> => {
  await insert(client, newSeals.values(seals));
};

const done = statement(
  'office-audit-sealed',
  'delete from office_audit_waiting where line = any($1::uuid[])',
);

const deleteWaiting = async (client: Queryable, lines: readonly string[]): Promise<void> => {
  await client.query(done([lines]));
};

const count = query.one<{ n: bigint }>(
  'office-audit-count-waiting',
  'select count(*) as n from office_audit_waiting',
);

const countWaiting = async (db: Queryable): Promise<bigint> => (await count(db))?.n ?? 0n;

/** A seal with the subject of its line and the hash of its current content; null when the line is gone. */
export type SealedRow = Seal & { action: string | null; content: Buffer | null };

const page = query.many<SealedRow>(
  'office-audit-seals',
  `select s.seq, s.line, s.prev_hash, s.hash, s.key_id, a.action, case when a.id is not null then ${content} end as content
   from office_audit_seal s left join office_audit a on a.id = s.line
   where s.seq > $1 order by s.seq limit $2`,
);

export const pageOfSeals = (db: Queryable, after: bigint, limit: number): Promise<SealedRow[]> =>
  page(db, [after, limit]);

const stray = statement(
  'office-audit-stray',
  `select a.id from office_audit a
   where not exists (select from office_audit_seal s where s.line = a.id)
     and not exists (select from office_audit_waiting w where w.line = a.id)
   order by a.id limit 1`,
);

/** A line that is neither sealed nor queued for it: its seal or its queue entry was deleted. */
const findStray = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ id: string }>(stray([]))).rows[0]?.id;

const missing = statement(
  'office-audit-missing',
  `select w.line from office_audit_waiting w
   where not exists (select from office_audit a where a.id = w.line) order by w.line limit 1`,
);

/** A line that was queued for sealing and was deleted. */
const findMissingText = async (db: Queryable): Promise<string | undefined> =>
  (await db.query<{ line: string }>(missing([]))).rows[0]?.line;
