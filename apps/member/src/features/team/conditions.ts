import type { TeamInfo } from '@touchline/contract/shapes/team';

type Condition = Pick<TeamInfo['conditions'][number], 'needed' | 'have' | 'met'>;

/** How far a condition has come, in whole percent; 100 only when it is met. */
export const conditionPercent = ({ needed, have, met }: Condition): number => {
  if (met || needed <= 0) return 100;
  return Math.max(0, Math.min(99, Math.floor((have * 100) / needed)));
};

/** How far the way to a level has come: as far as the condition that is furthest behind. */
export const levelPercent = (conditions: readonly Condition[]): number =>
  Math.min(100, ...conditions.map(conditionPercent));
