import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnknownBet } from './grade.ts';
import { scoreGrid } from './grid.ts';
import { chanceOf, massesOf, massOf } from './mass.ts';
import { marketNames, markets } from './markets.ts';
import { winnerOf } from './score.ts';

const mean = fc.double({ min: 0.15, max: 4.5, noNaN: true });
const means = fc.record({ homeMean: mean, awayMean: mean });
const brazil = scoreGrid({ homeMean: 1.9, awayMean: 0.8 });

function win(market: string, selection: string, line?: string): number {
  return massOf(brazil, { market, selection, line }).win;
}

test('the outcomes of each selection of each market sum to one', () => {
  fc.assert(
    fc.property(means, fc.constantFrom(...marketNames), fc.nat(), (of, name, pick) => {
      const market = markets[name];
      const selection = market.selections[pick % market.selections.length] ?? '';
      const line = market.lines[pick % Math.max(1, market.lines.length)];
      const mass = massOf(scoreGrid(of), { market: name, selection, line });
      expect(Object.values(mass).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
    }),
  );
});

test('the chances of a market sum to its number of winners, at every line', () => {
  fc.assert(
    fc.property(means, fc.constantFrom(...marketNames), fc.nat(), (of, name, pick) => {
      const market = markets[name];
      const line = market.lines[pick % Math.max(1, market.lines.length)];
      const chances = massesOf(scoreGrid(of), market, line).map(chanceOf);
      expect(chances.reduce<number>((a, b) => a + (b ?? Number.NaN), 0)).toBeCloseTo(market.winners, 10);
    }),
  );
});

test('a result is the sum of its correct scores', () => {
  const ofResult = (result: string, other: string) =>
    markets.correct_score.selections
      .filter((selection) => {
        const [home, away] = selection.split('-').map(Number);
        return home !== undefined && away !== undefined && winnerOf({ home, away }) === result;
      })
      .reduce((sum, selection) => sum + win('correct_score', selection), win('correct_score', other));
  expect(ofResult('1', 'other_home')).toBeCloseTo(win('1x2', '1'), 12);
  expect(ofResult('X', 'other_draw')).toBeCloseTo(win('1x2', 'X'), 12);
  expect(ofResult('2', 'other_away')).toBeCloseTo(win('1x2', '2'), 12);
});

test('under 0.5 is the goalless correct score', () => {
  expect(win('over_under', 'under', '0.5')).toBeCloseTo(win('correct_score', '0-0'), 12);
});

function over(line: string): number {
  return chanceOf(massOf(brazil, { market: 'over_under', selection: 'over', line })) ?? Number.NaN;
}

test('a quarter line lies between its neighbours and pays fairly: the mean factor at fair odds is 1', () => {
  expect(over('2.25')).toBeLessThan(over('2'));
  expect(over('2.25')).toBeGreaterThan(over('2.5'));
  for (const line of markets.over_under.lines) {
    const mass = massOf(brazil, { market: 'over_under', selection: 'over', line });
    const odds = 1 / over(line);
    const meanFactor =
      mass.win * odds + (mass['half-win'] * (odds + 1)) / 2 + mass.push + mass['half-lose'] / 2;
    expect(meanFactor).toBeCloseTo(1, 10);
  }
});

test('an unknown bet throws', () => {
  expect(() => massOf(brazil, { market: '1x2', selection: '3' })).toThrow(UnknownBet);
  expect(() => massOf(brazil, { market: 'over_under', selection: 'over', line: '7' })).toThrow(UnknownBet);
});
