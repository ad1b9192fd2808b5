import { describe, expect, it } from 'vitest';
import type { Bet, Leg } from '@touchline/contract/shapes/bet';
import { betOf, legOf } from './testing.ts';
import { timelineOf } from './timeline.ts';

const kickOff = '2026-06-13T18:30:00.000Z';
const bet = (over: Partial<Bet>, leg: Partial<Leg> = {}): Bet => betOf({ ...over, legs: [legOf(leg)] });
const shape = (steps: ReturnType<typeof timelineOf>) =>
  steps.map(({ kind, done }) => `${kind} ${done ? '✓' : '…'}`);

describe('the history of a bet', () => {
  it('shows what is to come while it waits', () => {
    expect(shape(timelineOf(bet({})))).toEqual([
      'placed ✓',
      'kick_off …',
      'half_time …',
      'full_time …',
      'settled …',
    ]);
  });

  it('moves with the match and does not take the running score for the final one', () => {
    const score = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 0 } };
    const steps = timelineOf(bet({ state: 'in_progress' }, { state: 'in_progress', score }));
    expect(shape(steps)).toEqual(['placed ✓', 'kick_off ✓', 'half_time ✓', 'full_time …', 'settled …']);
    expect(steps[2]?.score).toEqual({ home: 1, away: 0 });
  });

  it('ends with the final score and the settlement', () => {
    const score = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };
    const settledAt = '2026-06-13T20:20:00.000Z';
    const steps = timelineOf(bet({ state: 'win', settledAt, payout: '96.00' }, { state: 'win', score }));
    expect(shape(steps)).toEqual(['placed ✓', 'kick_off ✓', 'half_time ✓', 'full_time ✓', 'settled ✓']);
    expect(steps.at(-1)?.at).toBe(settledAt);
    expect(steps[3]?.score).toEqual({ home: 2, away: 1 });
  });

  it('puts a bet struck in play after the kick-off', () => {
    const inPlay = bet(
      { state: 'in_progress', placedAt: '2026-06-13T18:50:00.000Z' },
      { state: 'in_progress' },
    );
    expect(shape(timelineOf(inPlay)).slice(0, 2)).toEqual(['kick_off ✓', 'placed ✓']);
  });

  it('settles a first-half bet from the half', () => {
    const score = { ht: { home: 1, away: 0 } };
    const steps = timelineOf(bet({ state: 'lose' }, { market: 'ht_correct_score', state: 'lose', score }));
    expect(shape(steps)).toEqual(['placed ✓', 'kick_off ✓', 'half_time ✓', 'settled ✓']);
  });

  it('leaves out what never happened when the match was called off', () => {
    expect(shape(timelineOf(bet({ state: 'refund' }, { state: 'refund', outcome: 'void' })))).toEqual([
      'placed ✓',
      'settled ✓',
    ]);
  });

  it('of several matches begins with the first of them', () => {
    const one = bet({ state: 'in_progress' }, { state: 'in_progress' });
    const later: Leg[] = one.legs.map((leg) => ({
      ...leg,
      event: 'e2',
      kickOff: '2026-06-14T18:30:00.000Z',
    }));
    const steps = timelineOf({ ...one, type: 'accumulator', legs: [...later, ...one.legs] });
    expect(shape(steps)).toEqual(['placed ✓', 'kick_off ✓', 'settled …']);
    expect(steps[1]?.at).toBe(kickOff);
  });
});
