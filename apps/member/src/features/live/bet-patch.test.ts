import { describe, expect, it } from 'vitest';
import type { Bet, BetState, BetLeg } from '@touchline/contract/shapes/bet';
import { belongs, patchByEvent, patchPages, type BetPage } from './bet-patch.ts';

const bet = (id: string, minute: number, state: BetState = 'waiting'): Bet => ({
  id,
  type: 'single',
  lines: 1,
  unit: '10.00',
  state,
  stake: '10.00',
  odds: '2.00',
  potential: '20.00',
  placedAt: `2026-06-13T18:${String(minute).padStart(2, '0')}:00.000Z`,
  rules: '1',
  receipt: null,
  legs: [],
});
const page = (list: Bet[], total = list.length, limit = 2): BetPage => ({ list, total, page: 1, limit });
const ids = (pages: BetPage[]) => pages.map(({ list }) => list.map(({ id }) => id).join(' '));

describe('tabs', () => {
  it('hold waiting bets under in progress, and everything under all', () => {
    expect(belongs(bet('a', 1), 'in_progress')).toBe(true);
    expect(belongs(bet('a', 1, 'in_progress'), 'in_progress')).toBe(true);
    expect(belongs(bet('a', 1, 'refund'), 'in_progress')).toBe(false);
    expect(belongs(bet('a', 1, 'refund'), 'refund')).toBe(true);
    expect(belongs(bet('a', 1, 'lose'), 'all')).toBe(true);
  });
});

describe('a bet that moved', () => {
  const pages = [page([bet('c', 3), bet('b', 2)], 3), page([bet('a', 1)], 3)];

  it('is replaced in place', () => {
    const next = patchPages(pages, bet('a', 1, 'win'), 'all');
    expect(ids(next)).toEqual(['c b', 'a']);
    expect(next[1]?.list[0]?.state).toBe('win');
  });

  it('leaves a tab it no longer belongs to', () => {
    const next = patchPages(pages, bet('b', 2, 'win'), 'in_progress');
    expect(ids(next)).toEqual(['c', 'a']);
    expect(next[0]?.total).toBe(2);
  });

  it('comes on top when it is new', () => {
    const next = patchPages(pages, bet('d', 4), 'all');
    expect(ids(next)).toEqual(['d c b', 'a']);
    expect(next.map(({ total }) => total)).toEqual([4, 4]);
  });

  it('joins in its order of placing when it settles into a tab', () => {
    const wins = [page([bet('c', 3, 'win'), bet('a', 1, 'win')], 2, 20)];
    expect(ids(patchPages(wins, bet('b', 2, 'win'), 'win'))).toEqual(['c b a']);
  });

  it('is the first of an empty tab', () => {
    expect(ids(patchPages([page([])], bet('a', 1, 'win'), 'win'))).toEqual(['a']);
  });

  it('waits for its page when it is older than all that is loaded', () => {
    const first = [page([bet('c', 3, 'win'), bet('b', 2, 'win')], 9)];
    expect(ids(patchPages(first, bet('a', 1, 'win'), 'win'))).toEqual(['c b']);
  });
});

describe('a match that moved', () => {
  const team = (id: string): BetLeg['home'] => ({ id, name: id, short: id, colours: ['#000000', '#ffffff'] });
  const kickOff = '2026-06-13T19:00:00.000Z';
  const leg: BetLeg = {
    event: 'e1',
    home: team('one'),
    away: team('two'),
    kickOff,
    market: '1x2',
    selection: 'X',
    odds: '2.00',
    state: 'waiting',
  };
  const message = {
    id: 'e1',
    version: 2,
    state: 'live',
    live: true,
    kickOff,
    score: { ft: { home: 1, away: 0 } },
  } as const;

  it('takes its bets from waiting to in progress, with the score', () => {
    const next = patchByEvent({ ...bet('a', 1), legs: [leg] }, message);
    expect(next.state).toBe('in_progress');
    expect(next.legs[0]).toMatchObject({ state: 'in_progress', score: { ft: { home: 1, away: 0 } } });
  });

  it('leaves what is settled as it ended, and bets on other matches alone', () => {
    const won = { ...bet('a', 1, 'win'), legs: [{ ...leg, state: 'win' as const }] };
    expect(patchByEvent(won, message)).toMatchObject({ state: 'win', legs: [{ state: 'win' }] });
    const other = { ...bet('a', 1), legs: [leg] };
    expect(patchByEvent(other, { ...message, id: 'e2' })).toBe(other);
  });

  it('before its kick-off moves no state', () => {
    const moved = '2026-06-13T19:30:00.000Z';
    const next = patchByEvent(
      { ...bet('a', 1), legs: [leg] },
      { id: 'e1', version: 2, state: 'scheduled', live: false, kickOff: moved },
    );
    expect(next).toMatchObject({ state: 'waiting', legs: [{ state: 'waiting', kickOff: moved }] });
  });
});
