import type pg from 'pg';
import { statement, type Queryable } from '../core/database/database.ts';
import type { DatedFact } from '../core/public-log/facts.ts';
import type { Owner } from '../core/owner.ts';
import { columnsOf, type Row } from '../core/database/rows.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import { endHoldRound, openHoldRound, type HoldEnd, type NewHold } from './holds.ts';
import { storedOutcome, type Operation, type Outcome } from './outcomes.ts';
import { rollUpDays, selectDaySums, type DaySum } from './days.ts';
import { selectEntryPage, type EntryFilter, type OfficeEntry } from './entry-pages.ts';
import { moveHouse, type HouseMove } from './house-move.ts';
import { houseTotals, rollUpHouse, type HouseTotal } from './house.ts';
import { entryFactOf, entryFactOfKey, entryFactsOf } from './log-facts.ts';
import {
  selectLog,
  selectLogEntry,
  selectStory,
  type LogEntry,
  type LogFilter,
  type StoryLine,
} from './log.ts';
import { payChunk, type Credit, type Paid } from './pay-many.ts';
import {
  moveGate,
  readGate,
  selectPlayEntries,
  selectPlayTotals,
  selectRewards,
  type PlayEntry,
  type PlaySpan,
  type PlayTotals,
} from './play.ts';
import { postRound } from './post.ts';
import { inRounds, type Posting } from './posting.ts';
import { recoverRound, type Debit, type Recovered } from './recover.ts';
import { readTrial, type Trial } from './trial.ts';

/** The balance of a wallet, in minor units of its currency. */
export type Balance = { currency: string; availableMinor: bigint; heldMinor: bigint; version: bigint };

/** Open breaches of the ledger's rules, the number of their shards, and the time of the first. */
export type Breaches = { total: number; shards: number; oldest: Date | null; invariants: string[] };

export type Wallet = ReturnType<typeof createWallet>;

export type { PlayEntry } from './play.ts';
export type { Trial } from './trial.ts';

/**
 * The ledger's public functions. Those that take `client` run inside the caller's transaction when it is
 * given; without it each statement is a separate transaction and is tried again when it fails for a passing
 * reason.
 */
export const createWallet = ({ pool }: { pool: pg.Pool }) => ({
  /** Opens a member's wallet, empty, within the caller's transaction. @throws when it exists */
  open: async (
    client: Queryable,
    { memberId, shard, currency }: { memberId: string; shard: number; currency: string },
  ): Promise<void> => {
    await client.query('insert into wallet (shard, member_id, currency) values ($1, $2, $3)', [
      shard,
      memberId,
      currency,
    ]);
  },

  /** The wallets of some members by member; a member without one is missing. */
  balances: async (owners: readonly { memberId: string; shard: number }[]): Promise<Map<string, Balance>> => {
    if (owners.length === 0) return new Map();
    const { rows } = await pool.query<BalanceRow & { member_id: string }>(
      readBalances([owners.map(({ shard }) => shard), owners.map(({ memberId }) => memberId)]),
    );
    return new Map(rows.map((row) => [row.member_id, toBalance(row)]));
  },

  /** @returns undefined when there is no such wallet */
  balance: async (memberId: string, shard: number): Promise<Balance | undefined> => {
    const { rows } = await pool.query<BalanceRow>(readBalance([shard, memberId]));
    return rows[0] && toBalance(rows[0]);
  },

  /**
   * Applies postings independently: a refused one does not affect the others. A grant is a posting from
   * 'promotions'.
   * @returns one outcome per posting, in order; refused as 'insufficient' when the money is missing
   */
  post: (postings: readonly Posting[], client?: Queryable): Promise<Outcome[]> =>
    eachRound(pool, postings, postRound, client),

  /** A member's entries of one kind that have a subject, oldest first. Amounts in minor units. */
  entriesOf: async (
    { memberId, shard }: { memberId: string; shard: number },
    { ref, kind }: { ref: string; kind: string },
  ): Promise<{ at: Date; amountMinor: bigint }[]> => {
    const { rows } = await pool.query<{ at: Date; amount: bigint }>(
      readEntriesOf([shard, memberId, ref, kind]),
    );
    return rows.map(({ at, amount }) => ({ at, amountMinor: amount }));
  },

  /** What the public log has of a member's entries with one of the subjects, oldest first. */
  entryFacts: (owner: Owner, refs: readonly string[]): Promise<DatedFact[]> =>
    entryFactsOf(pool, owner, refs),

  /** The same of one entry of the member's, by its number; undefined where there is none. */
  entryFact: (owner: Owner, version: bigint): Promise<DatedFact | undefined> =>
    entryFactOf(pool, owner, version),

  /** The same by the key of the entry. */
  entryFactByKey: (owner: Owner, key: string): Promise<DatedFact | undefined> =>
    entryFactOfKey(pool, owner, key),

  /** A page of a member's entries, newest first, and their total. */
  log: (
    owner: { memberId: string; shard: number },
    page: LogFilter & { limit: number; offset: number },
  ): Promise<{ entries: LogEntry[]; total: number }> => selectLog(pool, owner, page),

  /** An entry of a member's wallet by its number; undefined where there is none. */
  logEntry: (owner: Owner, version: bigint): Promise<LogEntry | undefined> =>
    selectLogEntry(pool, owner, version),

  /** Everything that moved a wallet, by kind; see selectStory. */
  story: (owner: { memberId: string; shard: number }): Promise<StoryLine[]> => selectStory(pool, owner),

  /** The outcome of an earlier operation; undefined when its key is new. */
  stored: (asked: Operation): Promise<Outcome | undefined> => storedOutcome(asked, pool),

  /** Sets money aside; see openHoldRound. */
  hold: (holds: readonly NewHold[], client?: Queryable): Promise<Outcome[]> =>
    eachRound(pool, holds, openHoldRound, client),

  /** Posts holds to a house account or releases them; see endHoldRound. */
  endHolds: (ends: readonly HoldEnd[], client?: Queryable): Promise<Outcome[]> =>
    eachRound(pool, ends, endHoldRound, client),

  /** Claws back what was paid too much, as far as it is available; see recoverRound. */
  recover: (debits: readonly Debit[], client?: Queryable): Promise<Recovered[]> =>
    eachRound(pool, debits, recoverRound, client),

  /**
   * Whether a breach of the ledger's rules is open in a shard: nothing is paid out of it until it is closed.
   */
  isStopped: async (shard: number, client?: Queryable): Promise<boolean> => {
    const { rowCount } = await (client ?? pool).query(openBreach([shard]));
    return rowCount !== null && rowCount > 0;
  },

  /** The open breaches of the ledger's rules, with the time of the first. */
  breaches: async (): Promise<Breaches> => {
    const { rows } = await pool.query<Breaches>(openBreaches([]));
    const [found] = rows;
    if (!found) throw new Error('A count has no row');
    return found;
  },

  /** The house accounts, rolled up to what has been committed by now. */
  houseTotals: async (): Promise<HouseTotal[]> => {
    await rollUpHouse(pool);
    return houseTotals(pool);
  },

  /** Brings the sums by day up to date; see rollUpDays. */
  rollUpDays: (timeZone: string): Promise<void> => rollUpDays(pool, timeZone),

  /** The sums of some days, rolled up to what has been committed by now. */
  daySums: async (
    span: { from: string; to: string; account?: string | undefined },
    timeZone: string,
  ): Promise<DaySum[]> => {
    await rollUpDays(pool, timeZone);
    return selectDaySums(pool, span);
  },

  /** Every account at a given time; see readTrial. */
  trial: (now: Date, at?: Date): Promise<Trial> => readTrial(pool, now, at),

  /** Entries of all members, newest first; see selectEntryPage. */
  entryPage: (filter: EntryFilter): Promise<OfficeEntry[]> => selectEntryPage(pool, filter),

  /** Moves the gate of a wallet within the caller's transaction; see moveGate. */
  moveGate,

  /** The positions of the gate and the entries of a wallet; undefined when there is no such wallet. */
  gate: (
    owner: { memberId: string; shard: number },
    client?: Queryable,
  ): Promise<{ gate: bigint; version: bigint } | undefined> => readGate(client ?? pool, owner),

  /** A wallet's entries about bets, oldest first. */
  playEntries: (
    owner: { memberId: string; shard: number },
    span: PlaySpan,
    client?: Queryable,
  ): Promise<PlayEntry[]> => selectPlayEntries(client ?? pool, owner, span),

  /** All stakes and all returns of a wallet. */
  playTotals: (owner: { memberId: string; shard: number }): Promise<PlayTotals> =>
    selectPlayTotals(pool, owner),

  /** Rewards of a member within a time, in minor units. */
  rewards: (
    owner: { memberId: string; shard: number },
    span: { since: Date; before: Date },
  ): Promise<bigint> => selectRewards(pool, owner, span),
  /** Moves money between two house accounts, once per key; see moveHouse. */
  moveHouse: (one: HouseMove, client?: Queryable): Promise<boolean> =>
    client ? moveHouse(one, client) : withRetry(() => moveHouse(one, pool)),

  /**
   * Pays up to 2,000 credits of one shard, a wallet as often as needed; see payChunk. All are paid, or none.
   */
  payMany: (chunk: { shard: number; credits: readonly Credit[] }, client?: Queryable): Promise<Paid> =>
    client ? payChunk(chunk, client) : withRetry(() => transaction(pool, (own) => payChunk(chunk, own))),
});

/**
 * Runs a batch statement over items whose wallets may repeat: each wallet once per statement, in its items'
 * order.
 * @param client the caller's transaction; without one each statement is a separate transaction, and is
 *   tried again with the same keys when it fails for a passing reason
 */
const eachRound = async <T extends { shard: number; memberId: string }, R>(
  pool: pg.Pool,
  items: readonly T[],
  run: (round: readonly T[], on: Queryable) => Promise<R[]>,
  client?: Queryable,
): Promise<R[]> => {
  const answers: R[] = [];
  for (const round of inRounds(items)) {
    const own = round.map(({ item }) => item);
    const got = await (client ? run(own, client) : withRetry(() => run(own, pool)));
    for (const [i, answer] of got.entries()) {
      const at = round[i]?.at;
      if (at !== undefined) answers[at] = answer;
    }
  }
  return answers;
};

const balanceColumns = ['currency', 'available', 'held', 'version'] as const;
type BalanceRow = Row<'wallet', (typeof balanceColumns)[number]>;

const toBalance = ({ currency, available, held, version }: BalanceRow): Balance => ({
  currency,
  availableMinor: available,
  heldMinor: held,
  version,
});

const readBalances = statement(
  'wallet-balances',
  `select w.member_id, ${columnsOf('wallet', balanceColumns, 'w')}
   from unnest($1::smallint[], $2::uuid[]) as o (shard, member_id)
   join wallet w on w.shard = o.shard and w.member_id = o.member_id`,
);

const readBalance = statement(
  'wallet-balance',
  `select ${columnsOf('wallet', balanceColumns)} from wallet where shard = $1 and member_id = $2`,
);

const readEntriesOf = statement(
  'wallet-entries-of',
  `select at, amount from entry where shard = $1 and member_id = $2 and ref = $3 and kind = $4 order by version`,
);

const openBreach = statement(
  'wallet-open-breach',
  'select id from audit_breach where shard = $1 and closed_at is null limit 1',
);

const openBreaches = statement(
  'wallet-open-breaches',
  `select count(*)::int as total, count(distinct shard)::int as shards, min(found_at) as oldest,
     coalesce(array_agg(distinct invariant order by invariant), '{}') as invariants
   from audit_breach where shard >= 0 and closed_at is null`,
);
