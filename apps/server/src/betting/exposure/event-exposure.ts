import { BUILDER } from '@touchline/football/builder-parts';
import { CELL_COUNT } from '@touchline/football/exposure-cells';
import type { Outcome } from '@touchline/football/market';
import { worstByCell, type Reached } from '@touchline/football/worst-case';
import { outcomes, type KnownLeg, type LegBook } from './legs.ts';
import { addCells, addTo, lossOf, mostOf, none, timesOf, type Sums, type Totals } from './totals.ts';

/** The most that may be lost, in minor units: on the event, on any one market of it, on any one selection. */
export type Limits = { event: number; market: number; selection: number };

/** The capacity below the limits for a leg, by its outcome; negative where a limit is passed. */
export type Room = Readonly<Record<Outcome, number>>;

/** The totals of an event against limits. */
export type EventExposure = {
  /** Whether the totals stay within the limits with these sums added to the leg. An outcome at which they cost nothing always fits. */
  fits(name: string, sums: Sums): boolean;
  /** The most that the leg may cost, by its outcome. */
  room(name: string): Room;
  /**
   * The worst case of the event, of its worst market, of its worst selection; no less than the floor, and not counted where
   * there is no limit.
   */
  worst(floor?: Limits): Limits;
  /** Adds to a leg, or takes off it. */
  add(name: string, sums: Sums, times?: number): void;
  /** Updates the score: outcomes that it excludes no longer count. */
  reach(reached: Reached | undefined): void;
};

/**
 * An event or a market in it. `bound` is never below its worst case, so that far from the limit a comparison is enough;
 * near it the cells are counted.
 */
type Scope = { limit: number; bound: number; names: Set<string>; cells?: Float64Array; worst?: Float64Array };

const nothing: Limits = { event: -Infinity, market: 0, selection: 0 };

/** The market that all builders of an event are counted in. */
const builders = `${BUILDER}|`;

/** A scope in which so many orders more would fit is far from its limit. */
const ordersFar = 32;

const scopeOf = (limit: number): Scope => ({ limit, bound: 0, names: new Set() });

/** @param totals of the event; they are changed in place */
export const createEventExposure = (
  legs: LegBook,
  limits: Limits,
  totals: Totals,
  reachedSoFar?: Reached,
): EventExposure => {
  let reached = reachedSoFar;
  const event = scopeOf(limits.event);
  const markets = new Map<string, Scope>();
  const selections = new Map<string, number>();

  const marketOf = (known: KnownLeg): Scope => {
    const found = markets.get(known.market) ?? scopeOf(limits.market);
    markets.set(known.market, found);
    return found;
  };

  const enter = (name: string): KnownLeg => {
    const known = legs(name);
    event.names.add(name);
    marketOf(known).names.add(name);
    return known;
  };

  for (const [name, sums] of totals) {
    const { selection } = enter(name);
    selections.set(selection, (selections.get(selection) ?? 0) + lossOf(sums, 'win'));
  }
  for (const scope of [event, ...markets.values()]) {
    if (scope.names.size > 0) scope.bound = Infinity;
  }

  let open: Float64Array | undefined;
  /**
   * All legs of a market depend on the same kind of cell: each cell counts as long as the score still allows
   * it. Builders depend on any, as a whole event does.
   */
  const onlyOpen = (): ((minor: number, cell: number) => number) => {
    const cells = (open ??= worstByCell(new Float64Array(CELL_COUNT), reached));
    return (minor, cell) => minor + (cells[cell] ?? 0);
  };

  /** The worst case by cell; the cells are kept and follow every change from then on. */
  const worstOf = (scope: Scope): Float64Array => {
    if (scope.worst) return scope.worst;
    if (!scope.cells) {
      scope.cells = new Float64Array(CELL_COUNT);
      for (const name of scope.names) {
        const sums = totals.get(name);
        if (sums) addCells(scope.cells, legs(name), sums);
      }
    }
    const isMixed = scope === event || scope === markets.get(builders);
    const worst = isMixed ? worstByCell(scope.cells, reached) : scope.cells.map(onlyOpen());
    scope.worst = worst;
    scope.bound = worst.reduce((a, b) => Math.max(a, b));
    return worst;
  };

  const roomIn = (scope: Scope, { from, ends }: KnownLeg, outcome: Outcome): number => {
    const worst = worstOf(scope);
    const wanted = outcomes.indexOf(outcome);
    let most = -Infinity;
    for (let i = 0; i < ends.length; i++) {
      if (ends[i] === wanted) most = Math.max(most, worst[from + i] ?? -Infinity);
    }
    return scope.limit - most;
  };

  const fitsIn = (scope: Scope, known: KnownLeg, sums: Sums): boolean => {
    const most = mostOf(sums);
    if (scope.bound + most <= scope.limit) return true;
    const fits = outcomes.every((outcome) => {
      const loss = lossOf(sums, outcome);
      return loss <= 0 || loss <= roomIn(scope, known, outcome);
    });
    // Far from the limit the cells need not be kept up to date.
    if (scope.bound + most * ordersFar <= scope.limit) {
      delete scope.cells;
      delete scope.worst;
    }
    return fits;
  };

  const fitsSelection = ({ selection }: KnownLeg, sums: Sums): boolean => {
    const loss = lossOf(sums, 'win');
    return loss <= 0 || (selections.get(selection) ?? 0) + loss <= limits.selection;
  };

  const scopesOf = (known: KnownLeg): Scope[] =>
    [event, marketOf(known)].filter(({ limit }) => limit !== Infinity);

  return {
    fits: (name, sums) => {
      const known = legs(name);
      return fitsSelection(known, sums) && fitsIn(event, known, sums) && fitsIn(marketOf(known), known, sums);
    },
    room: (name) => {
      const known = legs(name);
      const scopes = scopesOf(known);
      const of = (outcome: Outcome): number =>
        Math.min(Infinity, ...scopes.map((scope) => roomIn(scope, known, outcome)));
      const bySelection = limits.selection - (selections.get(known.selection) ?? 0);
      return {
        win: Math.min(of('win'), bySelection),
        'half-win': of('half-win'),
        push: of('push'),
        'half-lose': of('half-lose'),
        lose: of('lose'),
      };
    },
    worst: (floor = nothing) => {
      const most = (scope: Scope, least: number): number => {
        if (scope.limit === Infinity) return least;
        // Usually no leg comes near: then nothing is computed.
        const atMost = scope.names.values().reduce((sum, name) => sum + mostOf(totals.get(name) ?? none), 0);
        return atMost <= least ? least : worstOf(scope).reduce((a, b) => Math.max(a, b), least);
      };
      return {
        event: most(event, floor.event),
        market: markets.values().reduce((worst, scope) => most(scope, worst), Math.max(0, floor.market)),
        selection: selections
          .values()
          .reduce((worst, loss) => Math.max(worst, loss), Math.max(0, floor.selection)),
      };
    },
    add: (name, sums, times = 1) => {
      const known = enter(name);
      const change = times === 1 ? sums : timesOf(sums, times);
      addTo(totals, name, change);
      const win = lossOf(change, 'win');
      selections.set(known.selection, (selections.get(known.selection) ?? 0) + win);
      const most = mostOf(change);
      for (const scope of scopesOf(known)) {
        scope.bound += most;
        if (scope.cells) addCells(scope.cells, known, change);
        delete scope.worst;
      }
    },
    reach: (next) => {
      reached = next;
      open = undefined;
      for (const scope of [event, ...markets.values()]) {
        scope.bound = Infinity;
        delete scope.worst;
      }
    },
  };
};
