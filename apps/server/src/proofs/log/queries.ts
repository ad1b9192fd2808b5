import { query, type Queryable } from '../../core/database/database.ts';

/** The tree as it is in the database, all entries included. */
export type TreeRow = {
  size: number;
  edge: Uint8Array[];
  looksUp: boolean;
  /** Whether facts that wait for each other go in now: the first turn after each span of `togetherSeconds`. */
  isTogetherDue: boolean;
};

const HASH_BYTES = 32;

/** Hashes that are stored one after another. */
export const hashesOf = (bytes: Buffer): Uint8Array[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, i) =>
    Uint8Array.from(bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)),
  );

/** SQL: when the span of `$1` seconds began that it is in. */
const spanNow = `date_bin(greatest($1::int, 1) * interval '1 second', site_clock(), 'epoch'::timestamptz)`;

const lockTree = query.one<{
  size: bigint;
  edge: Buffer;
  looks_up: boolean;
  is_together_due: boolean;
}>(
  'log-tree-lock',
  `select size, edge, looks_up,
     $1::int = 0 or together_at < ${spanNow} as is_together_due
   from log_tree where one for update skip locked`,
);

/** Takes the tree to append to it; undefined while another process has it. */
export const takeTree = async (client: Queryable, togetherSeconds: number): Promise<TreeRow | undefined> => {
  const row = await lockTree(client, [togetherSeconds]);
  return (
    row && {
      size: Number(row.size),
      edge: hashesOf(row.edge),
      looksUp: row.looks_up,
      isTogetherDue: row.is_together_due,
    }
  );
};

const writeTogether = query.exec(
  'log-tree-together',
  `update log_tree set together_at = ${spanNow} where one`,
);

/** Notes that the facts which wait for each other are in the log, until the next span. */
export const updateTogether = async (client: Queryable, togetherSeconds: number): Promise<void> => {
  await writeTogether(client, [togetherSeconds]);
};

const treeSize = query.one<{ size: bigint; stored: bigint }>(
  'log-tree-size',
  'select size, stored from log_tree where one',
);

/** How many entries the log has, and of how many the full tiles are in the store. */
export const readSizes = async (on: Queryable): Promise<{ size: number; stored: number }> => {
  const row = await treeSize(on);
  if (row === undefined) throw new Error('The log has no tree');
  return { size: Number(row.size), stored: Number(row.stored) };
};

const writeTree = query.exec('log-tree-write', 'update log_tree set size = $1, edge = $2 where one');

export const updateTree = async (
  client: Queryable,
  { size, edge }: Pick<TreeRow, 'size' | 'edge'>,
): Promise<void> => {
  await writeTree(client, [size, Buffer.concat(edge)]);
};

const writeStored = query.exec(
  'log-tree-stored',
  'update log_tree set stored = $1 where one and stored < $1',
);

/** Notes that the full tiles of the first entries, up to a number, are in the store. */
export const updateStored = async (on: Queryable, stored: number): Promise<void> => {
  await writeStored(on, [stored]);
};

const restart = query.exec('log-tree-restart', 'update log_tree set stored = 0 where one');

/** Forgets that tiles were stored, so that all are stored again. */
export const forgetStored = async (on: Queryable): Promise<void> => {
  await restart(on);
};

/** A fact as an entry, with its number. */
export type NewEntry = { seq: number; kind: string; id: string; entry: string };

// Canonical JSON has no line breaks, and a text of lines is read faster than an array.
const addEntries = query.exec(
  'log-entry-add',
  `insert into log_entry (seq, kind, id, entry)
   select t.seq::bigint, t.kind, t.id, t.entry
   from unnest(string_to_array($1, E'\\n'), string_to_array($2, E'\\n'), string_to_array($3, E'\\n'),
     string_to_array($4, E'\\n')) as t (seq, kind, id, entry)`,
);

/** Adds entries. In the order of their ids the index of facts grows in fewer places. */
export const insertEntries = async (client: Queryable, entries: readonly NewEntry[]): Promise<void> => {
  const lines = (pick: (entry: NewEntry) => string | number): string => entries.map(pick).join('\n');
  await addEntries(client, [
    lines(({ seq }) => seq),
    lines(({ kind }) => kind),
    lines(({ id }) => id),
    lines(({ entry }) => entry),
  ]);
};

const known = query.many<{ n: number }>(
  'log-entry-known',
  `select t.n::int as n
   from unnest(string_to_array($1, E'\\n'), string_to_array($2, E'\\n')) with ordinality as t (kind, id, n)
   where exists (select from log_entry e where e.kind = t.kind and e.id = t.id)`,
);

/** The places in a list of facts, from 0, whose entries are in the log already. */
export const findKnown = async (
  client: Queryable,
  facts: readonly { kind: string; id: string }[],
): Promise<Set<number>> => {
  const rows = await known(client, [
    facts.map(({ kind }) => kind).join('\n'),
    facts.map(({ id }) => id).join('\n'),
  ]);
  return new Set(rows.map(({ n }) => n - 1));
};

export type NodeRow = { level: number; index: number; hash: Uint8Array };

const addNodes = query.exec(
  'log-node-add',
  'insert into log_node (level, index, hash) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])',
);

export const insertNodes = async (client: Queryable, nodes: readonly NodeRow[]): Promise<void> => {
  if (nodes.length === 0) return;
  await addNodes(client, [
    nodes.map(({ level }) => level),
    nodes.map(({ index }) => index),
    nodes.map(({ hash }) => Buffer.from(hash)),
  ]);
};

export type Mark = { tx: bigint; taken: number };

const markOf = query.one<Mark>('log-mark', 'select tx, taken from log_mark where source = $1 and shard = $2');

/** The shard of all marks: a source is one for all shards. */
export const markShard = 0;

/** How far a source was read; from the start where it was not. */
export const readMark = async (on: Queryable, source: string): Promise<Mark> =>
  (await markOf(on, [source, markShard])) ?? { tx: 0n, taken: 0 };

const moveMark = query.exec(
  'log-mark-move',
  `insert into log_mark (source, shard, tx, taken) values ($1, $2, $3, $4)
   on conflict (source, shard) do update set tx = excluded.tx, taken = excluded.taken`,
);

export const updateMark = async (client: Queryable, source: string, { tx, taken }: Mark): Promise<void> => {
  await moveMark(client, [source, markShard, tx, taken]);
};

const boundText = 'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx';

/** All transactions below this one have ended, and every later statement sees them. */
export const readBound = async (on: Queryable): Promise<bigint> => {
  const { rows } = await on.query<{ tx: bigint }>(boundText);
  const [row] = rows;
  if (row === undefined) throw new Error('The database tells no transaction');
  return row.tx;
};

const entriesText = query.many<{ entry: string }>(
  'log-entries',
  'select entry from log_entry where seq >= $1 and seq < $2 order by seq',
);

/** Entries from number `from` on and below `below`. */
export const readEntries = async (on: Queryable, from: number, below: number): Promise<Buffer[]> => {
  const rows = await entriesText(on, [from, below]);
  return rows.map(({ entry }) => Buffer.from(entry));
};

const nodesText = query.many<{ hash: Buffer }>(
  'log-nodes',
  'select hash from log_node where level = $1 and index >= $2 and index < $3 order by index',
);

/** Hashes of full subtrees of a level from 1 on. */
export const readNodes = async (
  on: Queryable,
  level: number,
  from: number,
  below: number,
): Promise<Buffer[]> => {
  const rows = await nodesText(on, [level, from, below]);
  return rows.map(({ hash }) => hash);
};

const seqText = query.one<{ seq: bigint; entry: string }>(
  'log-entry-of',
  'select seq, entry from log_entry where kind = $1 and id = $2',
);

/** The number and the text of a fact's entry; undefined while it has none. */
export const findEntry = async (
  on: Queryable,
  { kind, id }: { kind: string; id: string },
): Promise<{ index: number; entry: string } | undefined> => {
  const row = await seqText(on, [kind, id]);
  return row && { index: Number(row.seq), entry: row.entry };
};

const kindCount = query.one<{ entries: number }>(
  'log-entries-of-kind',
  'select count(*)::int as entries from log_entry where kind = $1',
);

/** How many entries of a kind there are. */
export const countEntries = async (on: Queryable, kind: string): Promise<number> =>
  (await kindCount(on, [kind]))?.entries ?? 0;

const seqsText = query.many<{ id: string; seq: bigint; entry: string }>(
  'log-entries-of',
  'select id, seq, entry from log_entry where kind = $1 and id = any($2::text[])',
);

/** The numbers and texts of the entries of some facts, by id; those that have none are left out. */
export const findEntries = async (
  on: Queryable,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, { index: number; entry: string }>> => {
  const rows = await seqsText(on, [kind, ids]);
  return new Map(rows.map(({ id, seq, entry }) => [id, { index: Number(seq), entry }]));
};
