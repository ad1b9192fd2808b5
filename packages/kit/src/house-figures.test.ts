import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandMarks,
  durationPlace,
  durationTicks,
  exampleOf,
  marginAxis,
  marginBar,
  marginMonths,
  marginRows,
} from './house-figures.ts';

const band = (
  selections: number,
  came: number,
  interval: [low: number, high: number],
  meanChance = 0.25,
) => ({
  from: 0.2,
  to: 0.3,
  selections,
  came,
  meanChance,
  share: came / selections,
  low: interval[0],
  high: interval[1],
});

describe('bands of chances', () => {
  it('are inside, outside, or too few to judge', () => {
    const marks = bandMarks(
      [
        band(400, 100, [0.21, 0.295]),
        band(400, 140, [0.305, 0.4]),
        band(4, 1, [0.05, 0.7]),
        { from: 0.9, to: 1, selections: 0, came: 0 },
      ],
      200,
    );
    expect(marks.map(({ verdict, weight }) => [verdict, weight])).toEqual([
      ['inside', 1],
      ['outside', 1],
      ['few', 0.01],
    ]);
  });

  it('have an example only where one can be judged', () => {
    const few = bandMarks([band(4, 1, [0.05, 0.7])], 200);
    expect(exampleOf(few)).toBeUndefined();
    const bands = [band(4, 1, [0.05, 0.7]), band(400, 100, [0.21, 0.295])];
    const [, many] = bandMarks(bands, 200);
    expect(many && exampleOf([...few, many])).toBe(many);
    // The same of a few matches, whose selections depend on each other.
    expect(exampleOf(bandMarks(bands, 3))).toBeUndefined();
  });
});

const margin = (
  month: string,
  market: string,
  bets: number,
  [stake, promised, kept]: [string, string, string],
) => ({
  month,
  market,
  bets,
  stake,
  promised,
  kept,
});

const margins = [
  margin('2026-05', '1x2', 1_500, ['15000.00', '750.00', '300.00']),
  margin('2026-06', '1x2', 900, ['9000.00', '450.00', '-900.00']),
  margin('2026-06', 'btts', 20, ['200.10', '12.00', '200.10']),
];

describe('margins', () => {
  it('are those of a month or of all, the largest market first', () => {
    expect(marginMonths(margins)).toEqual(['2026-06', '2026-05']);
    const [all, first, second] = marginRows(margins, '2026-06');
    expect([all?.market, first?.market, second?.market]).toEqual(['all', '1x2', 'btts']);
    expect(all).toMatchObject({ bets: 920, stake: '9200.10', promised: '462.00', kept: '-699.90' });
    expect(first?.keptPercent).toBeCloseTo(-10);
    expect(marginRows(margins, undefined)[1]).toMatchObject({ bets: 2_400, kept: '-600.00' });
    expect(marginRows(margins, '2025-01')).toEqual([]);
  });

  it('have the markets that are published together at the end', () => {
    const few = margin('2026-06', 'few', 5_000, ['90000.00', '1.00', '1.00']);
    expect(marginRows([few, ...margins], undefined).map(({ market }) => market)).toEqual([
      'all',
      '1x2',
      'btts',
      'few',
    ]);
  });

  it('share an axis that few bets do not stretch', () => {
    const rows = marginRows(margins, undefined);
    const axis = marginAxis(rows);
    expect(axis.to).toBe(8);
    expect(axis.from).toBeCloseTo(-2.75);
    const [, , few] = rows;
    expect(few && marginBar(few, axis)).toMatchObject({ cut: 'above' });
  });

  it('never lead a bar or a mark out of its box', () => {
    const percent = fc.integer({ min: -100_000, max: 10_000 }).map((value) => value / 100);
    const row = fc.record({
      bets: fc.nat(5_000),
      promisedPercent: fc.double({ min: 0, max: 60, noNaN: true }),
      keptPercent: percent,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (drawn) => {
        const rows = drawn.map((each) => ({ ...each, market: 'm', stake: '1', promised: '0', kept: '0' }));
        const axis = marginAxis(rows);
        for (const each of rows) {
          const { from, length, mark, zero } = marginBar(each, axis);
          for (const place of [from, from + length, mark, zero]) {
            expect(place).toBeGreaterThanOrEqual(-1e-9);
            expect(place).toBeLessThanOrEqual(1 + 1e-9);
          }
        }
      }),
    );
  });
});

it('durations lie on a logarithmic axis between its ends', () => {
  const places = durationTicks.map(durationPlace);
  expect(places[0]).toBe(0);
  expect(places.at(-1)).toBe(1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect([durationPlace(0), durationPlace(1e12)]).toEqual([0, 1]);
});
