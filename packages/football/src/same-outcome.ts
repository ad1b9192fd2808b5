import { knownHalf } from './builder-endings.ts';
import type { BuilderPart } from './builder-parts.ts';
import { FT_MOST, ftScores, ftWinners, HT_MOST, htScores } from './exposure-cells.ts';
import { graderOf } from './grade.ts';
import type { LegGrader } from './grade.ts';
import type { Grid } from './grid.ts';
import type { Outcome } from './market.ts';
import { isWithin, shortestScores, winners } from './score.ts';
import type { Score } from './score.ts';

/** States of matches whose keys are kept: those of each are some 30 kB. */
const statesKept = 100;

type Period = LegGrader['period'];

/** What can still come of a match; which bets end alike depends on it alone. */
type State = {
  from: Score;
  half: Score | undefined;
  /** The scores of each period: at half time, at full time; of both, a half time and a full time for each pair of winners. */
  scores: Record<Period, readonly (readonly [ht: Score, ft: Score])[]>;
  keys: Map<string, readonly string[]>;
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
  return { from, half, scores: { ft: toCome(ftScores), ht: toCome(htScores), both }, keys: new Map() };
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
  const { market, selection, line = '', since } = only;
  const name = [market, selection, line, since?.home ?? 0, since?.away ?? 0].join();
  const keys = state.keys.get(name) ?? keysOf(state, parts);
  state.keys.set(name, keys);
  return keys;
}

function keysOf(state: State, parts: readonly BuilderPart[]): string[] {
  const graders = parts.map(graderOf);
  const [period = 'ft', ...others] = new Set(graders.map((grader) => grader.period));
  if (state.half === undefined && others.length > 0) return mixedKeys(state, graders);
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

/** How some parts of a builder end, joined by "or"; 0 when all win. */
const PUSHED = 1;
const LOST = 2;

function endsOfParts(
  graders: readonly LegGrader[],
  period: Period,
  scores: readonly (readonly [ht: Score, ft: Score])[],
): Uint8Array {
  const own = graders.filter((grader) => grader.period === period);
  return Uint8Array.from(scores, ([ht, ft]) =>
    own.reduce((ends, grader) => {
      const end = endOf([grader], ht, ft);
      return ends | (end === 'win' ? 0 : end === 'lose' ? LOST : PUSHED);
    }, 0),
  );
}

/**
 * A builder over both halves can depend on one score all the same, or on the winners: half-time draw and away win is X/2.
 * Goes through the pairs of scores until neither can be.
 */
function mixedKeys({ from, scores }: State, graders: readonly LegGrader[]): string[] {
  const ends = {
    ft: endsOfParts(graders, 'ft', anyScores),
    ht: endsOfParts(graders, 'ht', anyScores),
    both: endsOfParts(graders, 'both', scores.both),
  };
  const deciding = new Map<Period, (Outcome | undefined)[]>(periods.map((period) => [period, []]));
  for (const [full, { home, away }] of ftScores.entries()) {
    for (let early = from.home; early <= Math.min(home, HT_MOST); early++) {
      for (let earlyAway = from.away; earlyAway <= Math.min(away, HT_MOST); earlyAway++) {
        const half = early * (FT_MOST + 1) + earlyAway;
        const both = (ftWinners[half] ?? 0) * winners.length + (ftWinners[full] ?? 0);
        const end = (ends.ft[full] ?? 0) | (ends.ht[half] ?? 0) | (ends.both[both] ?? 0);
        if (end === PUSHED) return [];
        const outcome = end === 0 ? 'win' : 'lose';
        const place = { ft: full, ht: half, both };
        for (const [period, found] of deciding) {
          const at = place[period];
          if ((found[at] ?? outcome) !== outcome) deciding.delete(period);
          found[at] = outcome;
        }
        if (deciding.size === 0) return [];
      }
    }
  }
  return [...deciding].flatMap(([period, found]) =>
    keyOf(
      period,
      found.filter((outcome) => outcome !== undefined),
    ),
  );
}

const periods = ['ft', 'ht', 'both'] as const satisfies readonly Period[];
const anyScores = ftScores.map((score) => [score, score] as const);
