import type { Bet, BetMoment, BetLeg } from '@touchline/contract/shapes/bet';
import { marketNames } from '@touchline/football/markets';
import { describe, expect, it } from 'vitest';
import { betOf, legOf } from './testing.ts';
import { historyOf, rulesOf, timelineOf } from './timeline.ts';

const kickOff = '2026-06-13T18:30:00.000Z';
const bet = (over: Partial<Bet>, leg: Partial<BetLeg> = {}): Bet => betOf({ ...over, legs: [legOf(leg)] });
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
    const later: BetLeg[] = one.legs.map((leg) => ({
      ...leg,
      event: 'e2',
      kickOff: '2026-06-14T18:30:00.000Z',
    }));
    const steps = timelineOf({ ...one, type: 'accumulator', legs: [...later, ...one.legs] });
    expect(shape(steps)).toEqual(['placed ✓', 'kick_off ✓', 'settled …']);
    expect(steps[1]?.at).toBe(kickOff);
  });
});

const at = (minute: number): string => `2026-06-13T18:${String(minute).padStart(2, '0')}:00.000Z`;
const kinds = (history: ReturnType<typeof historyOf>) =>
  history.map(({ kind, done }) => `${kind} ${done ? '✓' : '…'}`);

describe('the history of a bet as the server sends it', () => {
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

  it('shows a corrected settlement, and a reopened bet', () => {
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

  it('shows how each of several matches ended, by name', () => {
    const bet = betOf({ type: 'accumulator', state: 'in_progress', legs: [legOf(), legOf({ event: 'e2' })] });
    const moments: BetMoment[] = [
      { at: at(0), what: 'placed', amount: '-10.00' },
      { at: at(1), what: 'goal', leg: 0, score: { home: 1, away: 0 } },
      { at: at(2), what: 'full_time', leg: 0, score: { home: 1, away: 0 } },
      { at: at(3), what: 'void', leg: 1, why: 'abandoned' },
    ];
    const history = historyOf(bet, moments).filter(({ done }) => done);
    expect(kinds(history)).toEqual(['placed ✓', 'full_time ✓', 'void ✓']);
    expect(history[1]).toMatchObject({ match: 'BRA\u00a0– MAR', score: { home: 1, away: 0 } });
  });
});

const leg = (market: string, outcome?: BetLeg['outcome']): BetLeg => legOf({ market, outcome });
const ruleOf = (market: string, outcome?: BetLeg['outcome']) => rulesOf({ legs: [leg(market, outcome)] });

describe('the rules of a bet', () => {
  it('are that of its market, or the one that returned its stake', () => {
    expect(ruleOf('correct_score')).toEqual([{ section: 'correct_score', rule: 'correct_score' }]);
    expect(ruleOf('ht_1x2', 'lose')).toEqual([{ section: 'result_1x2', rule: 'ht_1x2' }]);
    expect(ruleOf('over_under', 'half-win')).toEqual([{ section: 'over_under', rule: 'over_under' }]);
    expect(ruleOf('over_under', 'push')).toEqual([{ section: 'over_under', rule: 'push' }]);
    expect(ruleOf('1x2', 'void')).toEqual([{ section: 'void', rule: 'void' }]);
    expect(ruleOf('corners')).toEqual([{ section: 'score', rule: undefined }]);
  });

  it('are those the book decided by, where it says so', () => {
    const decided = legOf({ market: 'btts', outcome: 'lose', rule: 'corrections' });
    expect(rulesOf({ legs: [decided] })).toEqual([{ section: 'corrections', rule: 'btts' }]);
  });

  it('appear once each, in the order of the legs', () => {
    const legs = ['1x2', 'btts', '1x2'].map((market) => leg(market));
    expect(rulesOf({ legs }).map(({ rule }) => rule)).toEqual(['1x2', 'btts']);
  });

  it('are known for every market', () => {
    for (const market of marketNames) expect(ruleOf(market)[0]?.rule).toBeDefined();
  });

  it('of a builder are its own and those of its selections', () => {
    const parts = [
      { market: '1x2', selection: '1', odds: '2.00', outcome: 'win' as const },
      { market: 'over_under', selection: 'over', line: '2', odds: '1.50', outcome: 'push' as const },
    ];
    const builder = legOf({ market: 'builder', selection: 'all', parts, outcome: 'win', rule: 'combined' });
    expect(rulesOf({ legs: [builder] })).toEqual([
      { section: 'combined', rule: 'builder' },
      { section: 'result_1x2', rule: '1x2' },
      { section: 'over_under', rule: 'over_under' },
    ]);
  });
});

describe('the time line of a builder', () => {
  const part = (market: string) => ({ market, selection: '1', odds: '2.00' });
  const builder = (...markets: string[]) =>
    betOf({ legs: [legOf({ market: 'builder', selection: 'all', parts: markets.map(part) })] });

  it('ends with the first half where all its selections are of it', () => {
    const kindsOf = (bet: Bet) => timelineOf(bet).map(({ kind }) => kind);
    expect(kindsOf(builder('ht_1x2', 'ht_correct_score'))).not.toContain('full_time');
    expect(kindsOf(builder('ht_1x2', '1x2'))).toContain('full_time');
  });
});
