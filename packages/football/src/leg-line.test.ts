import { expect, test } from 'vitest';
import { grade } from './grade.ts';
import { legLineOf, marketLineOf } from './leg-line.ts';
import { marketNames, markets } from './markets.ts';

test.each([
  ['asian_handicap', 'home', '-0.5', '-0.5'],
  ['asian_handicap', 'away', '-0.5', '0.5'],
  ['asian_handicap', 'away', '1.25', '-1.25'],
  ['ht_asian_handicap', 'away', '-1', '1'],
  ['asian_handicap', 'away', '0', '0'],
  ['over_under', 'under', '2.5', '2.5'],
  ['1x2', '1', '', ''],
  ['1x2', 'away', undefined, undefined],
  ['over_under', 'away', '2.5', '2.5'],
  ['asian_handicap', 'away', '', ''],
  ['asian_handicap', 'away', undefined, undefined],
  ['asian_handicap', 'away', '+0.5', '+0.5'],
  ['asian_handicap', 'away', '0.50', '0.50'],
  ['asian_handicap', 'away', 'x', 'x'],
])('%s %s of the market at %s has the line %s, and back', (market, selection, marketLine, legLine) => {
  expect(legLineOf(market, selection, marketLine)).toBe(legLine);
  expect(marketLineOf(market, selection, legLine)).toBe(marketLine);
});

test('every selection of every market on the board is a leg that can be graded', () => {
  const result = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };
  for (const name of marketNames) {
    const { lines, selections } = markets[name];
    for (const line of lines.length === 0 ? [undefined] : lines) {
      for (const selection of selections) {
        const legLine = legLineOf(name, selection, line);
        expect(grade(name, selection, legLine, result)).not.toBe('unsettled');
        expect(marketLineOf(name, selection, legLine)).toBe(line);
      }
    }
  }
});

test('both sides of a handicap on the board see one line: one wins what the other loses', () => {
  const ft = { home: 2, away: 1 };
  expect(grade('asian_handicap', 'home', '-1.25', { ft })).toBe('half-lose');
  expect(grade('asian_handicap', 'away', legLineOf('asian_handicap', 'away', '-1.25'), { ft })).toBe(
    'half-win',
  );
});
