import { expect, test } from 'vitest';
import { seenOf } from './seen.ts';

const leg = (event: string) => ({ event, market: '1x2', selection: 'home', odds: '1.85' });
const bet = {
  type: 'accumulator' as const,
  lines: 1,
  unit: '10.00',
  stake: '10.00',
  potential: '34.22',
  legs: [leg('a'), { ...leg('b'), since: { home: 1, away: 0 } }],
};

test('terms are in the units of the signed body', () => {
  expect(seenOf(bet, { scale: 2 })).toEqual({
    type: 'accumulator',
    lines: 1,
    stake: '1000',
    unit: '1000',
    potential: '3422',
    legs: [
      { event: 'a', market: '1x2', selection: 'home', odds: 1850, since: '' },
      { event: 'b', market: '1x2', selection: 'home', odds: 1850, since: '1-0' },
    ],
  });
});

test('odds that the member agreed to count more than those of the answer', () => {
  const odds = new Map([['b', '1.95']]);
  expect(seenOf(bet, { scale: 2, odds }).legs.map((one) => one.odds)).toEqual([1850, 1950]);
});

test('a builder has its selections, in the order of the answer', () => {
  const parts = [
    { market: '1x2', selection: '1', odds: '1.85' },
    { market: 'asian_handicap', selection: 'away', line: '0.5', since: { home: 1, away: 0 }, odds: '1.90' },
  ];
  const builder = { event: 'a', market: 'builder', selection: 'all', odds: '4.50', parts };
  expect(seenOf({ ...bet, legs: [builder] }, { scale: 2 }).legs).toEqual([
    {
      event: 'a',
      market: 'builder',
      selection: 'all',
      odds: 4500,
      since: '',
      parts: [
        { market: '1x2', selection: '1', line: '', since: '' },
        { market: 'asian_handicap', selection: 'away', line: '0.5', since: '1-0' },
      ],
    },
  ]);
});
