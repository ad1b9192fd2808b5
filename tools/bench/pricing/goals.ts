import type { Score } from '@touchline/football/score';

/** A goal in its minute; in stoppage time 45 or 90. */
export type BenchGoal = { side: 'home' | 'away'; minute: number };

/** The score after a number of minutes; goals in stoppage time count at the last minute of their half. */
export const scoreAt = (goals: readonly BenchGoal[], minute: number): Score => {
  const until = goals.filter((goal) => goal.minute <= minute);
  return {
    home: until.filter(({ side }) => side === 'home').length,
    away: until.filter(({ side }) => side === 'away').length,
  };
};
