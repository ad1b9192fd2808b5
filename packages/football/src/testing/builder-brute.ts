import * as fc from 'fast-check';
import type { BuilderPart } from '../builder-parts.ts';
import { marketNames, markets } from '../markets.ts';
import { grade } from '../grade.ts';
import { type Grid, pairIndex } from '../grid.ts';
import type { GoalMeans } from '../scoring-rates.ts';
import { formatLine, parseLine } from '../line.ts';
import { legLineOf } from '../leg-line.ts';
import { liveGrid } from '../live-grid.ts';
import type { Outcome } from '../market.ts';
import type { Score } from '../score.ts';

/** Every pair of scores that the grid holds, with its chance. */
export function pairsOf(grid: Grid): { ht: Score; ft: Score; mass: number }[] {
  const pairs: { ht: Score; ft: Score; mass: number }[] = [];
  const columns = pairIndex(grid.awayMax + 1, 0);
  for (const ft of grid.scores) {
    for (const ht of grid.scores) {
      if (ht.home > ft.home || ht.away > ft.away) continue;
      const mass = grid.joint[pairIndex(ft.home, ht.home) * columns + pairIndex(ft.away, ht.away)] ?? 0;
      if (mass > 0) pairs.push({ ht, ft, mass });
    }
  }
  return pairs;
}

/** How a part ends on each of its lines: a quarter line is two, those next to it. */
function endsOf(part: BuilderPart, ht: Score, ft: Score): Outcome[] {
  const { market, selection, since } = part;
  const quarters = part.line === undefined ? 0 : (parseLine(part.line) ?? 0);
  const lines = quarters % 2 === 0 ? [part.line] : [formatLine(quarters - 1), formatLine(quarters + 1)];
  return lines.map((line) => {
    const outcome = grade(market, selection, line, { ht, ft }, since);
    if (outcome === 'unsettled') throw new Error('both scores are known');
    return outcome;
  });
}

/** The rule, word for word: with q parts on quarter lines 2^q components, each with the parts that won, or undefined when one lost. */
function wonsOf(ends: readonly (readonly Outcome[])[], set: number): (number | undefined)[] {
  let components: (number | undefined)[] = [0];
  for (const [part, each] of ends.entries()) {
    if ((set & (1 << part)) === 0) continue;
    components = components.flatMap((won) =>
      each.map((end) =>
        won === undefined || end === 'lose' ? undefined : end === 'win' ? won | (1 << part) : won,
      ),
    );
  }
  return components;
}

const subsetsOf = (whole: number): number[] =>
  Array.from({ length: whole + 1 }, (_, set) => set).filter((set) => (set & ~whole) === 0);

/** What is paid when exactly these parts won: their price, or that of any more of the parts if it is lower. */
export function paidFor(prices: readonly number[], won: number, whole: number): number {
  const above = subsetsOf(whole).filter((set) => (set & won) === won);
  return won === 0 ? (prices[0] ?? 1) : Math.min(...above.map((set) => prices[set] ?? Infinity));
}

/** The parts that won at a pair of scores, for each component; undefined when one lost. */
export function wonAt(parts: readonly BuilderPart[], ht: Score, ft: Score): (number | undefined)[] {
  const ends = parts.map((part) => endsOf(part, ht, ft));
  return wonsOf(ends, 2 ** parts.length - 1);
}

/** Whether a set has one part. */
const isPower = (set: number): boolean => set > 0 && (set & (set - 1)) === 0;

/**
 * Fair odds of each set of parts, by trying prices until a unit of stake comes back on average; at least those without one part
 * times the chance of that part.
 */
export function fairByTrying(grid: Grid, parts: readonly BuilderPart[]): number[] {
  const pairs = pairsOf(grid).map(({ ht, ft, mass }) => ({
    ends: parts.map((part) => endsOf(part, ht, ft)),
    mass,
  }));
  const fair = [1];
  for (let set = 1; set < 2 ** parts.length; set++) {
    // Chance by which parts won.
    const chances = new Map<number, number>();
    for (const { ends, mass } of pairs) {
      const wons = wonsOf(ends, set);
      for (const won of wons) {
        if (won !== undefined) chances.set(won, (chances.get(won) ?? 0) + mass / wons.length);
      }
    }
    const backAt = (price: number) => {
      const prices = [...fair, ...Array.from({ length: set - fair.length }, () => 1), price];
      return chances.entries().reduce((sum, [won, chance]) => sum + chance * paidFor(prices, won, set), 0);
    };
    if (!chances.has(set)) {
      fair.push(Infinity);
      continue;
    }
    let [low, high] = [1, 1e30];
    for (let step = 0; step < 100; step++) {
      const middle = Math.sqrt(low * high);
      if (backAt(middle) < 1) low = middle;
      else high = middle;
    }
    const cuts = subsetsOf(set).filter((less) => less > 0 && isPower(set & ~less));
    fair.push(Math.max(low, ...cuts.map((less) => (fair[less] ?? 0) / (fair[set & ~less] ?? Infinity))));
  }
  return fair;
}

const partIn = (names: readonly (typeof marketNames)[number][], isLine: (quarters: number) => boolean) =>
  fc.tuple(fc.constantFrom(...names), fc.nat(), fc.nat()).map(([market, one, other]): BuilderPart => {
    const { selections, lines } = markets[market];
    const selection = selections[one % selections.length] ?? '';
    const usable = lines.filter((line) => isLine(parseLine(line) ?? 0));
    const line = usable[other % Math.max(1, usable.length)];
    return line === undefined
      ? { market, selection }
      : { market, selection, line: legLineOf(market, selection, line) };
  });

const near = (quarters: number) => Math.abs(quarters) <= 14;

/** Any selection, on lines that matter. */
export const anyPart = partIn(marketNames, near);

/** Selections that never push: no draw no bet, half lines alone. */
export const plainPart = partIn(
  marketNames.filter((name) => name !== 'draw_no_bet'),
  (quarters) => near(quarters) && Math.abs(quarters) % 4 === 2,
);

const mean = fc.double({ min: 0.3, max: 3.5, noNaN: true });
const goals = fc.nat({ max: 2 });
const score = fc.record({ home: goals, away: goals });

/** A match before kick-off, in the first half or in the second: `ht` is known in the second only. */
export type Match = GoalMeans & { score: Score; ht?: Score | undefined; minute: number };

export const anyMatch: fc.Arbitrary<Match> = fc
  .record({
    homeMean: mean,
    awayMean: mean,
    rho: fc.double({ min: -0.15, max: 0.15, noNaN: true }),
    first: score,
    second: score,
    minute: fc.integer({ min: -60, max: 85 }),
  })
  .map(({ first, second, minute, ...means }): Match => {
    if (minute <= 0) return { ...means, score: { home: 0, away: 0 }, minute: 0 };
    if (minute < 45) return { ...means, score: first, minute };
    const at = { home: first.home + second.home, away: first.away + second.away };
    return { ...means, score: at, ht: first, minute };
  });

/** Its grid, apart from the match so that a failing test does not print it. */
export const gridOf = (match: Match): Grid => liveGrid(match, match);

/** A builder as it is struck on a match: handicaps count from the score, as far as their half is open. */
export const struckOn = ({ score: since, ht }: Match, parts: readonly BuilderPart[]): BuilderPart[] =>
  parts.map((part) =>
    part.market === 'asian_handicap' || (part.market === 'ht_asian_handicap' && ht === undefined)
      ? { ...part, since }
      : part,
  );
