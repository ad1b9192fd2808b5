import type { TableRules } from './league-table.ts';

const usual: TableRules = ['goal_difference', 'goals', { mutual: ['points', 'goal_difference', 'goals'] }];

/** Until the teams have met twice, goal difference decides for the time being. */
const meetingsFirst: TableRules = [
  { mutual: ['points', 'goal_difference'], whenComplete: true },
  'goal_difference',
  'goals',
];

/**
 * What separates teams with equal points, by competition, from the regulations of each: the Premier League's rule C.17, § 2 of the
 * DFL's Spielordnung, article 201 of the RFEF's Reglamento General, article 51 of the NOIF, article 517 of the LFP's Règlement des
 * compétitions, and the regulations of the World Cups 2018 (32.5), 2022 (12.5) and 2026 (13). Fair play, rankings, lots and
 * play-offs need more than results; where they decided is on record (`decided` in the server's data).
 */
const rules: Readonly<Record<string, TableRules>> = {
  'en.1': ['goal_difference', 'goals', { mutual: ['points', 'away_goals'] }],
  'en.2': ['goal_difference', 'goals', { mutual: ['points', 'goal_difference'] }],
  'de.1': ['goal_difference', 'goals', { mutual: ['points', 'away_goals'] }, 'away_goals'],
  'es.1': meetingsFirst,
  'it.1': meetingsFirst,
  'fr.1': [
    'goal_difference',
    { mutual: ['points', 'goal_difference', 'goals', 'away_goals'] },
    'goals',
    'away_goals',
  ],
  wc2018: usual,
  wc2022: usual,
  wc2026: [{ mutual: ['points', 'goal_difference', 'goals'] }, 'goal_difference', 'goals'],
};

/** Whether goal difference or the meetings of the teams come first where points are equal. */
export type FirstStep = 'goal_difference' | 'meetings';

/** The rules of a competition's tables; goal difference, goals and meetings where they are not known. */
export const rulesOf = (competition: string): TableRules =>
  Object.hasOwn(rules, competition) ? (rules[competition] ?? usual) : usual;

/** What the first step is, for people. */
export const firstStepOf = (tableRules: TableRules): FirstStep =>
  typeof tableRules[0] === 'object' ? 'meetings' : 'goal_difference';
