import { expectedBuilderFactor, type BuilderBounds } from '@touchline/football/builder';
import { partsText, type BuilderPart } from '@touchline/football/builder-parts';
import { returnsOf, type Returns } from '@touchline/football/fair-value';
import type { Leg } from '@touchline/football/grade';
import { marketOf } from '@touchline/football/markets';
import type { Grid } from '@touchline/football/grid';
import { offeredLeg } from '@touchline/football/mass';
import { legEnds, outcomeKeys, relatedTo, type LegEnds } from '@touchline/football/same-outcome';
import type { BoardEvent, BoardMarket } from './board/board.ts';
import { fairGrid } from './fair-grid.ts';

/** Matches whose grids are kept: each grid is some 40 kB, and its values up to as much again. */
const matchesKept = 256;
/** Values of legs, and of builders, kept of one picture of a match: it has some 300 selections. */
const valuesKept = 500;

/** A selection that can be bought now. */
type OfferedSelection = { on: BoardMarket; oddsMilli: number };

/** All that can be bought of a match. */
type Offers = {
  /** By what tells bets apart. */
  byKey: ReadonlyMap<string, readonly OfferedSelection[]>;
  all: readonly (OfferedSelection & { leg: Leg })[];
  /** How each of all ends, found once a builder is priced. */
  ends?: readonly LegEnds[];
};

type Known = {
  event: BoardEvent;
  grid: Grid | undefined;
  offers?: Offers;
  returns: Map<string, Returns>;
  builders: Map<string, number>;
};

/** Computes a value the first time, and keeps it while there is room. */
const remembered = <V>(values: Map<string, V>, name: string, compute: () => V): V => {
  const value = values.get(name) ?? compute();
  if (values.size < valuesKept) values.set(name, value);
  return value;
};

/**
 * The score grids behind what is sold and bought back, and what bets are worth by them. Each is computed once for a picture of a
 * match: the board never changes an event, it replaces it.
 */
export class Grids {
  readonly #kept = new Map<string, Known>();

  #knownOf(event: BoardEvent): Known {
    const before = this.#kept.get(event.id);
    this.#kept.delete(event.id);
    const known =
      before?.event === event
        ? before
        : { event, grid: fairGrid(event), returns: new Map(), builders: new Map() };
    this.#kept.set(event.id, known);
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= matchesKept) break;
      this.#kept.delete(id);
    }
    return known;
  }

  /** The grid of a match now, without margin; undefined when it has no prices or is over. */
  of(event: BoardEvent): Grid | undefined {
    return this.#knownOf(event).grid;
  }

  /** What a leg returns on average; undefined where there is no grid. */
  returnsOf(event: BoardEvent, { market, selection, line, since }: Leg): Returns | undefined {
    const { grid, returns } = this.#knownOf(event);
    if (grid === undefined) return undefined;
    const name = `${market}|${selection}|${line ?? ''}|${since?.home ?? ''}|${since?.away ?? ''}`;
    return remembered(returns, name, () => returnsOf(grid, { market, selection, line, since }));
  }

  /**
   * The average factor of a builder; undefined where there is no grid.
   * @param subsets the price of each set of its parts
   * @param voided places of parts that are void
   */
  builderFactor(
    event: BoardEvent,
    parts: readonly BuilderPart[],
    { subsets, voided }: { subsets: readonly number[]; voided: ReadonlySet<number> },
  ): number | undefined {
    const { grid, builders } = this.#knownOf(event);
    if (grid === undefined) return undefined;
    const name = `${partsText(parts)} ${subsets.join()} ${[...voided].join()}`;
    return remembered(builders, name, () => expectedBuilderFactor(grid, parts, subsets, voided));
  }

  /**
   * The selections on offer that end as a bet does at every score that can still come; none where there is no grid.
   * @param parts one selection, or those of a builder
   */
  sameOffers(event: BoardEvent, parts: readonly BuilderPart[]): readonly OfferedSelection[] {
    const known = this.#knownOf(event);
    const { grid } = known;
    if (grid === undefined) return [];
    const keys = outcomeKeys(grid, parts);
    if (keys.length === 0) return [];
    const { byKey } = (known.offers ??= offersOf(event, grid));
    return [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];
  }

  /**
   * The selections on offer that bound the price of a builder; undefined where there is no grid.
   * @param parts those of the builder
   */
  boundsOf(event: BoardEvent, parts: readonly BuilderPart[]): BuilderBounds | undefined {
    const known = this.#knownOf(event);
    const { grid } = known;
    if (grid === undefined) return undefined;
    const offers = (known.offers ??= offersOf(event, grid));
    const { all } = offers;
    const ends = (offers.ends ??= all.map(({ leg }) => legEnds(grid, leg)));
    const { implied, implying } = relatedTo(grid, parts, ends);
    const at = (places: readonly number[]) => places.flatMap((place) => all.slice(place, place + 1));
    return {
      // What a trader has fixed for one market may be above its fair price.
      implied: at(implied).flatMap(({ on, oddsMilli, leg }) => {
        const returns = on.byHand === true ? undefined : this.returnsOf(event, leg);
        return returns === undefined ? [] : [{ oddsMilli, fair: (1 - returns.returned) / returns.won }];
      }),
      implying: at(implying).map(({ oddsMilli }) => oddsMilli),
    };
  }
}

const offersOf = (event: BoardEvent, grid: Grid): Offers => {
  const byKey = new Map<string, OfferedSelection[]>();
  const all: Offers['all'][number][] = [];
  for (const on of event.markets.values()) {
    const market = marketOf(on.market);
    if (on.state !== 'open' || market === undefined) continue;
    for (const [index, selection] of on.selections.entries()) {
      const oddsMilli = on.oddsMilli[index] ?? 0;
      if (oddsMilli === 0) continue;
      const leg = offeredLeg(grid, market, selection, on.line === '' ? undefined : on.line);
      const offered = { on, oddsMilli, leg };
      all.push(offered);
      for (const key of outcomeKeys(grid, [leg])) {
        const same = byKey.get(key) ?? [];
        same.push(offered);
        byKey.set(key, same);
      }
    }
  }
  return { byKey, all };
};
