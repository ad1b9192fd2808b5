/**
 * The modules of the server from the lowest to the highest, with the others that each uses; all use `core`. The files next to the folders
 * put them together and may use them all.
 */
export const modules: Readonly<Record<string, readonly string[]>> = {
  ledger: [],
  pricing: [],
  catalogue: ['pricing'],
  betting: ['ledger', 'pricing', 'catalogue'],
  accounts: ['ledger'],
  'safer-play': ['ledger', 'betting', 'accounts'],
  growth: ['ledger', 'betting', 'accounts', 'safer-play'],
  payments: ['ledger', 'betting', 'accounts', 'safer-play', 'growth'],
  messaging: ['ledger', 'betting', 'accounts', 'safer-play', 'growth', 'payments'],
  feeds: ['pricing', 'catalogue'],
  proofs: ['ledger', 'catalogue', 'betting', 'accounts', 'safer-play', 'growth', 'payments'],
  office: [
    'ledger',
    'pricing',
    'catalogue',
    'betting',
    'accounts',
    'safer-play',
    'growth',
    'payments',
    'messaging',
    'feeds',
    'proofs',
  ],
  operations: [
    'ledger',
    'pricing',
    'catalogue',
    'betting',
    'accounts',
    'growth',
    'payments',
    'feeds',
    'proofs',
    'office',
  ],
};

/** Folders of betting, and which others of it each may use. The files next to them put betting together. */
export const bettingFolders: Readonly<Record<string, readonly string[]>> = {
  builder: [],
  exposure: ['builder'],
  settlement: ['builder'],
  bets: ['builder', 'settlement'],
  report: [],
  placing: ['builder', 'exposure', 'bets'],
  'live-delay': ['builder', 'exposure', 'placing'],
  returns: ['exposure', 'live-delay', 'settlement'],
  'cash-out': ['builder', 'exposure', 'live-delay', 'placing', 'bets'],
  editing: ['live-delay', 'cash-out', 'exposure', 'placing', 'bets'],
  desk: ['settlement'],
};

/** The modules as a Mermaid graph: an arrow points to a used module. */
export const drawModules = (): string =>
  [
    'flowchart BT',
    ...Object.entries(modules).flatMap(([module, uses]) =>
      uses.length === 0 ? [`  ${module}`] : uses.map((used) => `  ${module} --> ${used}`),
    ),
  ].join('\n');
