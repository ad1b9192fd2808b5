import { noBands, type Band, type LastPrices } from './closing.ts';
import { noDurations, type Durations } from './durations.ts';

/** Amounts in minor units as texts, so that the state is JSON. */
export type MarketFigures = { bets: number; stake: string; promised: string; paid: string };

/** What of a match figures are made of, so that a later settlement replaces it. */
type CountedMatch = {
  month: string;
  version: number;
  again: number;
  markets: Record<string, MarketFigures>;
  delays: Durations;
};

/** What a source said of a match: scores as "2-1", null while unknown. */
export type PublicResult = { outcome: string; fullTime: string | null; halfTime: string | null };

/** A match as far as later entries need it. */
export type FoldedMatch = {
  /** The kick-off last announced; missing before that. */
  kickOff?: string;
  /** The time of the last entry about it. */
  seen: string;
  /** The last prices before kick-off. */
  prices: LastPrices;
  results: Record<string, PublicResult>;
  rulings: Record<string, { result: number | null; voids: Record<string, string | null> }>;
  /** The result that counts, and how the calibration counts it. */
  graded?: PublicResult;
  isCorrected?: true;
  isCalledOff?: true;
  counted?: CountedMatch;
};

export type MonthState = {
  markets: Record<string, MarketFigures>;
  matches: number;
  payouts: Durations;
  withdrawals: Durations;
};

export type SideState = { currency: string; available: string; held: string };

/** Why bets are refused, as entries name it. */
export const refusalReasons = [
  'price',
  'suspended',
  'closed',
  'stake',
  'balance',
  'play',
  'rules',
  'live_delay',
  'other',
] as const;

export type Delays = { p50UpToMs?: number; p95UpToMs?: number };

/** Reserves as a statement of liabilities has them, with amounts in decimals. */
export type HouseReserve =
  | { kind: 'issued'; currency: string; amount: string; given: string; paidIn: string; lost: string }
  | { kind: 'address'; currency: string; network: string; address: string; amount?: string; block?: string }
  | { kind: 'statement'; currency: string; name: string; amount: string; day: string; fileHash: string };

/** What the house publishes of itself; the contract describes each part (`packages/contract/src/shapes/house.ts`). */
export type FoldedFigures = {
  currency?: string;
  owed?: {
    at: string;
    index: number;
    totals: { currency: string; available: string; held: string; openBets: string }[];
    reserves: HouseReserve[];
  };
  months: string[];
  margins: { month: string; market: string; bets: number; stake: string; promised: string; kept: string }[];
  calibration: {
    from: number;
    to: number;
    selections: number;
    meanChance?: number;
    came: number;
    share?: number;
    low?: number;
    high?: number;
  }[];
  payouts: {
    bets: number;
    matches: number;
    months: ({ month: string; bets: number; matches: number } & Delays)[];
  } & Delays;
  withdrawals: { paid: number; months: ({ month: string; paid: number } & Delays)[] } & Delays;
  corrections: { results: number; bets: number; balances: number };
  voids: { matches: number; markets: number };
  refused: { reason: (typeof refusalReasons)[number]; count: number }[];
  play?: { day: string; withLimits?: number; excluded?: number };
  days: number;
  lastDay?: string;
};

/** Figures as of a size of the log at which they are published. */
export type PublishedFigures = { size: number; at: string | null; figures: FoldedFigures; hash: string };

/**
 * What the fold knows after a number of entries. It is JSON, and its size depends on months, markets and open matches, not on the number of
 * entries.
 */
export type HouseState = {
  /** Version of the fold: a state of another one is of no use, and the log is read again. */
  v: number;
  /** Entries read. */
  size: number;
  currency: string | null;
  owed: FoldedFigures['owed'] | null;
  months: Record<string, MonthState>;
  bands: Band[];
  corrections: { results: number; bets: number; balances: number };
  voids: { matches: number; markets: number };
  refused: Record<string, number>;
  play: { day: string; withLimits: number | null; excluded: number | null } | null;
  days: {
    count: number;
    last: string | null;
    upTo: number;
    inLogThen: number;
    inLog: number;
    members: SideState[];
    statements: { snapshot: string; day: string; totals: SideState[] }[];
    moves: { day: string; account: string; currency: string; entries: number; house: string }[];
  };
  matches: Record<string, FoldedMatch>;
  published: PublishedFigures;
  /** Hashes of the figures at the sizes before, the newest last. */
  hashes: { size: number; hash: string }[];
};

/** Changes with every change of what the fold does. */
export const foldVersion = 1;

export const noMonth = (): MonthState => ({
  markets: {},
  matches: 0,
  payouts: noDurations(),
  withdrawals: noDurations(),
});

/** Before the first entry, but for what is published of it. */
export const beforeEntries = (): Omit<HouseState, 'published'> => ({
  v: foldVersion,
  size: 0,
  currency: null,
  owed: null,
  months: {},
  bands: noBands(),
  corrections: { results: 0, bets: 0, balances: 0 },
  voids: { matches: 0, markets: 0 },
  refused: {},
  play: null,
  days: { count: 0, last: null, upTo: 0, inLogThen: 0, inLog: 0, members: [], statements: [], moves: [] },
  matches: {},
  hashes: [],
});
