import type { Queryable } from '../../core/database/database.ts';
import type { DifferenceSink, Verified } from '../../ledger/index.ts';

/** Rows by kind. */
export type Counts = Readonly<Record<string, bigint>>;

/** A rule of the records. */
export type Part = {
  name: string;
  /**
   * Checks the rule everywhere and notes each violation.
   * @param on one connection inside a transaction: all reads are of one time
   * @returns how many rows were checked, by kind
   */
  verify: (on: Queryable, note: DifferenceSink) => Promise<Counts>;
};

/**
 * SQL: since when each change has its facts and records: since the schema is complete, which in a database from before the baseline is
 * later than its first rows.
 */
export const factsSince = '(select min(applied_at) from migration)';

/** Differences that are read from the database at once. */
const rowsAtOnce = 1_000;

/** A part that is one SQL statement. */
export type SqlPart = {
  name: string;
  /** SQL after `from`: the checked rows. */
  rows: string;
  /** SQL: one row with a text `detail` for each violation. */
  differences: string;
};

/**
 * Makes a part of a statement. The database does the set work; its answer is read through a cursor, so that a
 * damaged database costs no memory here.
 */
export const sqlPart = ({ name, rows, differences }: SqlPart): Part => ({
  name,
  verify: async (on, note) => {
    const counted = await on.query<{ rows: bigint }>(`select count(*) as rows from ${rows}`);
    // PostgreSQL plans a cursor for a tenth of its rows, here all are read: look-ups one by one take minutes where a member has
    // thousands of bets, and joining once does not.
    await on.query('set local cursor_tuple_fraction = 1');
    await on.query(`declare found no scroll cursor for ${differences}`);
    for (;;) {
      const { rows: found } = await on.query<{ detail: string }>(`fetch ${rowsAtOnce} from found`);
      for (const { detail } of found) note(detail);
      if (found.length < rowsAtOnce) break;
    }
    await on.query('close found');
    return { rows: counted.rows[0]?.rows ?? 0n };
  },
});

/** Makes a part of a module's own verification. */
export const modulePart = (
  name: string,
  verify: (on: Queryable, note: DifferenceSink) => Promise<Verified>,
): Part => ({
  name,
  verify: async (on, note) => (await verify(on, note)).counts,
});

/** The result of a part. */
export type PartReport = {
  name: string;
  counts: Counts;
  differences: bigint;
  /** The first of them. */
  examples: string[];
  ms: number;
};

/**
 * Verifies one part.
 * @param options.examples differences that are kept; the others are counted
 * @returns the result; an unreadable part is a difference
 */
export const verifyPart = async (
  { name, verify }: Part,
  inSnapshot: <T>(work: (on: Queryable) => Promise<T>) => Promise<T>,
  options: { examples: number },
): Promise<PartReport> => {
  const startedMs = performance.now();
  const examples: string[] = [];
  let differences = 0n;
  const note: DifferenceSink = (difference) => {
    differences += 1n;
    if (examples.length < options.examples) examples.push(difference);
  };
  let counts: Counts = {};
  try {
    counts = await inSnapshot((on) => verify(on, note));
  } catch (error) {
    note(`it cannot be verified: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { name, counts, differences, examples, ms: performance.now() - startedMs };
};
