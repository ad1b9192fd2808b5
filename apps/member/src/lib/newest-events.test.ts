import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventDetail, Market } from '@touchline/contract/shapes/football';
import { createNewestEvents } from './newest-events.ts';

const team = (id: string) => ({ id, name: id, short: id, colours: ['#000', '#fff'] as [string, string] });
const kickOff = '2026-06-13T18:30:00.000Z';

/** A market as it was at a version: its price says which. */
const marketAt = (market: string, version: number): Market => ({
  market,
  state: 'open',
  margin: '5.00',
  version,
  selections: [{ selection: '1', odds: `${version + 1}.00`, rateOfReturn: null, breakEven: null, move: 0 }],
});
/** The fields of a match as they were at a version: only every other version has a minute, and the last ones have ended. */
const progressAt = (id: string, version: number) => ({
  id,
  version,
  state: version < 8 ? ('live' as const) : ('finished' as const),
  live: version < 8,
  kickOff,
  score: { ft: { home: version, away: 0 } },
  ...(version % 2 === 0 && { minute: String(version) }),
  ...(version > 4 && { redCards: { home: 1, away: 0 } }),
});
const detailAt = (id: string, version: number, prices: number): EventDetail => ({
  ...progressAt(id, version),
  competition: { id: 'c', name: 'Cup' },
  home: team('one'),
  away: team('two'),
  replay: false,
  marketCount: 2,
  main: marketAt('1x2', prices),
  markets: [marketAt('1x2', prices), marketAt('btts', prices)],
});

const version = fc.nat(9);
const id = fc.constantFrom('a', 'b');
const step = fc.oneof(
  fc.record({ kind: fc.constant('message' as const), id, version }),
  fc.record({ kind: fc.constant('prices' as const), id, version }),
  fc.record({
    kind: fc.constantFrom('detail' as const, 'list' as const, 'pages' as const, 'home' as const),
    id,
    version,
    prices: version,
  }),
);

it('shows of each match and market the newest version that any answer or message had, in any order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const newest = createNewestEvents();
      /** What it returned, next to what it should have returned. */
      const said: { got: unknown; expected: unknown }[] = [];
      const known = { event: new Map<string, number>(), prices: new Map<string, number>() };
      const raise = (of: Map<string, number>, key: string, to: number): number => {
        const most = Math.max(of.get(key) ?? 0, to);
        of.set(key, most);
        return most;
      };
      for (const one of steps) {
        if (one.kind === 'message') {
          const before = known.event.get(one.id) ?? 0;
          said.push({ got: newest.note(progressAt(one.id, one.version)), expected: one.version >= before });
          raise(known.event, one.id, one.version);
        } else if (one.kind === 'prices') {
          newest.notePrices({
            event: one.id,
            markets: [marketAt('1x2', one.version), marketAt('btts', one.version)],
          });
          raise(known.prices, one.id, one.version);
        } else {
          const answered = detailAt(one.id, one.version, one.prices);
          const expected = detailAt(
            one.id,
            raise(known.event, one.id, one.version),
            raise(known.prices, one.id, one.prices),
          );
          const inAnswer = (match: EventDetail): unknown => {
            if (one.kind === 'detail') return match;
            if (one.kind === 'list') return { list: [match], total: 1 };
            return one.kind === 'home'
              ? { live: [match], next: [], unread: 0 }
              : { pages: [{ list: [match] }], pageParams: [1] };
          };
          const answer = inAnswer(answered);
          const renewed = newest.renew(answer);
          said.push({ got: renewed, expected: inAnswer(expected) });
          // What was right stays the same object.
          const wasNewest = expected.version === one.version && expected.main?.version === one.prices;
          said.push({ got: renewed === answer, expected: wasNewest });
        }
      }
      expect(said.map(({ got }) => got)).toStrictEqual(said.map(({ expected }) => expected));
    }),
    { numRuns: 300 },
  );
});

it('leaves answers about other things as they are', () => {
  const newest = createNewestEvents();
  for (const answer of [undefined, null, 'a', 1, [], {}, { list: [{ id: 'a', version: 3 }] }]) {
    expect(newest.renew(answer)).toBe(answer);
  }
});
