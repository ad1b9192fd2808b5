import type { TeamLevel } from '@touchline/contract/shapes/team';

/** The figures of a level in the order of its table, as they are written: conditions, then rates. */
export const figuresOf = ({ conditions, rates }: TeamLevel): string[] => [
  String(conditions.people),
  String(conditions.recharged),
  conditions.rechargeEach,
  String(conditions.sessions),
  ...rates,
];

/** The generations below a leader that commission counts; each has a rate. */
export const generations = [1, 2, 3] as const;

/** The first of them that is a rate. */
export const firstRate = 4;
