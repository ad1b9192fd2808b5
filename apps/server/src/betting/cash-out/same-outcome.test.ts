import fc from 'fast-check';
import { legLineOf } from '@touchline/football/leg-line';
import { ftScores, ftWinners, HT_MOST } from '@touchline/football/exposure-cells';
import type { Grid } from '@touchline/football/grid';
import { legEnds, outcomeKeys } from '@touchline/football/same-outcome';
import { isWithin, winners } from '@touchline/football/score';
import { formatOdds } from '@touchline/money/odds';
import { partSale } from '@touchline/money/part-sale';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyPlay, pricedAt, pricedMatch } from '../../testing/priced-match.ts';
import { marketKey, type BoardEvent } from '../../pricing/board/board.ts';
import { Builders } from '../builder/builders.ts';
import type { BuilderPick } from '../builder/picks.ts';
import { countsFromBet } from '../builder/stored-parts.ts';
import { Grids } from '../../pricing/grids.ts';
import { appraise } from './appraisal.ts';
import { offerFor } from './domain.ts';

const stakeMinor = 1_000_000n;

type Valued = Parameters<typeof appraise>[0]['legs'][number];
type Part = Pick<Valued, 'market' | 'selection' | 'line' | 'since'>;
/** One way to hold an outcome: a single, or a builder. */
type Way = { parts: readonly Part[]; leg: Valued; oddsMilli: number; isByHand: boolean };

const sinceOf = ({ state, score }: BoardEvent, market: string) =>
  state === 'live' && countsFromBet(market) ? score : undefined;

const picksOf = (event: BoardEvent): (BuilderPick & { oddsMilli: number; isByHand: boolean })[] =>
  [...event.markets.values()].flatMap(({ market, line, state, selections, oddsMilli, byHand }) =>
    selections.flatMap((selection, index) => {
      const odds = oddsMilli[index] ?? 0;
      if (state !== 'open' || odds === 0) return [];
      const own = legLineOf(market, selection, line);
      return [{ market, selection, line: own, oddsMilli: odds, isByHand: byHand === true }];
    }),
  );

const partOf = (event: BoardEvent, { market, selection, line }: BuilderPick): Part => ({
  market,
  selection,
  ...(line !== '' && { line }),
  since: sinceOf(event, market),
});

const singlesOf = (event: BoardEvent): Way[] =>
  picksOf(event).map((pick) => {
    const part = partOf(event, pick);
    const { oddsMilli, isByHand } = pick;
    return {
      parts: [part],
      leg: { event: event.id, ...part, odds: formatOdds(oddsMilli) },
      oddsMilli,
      isByHand,
    };
  });

/**
 * Builders of two or three selections that are on sale, by places among all of them, and builders in which the first is another form
 * of the same outcome.
 */
const buildersOf = (event: BoardEvent, grids: Grids, places: readonly (readonly number[])[]): Way[] => {
  const builders = new Builders({ grids });
  const picks = picksOf(event);
  const byName = (text: readonly string[]) =>
    text.flatMap((name) =>
      picks.filter(({ market, selection, line }) => name === [market, selection, line].join(':')).slice(0, 1),
    );
  const at = (each: readonly number[]) =>
    each.flatMap((place) => picks.slice(place % Math.max(1, picks.length)).slice(0, 1));
  const inOtherForms = ([form = 0, other = 0]: readonly number[]) =>
    otherForms
      .slice(form % otherForms.length)
      .slice(0, 1)
      .flatMap((forms) => forms.map((names) => [...byName(names), ...at([other])]));
  return [...knownPairs.map(byName), ...places.map(at), ...places.slice(0, 5).flatMap(inOtherForms)].flatMap(
    (chosen) => {
      if (chosen.length < 2) return [];
      const offer = builders.offer(event, chosen, pricedAt);
      if (offer.state !== 'open') return [];
      const parts = chosen.map((pick) => partOf(event, pick));
      const leg = {
        event: event.id,
        market: 'builder',
        selection: 'all',
        odds: formatOdds(offer.oddsMilli),
        parts: parts.map((part) => ({ ...part, odds: null })),
        subsets: offer.subsets.map((odds) => formatOdds(odds)),
      };
      return [{ parts, leg, oddsMilli: offer.oddsMilli, isByHand: false }];
    },
  );
};

/** Builders that are the same as a selection of another market. */
const knownPairs = [
  ['ht_1x2:X:', '1x2:2:'],
  ['ht_1x2:1:', '1x2:1:'],
  ['1x2:1:', 'over_under:under:1.5'],
  ['btts:yes:', 'over_under:under:2.5'],
  ['double_chance:1X:', 'double_chance:12:'],
  ['draw_no_bet:2:', 'double_chance:12:'],
];

/** Selections of one outcome each, alone or together. */
const otherForms = [
  [
    ['1x2:1:'],
    ['asian_handicap:home:-0.5'],
    ['double_chance:1X:', 'double_chance:12:'],
    ['draw_no_bet:1:', 'double_chance:12:'],
  ],
  [['1x2:X:'], ['double_chance:1X:', 'double_chance:X2:']],
  [
    ['1x2:2:'],
    ['asian_handicap:away:-0.5'],
    ['double_chance:12:', 'double_chance:X2:'],
    ['draw_no_bet:2:', 'double_chance:X2:', 'double_chance:12:'],
  ],
  [['double_chance:X2:'], ['asian_handicap:away:0.5']],
  [['ht_ft:1/1:'], ['ht_1x2:1:', '1x2:1:'], ['ht_asian_handicap:home:-0.5', '1x2:1:']],
  [['ht_ft:X/2:'], ['ht_1x2:X:', '1x2:2:'], ['ht_1x2:X:', 'asian_handicap:away:-0.5']],
  [
    ['correct_score:1-1:'],
    ['btts:yes:', 'over_under:under:2.5'],
    ['1x2:X:', 'over_under:over:0.5', 'over_under:under:2.5'],
  ],
  [
    ['btts:no:', '1x2:1:', 'over_under:over:1.5'],
    ['btts:no:', 'asian_handicap:home:-1.5'],
  ],
  [
    ['ht_btts:no:', 'ht_1x2:1:'],
    ['ht_btts:no:', 'ht_asian_handicap:home:-0.5'],
  ],
];

/** Every pair of scores that can still come, by the places of both and of their winners among the ends of legs. */
const pairsOf = (grid: Grid, half: BoardEvent['ht']) =>
  ftScores.flatMap((ht, early) => {
    const canBe = half === undefined ? Math.max(ht.home, ht.away) <= HT_MOST : isWithin(ht, half);
    if (!canBe || !isWithin(half ?? grid.from, ht)) return [];
    return ftScores.flatMap((ft, late) => {
      if (!isWithin(grid.from, ft) || !isWithin(ht, ft)) return [];
      return [
        { ht: early, ft: late, both: (ftWinners[early] ?? 0) * winners.length + (ftWinners[late] ?? 0) },
      ];
    });
  });

/**
 * Builders by where they win, as a number that differs where that does; without those of which parts can be pushed while none is
 * lost, as the price of fewer parts then counts too.
 */
const byOutcome = (event: BoardEvent, grids: Grids, builders: readonly Way[]): Map<number, Way[]> => {
  const grid = grids.of(event);
  if (grid === undefined) return new Map();
  const pairs = pairsOf(grid, event.ht);
  const groups = Map.groupBy(builders, ({ parts }) => {
    const legs = parts.map((part) => legEnds(grid, part));
    let sum = 0;
    for (const [n, pair] of pairs.entries()) {
      let end = 0;
      for (const { period, at } of legs) end |= at[pair[period]] ?? 0;
      if (end === 1) return undefined;
      if (end === 0) sum += Math.sin(n + 1);
    }
    return sum;
  });
  return new Map([...groups].flatMap(([sum, ways]) => (sum === undefined ? [] : [[sum, ways] as const])));
};

/** What a bet on a way is sold for on a match, without a fee; undefined while nothing is offered. */
const saleOf = ({ leg }: Way, event: BoardEvent, grids: Grids): bigint | undefined => {
  const board = {
    event: () => event,
    market: (_event: string, market: string, line?: string) => event.markets.get(marketKey(market, line)),
  };
  const [value] = appraise({ legs: [leg] }, board, grids)?.values ?? [];
  return value === undefined ? undefined : (offerFor(Number(stakeMinor) * value, 0)?.offerMinor ?? 0n);
};

/** For a way, those of some on sale that end as it does at every score. */
const samenessOf = (onSale: readonly Way[], event: BoardEvent, grids: Grids): ((way: Way) => Way[]) => {
  const grid = grids.of(event);
  if (grid === undefined) return () => [];
  const named = onSale.map((way) => ({ way, keys: outcomeKeys(grid, way.parts) }));
  return (way) => {
    const keys = named.find((one) => one.way === way)?.keys ?? outcomeKeys(grid, way.parts);
    return named
      .filter((one) => one.way !== way && one.keys.some((key) => keys.includes(key)))
      .map((one) => one.way);
  };
};

/** A match with one market at prices of a trader, each some share of the model's. */
const byHand = (event: BoardEvent, place: number, shares: readonly number[]): BoardEvent => {
  const [key, market] = [...event.markets].at(place % event.markets.size) ?? [];
  if (key === undefined || market === undefined) return event;
  const oddsMilli = market.oddsMilli.map((odds, index) =>
    odds === 0 ? 0 : Math.max(1_010, Math.round(odds * (shares[index % shares.length] ?? 1))),
  );
  return { ...event, markets: new Map(event.markets).set(key, { ...market, oddsMilli, byHand: true }) };
};

const anyPlaces = fc.array(fc.array(fc.nat(), { minLength: 2, maxLength: 3 }), {
  minLength: 10,
  maxLength: 10,
});
const anyShares = fc.array(fc.double({ min: 0.6, max: 1.6, noNaN: true }), { minLength: 3, maxLength: 3 });
/** Bookmaker prices around those of the model, of every market. */
const anyBounds = fc
  .array(fc.double({ min: 0.85, max: 1.1, noNaN: true }), { minLength: 7, maxLength: 7 })
  .map(
    (shares) => (event: BoardEvent) =>
      [...event.markets.values()].map(({ market, line, oddsMilli }, at) => ({
        market,
        line,
        oddsMilli: oddsMilli.map((odds, index) =>
          Math.round(odds * (shares[(at + index) % shares.length] ?? 1)),
        ),
        sources: oddsMilli.map(() => 'test'),
      })),
  );

/** The stake of one way at the price of another: what the first is sold for at most while the other is on sale. */
const mostFor = (way: Way, other: Way): number =>
  Math.ceil(((Number(stakeMinor) * way.oddsMilli) / other.oddsMilli) * (1 + 1e-9));

/** A push returns the stake at any price. */
const isAllOrNothing = ({ parts }: Way): boolean =>
  parts.length > 1 ||
  parts.every(({ market, line = '.5' }) => market !== 'draw_no_bet' && line.endsWith('.5'));

/** What is wrong with two ways to hold one outcome. */
const faultsOf = (way: Way, other: Way, sale: bigint | undefined): string[] => {
  const [isSingle, isOtherSingle] = [way, other].map(({ parts }) => parts.length === 1);
  const isFixed = way.isByHand || other.isByHand;
  const isDear =
    isOtherSingle === true && sale !== undefined && isAllOrNothing(way) && sale > mostFor(way, other);
  return [
    ...(isSingle === true && isOtherSingle === true && !isFixed && way.oddsMilli !== other.oddsMilli
      ? ['two prices for one outcome']
      : []),
    ...(isSingle !== true && isOtherSingle === true && way.oddsMilli > other.oddsMilli
      ? ['a builder pays more than the selection that it is']
      : []),
    ...(isDear ? ['sold for more than the same outcome costs'] : []),
  ];
};

/** Holds every way on sale to each other. */
const compare = (
  event: BoardEvent,
  places: readonly (readonly number[])[],
): { pairs: number; forms: number; faults: string[] } => {
  const grids = new Grids();
  const builders = buildersOf(event, grids, places);
  const ways = [...singlesOf(event), ...builders];
  const sameAs = samenessOf(ways, event, grids);
  const all = { pairs: 0, forms: 0, faults: new Array<string>() };
  for (const same of byOutcome(event, grids, builders).values()) {
    all.forms += same.length - 1;
    if (new Set(same.map(({ oddsMilli }) => oddsMilli)).size === 1) continue;
    all.faults.push(`several prices for one outcome: ${same.map((way) => textOf(way)).join(', ')}`);
  }
  for (const way of ways) {
    const sale = saleOf(way, event, grids);
    const same = sameAs(way);
    all.pairs += same.length;
    const faults = same.flatMap((other) =>
      faultsOf(way, other, sale).map(
        (fault) => `${fault}: ${JSON.stringify(other.parts)} at ${other.oddsMilli}`,
      ),
    );
    if (sale !== undefined && (sale > stakeMinor || inHalves(sale) > sale)) faults.push('sold at a profit');
    all.faults.push(...faults.map((fault) => `${textOf(way)}: ${fault}`));
  }
  return all;
};

const textOf = ({ parts, oddsMilli }: Way): string => `${JSON.stringify(parts)} at ${oddsMilli}`;

const inHalves = (offerMinor: bigint): bigint => {
  const half = partSale({ openMinor: stakeMinor, offerMinor, share: 5_000n });
  const rest = { openMinor: half.restMinor, offerMinor: offerMinor - half.paysMinor, share: 10_000n };
  return half.paysMinor + partSale(rest).paysMinor;
};

describe('no way of holding an outcome is worth more than another', () => {
  let pairs = 0;
  let forms = 0;
  beforeEach(() => {
    pairs = 0;
    forms = 0;
  });
  const expectNone = (event: BoardEvent, places: readonly (readonly number[])[]) => {
    const found = compare(event, places);
    pairs += found.pairs;
    forms += found.forms;
    expect(found.faults).toEqual([]);
  };

  it('at the prices of the model, before the match and in it', () => {
    fc.assert(
      fc.property(anyPlay, anyPlaces, (play, places) => expectNone(pricedMatch(play), places)),
      { numRuns: 10 },
    );
    expect(pairs).toBeGreaterThan(25);
    expect(forms).toBeGreaterThan(5);
  });

  it('at prices that are bounded by those of bookmakers', () => {
    fc.assert(
      fc.property(anyPlay, anyBounds, anyPlaces, (play, boundsOf, places) => {
        const before = { ...play, minute: 0 };
        expectNone(pricedMatch(before, boundsOf(pricedMatch(before))), places);
      }),
      { numRuns: 5 },
    );
    expect(pairs).toBeGreaterThan(10);
  });

  it('at prices that a trader has fixed, longer or shorter', () => {
    fc.assert(
      fc.property(anyPlay, fc.nat(), anyShares, anyPlaces, (play, place, shares, places) =>
        expectNone(byHand(pricedMatch({ ...play, minute: 0 }), place, shares), places),
      ),
      { numRuns: 8 },
    );
    expect(pairs).toBeGreaterThan(20);
  });

  it('late in a match, where some markets are one-sided', () => {
    let oneSided = 0;
    fc.assert(
      fc.property(anyPlay, anyPlaces, (play, places) => {
        const event = pricedMatch({ ...play, home: play.away + 2, minute: 80 + (play.minute % 11) });
        oneSided += [...event.markets.values()].filter((market) => market.oneSided === true).length;
        expectNone(event, places);
      }),
      { numRuns: 6 },
    );
    expect(oneSided).toBeGreaterThan(10);
  });

  it('of bets from before the match, at any time of it', () => {
    fc.assert(
      fc.property(anyPlay, anyPlaces, (play, places) => {
        const before = pricedMatch({ ...play, minute: 0 });
        const now = pricedMatch({ ...play, minute: Math.max(1, play.minute) });
        const grids = new Grids();
        const held = [...singlesOf(before), ...buildersOf(before, new Grids(), places)].filter(
          isAllOrNothing,
        );
        const sameAs = samenessOf(singlesOf(now), now, grids);
        for (const way of held) {
          const sale = saleOf(way, now, grids);
          const same = sale === undefined ? [] : sameAs(way);
          pairs += same.length;
          expect(same.filter((other) => (sale ?? 0n) > mostFor(way, other))).toEqual([]);
        }
      }),
      { numRuns: 8 },
    );
    expect(pairs).toBeGreaterThan(100);
  });
});

it('the part that is left of a builder is bought back as it is alone, at any price at which it was bought', () => {
  const event = pricedMatch({ homeMean: 1.6, awayMean: 1.1, minute: 0, home: 1, away: 0 });
  for (const odds of ['1.05', '2.50', '9.00']) {
    const part = { market: 'draw_no_bet', selection: '2' };
    const single: Way = {
      parts: [part],
      leg: { event: event.id, ...part, odds },
      oddsMilli: 1_000,
      isByHand: false,
    };
    const isVoid = {
      market: 'over_under',
      selection: 'over',
      line: '2.5',
      odds: null,
      outcome: 'void',
    } as const;
    const left: Way = {
      ...single,
      leg: {
        event: event.id,
        market: 'builder',
        selection: 'all',
        odds: '12.00',
        parts: [{ ...part, odds: null }, isVoid],
        subsets: ['1.00', odds, '2.00', '12.00'],
      },
    };
    expect(saleOf(left, event, new Grids())).toBe(saleOf(single, event, new Grids()));
  }
});

describe('one outcome has one price', () => {
  const oddsAt = (event: BoardEvent, market: string, selection: string, line = '') => {
    const on = event.markets.get(marketKey(market, line));
    return on?.oddsMilli[on.selections.indexOf(selection)];
  };
  const builderAt = (event: BoardEvent, ...picks: BuilderPick[]) => {
    const offer = new Builders().offer(event, picks, pricedAt);
    return offer.state === 'open' ? offer.oddsMilli : offer.state;
  };
  const pick = (market: string, selection: string, line = ''): BuilderPick => ({ market, selection, line });
  const before = pricedMatch({ homeMean: 1.6, awayMean: 1.1, minute: 0, home: 1, away: 0 });
  const second = pricedMatch({ homeMean: 1.6, awayMean: 1.1, minute: 46, home: 1, away: 0 });

  it('as half time and full time, and as its two results in a builder', () => {
    for (const half of ['1', 'X', '2']) {
      for (const full of ['1', 'X', '2']) {
        const builder = builderAt(before, pick('ht_1x2', half), pick('1x2', full));
        expect(builder).toBe(oddsAt(before, 'ht_ft', `${half}/${full}`));
      }
    }
  });

  it('as half time and full time once the half is known, and as the result', () => {
    for (const full of ['1', 'X', '2']) {
      expect(oddsAt(second, 'ht_ft', `1/${full}`)).toBe(oddsAt(second, '1x2', full));
    }
  });

  it('as an exact score, and as a builder that leaves only it', () => {
    const home = builderAt(before, pick('1x2', '1'), pick('over_under', 'under', '1.5'));
    expect(home).toBe(oddsAt(before, 'correct_score', '1-0'));
    const draw = builderAt(before, pick('btts', 'yes'), pick('over_under', 'under', '2.5'));
    expect(draw).toBe(oddsAt(before, 'correct_score', '1-1'));
  });

  it('as a handicap of half a goal, and as the winner or two of three results', () => {
    expect(oddsAt(before, 'asian_handicap', 'home', '-0.5')).toBe(oddsAt(before, '1x2', '1'));
    expect(oddsAt(before, 'asian_handicap', 'away', '-0.5')).toBe(oddsAt(before, 'double_chance', 'X2'));
    expect(oddsAt(before, 'asian_handicap', 'away', '0')).toBe(oddsAt(before, 'draw_no_bet', '2'));
  });

  it('as builders of different parts, where no selection has it', () => {
    const named = (names: readonly string[]) =>
      names.map((name) => {
        const [market = '', selection = '', line] = name.split(':');
        return pick(market, selection, line);
      });
    const others = [
      'over_under:over:1.5',
      'btts:yes:',
      'odd_even:odd:',
      'over_under:under:3.5',
      'ht_btts:no:',
    ];
    let met = 0;
    for (const forms of otherForms) {
      for (const other of others) {
        const prices = forms
          .map((names) => builderAt(before, ...named(names), ...named([other])))
          .filter((price) => typeof price === 'number');
        expect({ forms, other, prices: new Set(prices).size }).toMatchObject({
          prices: Math.min(1, prices.length),
        });
        met += Math.max(0, prices.length - 1);
      }
    }
    expect(met).toBeGreaterThan(30);
  });

  it('alone as a builder of one part', () => {
    for (const { oddsMilli, market, selection, line } of picksOf(before)) {
      expect(builderAt(before, { market, selection, line })).toBe(oddsMilli);
    }
  });

  it('also where a trader has fixed it for the selection', () => {
    const event = byHand(before, [...before.markets.keys()].indexOf('correct_score|'), [1.2]);
    const home = builderAt(event, pick('1x2', '1'), pick('over_under', 'under', '1.5'));
    expect(home).toBe(oddsAt(event, 'correct_score', '1-0'));
  });
});
