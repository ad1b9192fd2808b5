/** One set of prices in a row: which market, whose, when, and in which columns. */
export type OddsColumns = {
  /** As the file names it: "B365", "PS", "BbAv" (an average), "Max". */
  source: string;
  /** Closing prices are the last before kick-off; the others were gathered a day or two earlier. */
  isClosing: boolean;
} & (
  | { market: '1x2'; prices: readonly [string, string, string] }
  | { market: 'over_under'; line: '2.5'; prices: readonly [string, string] }
  | { market: 'asian_handicap'; lineColumn: string; prices: readonly [string, string] }
);

/** Bookmakers and summaries as football-data.co.uk has named them in its seasons; Pinnacle by market. */
const sources = [
  '1XB',
  'B365',
  'BF',
  'BFD',
  'BFE',
  'BMGM',
  'BS',
  'BV',
  'BW',
  'BbAv',
  'BbMx',
  'CL',
  'GB',
  'IW',
  'LB',
  'P',
  'PS',
  'SB',
  'SJ',
  'SO',
  'SY',
  'VC',
  'WH',
  'Avg',
  'Max',
];

/**
 * The sets of prices a file has, by its header: 1X2 as H, D, A behind the source ("PSH", closing "PSCH"), totals
 * of 2.5 ("B365>2.5"), handicaps ("PAHH" with the line of the home side in "AHh", closing "AHCh", or "BbAHh").
 */
export function oddsColumns(columns: ReadonlySet<string>): OddsColumns[] {
  const sets = sources.flatMap((source) =>
    ['', 'C'].flatMap((mark): OddsColumns[] => {
      const of = { source, isClosing: mark === 'C' };
      const prefix = `${source}${mark}`;
      const lineColumn = source.startsWith('Bb') ? 'BbAHh' : `AH${mark}h`;
      return [
        { ...of, market: '1x2', prices: [`${prefix}H`, `${prefix}D`, `${prefix}A`] },
        { ...of, market: 'over_under', line: '2.5', prices: [`${prefix}>2.5`, `${prefix}<2.5`] },
        { ...of, market: 'asian_handicap', lineColumn, prices: [`${prefix}AHH`, `${prefix}AHA`] },
      ];
    }),
  );
  return sets.filter(
    (set) =>
      set.prices.every((name) => columns.has(name)) &&
      (!('lineColumn' in set) || columns.has(set.lineColumn)),
  );
}
