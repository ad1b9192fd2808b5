import { describe, expect, it } from 'vitest';
import type { PriceHistory } from '@touchline/contract/shapes/football';
import { likeliest, priceSeries } from './price-series.ts';

const minute = (at: number) => `2026-06-13T18:0${at}:00.000Z`;
const until = Date.parse(minute(4));
const history = (...odds: [string | null, string | null][]): PriceHistory => ({
  selections: ['1', '2'],
  list: odds.map((pair, at) => ({ at: minute(at), version: at + 1, state: 'open', odds: pair })),
});
const paths = (of: PriceHistory, shown = ['1', '2']) =>
  priceSeries(of, { shown, untilMs: until }).map(({ path }) => path);

describe('prices as a line', () => {
  it('are steps that hold until the next, longer odds higher', () => {
    // Two minutes of 2.00, then 4.00: from the floor of the box to its top.
    expect(paths(history(['2.00', null], ['2.00', null], ['4.00', null]), ['1'])).toEqual([
      'M0 1H0.25V1H0.5V0H1',
    ]);
  });

  it('share one height, so that they can be compared', () => {
    expect(paths(history(['2.00', '8.00'], ['4.00', '8.00']))).toEqual(['M0 1H0.25V0.5H1', 'M0 0H0.25V0H1']);
  });

  it('stop while there is no price and start again after', () => {
    expect(paths(history(['2.00', null], [null, null], ['4.00', null]), ['1'])).toEqual([
      'M0 1H0.25M0.5 0H1',
    ]);
  });

  it('that never moved lie in the middle; none is no line', () => {
    expect(paths(history(['2.00', null]), ['1'])).toEqual(['M0 0.5H1']);
    expect(paths(history([null, null]))).toEqual(['', '']);
    expect(paths({ selections: [], list: [] }, ['1'])).toEqual(['']);
  });
});

describe('the likeliest selections', () => {
  const priced = (selection: string, odds: string | null) => ({ selection, odds });

  it('are those of the shortest odds, in the market’s order', () => {
    const all = [priced('0-0', '9.00'), priced('1-0', '7.50'), priced('1-1', '6.00'), priced('2-0', null)];
    expect(likeliest(all, 2)).toEqual(['1-0', '1-1']);
    expect(likeliest(all, 9)).toEqual(['0-0', '1-0', '1-1']);
  });
});
