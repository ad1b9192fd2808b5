import type { LimitKind, LimitPeriod, PlayLimit } from '@touchline/contract/shapes/play';
import { parseAmount } from '@touchline/money/amount';

export const limitKinds = ['deposit', 'stake', 'loss'] as const satisfies readonly LimitKind[];
export const limitPeriods = ['day', 'week', 'month'] as const satisfies readonly LimitPeriod[];

export const limitOf = (
  limits: readonly PlayLimit[],
  kind: LimitKind,
  period: LimitPeriod,
): PlayLimit | undefined => limits.find((limit) => limit.kind === kind && limit.period === period);

/** What setting a limit does: it counts at once, it has to wait, or nothing changes. */
export type LimitChange = 'at_once' | 'waits' | 'same';

/**
 * What follows from a wish for a limit. A first or lower limit counts at once; a higher one, or none, waits.
 * @param present the limit in force; undefined without one
 * @param wish undefined for no limit
 */
export const limitChange = (
  present: string | undefined,
  wish: string | undefined,
  scale: number,
): LimitChange => {
  if (present === wish) return 'same';
  if (wish === undefined) return 'waits';
  const [before, after] = [parseAmount(present ?? '', scale), parseAmount(wish, scale)];
  if (before === undefined || after === undefined) return 'at_once';
  if (after === before) return 'same';
  return after < before ? 'at_once' : 'waits';
};
