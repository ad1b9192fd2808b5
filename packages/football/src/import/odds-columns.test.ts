import { expect, test } from 'vitest';
import { oddsColumns } from './odds-columns.ts';

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

test.each(sources)('%s: results, totals, before and at the close', (source) => {
  const names = [`${source}H`, `${source}D`, `${source}A`, `${source}CH`, `${source}CD`, `${source}CA`];
  const totals = [`${source}>2.5`, `${source}<2.5`, `${source}C>2.5`, `${source}C<2.5`];
  expect(oddsColumns(new Set([...names, ...totals]))).toEqual([
    { source, isClosing: false, market: '1x2', prices: names.slice(0, 3) },
    { source, isClosing: false, market: 'over_under', line: '2.5', prices: totals.slice(0, 2) },
    { source, isClosing: true, market: '1x2', prices: names.slice(3) },
    { source, isClosing: true, market: 'over_under', line: '2.5', prices: totals.slice(2) },
  ]);
});

test('handicaps have their line in a column for handicap lines', () => {
  const columns = new Set(['AHh', 'PAHH', 'PAHA', 'AHCh', 'PCAHH', 'PCAHA', 'BbAHh', 'BbAvAHH', 'BbAvAHA']);
  expect(oddsColumns(columns)).toEqual([
    {
      source: 'BbAv',
      isClosing: false,
      market: 'asian_handicap',
      lineColumn: 'BbAHh',
      prices: ['BbAvAHH', 'BbAvAHA'],
    },
    { source: 'P', isClosing: false, market: 'asian_handicap', lineColumn: 'AHh', prices: ['PAHH', 'PAHA'] },
    {
      source: 'P',
      isClosing: true,
      market: 'asian_handicap',
      lineColumn: 'AHCh',
      prices: ['PCAHH', 'PCAHA'],
    },
  ]);
  expect(oddsColumns(new Set(['PAHH', 'PAHA']))).toEqual([]);
});

test('half a set is none, and columns of results are no odds', () => {
  expect(oddsColumns(new Set(['PSH', 'PSD', 'B365>2.5', 'FTHG', 'HTR', 'HS', 'AS', 'HST']))).toEqual([]);
});
