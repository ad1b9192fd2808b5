import { minuteMs } from '@touchline/contract/durations';
import type { Refusal } from '@touchline/contract/envelope';
import type { Reason } from '@touchline/contract/reasons';
import type { LimitPeriod } from '@touchline/contract/shapes/play';
import { formatAmount } from '@touchline/money/amount';
import { periodOf, type Calendar } from './calendar.ts';
import { excludedDetail, inForce, type Hold } from './domain.ts';
import { sessionPauseMs, usedOf, type StakeSums } from './sums.ts';

/** A limit of stakes or losses, in minor units. */
export type StakeLimit = { kind: 'stake' | 'loss'; period: LimitPeriod; amountMinor: bigint };

/** The interval of reality checks, and when the member last confirmed one. */
export type Reality = { minutes: number; seenAt: Date | null };

/** Everything that a stake is checked against. */
export type Settings = {
  hold: Hold | undefined;
  reality: Reality | undefined;
  limits: readonly StakeLimit[];
};

/** The reason to refuse a stake. */
export type AgainstStake = { refusal: Reason; detail: Omit<Refusal, 'reason' | 'fields'> };

/** The session that a bet placed now would continue. */
export const sessionAt = ({ session }: Pick<StakeSums, 'session'>, now: Date): StakeSums['session'] =>
  session && now.getTime() - session.last.getTime() < sessionPauseMs ? session : undefined;

/** When the next reality check is due; undefined without a session. */
export const realityDue = (
  { minutes, seenAt }: Reality,
  session: NonNullable<StakeSums['session']> | undefined,
): Date | undefined => {
  if (!session) return undefined;
  const from = seenAt && seenAt > session.since ? seenAt : session.since;
  return new Date(from.getTime() + minutes * minuteMs);
};

/**
 * Checks a stake. A limit counts as if all open bets, including the new stake, were lost.
 * @param stakeMinor of the whole bet, in minor units
 * @param returnedMinor what comes back in the same transaction, in minor units: it lessens the loss, not the stakes
 */
export const judgeStake = (
  { hold, reality, limits }: Settings,
  sums: StakeSums | undefined,
  {
    stakeMinor,
    returnedMinor = 0n,
    now,
    calendar,
    scale,
  }: { stakeMinor: bigint; returnedMinor?: bigint; now: Date; calendar: Calendar; scale: number },
): AgainstStake | undefined => {
  const holding = inForce(hold, now);
  if (holding) return { refusal: 'excluded', detail: excludedDetail(holding) };
  if (!sums) return undefined;
  const due = reality && realityDue(reality, sessionAt(sums, now));
  if (due && due <= now) return { refusal: 'reality_check', detail: {} };
  const day = calendar.dayOf(now);
  const [tightest] = limits
    .map((limit) => ({
      limit,
      left: limit.amountMinor - usedOf(sums, limit, day) + (limit.kind === 'loss' ? returnedMinor : 0n),
    }))
    .filter(({ left }) => stakeMinor > left)
    .toSorted((a, b) => (a.left < b.left ? -1 : a.left > b.left ? 1 : 0));
  if (!tightest) return undefined;
  const { limit, left } = tightest;
  return {
    refusal: 'limit_reached',
    detail: {
      limit: limit.kind,
      period: limit.period,
      left: formatAmount(left > 0n ? left : 0n, scale),
      until: calendar.startOf(periodOf(day, limit.period).next).toISOString(),
    },
  };
};
