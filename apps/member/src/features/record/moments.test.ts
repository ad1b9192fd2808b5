import { describe, expect, it } from 'vitest';
import type { BetMoment } from '@touchline/contract/shapes/bet';
import { historyOf } from './moments.ts';
import { betOf, legOf } from './testing.ts';

const at = (minute: number): string => `2026-06-13T18:${String(minute).padStart(2, '0')}:00.000Z`;
const kinds = (history: ReturnType<typeof historyOf>) =>
  history.map(({ kind, done }) => `${kind} ${done ? '✓' : '…'}`);

describe('the history of a bet as the server tells it', () => {
  it('of a running single ends with what is to come', () => {
    const moments: BetMoment[] = [
      { at: at(0), what: 'placed', amount: '-10.00' },
      { at: at(30), what: 'kick_off', score: { home: 0, away: 0 } },
      { at: at(41), what: 'goal', side: 'home', minute: '11', score: { home: 1, away: 0 } },
    ];
    const history = historyOf(
      betOf({ state: 'in_progress', legs: [legOf({ state: 'in_progress' })] }),
      moments,
    );
    expect(kinds(history)).toEqual([
      'placed ✓',
      'kick_off ✓',
      'goal ✓',
      'half_time …',
      'full_time …',
      'settled …',
    ]);
    expect(history[0]).toMatchObject({ amount: '-10.00' });
    expect(history[1]?.score).toBeUndefined();
    expect(history[2]).toMatchObject({ minute: '11', score: { home: 1, away: 0 } });
  });

  it('tells a settlement that was corrected, and a bet that runs again', () => {
    const moments: BetMoment[] = [
      { at: at(0), what: 'placed', amount: '-10.00' },
      { at: at(1), what: 'settled', state: 'win', amount: '96.00' },
      {
        at: at(2),
        what: 'resettled',
        state: 'lose',
        amount: '-96.00',
        before: { state: 'win', payout: '96.00' },
      },
    ];
    expect(kinds(historyOf(betOf({ state: 'lose' }), moments))).toEqual([
      'placed ✓',
      'settled ✓',
      'resettled ✓',
    ]);
    const again: BetMoment[] = [
      ...moments.slice(0, 2),
      { at: at(2), what: 'resettled', state: 'in_progress', amount: '-96.00' },
    ];
    const running = historyOf(betOf({ state: 'in_progress' }), again);
    expect(running[2]?.kind).toBe('reopened');
    expect(running.at(-1)).toMatchObject({ done: false });
  });

  it('of several matches tells how each ended, by name', () => {
    const bet = betOf({ type: 'accumulator', state: 'in_progress', legs: [legOf(), legOf({ event: 'e2' })] });
    const moments: BetMoment[] = [
      { at: at(0), what: 'placed', amount: '-10.00' },
      { at: at(1), what: 'goal', leg: 0, score: { home: 1, away: 0 } },
      { at: at(2), what: 'full_time', leg: 0, score: { home: 1, away: 0 } },
      { at: at(3), what: 'void', leg: 1, why: 'abandoned' },
    ];
    const history = historyOf(bet, moments).filter(({ done }) => done);
    expect(kinds(history)).toEqual(['placed ✓', 'full_time ✓', 'void ✓']);
    expect(history[1]).toMatchObject({ match: 'BRA – MAR', score: { home: 1, away: 0 } });
  });
});
