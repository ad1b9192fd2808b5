/**
 * The rooms of the server, from the ground up: which others each may use, and which of its files others may import. All rooms may
 * use the platform. The files beside the rooms put them together and may use them all.
 */
export const rooms: Readonly<Record<string, { uses: readonly string[]; offers: readonly string[] }>> = {
  wallet: {
    uses: [],
    // Placing and settlement write entries in their own statements, with the ledger's SQL texts.
    offers: [
      'bet-moves.ts',
      'day-totals.ts',
      'service.ts',
      'liabilities.ts',
      'posting-sql.ts',
      'outcomes.ts',
      'pay-many.ts',
      'auditor.ts',
      'log-facts.ts',
      'verify.ts',
    ],
  },
  uploads: { uses: [], offers: ['service.ts', 'pictures.ts', 'store/store.ts'] },
  settings: { uses: [], offers: ['service.ts', 'wire.ts'] },
  'house-texts': { uses: [], offers: ['row.ts', 'service.ts'] },
  members: {
    uses: ['uploads', 'wallet'],
    offers: [
      'service.ts',
      'invitation-code.ts',
      'same-person.ts',
      'security/routes.ts',
      'session-queries.ts',
    ],
  },
  book: {
    uses: ['wallet'],
    offers: [
      'board/board.ts',
      'builder/stored-parts.ts',
      'cash-out/rules.ts',
      'desk/service.ts',
      'desk/wire.ts',
      'events/matches.ts',
      'events/service.ts',
      'exposure/service.ts',
      'exposure/verify.ts',
      'open.ts',
      'placing/order.ts',
      'records/corrections.ts',
      'records/followed.ts',
      'records/open-bets.ts',
      'records/service.ts',
      'records/stakes.ts',
      'records/theoretical.ts',
      'records/turnover.ts',
      'report/service.ts',
      'returns/service.ts',
      'settlement/grades-by.ts',
      'settlement/grading.ts',
      'settlement/match-totals.ts',
      'settlement/ruling-rows.ts',
      'settlement/service.ts',
      'settlement/settled-news.ts',
      'trading/names/service.ts',
      'trading/offers/service.ts',
      'trading/stops/service.ts',
      'verify.ts',
    ],
  },
  audit: {
    uses: [],
    offers: ['audit.ts', 'chain.ts', 'key.ts', 'open.ts', 'queries.ts', 'shared-origin.ts'],
  },
  play: { uses: ['book', 'members', 'wallet'], offers: ['likenesses.ts', 'service.ts'] },
  rewards: { uses: ['book', 'play', 'wallet'], offers: ['service.ts', 'check-in/service.ts'] },
  team: { uses: ['book', 'members', 'play', 'rewards', 'wallet'], offers: ['service.ts', 'verify.ts'] },
  cashier: {
    uses: ['book', 'members', 'play', 'rewards', 'uploads', 'wallet'],
    offers: [
      'open.ts',
      'records.ts',
      'service.ts',
      'verify.ts',
      'withdrawal/durations.ts',
      'chain/address.ts',
      'chain/service.ts',
      'rails/sandbox/pages/pages.ts',
    ],
  },
  messages: {
    uses: ['book', 'cashier', 'members', 'play', 'rewards', 'uploads', 'wallet'],
    offers: ['content/item.ts', 'service.ts'],
  },
  profile: {
    uses: ['book', 'cashier', 'members', 'messages', 'play', 'rewards', 'team', 'wallet'],
    offers: ['user.ts'],
  },
  liabilities: {
    uses: ['audit', 'book', 'cashier', 'uploads', 'wallet'],
    offers: ['publication-proposals.ts', 'reserve-service.ts', 'reserves.ts', 'routes.ts', 'service.ts'],
  },
  feed: {
    uses: ['book'],
    offers: [
      'archive.ts',
      'files/csv.ts',
      'import/apply.ts',
      'import/own.ts',
      'import/plan.ts',
      'import/service.ts',
      'service.ts',
      'snapshot.ts',
    ],
  },
  football: { uses: ['book', 'feed'], offers: [] },
  office: {
    uses: [
      'audit',
      'book',
      'cashier',
      'feed',
      'house',
      'house-texts',
      'liabilities',
      'members',
      'messages',
      'play',
      'profile',
      'rewards',
      'settings',
      'team',
      'uploads',
      'wallet',
    ],
    offers: [],
  },
  log: { uses: [], offers: ['open.ts', 'service.ts', 'state-file.ts', 'verify.ts'] },
  backup: { uses: ['log'], offers: [] },
  house: {
    uses: ['book', 'cashier', 'liabilities', 'log', 'play', 'wallet'],
    offers: ['service.ts'],
  },
  http: { uses: ['cashier', 'house-texts'], offers: [] },
  proof: { uses: ['audit', 'book', 'cashier', 'log', 'team', 'wallet'], offers: [] },
  load: { uses: ['book', 'cashier', 'members'], offers: [] },
};

/** The folders of the book, and which others of it each may use. The files beside them put the book together. */
export const bookFolders: Readonly<Record<string, readonly string[]>> = {
  board: [],
  trading: ['board'],
  builder: ['board', 'trading'],
  exposure: ['board', 'builder'],
  events: ['board', 'trading'],
  settlement: ['builder', 'events'],
  records: ['board', 'builder', 'events', 'settlement'],
  report: [],
  placing: ['board', 'builder', 'exposure', 'records', 'trading'],
  live: ['board', 'builder', 'exposure', 'placing', 'trading'],
  returns: ['exposure', 'live', 'settlement'],
  'cash-out': ['board', 'builder', 'exposure', 'live', 'placing', 'records', 'trading'],
  editing: ['board', 'cash-out', 'exposure', 'placing', 'records'],
  desk: ['board', 'events', 'settlement', 'trading'],
};

/** Files of rooms that the platform imports: a rail defines its settings itself, so that all its files are in one place. */
export const platformReads: readonly string[] = ['cashier/rails/table.ts'];

/** The rooms as a Mermaid graph: an arrow points to a used room. */
export const drawRooms = (): string =>
  [
    'flowchart BT',
    ...Object.entries(rooms).flatMap(([room, { uses }]) =>
      uses.length === 0 ? [`  ${room}`] : uses.map((used) => `  ${room} --> ${used}`),
    ),
  ].join('\n');

const fence = /(<!-- rooms -->\n```mermaid\n)[^`]*(\n```)/;

/** Replaces the graph in a page. @throws if the page has no place for it */
export const roomsPage = (page: string, graph: string): string => {
  if (!fence.test(page)) throw new Error('The page has no place for the graph of rooms');
  return page.replace(fence, (_whole, before: string, after: string) => before + graph + after);
};
