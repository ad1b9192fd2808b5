/** What every folder may use, from the ground up: each folder of the list uses only those before it. */
export const ground = ['lib', 'ui'] as const;

/**
 * The folders of the app above the ground, and which others each may use besides it: only those further up. `pages` is every
 * folder of a page: no page imports another.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  'features/account': [],
  'features/endless': [],
  'features/labels': [],
  'features/live': [],
  'features/load-failure': [],
  'features/number-pad': [],
  'features/push': [],
  'features/team-shield': [],
  'features/betting': ['features/labels'],
  'features/proof': ['features/labels'],
  'features/check-in': ['features/labels', 'features/proof'],
  'features/links': [],
  'features/offline': ['features/labels'],
  'features/stars': ['features/labels', 'features/push'],
  'features/statement': ['features/labels'],
  'features/team': ['features/labels'],
  'features/text-page': ['features/labels'],
  'features/filters': ['features/labels', 'features/live'],
  'features/money': ['features/endless', 'features/labels', 'features/load-failure'],
  'features/play': ['features/labels', 'features/load-failure'],
  'features/bet-news': ['features/labels', 'features/live'],
  'features/cash-out': ['features/labels', 'features/live', 'features/number-pad', 'features/proof'],
  'features/cashier': ['features/labels', 'features/number-pad', 'features/play'],
  'features/slip': [
    'features/betting',
    'features/filters',
    'features/labels',
    'features/live',
    'features/number-pad',
    'features/play',
    'features/proof',
  ],
  'features/install': ['features/slip'],
  'features/odds-button': ['features/labels', 'features/play', 'features/slip'],
  'features/score-grid': ['features/labels', 'features/odds-button', 'features/play'],
  'features/markets': [
    'features/labels',
    'features/load-failure',
    'features/odds-button',
    'features/score-grid',
  ],
  'features/builder': ['features/betting', 'features/labels', 'features/odds-button', 'features/slip'],
  'features/match-card': [
    'features/endless',
    'features/labels',
    'features/live',
    'features/odds-button',
    'features/stars',
    'features/team-shield',
  ],
  'features/football': ['features/labels', 'features/team-shield'],
  'features/favourites': [
    'features/labels',
    'features/live',
    'features/match-card',
    'features/stars',
    'features/team-shield',
  ],
  'features/open-bets': ['features/cash-out', 'features/labels', 'features/match-card'],
  'features/record': [
    'features/cash-out',
    'features/endless',
    'features/labels',
    'features/live',
    'features/load-failure',
    'features/proof',
    'features/slip',
  ],
  'features/frame': [
    'features/betting',
    'features/install',
    'features/offline',
    'features/play',
    'features/proof',
  ],
  pages: ['features'],
  app: ['features', 'pages'],
};

const isFeature = (folder: string): boolean => folder.startsWith('features/');
const nodeOf = (folder: string): string => folder.replace('features/', '');

const draw = (rows: readonly string[]): string[] =>
  rows.flatMap((folder) => {
    const uses = folders[folder] ?? [];
    if (uses.length === 0) return [`  ${nodeOf(folder)}`];
    return uses.map((used) => `  ${nodeOf(folder)} --> ${nodeOf(used)}`);
  });

/** The folders above the ground as a graph of Mermaid: an arrow leads to a folder that is used. */
export const drawFolders = (): string => {
  const all = Object.keys(folders);
  return [
    'flowchart BT',
    '  subgraph features',
    ...draw(all.filter(isFeature)),
    '  end',
    ...draw(all.filter((folder) => !isFeature(folder))),
  ].join('\n');
};
