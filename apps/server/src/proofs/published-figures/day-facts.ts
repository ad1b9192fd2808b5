import { dayAfter, movesType } from '@touchline/house/day-totals';
import { durationsEntry, type Durations } from '@touchline/house/durations';
import type pg from 'pg';
import { readPaidDurations } from '../../payments/index.ts';
import { selectPlayNow } from '../../safer-play/index.ts';
import {
  type DaySpan,
  type DayTotal,
  isWritten,
  type MembersChange,
  oldestEntry,
  readChangeUntil,
  readDayTotals,
} from '../../ledger/index.ts';
import type { LiabilityRow } from '../liabilities/service.ts';
import type { PublicLog } from '../log/service.ts';
import type { Queryable } from '../../core/database/database.ts';
import { addHouseFact, factBody, type Fact } from '../../core/public-log/facts.ts';
import { transaction } from '../../core/database/transaction.ts';

/** The kind of a day's sums among entries of the log. */
export const dayTotalsKind = 'day_totals';

/** How long after midnight a day is summed up: processes have written down what they counted by then. */
const graceMs = 120_000;

type DayFactsNeeds = {
  pool: pg.Pool;
  liabilities: {
    madeWithin: (span: {
      from: Date | null;
      until: Date;
    }) => Promise<readonly Pick<LiabilityRow, 'id' | 'watermarks'>[]>;
  };
  refusalsOf: (days: { after: string | null; until: string }) => Promise<{ reason: string; count: number }[]>;
  publicLog: Pick<PublicLog, 'countOf'>;
};

const beginOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** Puts the sums of days into the log. */
export class DayFacts {
  readonly #pool: pg.Pool;
  readonly #liabilities: DayFactsNeeds['liabilities'];
  readonly #refusalsOf: DayFactsNeeds['refusalsOf'];
  readonly #publicLog: DayFactsNeeds['publicLog'];
  readonly #now: () => Promise<Date>;

  /** @param of.now the present; that of the database by default, which is the time of entries */
  constructor(of: DayFactsNeeds & { now?: () => Promise<Date> }) {
    this.#pool = of.pool;
    this.#liabilities = of.liabilities;
    this.#refusalsOf = of.refusalsOf;
    this.#publicLog = of.publicLog;
    this.#now = of.now ?? (() => databaseNow(of.pool));
  }

  /**
   * Puts the sums of the next day of UTC that is over into the log, and of those after it. A day waits while a transaction runs that
   * began within it, and until the log has its entries.
   * @returns the days that were summed up
   */
  async addDue(): Promise<string[]> {
    const added: string[] = [];
    for (;;) {
      const day = await this.#addNext();
      if (day === undefined) return added;
      added.push(day);
    }
  }

  async #addNext(): Promise<string | undefined> {
    const pool = this.#pool;
    const last = await selectLastDay(pool);
    const day = await this.#nextDay(last);
    if (day === undefined) return undefined;
    const span: DaySpan = { from: last === undefined ? null : beginOf(day), until: beginOf(dayAfter(day)) };
    if (!(await isWritten(pool, span.until))) return undefined;
    const sums = inOrder(await readDayTotals(pool, span));
    const entries = countIn(sums, false);
    const upTo = (last?.upTo ?? 0) + entries;
    const moves = (last?.moves ?? 0) + countIn(sums, true) / 2;
    const [inLog, movesInLog] = await Promise.all([
      this.#publicLog.countOf('entry'),
      this.#publicLog.countOf(movesType),
    ]);
    if (inLog < upTo || movesInLog < moves) return undefined;
    const parts = {
      day,
      previous: last?.day ?? null,
      sums,
      entries,
      upTo,
      moves,
      statements: await this.#readStatements(span),
      refused: await this.#refusalsOf({ after: last?.day ?? null, until: day }),
      withdrawals: await readPaidDurations(pool, span),
      play: await selectPlayNow(pool),
    };
    await transaction(pool, (client) => addHouseFact(client, dayTotalsFact(parts, new Date())));
    return day;
  }

  /** The next day to be summed up; undefined while it is not over, or nothing was booked yet. */
  async #nextDay(last: LastDay | undefined): Promise<string | undefined> {
    const nowMs = (await this.#now()).getTime();
    const yesterday = new Date(nowMs - graceMs - 86_400_000).toISOString().slice(0, 10);
    if (last !== undefined) return last.day < yesterday ? dayAfter(last.day) : undefined;
    const oldest = await oldestEntry(this.#pool);
    return oldest !== undefined && oldest < beginOf(dayAfter(yesterday)) ? yesterday : undefined;
  }

  async #readStatements(span: DaySpan): Promise<DayStatement[]> {
    const begin = span.from ?? beginOf(new Date(span.until.getTime() - 1).toISOString().slice(0, 10));
    const made = await this.#liabilities.madeWithin({ from: begin, until: span.until });
    const statements: DayStatement[] = [];
    for (const { id, watermarks } of made) {
      const [watermark] = watermarks;
      const since = watermark === undefined ? [] : await readChangeUntil(this.#pool, span, watermark);
      statements.push({ snapshot: id, since });
    }
    return statements;
  }
}

const databaseNow = async (on: Queryable): Promise<Date> => {
  const { rows } = await on.query<{ now: Date }>('select site_now() as now');
  const [row] = rows;
  if (row === undefined) throw new Error('The database tells no time');
  return row.now;
};

type LastDay = { day: string; upTo: number; moves: number };

const selectLastDay = async (on: Queryable): Promise<LastDay | undefined> => {
  const { rows } = await on.query<LastDay>(
    `select id as day, (body::jsonb ->> 'upTo')::int as "upTo", (body::jsonb ->> 'moves')::int as moves
     from house_fact where kind = $1 order by id desc limit 1`,
    [dayTotalsKind],
  );
  return rows[0];
};

type DayStatement = { snapshot: string; since: readonly MembersChange[] };

type DayParts = {
  day: string;
  previous: string | null;
  sums: readonly DayTotal[];
  entries: number;
  upTo: number;
  moves: number;
  statements: readonly DayStatement[];
  refused: readonly { reason: string; count: number }[];
  withdrawals: Durations;
  play: { withLimits: number; excluded: number };
};

/** The fact of a day's sums. Its id is the day of UTC. */
const dayTotalsFact = (parts: DayParts, at: Date): Fact => {
  const { day, previous, sums, entries, upTo, moves, statements, refused, withdrawals, play } = parts;
  const body = factBody(dayTotalsKind, {
    corrections: sums
      .filter(({ type }) => type === correctionType)
      .reduce((sum, one) => sum + one.entries, 0),
    day,
    entries,
    excluded: inTens(play.excluded),
    moves,
    previous,
    refused: refused.map(({ reason, count }) => ({ count, reason })),
    statements: statements.map(({ snapshot, since }) => ({
      since: since.map(({ currency, availableMinor, heldMinor }) => ({
        available: String(availableMinor),
        currency,
        held: String(heldMinor),
      })),
      snapshot,
    })),
    sums: sums.map((one) => ({
      account: one.account,
      amount: String(one.amountMinor),
      currency: one.currency,
      entries: one.entries,
      held: String(one.heldMinor),
      house: String(one.houseMinor),
      type: one.type,
    })),
    time: at.toISOString(),
    upTo,
    withLimits: inTens(play.withLimits),
    withdrawals: durationsEntry(withdrawals),
  });
  return { kind: dayTotalsKind, id: day, isPrivate: false, body };
};

/** The type of the entry of a correction. */
const correctionType = 'adjustment';

/** Rounded down to tens, so that a reader cannot tell when one member more has a limit; null below ten. */
const inTens = (members: number): number | null => (members < 10 ? null : members - (members % 10));

const countIn = (sums: readonly DayTotal[], ofMoves: boolean): number =>
  sums.reduce((sum, { type, entries }) => sum + ((type === movesType) === ofMoves ? entries : 0), 0);

/** Sums by type, account and currency. */
const inOrder = (sums: readonly DayTotal[]): DayTotal[] => {
  const nameOf = ({ type, account, currency }: DayTotal): string => [type, account, currency].join('\u0000');
  return sums.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
};
