import type { CapScope, CapUse } from '@touchline/contract/shapes/office-views';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Caps } from '../../betting/index.ts';

/** Above this part of a cap an operator should look. */
export const alertPercent = 80;

/** The used part of a cap in whole percent; undefined if there is no cap. */
export const percentOf = (usedMinor: bigint, cap: number): number | undefined =>
  cap === Infinity ? undefined : Number((usedMinor * 100n) / BigInt(cap));

/** Whether more than 80 % of a cap is used, to the minor unit. */
export const isNear = (usedMinor: bigint, cap: number): boolean =>
  cap !== Infinity && usedMinor * 100n > BigInt(cap) * BigInt(alertPercent);

export const capUse = (
  { scope, usedMinor }: { scope: CapScope; usedMinor: bigint },
  { caps, currency: { scale } }: { caps: Caps; currency: Currency },
): CapUse => {
  const cap = caps[scope];
  const percent = percentOf(usedMinor, cap);
  return {
    scope,
    used: formatAmount(usedMinor, scale),
    cap: percent === undefined ? undefined : formatAmount(BigInt(cap), scale),
    percent,
  };
};
