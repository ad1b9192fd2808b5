import { sumOf } from './sum.ts';

/** Fewer bets than this are too few to judge a margin: luck changes their result by more than a margin. */
export const fewBets = 1_000;
/** Fewer cases than this have no 95th of a hundred. */
export const fewCases = 20;
/** Selections of one match depend on each other: intervals of fewer matches say less than they seem to. */
const fewMatches = 30;
/** An interval wider than this leaves open too much to be judged. */
const wideInterval = 0.2;

/** A band of chances, as the house publishes it. */
type Band = {
  from: number;
  to: number;
  selections: number;
  came: number;
  meanChance?: number | undefined;
  share?: number | undefined;
  low?: number | undefined;
  high?: number | undefined;
};

/** Whether the chance that prices gave lies in the interval of what came in; `few` when there are too few bets to judge. */
export type BandVerdict = 'inside' | 'outside' | 'few';

/** A band as it is drawn. Places are shares of a box of 1 × 1 from the side where reading begins, and from the bottom. */
export type BandMark = Band & {
  chance: number;
  share: number;
  low: number;
  high: number;
  verdict: BandVerdict;
  /** Selections, relative to those of the band with the most. */
  weight: number;
};

/**
 * The bands that have selections, from the least chance to the most.
 * @param matches of which the selections are
 */
export const bandMarks = (bands: readonly Band[], matches: number): BandMark[] => {
  const most = Math.max(1, ...bands.map(({ selections }) => selections));
  return bands.flatMap((band) => {
    const { meanChance: chance, share, low, high, selections } = band;
    if (chance === undefined || share === undefined || low === undefined || high === undefined) return [];
    const inside = chance >= low && chance <= high;
    const few = matches < fewMatches || high - low > wideInterval;
    const verdict = few ? 'few' : inside ? 'inside' : 'outside';
    return [{ ...band, chance, share, low, high, verdict, weight: selections / most }];
  });
};

/** The band with the most selections, unless even that one is too few to be judged. */
export const exampleOf = (marks: readonly BandMark[]): BandMark | undefined =>
  marks
    .filter(({ verdict }) => verdict !== 'few')
    .toSorted((a, b) => b.selections - a.selections)
    .at(0);

type Margin = { month: string; market: string; bets: number; stake: string; promised: string; kept: string };

/** What was promised and kept of a market, or of all, with its percents of the stakes. */
export type MarginRow = Omit<Margin, 'month'> & { promisedPercent: number; keptPercent: number };

const percentOf = (amount: string, stake: string): number =>
  Number(stake) > 0 ? (Number(amount) / Number(stake)) * 100 : 0;

const rowOf = (market: string, of: readonly Margin[]): MarginRow => {
  const stake = sumOf(of.map((each) => each.stake));
  const promised = sumOf(of.map((each) => each.promised));
  const kept = sumOf(of.map((each) => each.kept));
  return {
    market,
    bets: of.reduce((all, { bets }) => all + bets, 0),
    stake,
    promised,
    kept,
    promisedPercent: percentOf(promised, stake),
    keptPercent: percentOf(kept, stake),
  };
};

/** The name under which all markets are added up. */
export const allMarkets = 'all';

/** The markets of which a match had too few bets to publish them one by one. */
export const fewMarket = 'few';

/** Markets with the most stakes first, and at the end those that are published together. */
const byStake = (a: MarginRow, b: MarginRow): number =>
  Number(a.market === fewMarket) - Number(b.market === fewMarket) ||
  Number(b.stake) - Number(a.stake) ||
  (a.market < b.market ? -1 : 1);

/**
 * Margins by market, that with the most stakes first, after all of them together.
 * @param month one month; all of them without
 */
export const marginRows = (margins: readonly Margin[], month: string | undefined): MarginRow[] => {
  const shown = margins.filter((each) => month === undefined || each.month === month);
  if (shown.length === 0) return [];
  const markets = [...Map.groupBy(shown, ({ market }) => market)].map(([market, of]) => rowOf(market, of));
  return [rowOf(allMarkets, shown), ...markets.toSorted(byStake)];
};

/** The months of margins, the newest first. */
export const marginMonths = (margins: readonly Margin[]): string[] =>
  [...new Set(margins.map(({ month }) => month))].toSorted().toReversed();

/** A bar from the zero line, and the mark of the promised margin. Places are shares of the width from where reading begins. */
export type MarginBar = {
  zero: number;
  from: number;
  length: number;
  mark: number;
  /** Kept is more or less than the axis shows. */
  cut: 'none' | 'below' | 'above';
};

/** Percents that an axis of margins shows at least and at most: a few bets may keep all that was staked, or lose ten times as much. */
const axisPercent = { least: 8, most: 40 };
/** Room for losses, next to the part for gains. */
const roomBelow = 0.25;

/**
 * The axis all rows share, percent from one end to the other; nothing lies on it. Rows with few bets do not stretch it, but a row
 * below nothing has some room there.
 */
export const marginAxis = (rows: readonly MarginRow[]): { from: number; to: number } => {
  const shown = rows.filter(({ bets }) => bets >= fewBets);
  const values = (shown.length > 0 ? shown : rows).flatMap((row) => [row.promisedPercent, row.keptPercent]);
  const inBounds = (value: number): number => Math.min(axisPercent.most, value * 1.1);
  const promised = rows.map((row) => row.promisedPercent);
  const above = Math.max(axisPercent.least, inBounds(Math.max(...promised, ...values)));
  const least = rows.some(({ keptPercent }) => keptPercent < 0) ? above * roomBelow : 0;
  const below = Math.max(least, inBounds(Math.max(0, ...values.map((value) => -value))));
  return { from: -below, to: above };
};

/** A row on that axis. */
export const marginBar = (row: MarginRow, { from, to }: { from: number; to: number }): MarginBar => {
  const span = to - from;
  const place = (percent: number): number => (Math.min(to, Math.max(from, percent)) - from) / span;
  const zero = place(0);
  const tip = place(row.keptPercent);
  return {
    zero,
    from: Math.min(zero, tip),
    length: Math.abs(tip - zero),
    mark: place(row.promisedPercent),
    cut: row.keptPercent < from ? 'below' : row.keptPercent > to ? 'above' : 'none',
  };
};

const secondMs = 1_000;
const dayMs = 86_400_000;
/** The ends of the axis of durations: a second, and the longest class of them. */
const shortest = secondMs;
const longest = 30 * dayMs;

/** Durations that are written along the axis. */
export const durationTicks = [secondMs, 60 * secondMs, 3_600 * secondMs, dayMs, longest] as const;

/** Where a duration lies on a logarithmic axis from a second to thirty days, as a share from where reading begins. */
export const durationPlace = (durationMs: number): number =>
  Math.log(Math.min(longest, Math.max(shortest, durationMs)) / shortest) / Math.log(longest / shortest);
