import type { VipTerms } from '../../core/config/growth.ts';

/**
 * The level of a turnover.
 * @param levels the lowest first, which asks for nothing
 */
export const levelAt = (levels: readonly VipTerms[], turnoverMinor: bigint): VipTerms => {
  const reached = levels.findLast((level) => turnoverMinor >= level.turnoverMinor);
  if (reached === undefined) throw new Error('There is no level that takes nothing');
  return reached;
};

/**
 * The level of a member: the one the turnover reaches, or an announced one that the turnover would still
 * reach by the rules of then. New rules do not take an announced level back, only a correction of the
 * turnover does.
 * @param announced the highest announced level, with the levels of that day
 */
export const levelWith = (
  levels: readonly VipTerms[],
  turnoverMinor: bigint,
  announced: { level: number; levels: readonly VipTerms[] } | undefined,
): VipTerms => {
  const reached = levelAt(levels, turnoverMinor);
  if (announced === undefined) return reached;
  const kept = Math.min(announced.level, levelAt(announced.levels, turnoverMinor).level);
  return levels.find(({ level }) => level === kept && kept > reached.level) ?? reached;
};

/** A member's progress. Amounts in minor units. */
export type VipProgress = {
  current: VipTerms;
  /** Absent at the top. */
  next?: { level: number; leftMinor: bigint };
  /** Progress from the present level to the next, rounded down: 100 only at the top. */
  percent: number;
};

/** @param current the member's level; by default the one the turnover reaches */
export const progressOf = (
  levels: readonly VipTerms[],
  turnoverMinor: bigint,
  current: VipTerms = levelAt(levels, turnoverMinor),
): VipProgress => {
  const next = levels.find(({ level }) => level === current.level + 1);
  if (next === undefined) return { current, percent: 100 };
  // Below the level's present condition, where an earlier rule gave it.
  const done = turnoverMinor > current.turnoverMinor ? turnoverMinor - current.turnoverMinor : 0n;
  return {
    current,
    next: { level: next.level, leftMinor: next.turnoverMinor - turnoverMinor },
    percent: Number((done * 100n) / (next.turnoverMinor - current.turnoverMinor)),
  };
};
