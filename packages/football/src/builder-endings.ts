import type { BuilderPart } from './builder-parts.ts';
import { FT_MOST, ftScores, ftWinners, HT_MOST } from './exposure-cells.ts';
import { graderOf } from './grade.ts';
import type { LegGrader } from './grade.ts';
import { pairIndex } from './grid.ts';
import type { Grid } from './grid.ts';
import type { Outcome } from './market.ts';
import { shortestScores, winnerIndex, winners } from './score.ts';
import type { Score } from './score.ts';

/**
 * One way in which all parts of a builder can end together, and its probability: sets of parts, bit i for part i. What
 * is in none of them is pushed.
 */
export type Ending = { won: number; halfWon: number; halfLost: number; lost: number; mass: number };

/** A push first: its digit is 0, so that the digits of an ending end with the last part that is not pushed. */
const order = ['push', 'win', 'half-win', 'half-lose', 'lose'] as const satisfies readonly Outcome[];
const ways = order.length;

/**
 * The ways in which the parts can end together, by the score grid. Each part is graded once per score of its period and
 * counts as a digit of a number; a pair of scores then adds two or three numbers. So the 4,000 to 50,000 pairs of a
 * match take tens of microseconds, and what follows works on some dozens of endings.
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function endingsOf(grid: Grid, parts: readonly BuilderPart[]): Ending[] {
  const masses = new Float64Array(ways ** parts.length);
  const codes = codesOf(parts.map(graderOf), grid.scores);
  if (codes.periods.size === 1) {
    const [table, values] = codes.periods.has('both')
      ? [codes.both, grid.winners]
      : codes.periods.has('ht')
        ? [codes.ht, grid.ht]
        : [codes.ft, grid.ft];
    for (const [index, mass] of values.entries()) add(masses, table[index] ?? 0, mass);
  } else {
    addJoint(masses, grid, codes);
  }
  const endings: Ending[] = [];
  for (let code = 0; code < masses.length; code++) {
    const mass = masses[code] ?? 0;
    if (mass > 0) endings.push(endingOf(code, mass));
  }
  return endings;
}

/** What each part adds to the number of an ending, by the full-time score, the half-time score, or both winners. */
type Codes = {
  periods: ReadonlySet<LegGrader['period']>;
  ft: Int32Array;
  ht: Int32Array;
  both: Int32Array;
};

function codesOf(graders: readonly LegGrader[], scores: readonly Score[]): Codes {
  const ft = new Int32Array(scores.length);
  const ht = new Int32Array(scores.length);
  const both = new Int32Array(winners.length ** 2);
  for (const [part, grader] of graders.entries()) {
    const digit = ways ** part;
    if (grader.period === 'both') {
      for (const [half, early] of shortestScores.entries()) {
        for (const [full, late] of shortestScores.entries()) {
          add(both, half * winners.length + full, digit * order.indexOf(grader.of(early, late)));
        }
      }
    } else {
      const table = grader.period === 'ft' ? ft : ht;
      for (const [index, score] of scores.entries())
        add(table, index, digit * order.indexOf(grader.of(score)));
    }
  }
  return { periods: new Set(graders.map(({ period }) => period)), ft, ht, both };
}

function addJoint(masses: Float64Array, { homeMax, awayMax, joint, scores }: Grid, codes: Codes): void {
  const width = awayMax + 1;
  const columns = pairIndex(width, 0);
  const winnersAt = Uint8Array.from(scores, winnerIndex);
  for (let home = 0; home <= homeMax; home++) {
    for (let early = 0; early <= home; early++) {
      const row = pairIndex(home, early) * columns;
      for (let away = 0; away <= awayMax; away++) {
        const full = home * width + away;
        const column = row + pairIndex(away, 0);
        for (let earlyAway = 0; earlyAway <= away; earlyAway++) {
          const mass = joint[column + earlyAway] ?? 0;
          if (mass === 0) continue;
          const half = early * width + earlyAway;
          const both = (winnersAt[half] ?? 0) * winners.length + (winnersAt[full] ?? 0);
          add(masses, (codes.ft[full] ?? 0) + (codes.ht[half] ?? 0) + (codes.both[both] ?? 0), mass);
        }
      }
    }
  }
}

function add(table: Float64Array | Int32Array, at: number, value: number): void {
  table[at] = (table[at] ?? 0) + value;
}

function endingOf(code: number, mass: number): Ending {
  const ending = { won: 0, halfWon: 0, halfLost: 0, lost: 0, mass };
  for (let rest = code, bit = 1; rest > 0; rest = Math.floor(rest / ways), bit <<= 1) {
    const outcome = order[rest % ways];
    if (outcome === 'win') ending.won |= bit;
    else if (outcome === 'half-win') ending.halfWon |= bit;
    else if (outcome === 'half-lose') ending.halfLost |= bit;
    else if (outcome === 'lose') ending.lost |= bit;
  }
  return ending;
}

/**
 * Every way in which the parts can end together from where the grid begins, however unlikely: over all scores that the
 * cells of an exposure tell apart. The grid leaves out what is rarer than about one in a million, so it cannot say that
 * something is impossible.
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function possibleEndings(grid: Grid, parts: readonly BuilderPart[]): Ending[] {
  const { from } = grid;
  const side = FT_MOST + 1;
  const codes = codesOf(parts.map(graderOf), ftScores);
  const known = knownHalf(grid);
  const least = known ?? from;
  const most = known ?? { home: HT_MOST, away: HT_MOST };
  const found = new Uint8Array(ways ** parts.length);
  for (let home = from.home; home <= FT_MOST; home++) {
    for (let away = from.away; away <= FT_MOST; away++) {
      const full = home * side + away;
      for (let early = least.home; early <= Math.min(home, most.home); early++) {
        for (let earlyAway = least.away; earlyAway <= Math.min(away, most.away); earlyAway++) {
          const half = early * side + earlyAway;
          const both = (ftWinners[half] ?? 0) * winners.length + (ftWinners[full] ?? 0);
          found[(codes.ft[full] ?? 0) + (codes.ht[half] ?? 0) + (codes.both[both] ?? 0)] = 1;
        }
      }
    }
  }
  return Array.from(
    found.keys().filter((code) => found[code] === 1),
    (code) => endingOf(code, 0),
  );
}

/** The half-time score when only one is left. */
function knownHalf(grid: Grid): Score | undefined {
  const open = grid.scores.filter((_, index) => (grid.ht[index] ?? 0) > 0);
  return open.length === 1 ? open[0] : undefined;
}
