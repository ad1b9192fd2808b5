import { formatAmount } from '@touchline/money/amount';
import type { Queryable } from '../core/database/database.ts';
import { Refused } from '../core/refusal.ts';
import { periodOf, type Calendar } from './calendar.ts';
import { excludedDetail, inForce } from './domain.ts';
import { holdOf, selectLimits, takePlay } from './queries.ts';
import type { Owner } from '../core/owner.ts';

/** Credits since a given time, and the sum that open recharges may still bring, in minor units. */
export type DepositsOf = (
  on: Queryable,
  owner: Owner,
  since: Date,
) => Promise<{ creditedMinor: bigint; openMinor: bigint }>;

/**
 * Counts a new recharge against the member's limits: the credits of the period, and all open recharges, as if
 * they came now. The member's row is locked first: of two devices the second sees the recharge of the first.
 * @throws Refused `excluded`, `limit_reached` with the limit that leaves least
 */
export const admitDeposit = async (
  client: Queryable,
  owner: Owner,
  {
    amountMinor,
    now,
    calendar,
    scale,
    depositsOf,
  }: { amountMinor: bigint; now: Date; calendar: Calendar; scale: number; depositsOf: DepositsOf },
): Promise<void> => {
  const hold = inForce(holdOf(await takePlay(client, owner)), now);
  if (hold) throw new Refused('excluded', excludedDetail(hold));
  let tightest: { left: bigint; refused: Refused } | undefined;
  for (const { kind, period, amount } of await selectLimits(client, owner)) {
    if (kind !== 'deposit' || amount === null) continue;
    const { from, next } = periodOf(calendar.dayOf(now), period);
    const { creditedMinor, openMinor } = await depositsOf(client, owner, calendar.startOf(from));
    const left = amount - creditedMinor - openMinor;
    if (amountMinor <= left || (tightest && tightest.left <= left)) continue;
    const detail = {
      limit: kind,
      period,
      left: formatAmount(left > 0n ? left : 0n, scale),
      until: calendar.startOf(next).toISOString(),
    };
    tightest = { left, refused: new Refused('limit_reached', detail) };
  }
  if (tightest) throw tightest.refused;
};
