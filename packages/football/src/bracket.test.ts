import { expect, test } from 'vitest';
import { bracketOf } from './bracket.ts';

const match = (no: number, stage: string, home: string, away: string) => ({ no, stage, home, away });

test('places that feed one match are side by side, and the losers meet for third place', () => {
  const stages = bracketOf([
    match(1, 'Quarter-final', 'a', 'b'),
    match(2, 'Quarter-final', 'c', 'd'),
    match(3, 'Quarter-final', 'e', 'f'),
    match(4, 'Quarter-final', 'g', 'h'),
    match(5, 'Semi-final', 'a', 'f'),
    match(6, 'Semi-final', 'g', 'c'),
    match(7, 'Match for third place', 'f', 'g'),
    match(8, 'Final', 'a', 'c'),
  ]);
  expect(stages.map(({ stage, places }) => [stage, places.map(({ no }) => no)])).toEqual([
    ['Quarter-final', [1, 3, 4, 2]],
    ['Semi-final', [5, 6]],
    ['Match for third place', [7]],
    ['Final', [8]],
  ]);
  const [, semis, third, final] = stages.map(({ places }) => places[0]);
  expect(semis).toMatchObject({ home: { no: 1, takes: 'winner' }, away: { no: 3, takes: 'winner' } });
  expect(third).toMatchObject({ home: { no: 5, takes: 'loser' }, away: { no: 6, takes: 'loser' } });
  expect(final).toMatchObject({ home: { no: 5, takes: 'winner' }, away: { no: 6, takes: 'winner' } });
  expect(stages[0]?.places[0]).toEqual({ no: 1, stage: 'Quarter-final', home: undefined, away: undefined });
});

test('without matches there is no bracket', () => expect(bracketOf([])).toEqual([]));
