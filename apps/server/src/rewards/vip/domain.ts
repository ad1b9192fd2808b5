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

/**
 * The level a member has: the one the turnover reaches, or one that was told and that the turnover would still reach by the
 * rules of then. A level that was told is not taken back by new rules, only by a correction of the turnover.
 * @param told the highest level told, with the levels of the day it was told on
 */
export const levelWith = (
  levels: readonly VipTerms[],
  turnoverMinor: bigint,
  told: { level: number; levels: readonly VipTerms[] } | undefined,
): VipTerms => {
  const reached = levelAt(levels, turnoverMinor);
  if (told === undefined) return reached;
  const kept = Math.min(told.level, levelAt(told.levels, turnoverMinor).level);
  return levels.find(({ level }) => level === kept && kept > reached.level) ?? reached;
};

/** How far a member is. Amounts in minor units. */
export type Progress = {
  current: VipTerms;
  /** Missing at the top. */
  next?: { level: number; leftMinor: bigint };
  /** Of the way from the present level to the next, rounded down: 100 only at the top. */
  percent: number;
};

/** @param current the member's level; by default the one the turnover reaches */
export const progressOf = (
  levels: readonly VipTerms[],
  turnoverMinor: bigint,
  current: VipTerms = levelAt(levels, turnoverMinor),
): Progress => {
  const next = levels.find(({ level }) => level === current.level + 1);
  if (next === undefined) return { current, percent: 100 };
  // Below what the level takes now, where an earlier rule gave it.
  const done = turnoverMinor > current.turnoverMinor ? turnoverMinor - current.turnoverMinor : 0n;
  return {
    current,
    next: { level: next.level, leftMinor: next.turnoverMinor - turnoverMinor },
    percent: Number((done * 100n) / (next.turnoverMinor - current.turnoverMinor)),
  };
};
