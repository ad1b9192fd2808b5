import type pg from 'pg';
import { query, type Queryable } from '../core/database/database.ts';
import type { DatedFact } from '../core/public-log/facts.ts';
import type { Owner } from '../core/owner.ts';
import { columnsOf, type Row } from '../core/database/rows.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import { endHoldRound, openHoldRound, type HoldEnd, type NewHold } from './holds.ts';
import { storedOutcome, type Operation, type OperationOutcome } from './outcomes.ts';
import { rollUpDays, selectDaySums, type DaySum } from './days.ts';
import { selectEntryPage, type EntryFilter, type OfficeEntry } from './entry-pages.ts';
import { houseTotals, moveHouse, rollUpHouse, type HouseMove, type HouseTotal } from './house.ts';
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
import { postRound } from './posting-sql.ts';
import { inRounds, type Posting } from './posting.ts';
import { recoverRound, type Debit, type Recovered } from './recover.ts';
import { readTrial, type Trial } from './trial.ts';

/** The balance of a wallet, in minor units of its currency. */
export type Balance = { currency: string; availableMinor: bigint; heldMinor: bigint; version: bigint };

/** Open breaches of the ledger's rules, the number of their shards, and the time of the first. */
export type Breaches = { total: number; shards: number; oldest: Date | null; invariants: string[] };

export type { PlayEntry } from './play.ts';
export type { Trial } from './trial.ts';

/**
 * The ledger's public functions. Those that take `client` run inside the caller's transaction when it is
 * given; without it each statement is a separate transaction and is tried again when it fails for a passing
 * reason.
 */
export class Wallet {
  readonly #pool: pg.Pool;
  readonly #background: pg.Pool;

  /** @param of.background for the sums of the house accounts; the same pool when absent */
  constructor({ pool, background = pool }: { pool: pg.Pool; background?: pg.Pool }) {
    this.#pool = pool;
    this.#background = background;
  }

  /** Opens a member's wallet, empty, within the caller's transaction. @throws when it exists */
  async open(
    client: Queryable,
    { memberId, shard, currency }: { memberId: string; shard: number; currency: string },
  ): Promise<void> {
    await client.query('insert into wallet (shard, member_id, currency) values ($1, $2, $3)', [
      shard,
      memberId,
      currency,
    ]);
  }

  /** The wallets of some members by member; a member without one is missing. */
  async balances(owners: readonly Owner[]): Promise<Map<string, Balance>> {
    if (owners.length === 0) return new Map();
    const rows = await readBalances(this.#pool, [
      owners.map(({ shard }) => shard),
      owners.map(({ memberId }) => memberId),
    ]);
    return new Map(rows.map((row) => [row.member_id, toBalance(row)]));
  }

  /** @returns undefined when there is no such wallet */
  async balance(memberId: string, shard: number): Promise<Balance | undefined> {
    const row = await readBalance(this.#pool, [shard, memberId]);
    return row && toBalance(row);
  }

  /**
   * Applies postings independently: a refused one does not affect the others. A grant is a posting from
   * 'promotions'.
   * @returns one outcome per posting, in order; refused as 'insufficient' when the money is missing
   */
  post(postings: readonly Posting[], client?: Queryable): Promise<OperationOutcome[]> {
    return eachRound(this.#pool, postings, postRound, client);
  }

  /** A member's entries of one kind that have a subject, oldest first. Amounts in minor units. */
  async entriesOf(
    { memberId, shard }: Owner,
    { ref, kind }: { ref: string; kind: string },
  ): Promise<{ at: Date; amountMinor: bigint }[]> {
    const rows = await readEntriesOf(this.#pool, [shard, memberId, ref, kind]);
    return rows.map(({ at, amount }) => ({ at, amountMinor: amount }));
  }

  /** What the public log has of a member's entries with one of the subjects, oldest first. */
  entryFacts(owner: Owner, refs: readonly string[]): Promise<DatedFact[]> {
    return entryFactsOf(this.#pool, owner, refs);
  }

  /** The same of one entry of the member's, by its number; undefined where there is none. */
  entryFact(owner: Owner, version: bigint): Promise<DatedFact | undefined> {
    return entryFactOf(this.#pool, owner, version);
  }

  /** The same by the key of the entry. */
  entryFactByKey(owner: Owner, key: string): Promise<DatedFact | undefined> {
    return entryFactOfKey(this.#pool, owner, key);
  }

  /** A page of a member's entries, newest first, and their total. */
  log(
    owner: Owner,
    page: LogFilter & { limit: number; offset: number },
  ): Promise<{ entries: LogEntry[]; total: number }> {
    return selectLog(this.#pool, owner, page);
  }

  /** An entry of a member's wallet by its number; undefined where there is none. */
  logEntry(owner: Owner, version: bigint): Promise<LogEntry | undefined> {
    return selectLogEntry(this.#pool, owner, version);
  }

  /** Everything that moved a wallet, by kind; see selectStory. */
  story(owner: Owner): Promise<StoryLine[]> {
    return selectStory(this.#pool, owner);
  }

  /** The outcome of an earlier operation; undefined when its key is new. */
  stored(asked: Operation): Promise<OperationOutcome | undefined> {
    return storedOutcome(asked, this.#pool);
  }

  /** Sets money aside; see openHoldRound. */
  hold(holds: readonly NewHold[], client?: Queryable): Promise<OperationOutcome[]> {
    return eachRound(this.#pool, holds, openHoldRound, client);
  }

  /** Posts holds to a house account or releases them; see endHoldRound. */
  endHolds(ends: readonly HoldEnd[], client?: Queryable): Promise<OperationOutcome[]> {
    return eachRound(this.#pool, ends, endHoldRound, client);
  }

  /** Claws back what was paid too much, as far as it is available; see recoverRound. */
  recover(debits: readonly Debit[], client?: Queryable): Promise<Recovered[]> {
    return eachRound(this.#pool, debits, recoverRound, client);
  }

  /**
   * Whether a breach of the ledger's rules is open in a shard: nothing is paid out of it until it is closed.
   */
  async isStopped(shard: number, client?: Queryable): Promise<boolean> {
    return (await openBreach(client ?? this.#pool, [shard])) > 0;
  }

  /** The open breaches of the ledger's rules, with the time of the first. */
  async breaches(): Promise<Breaches> {
    const found = await openBreaches(this.#pool);
    if (!found) throw new Error('A count has no row');
    return found;
  }

  /** The house accounts, rolled up to what has been committed by now. */
  async houseTotals(): Promise<HouseTotal[]> {
    await rollUpHouse(this.#background);
    return houseTotals(this.#background);
  }

  /** Brings the sums by day up to date; see rollUpDays. */
  rollUpDays(timeZone: string): Promise<void> {
    return rollUpDays(this.#pool, timeZone);
  }

  /** The sums of some days, rolled up to what has been committed by now. */
  async daySums(
    span: { from: string; to: string; account?: string | undefined },
    timeZone: string,
  ): Promise<DaySum[]> {
    await rollUpDays(this.#pool, timeZone);
    return selectDaySums(this.#pool, span);
  }

  /** Every account at a given time; see readTrial. */
  trial(now: Date, at?: Date): Promise<Trial> {
    return readTrial(this.#pool, now, at);
  }

  /** Entries of all members, newest first; see selectEntryPage. */
  entryPage(filter: EntryFilter): Promise<OfficeEntry[]> {
    return selectEntryPage(this.#pool, filter);
  }

  /** Moves the gate of a wallet within the caller's transaction; see moveGate. */
  moveGate(client: Queryable, owner: Owner): Promise<bigint> {
    return moveGate(client, owner);
  }

  /** The positions of the gate and the entries of a wallet; undefined when there is no such wallet. */
  gate(owner: Owner, client?: Queryable): Promise<{ gate: bigint; version: bigint } | undefined> {
    return readGate(client ?? this.#pool, owner);
  }

  /** A wallet's entries about bets, oldest first. */
  playEntries(owner: Owner, span: PlaySpan, client?: Queryable): Promise<PlayEntry[]> {
    return selectPlayEntries(client ?? this.#pool, owner, span);
  }

  /** All stakes and all returns of a wallet. */
  playTotals(owner: Owner): Promise<PlayTotals> {
    return selectPlayTotals(this.#pool, owner);
  }

  /** Rewards of a member within a time, in minor units. */
  rewards(owner: Owner, span: { since: Date; before: Date }): Promise<bigint> {
    return selectRewards(this.#pool, owner, span);
  }

  /** Moves money between two house accounts, once per key; see moveHouse. */
  moveHouse(one: HouseMove, client?: Queryable): Promise<boolean> {
    return client ? moveHouse(one, client) : withRetry(() => moveHouse(one, this.#pool));
  }

  /**
   * Pays up to 2,000 credits of one shard, a wallet as often as needed; see payChunk. All are paid, or none.
   */
  payMany(chunk: { shard: number; credits: readonly Credit[] }, client?: Queryable): Promise<Paid> {
    return client
      ? payChunk(chunk, client)
      : withRetry(() => transaction(this.#pool, (own) => payChunk(chunk, own)));
  }
}

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

const readBalances = query.many<BalanceRow & { member_id: string }>(
  'wallet-balances',
  `select w.member_id, ${columnsOf('wallet', balanceColumns, 'w')}
   from unnest($1::smallint[], $2::uuid[]) as o (shard, member_id)
   join wallet w on w.shard = o.shard and w.member_id = o.member_id`,
);

const readBalance = query.one<BalanceRow>(
  'wallet-balance',
  `select ${columnsOf('wallet', balanceColumns)} from wallet where shard = $1 and member_id = $2`,
);

const readEntriesOf = query.many<{ at: Date; amount: bigint }>(
  'wallet-entries-of',
  `select at, amount from entry where shard = $1 and member_id = $2 and ref = $3 and kind = $4 order by version`,
);

const openBreach = query.exec(
  'wallet-open-breach',
  'select id from audit_breach where shard = $1 and closed_at is null limit 1',
);

const openBreaches = query.one<Breaches>(
  'wallet-open-breaches',
  `select count(*)::int as total, count(distinct shard)::int as shards, min(found_at) as oldest,
     coalesce(array_agg(distinct invariant order by invariant), '{}') as invariants
   from audit_breach where shard >= 0 and closed_at is null`,
);
