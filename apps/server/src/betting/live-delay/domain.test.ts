import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { materialChange, priceAtEnd, waitMsOf, type MatchSnapshot, type Since } from './domain.ts';

const seen: MatchSnapshot = { state: 'live', score: { home: 1, away: 0 }, redCards: null };
const calm: Since = { now: { ...seen, silent: false }, market: 'open', stopped: false };

describe('the wait', () => {
  it('is the longest of its matches, each by its own clock', () => {
    const [real, replayed] = [{ replay: false }, { replay: true }];
    expect(waitMsOf(5_000, [], 6)).toBe(0);
    expect(waitMsOf(5_000, [real], 60)).toBe(5_000);
    expect([1, 6, 20, 60].map((speed) => waitMsOf(5_000, [replayed], speed))).toEqual([5_000, 834, 250, 84]);
    expect(waitMsOf(5_000, [replayed, real], 60)).toBe(5_000);
    expect(waitMsOf(0, [replayed, real], 60)).toBe(0);
  });
});

describe('the price at the end of the wait', () => {
  it('is one the member accepts, and above neither the ordered one nor the present one', () => {
    const odds = fc.integer({ min: 1_001, max: 20_000 });
    fc.assert(
      fc.property(fc.constantFrom('none', 'better', 'any'), odds, odds, (accept, ordered, now) => {
        const struck = priceAtEnd(accept, ordered, now);
        expect(struck).toBe(accept === 'any' ? Math.min(ordered, now) : now < ordered ? undefined : ordered);
      }),
    );
  });
});

describe('while an order waits', () => {
  it('is accepted when nothing material happened', () => {
    expect(materialChange(seen, calm)).toBeUndefined();
  });

  const changes: [string, Partial<Since>, string][] = [
    ['a goal', { now: { ...calm.now, score: { home: 1, away: 1 } } }, 'price_changed'],
    ['a goal taken back', { now: { ...calm.now, score: { home: 0, away: 0 } } }, 'price_changed'],
    ['a red card', { now: { ...calm.now, redCards: { home: 0, away: 1 } } }, 'price_changed'],
    ['half time', { now: { ...calm.now, state: 'half_time' } }, 'price_changed'],
    ['the final whistle', { now: { ...calm.now, state: 'finished' } }, 'closed'],
    ['an abandonment', { now: { ...calm.now, state: 'abandoned' } }, 'closed'],
    ['a stop that is over again', { stopped: true }, 'price_changed'],
    ['a stop', { market: 'suspended', stopped: true }, 'suspended'],
    ['a feed that fell silent', { now: { ...calm.now, silent: true } }, 'suspended'],
    ['the market closed', { market: 'closed' }, 'closed'],
    ['the market was voided', { market: 'void' }, 'closed'],
    ['the market is gone', { market: undefined }, 'closed'],
  ];
  it.each(changes)('%s refuses it', (_, change, reason) => {
    expect(materialChange(seen, { ...calm, ...change })).toBe(reason);
  });

  it('a match that kicks off in the meantime is another match', () => {
    const before: MatchSnapshot = { state: 'scheduled', score: null, redCards: null };
    const now = { ...calm.now, score: { home: 0, away: 0 } };
    expect(materialChange(before, { ...calm, now })).toBe('price_changed');
    expect(
      materialChange(before, { ...calm, now: { ...now, state: 'scheduled', score: null } }),
    ).toBeUndefined();
  });

  it('is accepted only when all its conditions still hold', () => {
    const score = fc.option(fc.record({ home: fc.nat(2), away: fc.nat(2) }));
    const states = fc.constantFrom('scheduled', 'live', 'half_time', 'finished') satisfies fc.Arbitrary<
      MatchSnapshot['state']
    >;
    const look = fc.record({ state: states, score, redCards: score });
    const markets = fc.constantFrom('open', 'suspended', 'closed') satisfies fc.Arbitrary<Since['market']>;
    fc.assert(
      fc.property(
        look,
        look,
        fc.boolean(),
        markets,
        fc.boolean(),
        (before, after, silent, market, stopped) => {
          const stands = materialChange(before, { now: { ...after, silent }, market, stopped }) === undefined;
          const same = JSON.stringify(before) === JSON.stringify(after) && before.state !== 'finished';
          expect(stands).toBe(same && market === 'open' && !stopped && !silent);
        },
      ),
    );
  });
});
