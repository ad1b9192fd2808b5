import { setImmediate } from 'node:timers/promises';
import { createFrontier } from '@touchline/verify/frontier';
import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import type { Failpoint } from '../../core/failpoints.ts';
import type { Fact, FactRow, FactSource } from '../../core/public-log/facts.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import {
  findKnown,
  insertEntries,
  insertNodes,
  readBound,
  readMark,
  takeTree,
  updateMark,
  updateTogether,
  updateTree,
  type Mark,
  type NewEntry,
  type NodeRow,
  type TreeRow,
} from './queries.ts';
import { leafOf, type EntrySealer } from './seal.ts';
import { sha256 } from './sha256.ts';

/** A transaction ends with the page of facts that brings it here: enough to fill it, few enough to keep memory flat. */
const factsAtOnce = 8_000;
/** Facts that are hashed without a pause: a few milliseconds. */
const factsWithoutPause = 256;
/** A mark whose source is quiet is written only when it has fallen so far behind: otherwise each turn would write all marks. */
const quietTransactions = 10_000n;
/** Transactions read at once in the beginning; each source finds its own width. */
const firstWidth = 16_384n;
const widthMax = 1n << 40n;
/** How many levels of the tree a tile spans. */
const TILE_HEIGHT = 8;

/** A source with how many transactions of it are read at once. */
type Stream = { source: FactSource; width: bigint };

/** The database's transaction numbers are below the mark of a source: it was restored from a backup into a new cluster. */
export class NumbersWentBack extends Error {
  constructor(source: string, mark: bigint, bound: bigint) {
    super(
      `The log has read "${source}" up to transaction ${mark}, and the database is at ${bound}: it was restored from a backup`,
    );
  }
}

/**
 * Puts facts into one sequence, each once: entries, tree and the marks of the sources move in one transaction. A source is read up
 * to the oldest transaction that still runs: all below it have ended, so none is ever skipped, however long one takes.
 */
export class Sequencer {
  readonly #pool: pg.Pool;
  readonly #sealer: EntrySealer;
  readonly #togetherSeconds: number;
  readonly #failpoint: Failpoint;
  readonly #streams: readonly Stream[];

  /**
   * @param of.sources in this order within a turn
   * @param of.togetherSeconds how long facts wait that go in together, at most
   */
  constructor(of: {
    pool: pg.Pool;
    sources: readonly FactSource[];
    sealer: EntrySealer;
    togetherSeconds?: number | undefined;
    failpoint?: Failpoint | undefined;
  }) {
    this.#pool = of.pool;
    this.#sealer = of.sealer;
    this.#togetherSeconds = of.togetherSeconds ?? 0;
    this.#failpoint = of.failpoint ?? (() => undefined);
    // Those that go in together are read first: among many entries of the same step they are hidden best.
    this.#streams = of.sources
      .toSorted((a, b) => Number(b.isTogether === true) - Number(a.isTogether === true))
      .map((source) => ({ source, width: firstWidth }));
  }

  /**
   * Adds the facts of all transactions that have ended to the log. Of several processes one does it.
   * @returns how many entries were added; undefined while another process adds
   * @throws NumbersWentBack
   */
  async sequence(): Promise<number | undefined> {
    let added = 0;
    for (;;) {
      const done = await withRetry(() => transaction(this.#pool, (client) => this.#step(client)));
      if (done === undefined) return added === 0 ? undefined : added;
      this.#failpoint('log.committed');
      added += done.added;
      if (done.isDone) return added;
    }
  }

  /** One transaction. @returns whether facts are left, and undefined while another process has the tree */
  async #step(client: pg.PoolClient): Promise<{ added: number; isDone: boolean } | undefined> {
    const tree = await takeTree(client, this.#togetherSeconds);
    if (tree === undefined) return undefined;
    // Before anything is read: what a fact follows from is then read no later than the fact. It comes from the transaction itself: one
    // that was asked for elsewhere may be of a primary that has failed since. The standby that took over gives some of those numbers
    // out again, and a mark above them would skip their facts.
    const bound = await readBound(client);
    const { facts, isDone, isTogetherDone } = await this.#readFacts(client, tree, bound);
    if (tree.isTogetherDue && isTogetherDone && this.#togetherSeconds > 0) {
      await updateTogether(client, this.#togetherSeconds);
    }
    const added = await append(client, tree, facts, this.#sealer);
    this.#failpoint('log.appended');
    return { added, isDone };
  }

  /** The next facts of all sources, until they are enough for one transaction. */
  async #readFacts(
    client: pg.PoolClient,
    tree: TreeRow,
    bound: bigint,
  ): Promise<{ facts: Fact[]; isDone: boolean; isTogetherDone: boolean }> {
    const facts: Fact[] = [];
    let isDone = true;
    let isTogetherDone = true;
    for (const stream of this.#streams) {
      const { isTogether = false } = stream.source;
      if (isTogether && !tree.isTogetherDue) continue;
      const page = await readPage(client, stream, bound);
      for (const row of page.rows) facts.push(...row.facts);
      const isFull = facts.length >= factsAtOnce;
      if (!page.isLast || isFull) {
        isDone = false;
        if (isTogether) isTogetherDone = false;
      }
      if (isFull) break;
    }
    return { facts, isDone, isTogetherDone };
  }
}

/** Reads the next rows of a source and moves its mark past them, in the transaction that adds them. */
const readPage = async (
  client: Queryable,
  stream: Stream,
  bound: bigint,
): Promise<{ rows: readonly FactRow[]; isLast: boolean }> => {
  const { source } = stream;
  const mark = await readMark(client, source.name);
  if (mark.tx > bound && mark.taken === 0) {
    // Another process may have come further since; a number that is far ahead is from another cluster.
    const now = await readBound(client);
    if (mark.tx > now) throw new NumbersWentBack(source.name, mark.tx, now);
    return { rows: [], isLast: true };
  }
  if (mark.tx >= bound) return { rows: [], isLast: true };
  const widest = mark.tx + stream.width;
  const below = widest < bound ? widest : bound;
  const limit = source.rowsAtOnce;
  const rows = await source.read(client, { from: mark.tx, below, skip: mark.taken, limit });
  const isFull = rows.length >= limit;
  if (isFull && stream.width > 1n) stream.width /= 2n;
  else if (rows.length < limit / 4 && stream.width < widthMax) stream.width *= 2n;
  const next: Mark = isFull ? after(mark, rows) : { tx: below, taken: 0 };
  const isQuiet = rows.length === 0 && mark.taken === 0 && below - mark.tx < quietTransactions;
  if (!isQuiet) await updateMark(client, source.name, next);
  return { rows, isLast: !isFull && below === bound };
};

/** The mark behind a full page: within the transaction of its last row, of which more may follow. */
const after = (mark: Mark, rows: readonly FactRow[]): Mark => {
  const tx = rows.at(-1)?.tx ?? mark.tx;
  const ofLast = rows.filter((row) => row.tx === tx).length;
  return { tx, taken: tx === mark.tx ? mark.taken + ofLast : ofLast };
};

/** Adds facts to the tree: public ones in their order, then private ones in an order that tells nothing. */
const append = async (
  client: Queryable,
  tree: TreeRow,
  read: readonly Fact[],
  sealer: EntrySealer,
): Promise<number> => {
  const facts = tree.looksUp ? await withoutKnown(client, read) : read;
  if (facts.length === 0) return 0;
  const nodes: NodeRow[] = [];
  const frontier = createFrontier(
    {
      size: tree.size,
      edge: tree.edge,
      completed: ({ height, index }, hash) => {
        if (height > 0 && height % TILE_HEIGHT === 0)
          nodes.push({ level: height / TILE_HEIGHT, index, hash });
      },
    },
    sha256,
  );
  const sealed: NewEntry[] = [];
  for (const [i, fact] of facts.entries()) {
    // Calls of members are answered in the meantime.
    if (i % factsWithoutPause === factsWithoutPause - 1) await setImmediate();
    sealed.push({ seq: 0, kind: fact.kind, id: fact.id, entry: sealer.entryOf(fact) });
  }
  const isPublic = (i: number): boolean => facts[i]?.isPrivate === false;
  // Rows come member by member. In the order of their hashes, which look random, an observer cannot see which of them belong together.
  const ordered = [
    ...sealed.filter((_one, i) => isPublic(i)),
    ...sealed.filter((_one, i) => !isPublic(i)).toSorted((a, b) => (a.entry < b.entry ? -1 : 1)),
  ];
  for (const [i, one] of ordered.entries()) {
    if (i % factsWithoutPause === factsWithoutPause - 1) await setImmediate();
    one.seq = frontier.size;
    frontier.append(leafOf(one.entry));
  }
  await insertEntries(client, sealed);
  await insertNodes(client, nodes);
  await updateTree(client, { size: frontier.size, edge: frontier.edge() });
  return sealed.length;
};

const withoutKnown = async (client: Queryable, facts: readonly Fact[]): Promise<readonly Fact[]> => {
  if (facts.length === 0) return facts;
  const known = await findKnown(client, facts);
  return facts.filter((_fact, i) => !known.has(i));
};
