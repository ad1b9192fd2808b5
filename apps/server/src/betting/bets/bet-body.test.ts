import { canonicalJson, parseCanonicalObject } from '@touchline/verify/canonical-json';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { betBody } from './bet-body.ts';

const money = fc.bigInt({ min: 1n, max: 10n ** 15n });
const count = fc.integer({ min: 1, max: 1_000_000 });
const legs = fc.array(
  fc.record({
    event: fc.uuid(),
    market: fc.constantFrom('1x2', 'correct_score'),
    line: fc.constantFrom('', '-0.25', '2.5'),
    selection: fc.string({ unit: 'grapheme' }),
    oddsMilli: count,
    priceVersion: count,
    since: fc.constantFrom('', '1-0'),
  }),
  { minLength: 1, maxLength: 20 },
);
const bets = fc.record({
  id: fc.uuid(),
  memberId: fc.uuid(),
  key: fc.string({ unit: 'grapheme' }),
  requestKey: fc.option(fc.string({ unit: 'grapheme' })),
  type: fc.constantFrom('single', 'accumulator', 'system'),
  k: fc.option(fc.integer({ min: 2, max: 19 })),
  lines: count,
  currency: fc.constant('PLAY'),
  unitMinor: money,
  stakeMinor: money,
  oddsMilli: money,
  potentialMinor: money,
  marginMicro: count,
  rules: fc.constant('1'),
  placedAt: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
  legs,
});

test('the body of a bet is canonical JSON of its terms', () => {
  fc.assert(
    fc.property(bets, (bet) => {
      const body = betBody(bet);
      const read = parseCanonicalObject(body);
      expect(canonicalJson(read)).toBe(body);
      expect(read).toMatchObject({
        kind: 'bet',
        v: 1,
        id: bet.id,
        member: bet.memberId,
        key: bet.key,
        stake: String(bet.stakeMinor),
        potential: String(bet.potentialMinor),
        odds: String(bet.oddsMilli),
        margin: bet.marginMicro,
        placedAt: bet.placedAt.toISOString(),
        legs: bet.legs.map((leg) => ({
          event: leg.event,
          market: leg.market,
          line: leg.line,
          selection: leg.selection,
          odds: leg.oddsMilli,
          version: leg.priceVersion,
          since: leg.since,
        })),
      });
      expect(Object.hasOwn(read, 'k')).toBe(bet.k !== null);
      expect(read['request'] ?? null).toBe(bet.requestKey);
    }),
  );
});
