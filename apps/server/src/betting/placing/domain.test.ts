import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { oddsFactor } from '@touchline/money/factor';
import { formatOdds } from '@touchline/money/odds';
import { payout } from '@touchline/money/payout';
import { systemFactor } from '@touchline/money/system';
import type { BasisTerms } from '../../pricing/board/basis-terms.ts';
import { marketKey, type Board, type BoardEvent, type BoardMarket } from '../../pricing/board/board.ts';
import { Builders } from '../builder/builders.ts';
import { Grids } from '../../pricing/grids.ts';
import { accepts, judge, type StakeLimits } from './domain.ts';
import { readOrder } from './order.ts';

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const now = new Date('2026-06-13T20:00:00Z');
const before = new Date(now.getTime() + 60_000);
const after = new Date(now.getTime() - 60_000);
const team = (id: string) => ({
  id,
  name: id,
  short: id,
  colours: ['#000000', '#ffffff'] satisfies [string, string],
});

type Change = Partial<BoardEvent> & { market?: Partial<BoardMarket> };
const eventOf = (n: number, { market: changed, ...change }: Change = {}): BoardEvent => {
  const market: BoardMarket = {
    eventId: idOf(n),
    market: '1x2',
    line: '',
    state: 'open',
    inPlay: true,
    marginBp: 500,
    version: 7,
    selections: ['1', 'X', '2'],
    oddsMilli: [2100, 3400, 0],
    moves: [0, 0, 0],
    ...changed,
  };
  return {
    id: idOf(n),
    competition: { id: 'cup', name: 'Cup' },
    home: team('one'),
    away: team('two'),
    neutral: false,
    kickOff: before,
    state: 'scheduled',
    replay: false,
    silent: false,
    version: 1,
    feed: 'test',
    feedRef: String(n),
    updatedAt: now,
    markets: new Map([[marketKey(market.market, market.line), market]]),
    ...change,
  };
};

const boardOf = (...events: BoardEvent[]): Pick<Board, 'event' | 'market'> => {
  const known = new Map(events.map((event) => [event.id, event]));
  return {
    event: (id) => known.get(id),
    market: (id, market, line) => known.get(id)?.markets.get(marketKey(market, line)),
  };
};

const limits: StakeLimits = { minMinor: 100n, maxMinor: 100_000n, potentialMaxMinor: 300_000n };
type Leg = Input<'orderAdd'>['legs'][number];
const legOf = (n: number, change: Partial<Leg> = {}): Leg => ({
  event: idOf(n),
  market: '1x2',
  selection: 'X',
  odds: '3.40',
  ...change,
});
const judged = (
  input: Partial<Input<'orderAdd'>>,
  events: BoardEvent[],
  {
    within = limits,
    at = now,
    shareBpOf,
  }: { within?: StakeLimits; at?: Date; shareBpOf?: BasisTerms['shareBpOf'] } = {},
) => {
  const base = { key: 'key-0001', type: 'single', stake: '10.00', accept: 'none', legs: [legOf(1)] } as const;
  const order = readOrder({ ...base, legs: [legOf(1)], ...input }, currencies.PLAY);
  const board = boardOf(...events);
  return judge(order, {
    board,
    builders: new Builders(),
    grids: new Grids(),
    limits: within,
    shareBpOf,
    currency: currencies.PLAY,
    now: at,
  });
};

describe('the accepted prices', () => {
  const cases = [
    ['none', 2000, 2000, true],
    ['none', 2000, 2050, false],
    ['none', 2000, 1950, false],
    ['better', 2000, 2050, true],
    ['better', 2000, 1950, false],
    ['any', 2000, 2050, true],
    ['any', 2000, 1950, true],
  ] as const;
  it.each(cases)('%s: seen %i, now %i → %s', (accept, seen, now_, taken) => {
    expect(accepts(accept, seen, now_)).toBe(taken);
  });
});

describe('a leg', () => {
  it('is struck at the current price and its version', () => {
    const verdict = judged({ accept: 'better', legs: [legOf(1, { odds: '3.30' })] }, [eventOf(1)]);
    expect(verdict).toMatchObject({
      oddsMilli: 3400n,
      potentialMinor: 3400n,
      legs: [{ oddsMilli: 3400, market: { version: 7 }, started: false, since: '' }],
    });
  });

  const live = { state: 'live', kickOff: after } as const;
  const refused: [string, Change, Partial<Leg>, string][] = [
    ['a market the event has not', {}, { market: 'corners' }, 'not_found'],
    ['a line the market has not', {}, { line: '2.5' }, 'not_found'],
    ['a selection the market has not', {}, { selection: '3' }, 'not_found'],
    ['an event nobody knows', {}, { event: idOf(9) }, 'not_found'],
    ['a selection without a price', {}, { selection: '2', odds: '4.00' }, 'closed'],
    ['a suspended market', { market: { state: 'suspended' } }, {}, 'suspended'],
    ['a closed market', { market: { state: 'closed' } }, {}, 'closed'],
    ['a match that is over', { state: 'finished', kickOff: after }, {}, 'closed'],
    ['a market that ends with kick-off', { ...live, market: { inPlay: false } }, {}, 'closed'],
    ['a match that should have begun but of which nothing is heard', { kickOff: after }, {}, 'suspended'],
    ['a shorter price', { market: { oddsMilli: [2100, 3300, 0] } }, {}, 'price_changed'],
  ];
  it.each(refused)('is refused on %s, with the present leg', (_, change, leg, refusal) => {
    const verdict = judged({ legs: [legOf(1, leg)] }, [eventOf(1, change)]);
    expect(verdict).toMatchObject({ refusal, detail: { legs: [{ event: leg.event ?? idOf(1) }] } });
  });

  it('on a handicap counts the goals after the bet, once the match is on', () => {
    const handicap = {
      market: 'asian_handicap',
      line: '-0.5',
      selections: ['home', 'away'],
      oddsMilli: [1900, 1950],
    };
    const leg = legOf(1, { market: 'asian_handicap', line: '-0.5', selection: 'home', odds: '1.90' });
    const of = (change: Change) => judged({ legs: [leg] }, [eventOf(1, { ...change, market: handicap })]);
    expect(of({})).toMatchObject({ legs: [{ since: '' }] });
    expect(of({ ...live, score: { home: 2, away: 1 } })).toMatchObject({ legs: [{ since: '2-1' }] });
    expect(of(live)).toMatchObject({ refusal: 'suspended' });
    // The other side of the same market has its own line.
    const away = legOf(1, { market: 'asian_handicap', line: '0.5', selection: 'away', odds: '1.95' });
    expect(judged({ legs: [away] }, [eventOf(1, { market: handicap })])).toMatchObject({
      legs: [{ line: '0.5', market: { line: '-0.5' }, oddsMilli: 1950 }],
    });
    const wrong = { ...away, line: '-0.5' };
    expect(judged({ legs: [wrong] }, [eventOf(1, { market: handicap })])).toMatchObject({
      refusal: 'not_found',
    });
    expect(judged({}, [eventOf(1, { ...live, score: { home: 2, away: 1 } })])).toMatchObject({
      legs: [{ since: '' }],
    });
  });
});

describe('several legs', () => {
  const two = { type: 'accumulator', legs: [legOf(1), legOf(2)] } as const;
  const asked = { ...two, legs: [...two.legs] };

  it('multiply; a system pays the sum of its lines', () => {
    expect(judged(asked, [eventOf(1), eventOf(2)])).toMatchObject({
      oddsMilli: 11_560n,
      potentialMinor: 11_560n,
    });
    const three = { type: 'system', k: 2, legs: [legOf(1), legOf(2), legOf(3)] } as const;
    const verdict = judged({ ...three, legs: [...three.legs] }, [eventOf(1), eventOf(2), eventOf(3)]);
    expect(verdict).toMatchObject({ oddsMilli: 11_560n, potentialMinor: 34_680n });
  });

  it('report a moved price with all present legs', () => {
    const verdict = judged(asked, [eventOf(1), eventOf(2, { market: { oddsMilli: [2000, 3600, 0] } })]);
    expect(verdict).toMatchObject({
      refusal: 'price_changed',
      detail: {
        legs: [
          { event: idOf(1), odds: '3.40' },
          { event: idOf(2), odds: '3.60' },
        ],
      },
    });
  });

  it('report the worst problem, with its legs', () => {
    const events = [
      eventOf(1, { market: { state: 'suspended' } }),
      eventOf(2, { market: { state: 'closed' } }),
    ];
    expect(judged(asked, events)).toEqual({
      refusal: 'closed',
      detail: { legs: [{ event: idOf(2), market: '1x2', selection: 'X', odds: '3.40', state: 'closed' }] },
    });
  });

  it('take a longer price on one leg only when none is shorter, unless any is accepted', () => {
    const events = [
      eventOf(1, { market: { oddsMilli: [2100, 3500, 0] } }),
      eventOf(2, { market: { oddsMilli: [2100, 3300, 0] } }),
    ];
    expect(judged({ ...asked, accept: 'better' }, events)).toMatchObject({ refusal: 'price_changed' });
    expect(judged({ ...asked, accept: 'any' }, events)).toMatchObject({ potentialMinor: 11_550n });
  });
});

describe('the stake', () => {
  const slip = fc
    .array(fc.integer({ min: 1001, max: 60_000 }), { minLength: 2, maxLength: 7 })
    .chain((odds) => fc.record({ odds: fc.constant(odds), k: fc.integer({ min: 1, max: odds.length }) }));

  it('may be exactly the counter-offer and not a cent more, for every type of bet', () => {
    const range = fc.record({
      minMinor: fc.bigInt({ min: 1n, max: 500n }),
      maxMinor: fc.bigInt({ min: 500n, max: 10n ** 7n }),
      potentialMaxMinor: fc.bigInt({ min: 1n, max: 10n ** 8n }),
    });
    fc.assert(
      fc.property(
        slip,
        range,
        fc.constantFrom('single', 'accumulator', 'system'),
        ({ odds, k }, within, type) => {
          const used = type === 'single' ? odds.slice(0, 1) : odds;
          const legsPerLine = type === 'system' ? k : used.length;
          const events = used.map((each, i) => eventOf(i, { market: { oddsMilli: [0, each, 0] } }));
          const of = (stake: string) =>
            judged(
              {
                type,
                stake,
                legs: used.map((each, i) => legOf(i, { odds: formatOdds(each) })),
                ...(type === 'system' ? { k } : {}),
              },
              events,
              { within },
            );
          const refusal = of('99999999999.00');
          if (refusal.refusal !== 'stake_max') throw new Error('a huge stake was taken');
          const max = refusal.detail.max ?? '';
          const cent = (text: string, more: bigint) => {
            const minor = (parseAmount(text, 2) ?? 0n) + more;
            return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
          };
          expect(of(cent(max, 1n))).toMatchObject({ refusal: 'stake_max', detail: { max } });
          if (max === '0.00') return;
          const taken = of(max);
          if (taken.refusal !== undefined) throw new Error(`the counter-offer ${max} is refused`);
          const unit = parseAmount(max, 2) ?? 0n;
          const factor = systemFactor(legsPerLine, used.map(oddsFactor));
          expect(taken.potentialMinor).toBe(payout(unit, factor));
          expect(taken.potentialMinor).toBeLessThanOrEqual(within.potentialMaxMinor);
        },
      ),
    );
  });

  it('of a system is bounded for the whole bet, shown for one line', () => {
    const legs = [legOf(1), legOf(2), legOf(3)];
    const of = (stake: string) =>
      judged({ type: 'system', k: 2, stake, legs }, [eventOf(1), eventOf(2), eventOf(3)]);
    expect(of('0.33')).toMatchObject({ refusal: 'stake_min', detail: { min: '0.34' } });
    expect(of('0.34')).toMatchObject({ oddsMilli: 11_560n });
    expect(of('400.00')).toMatchObject({ refusal: 'stake_max', detail: { max: '86.50' } });
  });

  it('has the lowest maximum of its matches, but no less than the minimum', () => {
    const few = eventOf(2, { basis: { kind: 'results', results: 1 } });
    const legs = [legOf(1), legOf(2)];
    const of = (shareBp: number) =>
      judged({ type: 'accumulator', stake: '900.00', legs }, [eventOf(1), few], {
        shareBpOf: (basis) => (basis === undefined ? 10_000 : shareBp),
      });
    expect(of(2_500)).toMatchObject({ refusal: 'stake_max', detail: { max: '250.00' } });
    expect(of(1)).toMatchObject({ refusal: 'stake_max', detail: { max: '1.00' } });
  });

  it('that would return too much even at the minimum gets no counter-offer', () => {
    const within = { ...limits, potentialMaxMinor: 300n };
    expect(judged({ stake: '0.50' }, [eventOf(1)], { within })).toEqual({
      refusal: 'stake_max',
      detail: { max: '0.00' },
    });
  });
});
