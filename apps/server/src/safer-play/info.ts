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
  type Sums,
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
export const createInfo = ({
  pool,
  wallet,
  currency: { scale },
  calendar,
  now,
  depositsOf,
  moves,
  openStakes,
}: {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'playEntries' | 'playTotals' | 'rewards'>;
  currency: { scale: number };
  calendar: Calendar;
  now: () => Date;
  depositsOf: DepositsOf;
  moves: MoneyMoves;
  openStakes: (owner: Owner) => Promise<OpenStake[]>;
}) => {
  const money = (minor: bigint): string =>
    minor < 0n ? `-${formatAmount(-minor, scale)}` : formatAmount(minor, scale);
  const sumOf = (stakes: bigint, returns: bigint, open: bigint): PlaySum => ({
    stakes: money(stakes),
    returns: money(returns),
    open: money(open),
    net: money(returns - (stakes - open)),
  });
  const atLeastNothing = (minor: bigint): string => money(minor > 0n ? minor : 0n);

  const fold = async (owner: Owner, span: Partial<Span>): Promise<Sums> => {
    const sums = noSums();
    for (const entry of await wallet.playEntries(owner, span)) addEntry(sums, entry, calendar);
    return sums;
  };

  const limitToWire = async (
    owner: Owner,
    { kind, period, amount, pending }: Limit,
    { sums, day, at }: { sums: Sums; day: string; at: Date },
  ): Promise<PlayLimit> => {
    const { from, next } = periodOf(day, period);
    let used: bigint;
    if (kind === 'deposit') {
      const { creditedMinor, openMinor } = await depositsOf(pool, owner, calendar.startOf(from));
      used = creditedMinor + openMinor;
    } else used = usedOf(sums, { kind, period }, day);
    const waiting = pending && pending.until > at ? pending : undefined;
    return {
      kind,
      period,
      used: atLeastNothing(used),
      resetsAt: calendar.startOf(next).toISOString(),
      amount: amount === null ? undefined : money(amount),
      left: amount === null ? undefined : atLeastNothing(amount - used),
      pending: waiting
        ? {
            id: waiting.id,
            from: waiting.from.toISOString(),
            until: waiting.until.toISOString(),
            ready: waiting.from <= at,
            amount: waiting.amount === null ? undefined : money(waiting.amount),
          }
        : undefined,
    };
  };

  return {
    async info(owner: Owner): Promise<PlayInfo> {
      const at = now();
      const day = calendar.dayOf(at);
      // A day more, for a session that began before.
      const since = new Date(calendar.startOf(windowFrom(day)).getTime() - dayMs);
      const [row, limits, sums, all, open] = await Promise.all([
        selectPlay(pool, owner),
        selectLimits(pool, owner),
        fold(owner, { since }),
        wallet.playTotals(owner),
        openStakes(owner),
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
        return sumOf(
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
        limits: await Promise.all(shown.map((limit) => limitToWire(owner, limit, { sums, day, at }))),
        reality: {
          minutes,
          since: session ? session.since.toISOString() : undefined,
          dueAt: dueAt ? dueAt.toISOString() : undefined,
          due: dueAt !== undefined && dueAt <= at,
          session: sumOf(session?.stakes ?? 0n, session?.returns ?? 0n, totalOf(inSession)),
        },
        net: {
          day: net('day'),
          week: net('week'),
          month: net('month'),
          all: sumOf(all.stakesMinor, all.returnsMinor, openAll),
        },
        openStakes: money(openAll),
      };
    },

    async statement(owner: Owner, { from, to }: { from: string; to: string }): Promise<PlayStatement> {
      if (from > to) throw new Refused('validation', { rules: { to: 'range' } });
      if (dayAfter(from, statementDaysMax) <= to)
        throw new Refused('validation', { rules: { from: 'range' } });
      const span = { since: calendar.startOf(from), before: calendar.startOf(dayAfter(to, 1)) };
      // A day more: an order of the last day may have been refused on the next.
      const before = new Date(span.before.getTime() + dayMs);
      const [sums, credited, paid, rewards, open] = await Promise.all([
        fold(owner, { since: span.since, before }),
        moves.credited(owner, span),
        moves.paidOut(owner, span),
        wallet.rewards(owner, span),
        openStakes(owner),
      ]);
      const openDays = openByDay(sums, open);
      const byDay = (list: readonly Move[]): Map<string, bigint> => {
        const days = new Map<string, bigint>();
        for (const { at, amountMinor } of list) {
          const day = calendar.dayOf(at);
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
            deposits: money(inward),
            withdrawals: money(outward),
            ...sumOf(stakes, returns, running),
            bets,
          },
        ];
      });
      return {
        from,
        to,
        deposits: money(total.deposits),
        withdrawals: money(total.withdrawals),
        rewards: money(rewards),
        ...sumOf(total.stakes, total.returns, total.open),
        bets: total.bets,
        days,
      };
    },
  };
};

const totalOf = (open: readonly OpenStake[]): bigint =>
  open.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n);
