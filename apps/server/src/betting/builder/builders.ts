import {
  BUILDER_MARGIN,
  builderPrice,
  type BuilderMargin,
  type BuilderPrice,
} from '@touchline/football/builder';
import { BuilderMarks, type BuilderMark } from '@touchline/football/builder-marks';
import { partsText, type BuilderPart } from '@touchline/football/builder-parts';
import type { Grid } from '@touchline/football/grid';
import { legLineOf, marketLineOf } from '@touchline/football/leg-line';
import type { Score } from '@touchline/football/score';
import {
  type BoardEvent,
  type BoardMarket,
  Grids,
  type Hindrance,
  hindranceOf,
  marketKey,
} from '../../pricing/index.ts';
import type { BuilderPick } from './picks.ts';
import { countsFromBet } from './stored-parts.ts';
import { mapInSlices } from './slices.ts';

/** A part as the board offers it; without `on` there is no such market or selection on it. */
export type OfferedPart = BuilderPick & {
  on?: BoardMarket;
  oddsMilli: number;
  hindrance?: Hindrance | undefined;
  /** It is on sale alone, but the grid has no price for it together with others. */
  isApart: boolean;
};

/** What a builder costs now, with its parts in the order asked. */
export type BuilderOffer = { parts: readonly OfferedPart[] } & (
  | Extract<BuilderPrice, { state: 'open' | 'impossible' }>
  /** `redundant`: places of the parts that follow from the others. */
  | { state: 'redundant'; redundant: readonly number[] }
  | { state: 'closed' | 'suspended' | 'not_found' | 'apart' }
);

/** What would be wrong with a selection that is not picked yet. */
type MarkedPick = BuilderPick & { mark: BuilderMark };

/** Matches whose prices are kept: those of each are some 100 kB. */
const matchesKept = 64;
/** Prices kept of one picture of a match. */
const pricesKept = 500;

/** Sets of selections of one picture of a match whose marks are kept. */
const marksKept = 100;

type KeptPrices = {
  prices: Map<string, BuilderPrice>;
  marks: Map<string, Promise<readonly MarkedPick[]>>;
};

/**
 * Prices of several selections of one match together, from the score grid that prices the board. A grid and its prices are kept
 * until the match has moved: the board never changes an event, it replaces it.
 */
export class Builders {
  readonly #grids: Grids;
  readonly #marginOf: (event: BoardEvent) => BuilderMargin | undefined;
  readonly #kept = new Map<string, { event: BoardEvent } & KeptPrices>();

  /** @param options.marginOf the margin of builders on a match; undefined where none are offered */
  constructor({
    grids = new Grids(),
    marginOf = () => BUILDER_MARGIN,
  }: {
    grids?: Grids;
    marginOf?: (event: BoardEvent) => BuilderMargin | undefined;
  } = {}) {
    this.#grids = grids;
    this.#marginOf = marginOf;
  }

  /** @param picks in canonical order. @param now decides whether the match has kicked off */
  offer(event: BoardEvent, picks: readonly BuilderPick[], now: Date): BuilderOffer {
    const started = hasStarted(event, now);
    const parts = picks.map((pick) => offeredPart(event, pick, started));
    // One selection is a single: the margin of builders does not apply.
    const margin = parts.length === 1 ? BUILDER_MARGIN : this.#marginOf(event);
    const state = worstOf(parts) ?? (margin === undefined ? 'closed' : undefined);
    if (state !== undefined || margin === undefined) return { state: state ?? 'closed', parts };
    const price = this.#priceOf(event, parts, { since: started ? event.score : undefined, margin });
    if (price === undefined) return { state: 'apart', parts };
    if (price.state === 'unpriced') return { state: 'closed', parts };
    return price.state === 'redundant'
      ? { state: price.state, redundant: price.parts, parts }
      : { ...price, parts };
  }

  /**
   * The selections on sale that would be impossible or redundant together with some, judged as an offer with them would be. Nothing
   * where the picked ones make no bet themselves.
   * @param picks in canonical order. @param now decides whether the match has kicked off
   */
  async marks(event: BoardEvent, picks: readonly BuilderPick[], now: Date): Promise<readonly MarkedPick[]> {
    const grid = this.#grids.of(event);
    const { marks } = this.#keptOf(event);
    if (
      grid === undefined ||
      this.#marginOf(event) === undefined ||
      this.offer(event, picks, now).state !== 'open'
    ) {
      return [];
    }
    const started = hasStarted(event, now);
    const since = started ? event.score : undefined;
    const picked = picks.map((pick) => toPart(pick, since));
    const name = partsText(picked);
    const found =
      marks.get(name) ??
      markAll(grid, picked, {
        candidates: onSale(event, started),
        partOf: (pick) => toPart(pick, since),
      });
    if (marks.size < marksKept) marks.set(name, found);
    return found;
  }

  #keptOf(event: BoardEvent): KeptPrices {
    const before = this.#kept.get(event.id);
    this.#kept.delete(event.id);
    const known = before?.event === event ? before : { event, prices: new Map(), marks: new Map() };
    this.#kept.set(event.id, known);
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= matchesKept) break;
      this.#kept.delete(id);
    }
    return known;
  }

  #priceOf(
    event: BoardEvent,
    parts: readonly (BuilderPick & { oddsMilli: number })[],
    { since, margin }: { since: Score | undefined; margin: BuilderMargin },
  ): BuilderPrice | undefined {
    const grid = this.#grids.of(event);
    if (grid === undefined) return undefined;
    const { prices } = this.#keptOf(event);
    const asked = parts.map((part) => toPart(part, since));
    const name = `${margin.rate} ${margin.most} ${partsText(asked)}`;
    const own = parts.map(({ oddsMilli }) => oddsMilli);
    const found =
      prices.get(name) ?? builderPrice(grid, asked, { own, margin, ...this.#offersFor(event, asked) });
    if (prices.size < pricesKept) prices.set(name, found);
    return found;
  }

  /** The selections on offer that decide the price of several together: one that is the same bet does alone. */
  #offersFor(event: BoardEvent, asked: readonly BuilderPart[]) {
    if (asked.length === 1) return {};
    const same = this.#grids.sameOffers(event, asked);
    // The worst of them, as a trader may have fixed one.
    if (same.length > 0) return { same: Math.min(...same.map(({ oddsMilli }) => oddsMilli)) };
    return { bounds: this.#grids.boundsOf(event, asked) };
  }
}

const hasStarted = ({ kickOff }: BoardEvent, now: Date): boolean => kickOff.getTime() <= now.getTime();

/** The selections that can be combined now. */
const onSale = (event: BoardEvent, started: boolean): BuilderPick[] =>
  Array.from(event.markets.values()).flatMap(({ market, line, selections }) =>
    selections
      .map((selection) => ({ market, selection, line: legLineOf(market, selection, line) ?? '' }))
      .filter((pick) => {
        const { hindrance, isApart } = offeredPart(event, pick, started);
        return hindrance === undefined && !isApart;
      }),
  );

/** Judges one candidate after the other. */
const markAll = async (
  grid: Grid,
  picked: readonly BuilderPart[],
  { candidates, partOf }: { candidates: readonly BuilderPick[]; partOf: (pick: BuilderPick) => BuilderPart },
): Promise<MarkedPick[]> => {
  const every = new BuilderMarks(grid, picked);
  const marks = await mapInSlices(candidates, (pick) => ({ pick, mark: every.of(partOf(pick)) }));
  return marks.flatMap(({ pick, mark }) => (mark === undefined ? [] : [{ ...pick, mark }]));
};

const toPart = ({ market, selection, line }: BuilderPick, since: Score | undefined): BuilderPart => ({
  market,
  selection,
  ...(line !== '' && { line }),
  ...(since !== undefined && countsFromBet(market) && { since }),
});

const offeredPart = (event: BoardEvent, pick: BuilderPick, started: boolean): OfferedPart => {
  const on = event.markets.get(marketKey(pick.market, marketLineOf(pick.market, pick.selection, pick.line)));
  const oddsMilli = on?.oddsMilli[on.selections.indexOf(pick.selection)];
  if (!on || oddsMilli === undefined) {
    return { ...pick, oddsMilli: 0, hindrance: 'not_found', isApart: false };
  }
  const hindrance = hindranceOf(event, on, oddsMilli, started);
  return { ...pick, on, oddsMilli, hindrance, isApart: hindrance === undefined && on.byHand === true };
};

/** The first of these that any part has. */
const worstOf = (
  parts: readonly OfferedPart[],
): 'not_found' | 'closed' | 'suspended' | 'apart' | undefined => {
  const found = (['not_found', 'closed', 'suspended'] as const).find((state) =>
    parts.some(({ hindrance }) => hindrance === state),
  );
  return found ?? (parts.some(({ isApart }) => isApart) ? 'apart' : undefined);
};
