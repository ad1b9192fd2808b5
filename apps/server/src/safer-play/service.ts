import type { Owner } from '../core/owner.ts';
import { hourMs } from '@touchline/contract/durations';
import type { CallInput, Input } from '@touchline/contract/routes';
import type { PlayInfo, PlayStatement, Restriction } from '@touchline/contract/shapes/play';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type pg from 'pg';
import type { Members } from '../accounts/index.ts';
import type { StakeReturns } from '../betting/index.ts';
import type { Queryable } from '../core/database/database.ts';
import { newId, shardOf } from '../core/ids.ts';
import { letterSender, type SendLetter } from '../core/events.ts';
import type { Context } from '../core/module.ts';
import { Refused } from '../core/refusal.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import type { Wallet } from '../ledger/index.ts';
import { createCalendar, type Calendar } from './calendar.ts';
import { admitDeposit, type DepositsOf } from './deposits.ts';
import * as domain from './domain.ts';
import { PlayReport } from './info.ts';
import { Likenesses, type Sharing } from './likenesses.ts';
import * as queries from './queries.ts';
import {
  commit,
  limitCommitment,
  realityCommitment,
  receiptOf,
  restrictionCommitment,
  type Commitment,
} from './commitments.ts';

/** Reads a member's recharges or withdrawals of a span. */
type ReadMoves = (
  on: Queryable,
  owner: Owner,
  span: { since: Date; before: Date },
) => Promise<{ at: Date; amountMinor: bigint }[]>;

/** What safer play uses of other modules. */
export type PlayServices = {
  wallet: Wallet;
  members: Members;
  /** The open stakes of members, and their return by rule. */
  returns: StakeReturns;
  payments: { deposits: DepositsOf; creditedWithin: ReadMoves; paidWithin: ReadMoves };
  /** Other accounts that share something with one; see Likenesses. */
  sharing: Sharing;
};

/** Where a member finds all of it in the app. */
const link = '/pages/information/play';

/**
 * Clocks of servers and of the database differ by less than this, and two exclusions of a member are further
 * apart.
 */
const slackMs = hourMs;
/** Members whose exclusion is continued in one turn. */
const returnsAtOnce = 100;

/** Done within the transaction of a change. */
type Within = (client: pg.PoolClient) => Promise<unknown>;

export type { PlayUse } from '@touchline/contract/shapes/office-views';

/** The receipt of a change; none where nothing changed. */
type Signed = Receipt | undefined;

/** Limits, restrictions and reality checks: the one place that every stake, recharge and invitation passes. */
export class Play {
  /** Accounts that are like those of excluded members. */
  readonly likenesses: Likenesses;
  readonly #context: Context;
  readonly #wallet: Wallet;
  readonly #pool: pg.Pool;
  readonly #calendar: Calendar;
  readonly #sendLetter: SendLetter;
  readonly #depositsOf: DepositsOf;
  readonly #services: { members: Members; returns: StakeReturns };
  readonly #report: PlayReport;

  constructor(context: Context, { wallet, members, returns, payments, sharing }: PlayServices) {
    const { pool } = context.connections.calls;
    this.#context = context;
    this.#wallet = wallet;
    this.#pool = pool;
    this.#calendar = createCalendar(context.config.SITE_TIME_ZONE);
    this.#sendLetter = letterSender(context.bus);
    this.#depositsOf = payments.deposits;
    this.#services = { members, returns };
    this.#report = new PlayReport({
      pool,
      wallet,
      scale: context.currency.scale,
      calendar: this.#calendar,
      now: () => this.#now(),
      depositsOf: payments.deposits,
      moves: {
        credited: (owner, span) => payments.creditedWithin(pool, owner, span),
        paidOut: (owner, span) => payments.paidWithin(pool, owner, span),
      },
      openStakes: (owner) => returns.openStakes(owner),
    });
    this.likenesses = new Likenesses({
      pool,
      sharing,
      depositsOf: payments.deposits,
      play: this,
      now: () => this.#now(),
    });
  }

  /** Limits, restriction, reality check and sums of now. */
  info(owner: Owner): Promise<PlayInfo> {
    return this.#report.info(owner);
  }

  /** @throws Refused `validation` for from after to, or more than 400 days */
  statement(owner: Owner, span: { from: string; to: string }): Promise<PlayStatement> {
    return this.#report.statement(owner, span);
  }

  /** @throws Refused `validation`; `excluded` for a higher limit while a restriction lasts */
  async limitSave(
    owner: Owner,
    { kind, period, amount: typed }: CallInput<'playLimitSave'>,
  ): Promise<Signed> {
    const wanted = typed === undefined ? null : parseAmount(typed, this.#context.currency.scale);
    if (wanted === undefined) throw new Refused('validation', { rules: { amount: 'amount' } });
    const { lowered, saved } = await this.#change(owner, async (client, row) => {
      const before =
        (await queries.selectLimits(client, owner)).find(
          (one) => one.kind === kind && one.period === period,
        ) ?? domain.noLimit;
      const after = domain.changeLimit(before, wanted, { now: this.#now(), id: newId() });
      if (after.pending) this.#assertFree(row);
      const limit = { kind, period, ...after };
      return {
        saved: await this.#saveLimit(client, { owner, row, limit }),
        lowered: after.amount === before.amount ? undefined : limit,
      };
    });
    if (lowered) this.#sendLimitLetter(owner, 'limit_lowered', lowered);
    return this.#receiptOf(saved);
  }

  /** @throws Refused `limit_state` too early, too late or for another; `excluded` */
  async limitConfirm(owner: Owner, id: string): Promise<Signed> {
    const { raised, saved } = await this.#change(owner, async (client, row) => {
      this.#assertFree(row);
      const before = await pendingLimit(client, owner, id);
      const after = domain.confirmLimit(before, this.#now());
      if (after === undefined) throw new Refused('limit_state');
      const limit = { ...before, ...after };
      return { raised: limit, saved: await this.#saveLimit(client, { owner, row, limit }) };
    });
    this.#sendLimitLetter(owner, 'limit_raised', raised);
    return this.#receiptOf(saved);
  }

  /** @throws Refused `limit_state` when no change with that id waits */
  async limitCancel(owner: Owner, id: string): Promise<Signed> {
    const saved = await this.#change(owner, async (client, row) => {
      const before = await pendingLimit(client, owner, id);
      return this.#saveLimit(client, { owner, row, limit: { ...before, pending: null } });
    });
    return this.#receiptOf(saved);
  }

  /** @throws Refused `excluded` while an exclusion lasts */
  async timeOut(owner: Owner, length: Input<'playTimeOut'>['length']): Promise<Signed> {
    const taken = await this.#change(owner, async (client, row) => {
      const before = queries.holdOf(row);
      const hold = domain.takeTimeOut(before, length, this.#now());
      if (hold.kind === 'excluded') throw new Refused('excluded', domain.excludedDetail(hold));
      if (hold === before) return undefined;
      return { hold, saved: await this.#saveHold(client, { owner, row, hold, returnsDue: false }) };
    });
    if (taken?.hold.until) {
      const fields = { until: taken.hold.until.toISOString() };
      this.#sendLetter(owner, { template: 'time_out', fields, link });
    }
    return this.#receiptOf(taken?.saved);
  }

  /**
   * Excludes a member, or makes an exclusion longer. What is open is returned before this answers; should the server be killed
   * before, `finishReturns` continues.
   * @param given.except the session that stays
   */
  exclude(
    owner: Owner,
    length: Input<'playExclude'>['length'],
    given: { except?: string; within?: Within } = {},
  ): Promise<Signed> {
    return this.#takeExclusion(owner, (before) => domain.takeExclusion(before, length, this.#now()), given);
  }

  /**
   * Excludes a member as long as another is, whose account is of the same person.
   * @param within runs in the transaction of the change, also where the other is no longer excluded
   */
  async excludeAs(owner: Owner, other: Owner, within: Within): Promise<void> {
    const stored = queries.holdOf(await queries.selectPlay(this.#pool, other));
    const theirs = domain.inForce(stored, this.#now());
    await this.#takeExclusion(
      owner,
      (before) =>
        theirs?.kind === 'excluded' ? domain.excludedUntil(before, theirs.until, this.#now()) : before,
      { within },
    );
  }

  /** @throws Refused `excluded` while the time of an exclusion is not over */
  async askReturn(owner: Owner): Promise<Signed> {
    const saved = await this.#change(owner, async (client, row) => {
      const hold = domain.inForce(queries.holdOf(row), this.#now());
      if (hold === undefined || (hold.kind === 'excluded' && hold.opensAt !== null)) return undefined;
      if (!domain.mayAskBack(hold, this.#now())) throw new Refused('excluded', domain.excludedDetail(hold));
      const opensAt = new Date(this.#now().getTime() + domain.returnWaitMs);
      return this.#saveHold(client, {
        owner,
        row,
        hold: { ...hold, opensAt },
        returnsDue: row.returns_due,
      });
    });
    return this.#receiptOf(saved);
  }

  /** Sets the minutes between reality checks; 0 is never. */
  async realitySave(owner: Owner, minutes = 0): Promise<void> {
    await this.#change(owner, async (client, row) => {
      const wanted = minutes || null;
      await queries.writeReality(client, row, { minutes: wanted, seenAt: row.reality_seen_at });
      await commit(client, owner, realityCommitment(owner, wanted, { row, at: this.#now() }));
    });
  }

  /** Notes that the member has confirmed a reality check. */
  async realitySeen(owner: Owner): Promise<void> {
    await this.#change(owner, (client, row) =>
      queries.writeReality(client, row, { minutes: row.reality_minutes, seenAt: this.#now() }),
    );
  }

  /** What keeps a member from playing now; undefined when nothing does. */
  async restrictionOf(owner: Owner, on: Queryable = this.#pool): Promise<Restriction | undefined> {
    const hold = domain.inForce(queries.holdOf(await queries.selectPlay(on, owner)), this.#now());
    return hold && domain.restrictionToWire(hold, this.#now());
  }

  /**
   * Those of some members who are kept from playing: nothing inviting is sent to them.
   * @param on the connection of the caller's transaction, where there is one
   */
  async restricted(memberIds: readonly string[], on?: Queryable): Promise<Set<string>> {
    const owners = memberIds.map((memberId) => ({ memberId, shard: shardOf(memberId) }));
    if (on === undefined && owners.length === 0) return new Set();
    return new Set(await queries.selectRestricted(on ?? this.#pool, owners, this.#now()));
  }

  /**
   * Counts a recharge within the transaction that begins it; a member's recharges come one after the other.
   * @throws Refused `excluded`, `limit_reached`
   */
  admitDeposit(client: Queryable, owner: Owner, amountMinor: bigint): Promise<void> {
    return admitDeposit(client, owner, {
      amountMinor,
      now: this.#now(),
      calendar: this.#calendar,
      scale: this.#context.currency.scale,
      depositsOf: this.#depositsOf,
    });
  }

  /** Sends letters about limits whose wait is over. */
  async tellReady(): Promise<void> {
    for (const { owner, limit } of await queries.selectReady(this.#pool, this.#now(), 500)) {
      this.#sendLimitLetter(owner, 'limit_ready', limit);
      if (limit.pending) await queries.writeTold(this.#pool, owner, limit.pending.id);
    }
  }

  /**
   * Continues with exclusions that began this long ago and whose stakes were not all returned: their server was killed. The call
   * that began a younger one is still working on it.
   */
  async finishReturns(stalledMs = 30_000): Promise<void> {
    const begunBefore = new Date(this.#now().getTime() - stalledMs);
    const failures: unknown[] = [];
    for (const owner of await queries.selectReturnsDue(this.#pool, begunBefore, returnsAtOnce)) {
      const hold = queries.holdOf(await queries.selectPlay(this.#pool, owner));
      if (!hold) continue;
      // One failure must not delay the others; it is reported once all have had their turn.
      await this.#finishExclusion(owner, hold.since, {}).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'stakes of excluded members not returned');
  }

  /** Changes a member's settings: one after the other, and no bet is written in the meantime that was judged by the old ones. */
  #change<T>(owner: Owner, work: (client: pg.PoolClient, row: queries.PlayRow) => Promise<T>): Promise<T> {
    return withRetry(() =>
      transaction(this.#pool, async (client) => {
        const row = await queries.takePlay(client, owner);
        await this.#wallet.moveGate(client, owner);
        return work(client, row);
      }),
    );
  }

  /** Writes a limit, and commits the house to it. */
  async #saveLimit(
    client: Queryable,
    { owner, row, limit }: { owner: Owner; row: queries.PlayRow; limit: domain.Limit },
  ): Promise<Commitment> {
    await queries.writeLimit(client, owner, limit);
    return commit(client, owner, limitCommitment(owner, limit, { row, at: this.#now() }));
  }

  /** Writes a restriction, and commits the house to it. */
  async #saveHold(
    client: Queryable,
    {
      owner,
      row,
      hold,
      returnsDue,
    }: { owner: Owner; row: queries.PlayRow; hold: domain.Hold; returnsDue: boolean },
  ): Promise<Commitment> {
    await queries.writeHold(client, row, hold, returnsDue);
    return commit(client, owner, restrictionCommitment(owner, hold, { row, at: this.#now() }));
  }

  /** Writes the exclusion that `take` makes of the restriction in force, and does what follows from it. */
  async #takeExclusion(
    owner: Owner,
    take: (before: domain.Hold | undefined) => domain.Hold | undefined,
    { except, within }: { except?: string; within?: Within },
  ): Promise<Signed> {
    const { hold, saved } = await this.#change(owner, async (client, row) => {
      const before = domain.inForce(queries.holdOf(row), this.#now());
      const taken = take(before);
      const isFirst = before?.kind !== 'excluded';
      const returnsDue = isFirst || row.returns_due;
      const kept =
        taken === undefined || taken === before
          ? undefined
          : await this.#saveHold(client, { owner, row, hold: taken, returnsDue });
      await within?.(client);
      return { hold: taken, saved: kept };
    });
    if (hold?.kind !== 'excluded') return undefined;
    if (saved) {
      const fields = hold.until ? { until: hold.until.toISOString() } : {};
      this.#sendLetter(owner, { template: 'excluded', fields, link });
    }
    await this.#finishExclusion(owner, hold.since, except === undefined ? {} : { except });
    return this.#receiptOf(saved);
  }

  /**
   * Does what follows from an exclusion: sessions end, and open stakes are returned. Safe to run again.
   * @param since when the exclusion began
   * @param spare.except the session that stays
   */
  async #finishExclusion(owner: Owner, since: Date, spare: { except?: string }): Promise<void> {
    const { members, returns } = this.#services;
    await members.endSessions(owner.memberId, spare, 'excluded');
    const { bets, amountMinor } = await returns.returnStakes(owner, new Date(since.getTime() - slackMs));
    if (!(await queries.writeReturned(this.#pool, owner)) || bets === 0) return;
    this.#sendLetter(owner, {
      template: 'stakes_returned',
      fields: { bets: String(bets), amount: formatAmount(amountMinor, this.#context.currency.scale) },
      link: '/pages/gamerecord/gamerecord',
      about: `exclusion ${since.toISOString()}`,
    });
  }

  #sendLimitLetter(
    owner: Owner,
    template: 'limit_lowered' | 'limit_ready' | 'limit_raised',
    limit: domain.Limit,
  ): void {
    const amount = template === 'limit_ready' ? limit.pending?.amount : limit.amount;
    const minor = amount ?? undefined;
    this.#sendLetter(owner, {
      template,
      fields: {
        limit: limit.kind,
        period: limit.period,
        amount: minor === undefined ? undefined : formatAmount(minor, this.#context.currency.scale),
      },
      link,
      about: template === 'limit_ready' && limit.pending ? limit.pending.id : undefined,
    });
  }

  #assertFree(row: queries.PlayRow): void {
    const hold = domain.inForce(queries.holdOf(row), this.#now());
    if (hold) throw new Refused('excluded', domain.excludedDetail(hold));
  }

  #receiptOf(saved: Commitment | undefined): Promise<Signed> {
    return receiptOf(this.#context.receipts, saved);
  }

  #now(): Date {
    return this.#context.clock.now();
  }
}

/** The limit with a change of that id that waits. @throws Refused `limit_state` */
const pendingLimit = async (client: Queryable, owner: Owner, id: string): Promise<domain.Limit> => {
  const found = (await queries.selectLimits(client, owner)).find(({ pending }) => pending?.id === id);
  if (found === undefined) throw new Refused('limit_state');
  return found;
};
