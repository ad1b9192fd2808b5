import { knownHalf } from './builder-endings.ts';
import type { BuilderPart } from './builder-parts.ts';
import { FT_MOST, ftScores, ftWinners, HT_MOST, htScores } from './exposure-cells.ts';
import { type LegGrader, graderOf } from './grade.ts';
import type { Grid } from './grid.ts';
import type { Outcome } from './market.ts';
import { type Score, isWithin, shortestScores, winners } from './score.ts';

/** States of matches whose keys and endings are kept: those of each are up to 200 kB. */
const statesKept = 100;

type Period = LegGrader['period'];

/** What can still come of a match; which bets end alike depends on it alone. */
type State = {
  from: Score;
  half: Score | undefined;
  /** The scores of each period: at half time, at full time; of both, a half time and a full time for each pair of winners. */
  scores: Record<Period, readonly (readonly [ht: Score, ft: Score])[]>;
  keys: Map<string, readonly string[]>;
  ends: Map<string, LegEnds>;
};

const states = new Map<string, State>();
const stateOfGrid = new WeakMap<Grid, State>();

function stateOf(grid: Grid): State {
  const known = stateOfGrid.get(grid);
  if (known !== undefined) return known;
  const half = knownHalf(grid);
  const name = [grid.from, half].map((score) => score && `${score.home}-${score.away}`).join();
  const state = states.get(name) ?? newState(grid.from, half);
  states.delete(name);
  states.set(name, state);
  for (const oldest of states.keys()) {
    if (states.size <= statesKept) break;
    states.delete(oldest);
  }
  stateOfGrid.set(grid, state);
  return state;
}

function newState(from: Score, half: Score | undefined): State {
  const toCome = (scores: readonly Score[]) =>
    scores.filter((score) => isWithin(from, score)).map((score) => [half ?? score, score] as const);
  const both = shortestScores.flatMap((ht) => shortestScores.map((ft) => [ht, ft] as const));
  const scores = { ft: toCome(ftScores), ht: toCome(htScores), both };
  return { from, half, scores, keys: new Map(), ends: new Map() };
}

/**
 * What tells bets on one match apart: two of which a key is the same end alike at every score that can still come, however
 * unlikely, and with the same odds pay the same.
 * @param parts one selection, or those of a builder
 * @returns a key for each period whose score alone decides; none for a builder of which parts can be pushed while none is lost
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function outcomeKeys(grid: Grid, parts: readonly BuilderPart[]): readonly string[] {
  const state = stateOf(grid);
  const [only, ...others] = parts;
  if (only === undefined || others.length > 0) return keysOf(state, parts);
  return remembered(state.keys, only, () => keysOf(state, parts));
}

function remembered<V>(known: Map<string, V>, leg: BuilderPart, compute: () => V): V {
  const { market, selection, line = '', since } = leg;
  const name = [market, selection, line, since?.home ?? 0, since?.away ?? 0].join();
  const value = known.get(name) ?? compute();
  known.set(name, value);
  return value;
}

function keysOf(state: State, parts: readonly BuilderPart[]): string[] {
  const graders = parts.map(graderOf);
  const [period = 'ft', ...others] = new Set(graders.map((grader) => grader.period));
  if (state.half === undefined && others.length > 0) return mixedKeys(state, parts);
  const decides = state.half === undefined ? period : 'ft';
  return keyOf(
    decides,
    state.scores[decides].map(([ht, ft]) => endOf(graders, ht, ft)),
  );
}

/** How the whole ends; undefined for a builder that pays the price of fewer parts. */
function endOf(graders: readonly LegGrader[], ht: Score, ft: Score): Outcome | undefined {
  let end: Outcome | undefined;
  for (const grader of graders) {
    const outcome =
      grader.period === 'both' ? grader.of(ht, ft) : grader.of(grader.period === 'ht' ? ht : ft);
    if (graders.length === 1 || outcome === 'lose') return outcome;
    end = outcome === 'win' && (end === 'win' || grader === graders[0]) ? 'win' : undefined;
  }
  return end;
}

/** The outcomes at all scores of a period in order, equal neighbours as one; none where one is not known. */
function keyOf(period: Period, ends: readonly (Outcome | undefined)[]): string[] {
  const runs: string[] = [];
  let from = 0;
  for (let end = 0; end <= ends.length; end++) {
    if (end < ends.length && ends[end] === undefined) return [];
    if (ends[end] === ends[from]) continue;
    runs.push(`${end - from}${ends[from]}`);
    from = end;
  }
  return [`${period} ${runs.join(' ')}`];
}

/** How some parts of a builder end, joined by "or"; 0 when all win. A half outcome counts as a push. */
const PUSHED = 1;
const LOST = 2;

type EndsByPeriod = Record<Period, Uint8Array>;

const noEnds = (): EndsByPeriod => ({
  ft: new Uint8Array(side * side),
  ht: new Uint8Array(side * side),
  both: new Uint8Array(winners.length ** 2),
});

/** How a selection ends at each score of its period. */
export type LegEnds = {
  period: Period;
  at: Uint8Array;
  /** The scores at which it is not lost. */
  paid: readonly number[];
};

/**
 * Kept with the state of the match.
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function legEnds(grid: Grid, leg: BuilderPart): LegEnds {
  return endsOfLeg(stateOf(grid), leg);
}

function endsOfLeg(state: State, leg: BuilderPart): LegEnds {
  return remembered(state.ends, leg, () => {
    const grader = graderOf(leg);
    const scores = grader.period === 'both' ? state.scores.both : anyScores;
    const at = Uint8Array.from(scores, ([ht, ft]) => {
      const end = endOf([grader], ht, ft);
      return end === 'win' ? 0 : end === 'lose' ? LOST : PUSHED;
    });
    return { period: grader.period, at, paid: [...at.keys()].filter((place) => at[place] !== LOST) };
  });
}

function endsByPeriod(state: State, parts: readonly BuilderPart[]): EndsByPeriod {
  const ends = noEnds();
  for (const { period, at } of parts.map((part) => endsOfLeg(state, part))) {
    const table = ends[period];
    for (let place = 0; place < at.length; place++) table[place] = (table[place] ?? 0) | (at[place] ?? 0);
  }
  return ends;
}

/** How parts can end together where one score is given, joined by "or". */
const WON_THERE = 1;
const PUSHED_THERE = 2;
const LOST_THERE = 4;

const thereOf = (ends: number): number =>
  ends === 0 ? WON_THERE : ends === PUSHED ? PUSHED_THERE : LOST_THERE;

/** What can come of some parts once others have ended so. */
function withEnds(there: number, ends: number): number {
  if (there === 0 || ends === 0) return there;
  if ((ends & LOST) !== 0) return LOST_THERE;
  const isKept = (there & (WON_THERE | PUSHED_THERE)) !== 0;
  return (there & LOST_THERE) | (isKept ? PUSHED_THERE : 0);
}

const side = FT_MOST + 1;
const byWinner = () => winners.map(() => new Uint8Array(side * side));

/**
 * How parts can end at each score of each period; 0 at those that cannot come. Goes through the scores of each half alone, with what
 * the other half can be before or after it by its winner.
 */
function endsThere(state: State, parts: readonly BuilderPart[]): EndsByPeriod {
  const ends = endsByPeriod(state, parts);
  const earlier = earlierEnds(state, ends.ht);
  const later = laterEnds(state, ends.ft);
  const there = noEnds();
  for (let at = 0; at < side * side; at++) {
    const won = ftWinners[at] ?? 0;
    const ft = ends.ft[at] ?? 0;
    const ht = ends.ht[at] ?? 0;
    for (let half = 0; half < winners.length; half++) {
      if (!isToCome(state, at)) break;
      const both = half * winners.length + won;
      const found = withEnds(earlier[half]?.[at] ?? 0, ft | (ends.both[both] ?? 0));
      there.ft[at] = (there.ft[at] ?? 0) | found;
      there.both[both] = (there.both[both] ?? 0) | found;
    }
    for (let full = 0; full < winners.length; full++) {
      if (!isHalf(state, at)) break;
      const found = withEnds(later[full]?.[at] ?? 0, ht | (ends.both[won * winners.length + full] ?? 0));
      there.ht[at] = (there.ht[at] ?? 0) | found;
    }
  }
  return there;
}

const isToCome = ({ from }: State, at: number): boolean =>
  Math.floor(at / side) >= from.home && at % side >= from.away;

function isHalf({ from, half }: State, at: number): boolean {
  const home = Math.floor(at / side);
  const away = at % side;
  if (half !== undefined) return home === half.home && away === half.away;
  return home >= from.home && away >= from.away && home <= HT_MOST && away <= HT_MOST;
}

/** By the winner at half time and a score: how the half-time parts can end at half-time scores up to it. */
function earlierEnds(state: State, ends: Uint8Array): Uint8Array[] {
  const tables = byWinner();
  for (const [winner, table] of tables.entries()) {
    for (let at = 0; at < side * side; at++) {
      const own = ftWinners[at] === winner && isHalf(state, at) ? thereOf(ends[at] ?? 0) : 0;
      const before = at % side === 0 ? 0 : (table[at - 1] ?? 0);
      table[at] = own | before | (table[at - side] ?? 0);
    }
  }
  return tables;
}

/** By the winner at full time and a score: how the full-time parts can end at full-time scores from it on. */
function laterEnds(state: State, ends: Uint8Array): Uint8Array[] {
  const tables = byWinner();
  for (const [winner, table] of tables.entries()) {
    for (let at = side * side - 1; at >= 0; at--) {
      const own = ftWinners[at] === winner && isToCome(state, at) ? thereOf(ends[at] ?? 0) : 0;
      const after = at % side === side - 1 ? 0 : (table[at + 1] ?? 0);
      table[at] = own | after | (table[at + side] ?? 0);
    }
  }
  return tables;
}

/**
 * A builder over both halves can depend on one score all the same, or on the winners: half-time draw and away win is X/2.
 */
function mixedKeys(state: State, parts: readonly BuilderPart[]): string[] {
  const there = endsThere(state, parts);
  if (there.ft.some((found) => (found & PUSHED_THERE) !== 0)) return [];
  return periods
    .filter((period) => there[period].every((found) => found !== (WON_THERE | LOST_THERE)))
    .flatMap((period) =>
      keyOf(
        period,
        [...there[period]].flatMap((found) => (found === 0 ? [] : [found === WON_THERE ? 'win' : 'lose'])),
      ),
    );
}

/** How selections are related to a bet, by their places in the list that was given. */
type Related = {
  /** The bet is won at no score at which they are not, and lost at all at which they are. */
  implied: number[];
  /** The bet is won at all scores at which they are not lost. */
  implying: number[];
};

/**
 * Which selections follow from a bet, and from which it follows, at all scores that can still come.
 * @param parts of the bet
 * @param selections each as `legEnds` has it
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function relatedTo(
  grid: Grid,
  parts: readonly BuilderPart[],
  selections: readonly LegEnds[],
): Related {
  const there = endsThere(stateOf(grid), parts);
  const places = selections.entries().toArray();
  const paid = {
    ft: paidThere(there.ft),
    ht: paidThere(there.ht),
    both: paidThere(there.both),
  };
  const placesOf = (isIt: (leg: LegEnds) => boolean) =>
    places.filter(([, leg]) => isIt(leg)).map(([place]) => place);
  return {
    implied: placesOf(({ period, at }) =>
      paid[period].every((place) => ((there[period][place] ?? 0) & (notWhere[at[place] ?? 0] ?? 0)) === 0),
    ),
    implying: placesOf((leg) =>
      leg.paid.every((place) => ((there[leg.period][place] ?? 0) & ~WON_THERE) === 0),
    ),
  };
}

const paidThere = (there: Uint8Array): number[] =>
  [...there.keys()].filter((place) => ((there[place] ?? 0) & (WON_THERE | PUSHED_THERE)) !== 0);

/** How a bet does not end where a selection that follows from it is won, pushed or lost. */
const notWhere = [0, WON_THERE, WON_THERE | PUSHED_THERE];

const periods = ['ft', 'ht', 'both'] as const satisfies readonly Period[];
const anyScores = ftScores.map((score) => [score, score] as const);
