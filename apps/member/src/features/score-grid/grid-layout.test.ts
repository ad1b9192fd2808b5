import { describe, expect, it } from 'vitest';
import type { Selection } from '@touchline/contract/shapes/football';
import { layOutGrid, stepInGrid } from './grid-layout.ts';
import { scoreOf } from '../labels/match-name.ts';

const selection = (name: string, odds: string | null): Selection => ({
  selection: name,
  odds,
  rateOfReturn: null,
  breakEven: null,
  move: 0,
});
const square = (size: number, odds: (home: number, away: number) => string | null): Selection[] =>
  Array.from({ length: size * size }, (_, at) => {
    const [home, away] = [Math.floor(at / size), at % size];
    return selection(`${home}-${away}`, odds(home, away));
  });

describe('the score grid', () => {
  it('has home goals down and away goals across', () => {
    const { rows } = layOutGrid(square(5, (home, away) => `${10 + home}.${away}0`));
    expect(rows).toHaveLength(5);
    expect(rows[2]?.[1]).toMatchObject({ home: 2, away: 1, selection: { selection: '2-1', odds: '12.10' } });
  });

  it('takes its size from the scores quoted: three by three for the first half', () => {
    const { goals, rows } = layOutGrid([...square(3, () => '5.00'), selection('other', '9.00')]);
    expect(goals).toEqual([0, 1, 2]);
    expect(rows.map((row) => row.length)).toEqual([3, 3, 3]);
  });

  it('puts what is no score below, in the order quoted', () => {
    const others = ['other_home', 'other_draw', 'other_away'];
    const layout = layOutGrid([
      ...others.map((name) => selection(name, '20.00')),
      ...square(5, () => '9.00'),
    ]);
    expect(layout.others.map((other) => other.selection)).toEqual(others);
  });

  it('shades by chance: full for the shortest price, half for double the odds, none without a price', () => {
    const odds = ['6.00', '12.00', null, '24.00'];
    const { rows } = layOutGrid(square(2, (home, away) => odds[home * 2 + away] ?? null));
    expect(rows.flat().map((cell) => cell.heat)).toEqual([1, 0.5, 0, 0.25]);
  });

  it('keeps the place of a score that is not offered any more', () => {
    const { rows } = layOutGrid([selection('1-1', '3.00'), selection('0-1', '4.00')]);
    expect(rows[0]?.[0]?.selection).toBeUndefined();
    expect(rows[1]?.[1]?.selection?.odds).toBe('3.00');
  });
});

describe('a score selection', () => {
  it('is read strictly', () => {
    expect(scoreOf('2-1')).toEqual({ home: 2, away: 1 });
    expect(scoreOf('other_home')).toBeUndefined();
    expect(scoreOf('2-1x')).toBeUndefined();
  });
});

const step = (key: string, mirrored = false) => stepInGrid({ home: 2, away: 1 }, key, { size: 3, mirrored });

describe('arrow keys', () => {
  it('move over the grid and stop at its edge', () => {
    expect(step('ArrowUp')).toEqual({ home: 1, away: 1 });
    expect(step('ArrowDown')).toBeUndefined();
    expect(step('ArrowRight')).toEqual({ home: 2, away: 2 });
    expect(step('Enter')).toBeUndefined();
  });

  it('follow the eye in mirrored text', () => {
    expect(step('ArrowRight', true)).toEqual({ home: 2, away: 0 });
    expect(step('ArrowLeft', true)).toEqual({ home: 2, away: 2 });
  });
});
