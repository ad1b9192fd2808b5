import type { TableRules } from './league-table.ts';

const usual: TableRules = ['goal_difference', 'goals', { mutual: ['points', 'goal_difference', 'goals'] }];

/** Until the teams have met twice, goal difference decides for the time being. */
const meetingsFirst: TableRules = [
  { mutual: ['points', 'goal_difference'], untilComplete: 'skip' },
  'goal_difference',
  'goals',
];

/** France until the season 2024-25. */
const frenchWithAwayGoals: TableRules = [
  'goal_difference',
  { mutual: ['points', 'goal_difference', 'goals', 'away_goals'] },
  'goals',
  'away_goals',
];

/** Rules that were replaced, and the last season under them. */
const former: Readonly<Record<string, { until: string; rules: TableRules }>> = {
  'fr.1': { until: '2024-25', rules: frenchWithAwayGoals },
};

/**
 * What separates teams with equal points, by competition. `docs/feeds.md` names the regulations and where their order was read.
 * Fair play, rankings, lots and play-offs need more than results; where they decided is recorded (`decided` in the server's data).
 */
const rules: Readonly<Record<string, TableRules>> = {
  'en.1': ['goal_difference', 'goals', { mutual: ['points', 'away_goals'] }],
  'en.2': ['goal_difference', 'goals', { mutual: ['points', 'goal_difference'] }],
  'de.1': [
    'goal_difference',
    'goals',
    { mutual: ['points', 'goal_difference', 'away_goals'], untilComplete: 'share' },
    'away_goals',
  ],
  'es.1': meetingsFirst,
  'it.1': meetingsFirst,
  'fr.1': ['goal_difference', { mutual: ['points', 'goal_difference'] }, 'goals', 'wins', 'away_wins'],
  wc2018: usual,
  wc2022: usual,
  wc2026: [{ mutual: ['points', 'goal_difference', 'goals'] }, 'goal_difference', 'goals'],
};

/** Whether goal difference or the meetings of the teams come first where points are equal. */
export type FirstStep = 'goal_difference' | 'meetings';

/**
 * The rules of a competition's tables; goal difference, goals and meetings where they are not known.
 * @param season such as "2024-25"
 */
export const rulesOf = (competition: string, season: string): TableRules => {
  const before = Object.hasOwn(former, competition) ? former[competition] : undefined;
  if (before !== undefined && season <= before.until) return before.rules;
  return Object.hasOwn(rules, competition) ? (rules[competition] ?? usual) : usual;
};

/** What the first step is, for people. */
export const firstStepOf = (tableRules: TableRules): FirstStep =>
  typeof tableRules[0] === 'object' ? 'meetings' : 'goal_difference';
