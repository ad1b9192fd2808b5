import type { VipTerms } from '../../platform/settings/rewards.ts';

/**
 * The level that a turnover reaches.
 * @param levels the lowest first, which takes nothing
 */
export const levelAt = (levels: readonly VipTerms[], turnoverMinor: bigint): VipTerms => {
  const reached = levels.findLast((level) => turnoverMinor >= level.turnoverMinor);
  if (reached === undefined) throw new Error('There is no level that takes nothing');
  return reached;
};

/** How far a member is. Amounts in minor units. */
export type Progress = {
  current: VipTerms;
  /** Missing at the top. */
  next?: { level: number; leftMinor: bigint };
  /** Of the way from the present level to the next, rounded down: 100 only at the top. */
  percent: number;
};

export const progressOf = (levels: readonly VipTerms[], turnoverMinor: bigint): Progress => {
  const current = levelAt(levels, turnoverMinor);
  const next = levels.find(({ level }) => level === current.level + 1);
  if (next === undefined) return { current, percent: 100 };
  const done = turnoverMinor - current.turnoverMinor;
  return {
    current,
    next: { level: next.level, leftMinor: next.turnoverMinor - turnoverMinor },
    percent: Number((done * 100n) / (next.turnoverMinor - current.turnoverMinor)),
  };
};
