import type pg from 'pg';
import { dayMs } from '@touchline/contract/durations';
import type { PlayInfo, PlayLimit, PlayStatement, PlaySum } from '@touchline/contract/shapes/play';
import { formatAmount } from '@touchline/money/amount';
import { dayAfter } from '../core/local-time.ts';
import { Refused } from '../core/refusal.ts';
import type { Wallet } from '../ledger/index.ts';
import { periodOf, type Calendar } from './calendar.ts';
import type { DepositsOf } from './deposits.ts';
import { inForce, restrictionToWire, type Limit } from './domain.ts';
import { realityDue, sessionAt } from './judge.ts';
import { holdOf, selectLimits, selectPlay } from './queries.ts';
import {
  addEntry,
  noSums,
  openByDay,
  sumFrom,
  usedOf,
  windowFrom,
  type OpenStake,
  type StakeSums,
} from './sums.ts';
import type { Owner } from '../core/owner.ts';

type Span = { since: Date; before: Date };
type Move = { at: Date; amountMinor: bigint };

/** Recharges credited and withdrawals paid within a time; from the cashier. */
export type MoneyMoves = {
  credited(owner: Owner, span: Span): Promise<Move[]>;
  paidOut(owner: Owner, span: Span): Promise<Move[]>;
};

/** The longest time a statement is about. */
const statementDaysMax = 400;

/** Safer play as its member sees it: limits, restriction, sums, and a statement. */
export class PlayReport {
  readonly #pool: pg.Pool;
  readonly #wallet: Pick<Wallet, 'playEntries' | 'playTotals' | 'rewards'>;
  readonly #scale: number;
  readonly #calendar: Calendar;
  readonly #now: () => Date;
  readonly #depositsOf: DepositsOf;
  readonly #moves: MoneyMoves;
  readonly #openStakes: (owner: Owner) => Promise<OpenStake[]>;

  constructor({
    pool,
    wallet,
    scale,
    calendar,
    now,
    depositsOf,
    moves,
    openStakes,
  }: {
    pool: pg.Pool;
    wallet: Pick<Wallet, 'playEntries' | 'playTotals' | 'rewards'>;
    scale: number;
    calendar: Calendar;
    now: () => Date;
    depositsOf: DepositsOf;
    moves: MoneyMoves;
    openStakes: (owner: Owner) => Promise<OpenStake[]>;
  }) {
    this.#pool = pool;
    this.#wallet = wallet;
    this.#scale = scale;
    this.#calendar = calendar;
    this.#now = now;
    this.#depositsOf = depositsOf;
    this.#moves = moves;
    this.#openStakes = openStakes;
  }

  /** Limits, restriction, reality check and sums of now. */
  async info(owner: Owner): Promise<PlayInfo> {
    const at = this.#now();
    const day = this.#calendar.dayOf(at);
    // A day more, for a session that began before.
    const since = new Date(this.#calendar.startOf(windowFrom(day)).getTime() - dayMs);
    const [row, limits, sums, all, open] = await Promise.all([
      selectPlay(this.#pool, owner),
      selectLimits(this.#pool, owner),
      this.#fold(owner, { since }),
      this.#wallet.playTotals(owner),
      this.#openStakes(owner),
    ]);
    const hold = inForce(holdOf(row), at);
    const session = sessionAt(sums, at);
    const minutes = row?.reality_minutes ?? undefined;
    const dueAt =
      minutes === undefined
        ? undefined
        : realityDue({ minutes, seenAt: row?.reality_seen_at ?? null }, session);
    const openDays = openByDay(sums, open);
    const openAll = totalOf(open);
    const net = (period: 'day' | 'week' | 'month'): PlaySum => {
      const { from } = periodOf(day, period);
      const { stakes, returns } = sumFrom(sums, from);
      const running = [...openDays].filter(([each]) => each >= from);
      return this.#sumOf(
        stakes,
        returns,
        running.reduce((sum, [, minor]) => sum + minor, 0n),
      );
    };
    const inSession = open.filter(({ id }) => {
      const placed = sums.placed.get(id);
      return session !== undefined && placed !== undefined && placed.at >= session.since;
    });
    const shown = limits.filter(({ amount }) => amount !== null);
    return {
      restriction: hold ? restrictionToWire(hold, at) : undefined,
      limits: await Promise.all(shown.map((limit) => this.#limitToWire(owner, limit, { sums, day, at }))),
      reality: {
        minutes,
        since: session ? session.since.toISOString() : undefined,
        dueAt: dueAt ? dueAt.toISOString() : undefined,
        due: dueAt !== undefined && dueAt <= at,
        session: this.#sumOf(session?.stakes ?? 0n, session?.returns ?? 0n, totalOf(inSession)),
      },
      net: {
        day: net('day'),
        week: net('week'),
        month: net('month'),
        all: this.#sumOf(all.stakesMinor, all.returnsMinor, openAll),
      },
      openStakes: this.#money(openAll),
    };
  }

  /** @throws Refused `validation` for from after to, or more than 400 days */
  async statement(owner: Owner, { from, to }: { from: string; to: string }): Promise<PlayStatement> {
    if (from > to) throw new Refused('validation', { rules: { to: 'range' } });
    if (dayAfter(from, statementDaysMax) <= to) throw new Refused('validation', { rules: { from: 'range' } });
    const span = { since: this.#calendar.startOf(from), before: this.#calendar.startOf(dayAfter(to, 1)) };
    // A day more: an order of the last day may have been refused on the next.
    const before = new Date(span.before.getTime() + dayMs);
    const [sums, credited, paid, rewards, open] = await Promise.all([
      this.#fold(owner, { since: span.since, before }),
      this.#moves.credited(owner, span),
      this.#moves.paidOut(owner, span),
      this.#wallet.rewards(owner, span),
      this.#openStakes(owner),
    ]);
    const openDays = openByDay(sums, open);
    const byDay = (list: readonly Move[]): Map<string, bigint> => {
      const days = new Map<string, bigint>();
      for (const { at, amountMinor } of list) {
        const day = this.#calendar.dayOf(at);
        days.set(day, (days.get(day) ?? 0n) + amountMinor);
      }
      return days;
    };
    const [deposits, withdrawals] = [byDay(credited), byDay(paid)];
    const names = [...new Set([...sums.days.keys(), ...deposits.keys(), ...withdrawals.keys()])]
      .filter((day) => day >= from && day <= to)
      .toSorted();
    const total = { deposits: 0n, withdrawals: 0n, stakes: 0n, returns: 0n, open: 0n, bets: 0 };
    const days = names.flatMap((day) => {
      const { stakes = 0n, returns = 0n, bets = 0 } = sums.days.get(day) ?? {};
      const [inward, outward] = [deposits.get(day) ?? 0n, withdrawals.get(day) ?? 0n];
      total.deposits += inward;
      total.withdrawals += outward;
      total.stakes += stakes;
      total.returns += returns;
      const running = openDays.get(day) ?? 0n;
      total.open += running;
      total.bets += bets;
      // All of its orders were refused.
      if (bets === 0 && [stakes, returns, inward, outward].every((minor) => minor === 0n)) return [];
      return [
        {
          day,
          deposits: this.#money(inward),
          withdrawals: this.#money(outward),
          ...this.#sumOf(stakes, returns, running),
          bets,
        },
      ];
    });
    return {
      from,
      to,
      deposits: this.#money(total.deposits),
      withdrawals: this.#money(total.withdrawals),
      rewards: this.#money(rewards),
      ...this.#sumOf(total.stakes, total.returns, total.open),
      bets: total.bets,
      days,
    };
  }

  #money(minor: bigint): string {
    return minor < 0n ? `-${formatAmount(-minor, this.#scale)}` : formatAmount(minor, this.#scale);
  }

  #sumOf(stakes: bigint, returns: bigint, open: bigint): PlaySum {
    return {
      stakes: this.#money(stakes),
      returns: this.#money(returns),
      open: this.#money(open),
      net: this.#money(returns - (stakes - open)),
    };
  }

  #atLeastNothing(minor: bigint): string {
    return this.#money(minor > 0n ? minor : 0n);
  }

  async #fold(owner: Owner, span: Partial<Span>): Promise<StakeSums> {
    const sums = noSums();
    for (const entry of await this.#wallet.playEntries(owner, span)) addEntry(sums, entry, this.#calendar);
    return sums;
  }

  async #limitToWire(
    owner: Owner,
    { kind, period, amount, pending }: Limit,
    { sums, day, at }: { sums: StakeSums; day: string; at: Date },
  ): Promise<PlayLimit> {
    const { from, next } = periodOf(day, period);
    let used: bigint;
    if (kind === 'deposit') {
      const { creditedMinor, openMinor } = await this.#depositsOf(
        this.#pool,
        owner,
        this.#calendar.startOf(from),
      );
      used = creditedMinor + openMinor;
    } else used = usedOf(sums, { kind, period }, day);
    const waiting = pending && pending.until > at ? pending : undefined;
    return {
      kind,
      period,
      used: this.#atLeastNothing(used),
      resetsAt: this.#calendar.startOf(next).toISOString(),
      amount: amount === null ? undefined : this.#money(amount),
      left: amount === null ? undefined : this.#atLeastNothing(amount - used),
      pending: waiting
        ? {
            id: waiting.id,
            from: waiting.from.toISOString(),
            until: waiting.until.toISOString(),
            ready: waiting.from <= at,
            amount: waiting.amount === null ? undefined : this.#money(waiting.amount),
          }
        : undefined,
    };
  }
}

const totalOf = (open: readonly OpenStake[]): bigint =>
  open.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n);
