import type { Owner } from '../core/owner.ts';
import type { CallInput, Input } from '@touchline/contract/routes';
import type { PlayInfo, PlayStatement, Restriction } from '@touchline/contract/shapes/play';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { Queryable } from '../core/database/database.ts';
import { newId, shardOf } from '../core/ids.ts';
import { letterSender } from '../core/events.ts';
import { Refused } from '../core/refusal.ts';
import type { Receipts } from '../core/public-log/receipts.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import type { Wallet } from '../ledger/index.ts';
import { createCalendar } from './calendar.ts';
import { admitDeposit, type DepositsOf } from './deposits.ts';
import * as domain from './domain.ts';
import { PlayReport, type MoneyMoves } from './info.ts';
import * as queries from './queries.ts';
import {
  commit,
  limitCommitment,
  realityCommitment,
  receiptOf,
  restrictionCommitment,
  type Commitment,
} from './commitments.ts';
import { createReturns, type ReturnsOptions } from './returns.ts';
import type { OpenStake } from './sums.ts';

export type PlayOptions = ReturnsOptions & {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'moveGate' | 'playEntries' | 'playTotals' | 'rewards'>;
  clock: Clock;
  currency: Currency;
  /** The site's: its days, weeks and months. */
  timeZone: string;
  /** What a member has recharged; from the cashier. */
  depositsOf: DepositsOf;
  moves: MoneyMoves;
  /** The stakes of open bets and of orders that wait; from the book. */
  openStakes: (owner: Owner) => Promise<OpenStake[]>;
  /** Signs limits and restrictions. */
  receipts: Pick<Receipts, 'sign'>;
};

/** Where a member finds all of it in the app. */
const link = '/pages/information/play';

/** Done within the transaction of a change. */
type Within = (client: Queryable) => Promise<unknown>;

export type { PlayUse } from '@touchline/contract/shapes/office-views';

/** The receipt of a change; none where nothing changed. */
type Signed = Receipt | undefined;

export type Play = {
  info(owner: Owner): Promise<PlayInfo>;
  /** @throws Refused `validation` for from after to, or more than 400 days */
  statement(owner: Owner, span: { from: string; to: string }): Promise<PlayStatement>;
  /** @throws Refused `validation`; `excluded` for a higher limit while a restriction lasts */
  limitSave(owner: Owner, input: CallInput<'playLimitSave'>): Promise<Signed>;
  /** @throws Refused `limit_state` too early, too late or for another; `excluded` */
  limitConfirm(owner: Owner, id: string): Promise<Signed>;
  /** @throws Refused `limit_state` when no change with that id waits */
  limitCancel(owner: Owner, id: string): Promise<Signed>;
  /** @throws Refused `excluded` while an exclusion lasts */
  timeOut(owner: Owner, length: Input<'playTimeOut'>['length']): Promise<Signed>;
  /**
   * Excludes a member, or makes an exclusion longer. What is open is returned before this answers; should the server be killed
   * before, `finishReturns` continues.
   * @param given.except the session that stays
   */
  exclude(
    owner: Owner,
    length: Input<'playExclude'>['length'],
    given?: { except?: string; within?: Within },
  ): Promise<Signed>;
  /**
   * Excludes a member as long as another is, whose account is of the same person.
   * @param within runs in the transaction of the change, also where the other is no longer excluded
   */
  excludeAs(owner: Owner, other: Owner, within: (client: pg.PoolClient) => Promise<unknown>): Promise<void>;
  /** @throws Refused `excluded` while the time of an exclusion is not over */
  askReturn(owner: Owner): Promise<Signed>;
  realitySave(owner: Owner, minutes: number | undefined): Promise<void>;
  realitySeen(owner: Owner): Promise<void>;
  /** What keeps a member from playing now; undefined when nothing does. */
  restrictionOf(owner: Owner, on?: Queryable): Promise<Restriction | undefined>;
  /**
   * Those of some members who are kept from playing: nothing inviting is sent to them.
   * @param on the connection of the caller's transaction, where there is one
   */
  restricted(memberIds: readonly string[], on?: Queryable): Promise<Set<string>>;
  /**
   * Counts a recharge within the transaction that begins it; a member's recharges come one after the other.
   * @throws Refused `excluded`, `limit_reached`
   */
  admitDeposit(client: Queryable, owner: Owner, amountMinor: bigint): Promise<void>;
  /** Sends letters about limits whose wait is over. */
  tellReady(): Promise<void>;
  /** Continues with exclusions that began this long ago and whose stakes were not all returned: their server was killed. */
  finishReturns(stalledMs?: number): Promise<void>;
};

/** Limits, restrictions and reality checks: the one place that every stake, recharge and invitation passes. */
export const createPlay = (options: PlayOptions): Play => {
  const { pool, wallet, clock, currency, bus, receipts } = options;
  const sendLetter = letterSender(bus);
  const { scale } = currency;
  const now = (): Date => clock.now();
  const calendar = createCalendar(options.timeZone);
  const returns = createReturns({ ...options, scale });
  const told = new PlayReport({ ...options, scale, calendar, now });

  /** Changes a member's settings: one after the other, and no bet is written in the meantime that was judged by the old ones. */
  const change = <T>(
    owner: Owner,
    work: (client: pg.PoolClient, row: queries.PlayRow) => Promise<T>,
  ): Promise<T> =>
    withRetry(() =>
      transaction(pool, async (client) => {
        const row = await queries.takePlay(client, owner);
        await wallet.moveGate(client, owner);
        return work(client, row);
      }),
    );

  /** Writes a limit, and commits the house to it. */
  const saveLimit = async (
    client: Queryable,
    { owner, row, limit }: { owner: Owner; row: queries.PlayRow; limit: domain.Limit },
  ): Promise<Commitment> => {
    await queries.writeLimit(client, owner, limit);
    return commit(client, owner, limitCommitment(owner, limit, { row, at: now() }));
  };

  /** Writes a restriction, and commits the house to it. */
  const saveHold = async (
    client: Queryable,
    {
      owner,
      row,
      hold,
      returnsDue,
    }: { owner: Owner; row: queries.PlayRow; hold: domain.Hold; returnsDue: boolean },
  ): Promise<Commitment> => {
    await queries.writeHold(client, row, hold, returnsDue);
    return commit(client, owner, restrictionCommitment(owner, hold, { row, at: now() }));
  };

  const assertFree = (row: queries.PlayRow): void => {
    const hold = domain.inForce(queries.holdOf(row), now());
    if (hold) throw new Refused('excluded', domain.excludedDetail(hold));
  };

  /** Writes the exclusion that `take` makes of the restriction in force, and does what follows from it. */
  const takeExclusion = async (
    owner: Owner,
    take: (before: domain.Hold | undefined) => domain.Hold | undefined,
    { except, within }: { except?: string; within?: (client: pg.PoolClient) => Promise<unknown> },
  ): Promise<Signed> => {
    const { hold, saved } = await change(owner, async (client, row) => {
      const before = domain.inForce(queries.holdOf(row), now());
      const taken = take(before);
      const isFirst = before?.kind !== 'excluded';
      const returnsDue = isFirst || row.returns_due;
      const kept =
        taken === undefined || taken === before
          ? undefined
          : await saveHold(client, { owner, row, hold: taken, returnsDue });
      await within?.(client);
      return { hold: taken, saved: kept };
    });
    if (hold?.kind !== 'excluded') return undefined;
    if (saved) {
      const fields = hold.until ? { until: hold.until.toISOString() } : {};
      sendLetter(owner, { template: 'excluded', fields, link });
    }
    await returns.finish(owner, hold.since, except === undefined ? {} : { except });
    return receiptOf(receipts, saved);
  };

  const waiting = async (client: Queryable, owner: Owner, id: string): Promise<domain.Limit> => {
    const found = (await queries.selectLimits(client, owner)).find(({ pending }) => pending?.id === id);
    if (found === undefined) throw new Refused('limit_state');
    return found;
  };

  const tell = (
    owner: Owner,
    template: 'limit_lowered' | 'limit_ready' | 'limit_raised',
    of: domain.Limit,
  ) => {
    const amount = template === 'limit_ready' ? of.pending?.amount : of.amount;
    const minor = amount ?? undefined;
    sendLetter(owner, {
      template,
      fields: {
        limit: of.kind,
        period: of.period,
        amount: minor === undefined ? undefined : formatAmount(minor, scale),
      },
      link,
      about: template === 'limit_ready' && of.pending ? of.pending.id : undefined,
    });
  };

  const restrictionOf: Play['restrictionOf'] = async (owner, on = pool) => {
    const hold = domain.inForce(queries.holdOf(await queries.selectPlay(on, owner)), now());
    return hold && domain.restrictionToWire(hold, now());
  };

  return {
    info: (owner) => told.info(owner),
    statement: (owner, span) => told.statement(owner, span),
    restrictionOf,

    async limitSave(owner, { kind, period, amount: typed }) {
      const wanted = typed === undefined ? null : parseAmount(typed, scale);
      if (wanted === undefined) throw new Refused('validation', { rules: { amount: 'amount' } });
      const { lowered, saved } = await change(owner, async (client, row) => {
        const before =
          (await queries.selectLimits(client, owner)).find(
            (one) => one.kind === kind && one.period === period,
          ) ?? domain.noLimit;
        const after = domain.changeLimit(before, wanted, { now: now(), id: newId() });
        if (after.pending) assertFree(row);
        const limit = { kind, period, ...after };
        return {
          saved: await saveLimit(client, { owner, row, limit }),
          lowered: after.amount === before.amount ? undefined : limit,
        };
      });
      if (lowered) tell(owner, 'limit_lowered', lowered);
      return receiptOf(receipts, saved);
    },

    async limitConfirm(owner, id) {
      const { raised, saved } = await change(owner, async (client, row) => {
        assertFree(row);
        const before = await waiting(client, owner, id);
        const after = domain.confirmLimit(before, now());
        if (after === undefined) throw new Refused('limit_state');
        const limit = { ...before, ...after };
        return { raised: limit, saved: await saveLimit(client, { owner, row, limit }) };
      });
      tell(owner, 'limit_raised', raised);
      return receiptOf(receipts, saved);
    },

    async limitCancel(owner, id) {
      const saved = await change(owner, async (client, row) => {
        const before = await waiting(client, owner, id);
        return saveLimit(client, { owner, row, limit: { ...before, pending: null } });
      });
      return receiptOf(receipts, saved);
    },

    async timeOut(owner, length) {
      const taken = await change(owner, async (client, row) => {
        const before = queries.holdOf(row);
        const hold = domain.takeTimeOut(before, length, now());
        if (hold.kind === 'excluded') throw new Refused('excluded', domain.excludedDetail(hold));
        if (hold === before) return undefined;
        return { hold, saved: await saveHold(client, { owner, row, hold, returnsDue: false }) };
      });
      if (taken?.hold.until) {
        sendLetter(owner, { template: 'time_out', fields: { until: taken.hold.until.toISOString() }, link });
      }
      return receiptOf(receipts, taken?.saved);
    },

    exclude: (owner, length, given = {}) =>
      takeExclusion(owner, (before) => domain.takeExclusion(before, length, now()), given),
    async excludeAs(owner, other, within) {
      const theirs = domain.inForce(queries.holdOf(await queries.selectPlay(pool, other)), now());
      await takeExclusion(
        owner,
        (before) =>
          theirs?.kind === 'excluded' ? domain.excludedUntil(before, theirs.until, now()) : before,
        { within },
      );
    },

    async askReturn(owner) {
      const saved = await change(owner, async (client, row) => {
        const hold = domain.inForce(queries.holdOf(row), now());
        if (hold === undefined || (hold.kind === 'excluded' && hold.opensAt !== null)) return undefined;
        if (!domain.mayAskBack(hold, now())) throw new Refused('excluded', domain.excludedDetail(hold));
        const opensAt = new Date(now().getTime() + domain.returnWaitMs);
        return saveHold(client, { owner, row, hold: { ...hold, opensAt }, returnsDue: row.returns_due });
      });
      return receiptOf(receipts, saved);
    },

    realitySave: async (owner, minutes = 0) => {
      await change(owner, async (client, row) => {
        const wanted = minutes || null;
        await queries.writeReality(client, row, { minutes: wanted, seenAt: row.reality_seen_at });
        await commit(client, owner, realityCommitment(owner, wanted, { row, at: now() }));
      });
    },
    realitySeen: async (owner) => {
      await change(owner, (client, row) =>
        queries.writeReality(client, row, { minutes: row.reality_minutes, seenAt: now() }),
      );
    },

    async restricted(memberIds, on) {
      const owners = memberIds.map((memberId) => ({ memberId, shard: shardOf(memberId) }));
      if (on === undefined && owners.length === 0) return new Set();
      return new Set(await queries.selectRestricted(on ?? pool, owners, now()));
    },
    admitDeposit: (client, owner, amountMinor) =>
      admitDeposit(client, owner, {
        amountMinor,
        now: now(),
        calendar,
        scale,
        depositsOf: options.depositsOf,
      }),

    async tellReady() {
      for (const { owner, limit } of await queries.selectReady(pool, now(), 500)) {
        tell(owner, 'limit_ready', limit);
        if (limit.pending) await queries.writeTold(pool, owner, limit.pending.id);
      }
    },
    finishReturns: (stalledMs = 30_000) => returns.finishAll(new Date(now().getTime() - stalledMs)),
  };
};
