import { fitOfEndings } from './builder.ts';
import { JoinedParts } from './builder-endings.ts';
import { type BuilderPart, PARTS_MOST, areRivals } from './builder-parts.ts';
import type { Grid } from './grid.ts';

/** Why a selection cannot be added to those that are picked: no score lets all of them win, or it follows from them. */
export type BuilderMark = 'impossible' | 'redundant';

/** What would be wrong with one more selection of a builder, by the judgement that its quote rests on. */
export class BuilderMarks {
  readonly #grid: Grid;
  readonly #picked: readonly BuilderPart[];
  /** By the places of the picked parts that stay: a rival of the candidate gives way to it. */
  readonly #joined = new Map<string, JoinedParts>();

  /** @param picked the parts there are */
  constructor(grid: Grid, picked: readonly BuilderPart[]) {
    this.#grid = grid;
    this.#picked = picked;
  }

  /**
   * The mark of a selection that is not picked yet.
   * @returns undefined where nothing is wrong with it, where it is picked already, and where there would be too many
   * @throws UnknownBet for a market, selection or line that does not exist
   */
  of(candidate: BuilderPart): BuilderMark | undefined {
    const isPicked = this.#picked.some(
      ({ market, selection, line }) =>
        market === candidate.market && selection === candidate.selection && line === candidate.line,
    );
    const others = this.#picked.filter((part) => !areRivals(part, candidate));
    if (isPicked || others.length === 0 || others.length >= PARTS_MOST) return undefined;
    const joined = this.#joinedOf(others);
    const fit = fitOfEndings(others.length + 1, joined.endingsWith(candidate), () =>
      joined.possibleWith(candidate),
    );
    if (fit.state === 'impossible') return 'impossible';
    return fit.state === 'redundant' && fit.parts.includes(others.length) ? 'redundant' : undefined;
  }

  #joinedOf(others: readonly BuilderPart[]): JoinedParts {
    const places = others.map((part) => this.#picked.indexOf(part)).join();
    const joined = this.#joined.get(places) ?? new JoinedParts(this.#grid, others);
    this.#joined.set(places, joined);
    return joined;
  }
}
