import type { BuilderPart } from './builder-parts.ts';
import { FT_MOST, ftScores, ftWinners, HT_MOST } from './exposure-cells.ts';
import { type LegGrader, graderOf } from './grade.ts';
import { type Grid, pairIndex } from './grid.ts';
import type { Outcome } from './market.ts';
import { type Score, shortestScores, winnerIndex, winners } from './score.ts';

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
    eachPair(grid, (full, half, both, mass) => {
      add(masses, (codes.ft[full] ?? 0) + (codes.ht[half] ?? 0) + (codes.both[both] ?? 0), mass);
    });
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
  const tables = { ft, ht, both };
  for (const [part, grader] of graders.entries()) {
    for (const [index, digit] of digitsOf(grader, scores).entries())
      add(tables[grader.period], index, digit * ways ** part);
  }
  return { periods: new Set(graders.map(({ period }) => period)), ...tables };
}

/** Full time, half time and both winners of a pair of scores, by their places in `Codes`, and its probability. */
type Visit = (full: number, half: number, both: number, mass: number) => void;

/** Goes through the pairs of scores that the grid holds. */
function eachPair({ homeMax, awayMax, joint, scores }: Grid, visit: Visit): void {
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
          visit(full, half, both, mass);
        }
      }
    }
  }
}

/** Goes through the pairs of `ftScores` that can still come, however unlikely. */
function eachPossiblePair(grid: Grid, visit: Visit): void {
  const { from } = grid;
  const side = FT_MOST + 1;
  const known = knownHalf(grid);
  const least = known ?? from;
  const most = known ?? { home: HT_MOST, away: HT_MOST };
  for (let home = from.home; home <= FT_MOST; home++) {
    for (let away = from.away; away <= FT_MOST; away++) {
      const full = home * side + away;
      for (let early = least.home; early <= Math.min(home, most.home); early++) {
        for (let earlyAway = least.away; earlyAway <= Math.min(away, most.away); earlyAway++) {
          const half = early * side + earlyAway;
          const both = (ftWinners[half] ?? 0) * winners.length + (ftWinners[full] ?? 0);
          visit(full, half, both, 1);
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
  const codes = codesOf(parts.map(graderOf), ftScores);
  const found = new Uint8Array(ways ** parts.length);
  eachPossiblePair(grid, (full, half, both) => {
    found[(codes.ft[full] ?? 0) + (codes.ht[half] ?? 0) + (codes.both[both] ?? 0)] = 1;
  });
  return Array.from(
    found.keys().filter((code) => found[code] === 1),
    (code) => endingOf(code, 0),
  );
}

/** The half-time score when only one is left. */
export function knownHalf(grid: Grid): Score | undefined {
  const open = grid.scores.filter((_, index) => (grid.ht[index] ?? 0) > 0);
  return open.length === 1 ? open[0] : undefined;
}

/** The probability of an ending by the full-time score, the half-time score, and both winners. */
type ByScore = Record<LegGrader['period'], Float64Array>;

/**
 * Parts that others are joined to one at a time, as for the marks of all selections of a match. The pairs of scores are gone through
 * once: one more part depends on the score of its period alone.
 */
export class JoinedParts {
  readonly #grid: Grid;
  readonly #parts: readonly BuilderPart[];
  readonly #likely: ReadonlyMap<number, ByScore>;
  #possible: ReadonlyMap<number, ByScore> | undefined;

  /** @throws UnknownBet for a market, selection or line that does not exist */
  constructor(grid: Grid, parts: readonly BuilderPart[]) {
    this.#grid = grid;
    this.#parts = parts;
    this.#likely = tablesOf(parts, grid.scores, (visit) => eachPair(grid, visit));
  }

  /** `endingsOf` the parts and one more, which is the last. */
  endingsWith(part: BuilderPart): Ending[] {
    return joined(this.#likely, this.#parts.length, graderOf(part), this.#grid.scores);
  }

  /** `possibleEndings` of the parts and one more, which is the last. */
  possibleWith(part: BuilderPart): Ending[] {
    this.#possible ??= tablesOf(this.#parts, ftScores, (visit) => eachPossiblePair(this.#grid, visit));
    return joined(this.#possible, this.#parts.length, graderOf(part), ftScores);
  }
}

/** How probable each ending of the parts is at each score, by the number of the ending. */
function tablesOf(
  parts: readonly BuilderPart[],
  scores: readonly Score[],
  each: (visit: Visit) => void,
): Map<number, ByScore> {
  const codes = codesOf(parts.map(graderOf), scores);
  const tables = new Map<number, ByScore>();
  each((full, half, both, mass) => {
    const code = (codes.ft[full] ?? 0) + (codes.ht[half] ?? 0) + (codes.both[both] ?? 0);
    let table = tables.get(code);
    if (table === undefined) {
      const of = (size: number) => new Float64Array(size);
      table = { ft: of(scores.length), ht: of(scores.length), both: of(winners.length ** 2) };
      tables.set(code, table);
    }
    add(table.ft, full, mass);
    add(table.ht, half, mass);
    add(table.both, both, mass);
  });
  return tables;
}

function joined(
  tables: ReadonlyMap<number, ByScore>,
  place: number,
  grader: LegGrader,
  scores: readonly Score[],
): Ending[] {
  const digits = digitsOf(grader, scores);
  const endings: Ending[] = [];
  for (const [code, table] of tables) {
    const masses = new Float64Array(ways);
    for (const [index, mass] of table[grader.period].entries()) add(masses, digits[index] ?? 0, mass);
    for (const [digit, mass] of masses.entries()) {
      if (mass > 0) endings.push(endingOf(code + digit * ways ** place, mass));
    }
  }
  return endings;
}

/** How a part ends at each score of its period, as a digit. */
function digitsOf(grader: LegGrader, scores: readonly Score[]): Uint8Array {
  if (grader.period !== 'both') return Uint8Array.from(scores, (score) => order.indexOf(grader.of(score)));
  return Uint8Array.from(
    shortestScores.flatMap((early) => shortestScores.map((late) => order.indexOf(grader.of(early, late)))),
  );
}
