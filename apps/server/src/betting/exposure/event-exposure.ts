import { BUILDER } from '@touchline/football/builder-parts';
import { CELL_COUNT } from '@touchline/football/exposure-cells';
import type { Outcome } from '@touchline/football/market';
import { worstByCell, type Reached } from '@touchline/football/worst-case';
import { outcomes, type KnownLeg, type LegBook } from './legs.ts';
import { addCells, addTo, lossOf, mostOf, none, timesOf, type LegSums, type Totals } from './totals.ts';

/** The most that may be lost, in minor units: on the event, on any one market of it, on any one selection. */
export type Limits = { event: number; market: number; selection: number };

/** The capacity below the limits for a leg, by its outcome; negative where a limit is passed. */
export type Room = Readonly<Record<Outcome, number>>;

/**
 * An event or a market in it. `bound` is never below its worst case, so that far from the limit a comparison is enough;
 * near it the cells are counted.
 */
type Scope = { limit: number; bound: number; names: Set<string>; cells?: Float64Array; worst?: Float64Array };

const nothing: Limits = { event: -Infinity, market: 0, selection: 0 };

/** The market that all builders of an event are counted in. */
const builders = `${BUILDER}|`;

/** A scope with room for this number of further orders is far from its limit. */
const ordersFar = 32;

const scopeOf = (limit: number): Scope => ({ limit, bound: 0, names: new Set() });

/** The possible losses of an event against limits. */
export class EventRisk {
  readonly #legs: LegBook;
  readonly #limits: Limits;
  readonly #totals: Totals;
  readonly #event: Scope;
  readonly #markets = new Map<string, Scope>();
  readonly #selections = new Map<string, number>();
  #reached: Reached | undefined;
  #open: Float64Array | undefined;

  /** @param totals of the event; they are changed in place */
  constructor(legs: LegBook, limits: Limits, totals: Totals, reached?: Reached) {
    this.#legs = legs;
    this.#limits = limits;
    this.#totals = totals;
    this.#event = scopeOf(limits.event);
    this.#reached = reached;
    for (const [name, sums] of totals) {
      const { selection } = this.#enter(name);
      this.#selections.set(selection, (this.#selections.get(selection) ?? 0) + lossOf(sums, 'win'));
    }
    for (const scope of [this.#event, ...this.#markets.values()]) {
      if (scope.names.size > 0) scope.bound = Infinity;
    }
  }

  /** Whether the totals stay within the limits with these sums added to the leg. An outcome at which they cost nothing always fits. */
  fits(name: string, sums: LegSums): boolean {
    const known = this.#legs(name);
    return (
      this.#fitsSelection(known, sums) &&
      this.#fitsIn(this.#event, known, sums) &&
      this.#fitsIn(this.#marketOf(known), known, sums)
    );
  }

  /** The most that the leg may cost, by its outcome. */
  room(name: string): Room {
    const known = this.#legs(name);
    const scopes = this.#scopesOf(known);
    const of = (outcome: Outcome): number =>
      Math.min(Infinity, ...scopes.map((scope) => this.#roomIn(scope, known, outcome)));
    const bySelection = this.#limits.selection - (this.#selections.get(known.selection) ?? 0);
    return {
      win: Math.min(of('win'), bySelection),
      'half-win': of('half-win'),
      push: of('push'),
      'half-lose': of('half-lose'),
      lose: of('lose'),
    };
  }

  /**
   * The worst case of the event, of its worst market, of its worst selection; no less than the floor, and not counted where
   * there is no limit.
   */
  worst(floor: Limits = nothing): Limits {
    return {
      event: this.#worstIn(this.#event, floor.event),
      market: this.#markets
        .values()
        .reduce((worst, scope) => this.#worstIn(scope, worst), Math.max(0, floor.market)),
      selection: this.#selections
        .values()
        .reduce((worst, loss) => Math.max(worst, loss), Math.max(0, floor.selection)),
    };
  }

  /** Adds to a leg, or takes off it. */
  add(name: string, sums: LegSums, times = 1): void {
    const known = this.#enter(name);
    const change = times === 1 ? sums : timesOf(sums, times);
    addTo(this.#totals, name, change);
    const win = lossOf(change, 'win');
    this.#selections.set(known.selection, (this.#selections.get(known.selection) ?? 0) + win);
    const most = mostOf(change);
    for (const scope of this.#scopesOf(known)) {
      scope.bound += most;
      if (scope.cells) addCells(scope.cells, known, change);
      delete scope.worst;
    }
  }

  /** Updates the score: outcomes that it excludes no longer count. */
  reach(reached: Reached | undefined): void {
    this.#reached = reached;
    this.#open = undefined;
    for (const scope of [this.#event, ...this.#markets.values()]) {
      scope.bound = Infinity;
      delete scope.worst;
    }
  }

  #marketOf(known: KnownLeg): Scope {
    const found = this.#markets.get(known.market) ?? scopeOf(this.#limits.market);
    this.#markets.set(known.market, found);
    return found;
  }

  #enter(name: string): KnownLeg {
    const known = this.#legs(name);
    this.#event.names.add(name);
    this.#marketOf(known).names.add(name);
    return known;
  }

  #scopesOf(known: KnownLeg): Scope[] {
    return [this.#event, this.#marketOf(known)].filter(({ limit }) => limit !== Infinity);
  }

  #fitsSelection({ selection }: KnownLeg, sums: LegSums): boolean {
    const loss = lossOf(sums, 'win');
    return loss <= 0 || (this.#selections.get(selection) ?? 0) + loss <= this.#limits.selection;
  }

  #fitsIn(scope: Scope, known: KnownLeg, sums: LegSums): boolean {
    const most = mostOf(sums);
    if (scope.bound + most <= scope.limit) return true;
    const fits = outcomes.every((outcome) => {
      const loss = lossOf(sums, outcome);
      return loss <= 0 || loss <= this.#roomIn(scope, known, outcome);
    });
    // Far from the limit the cells need not be kept up to date.
    if (scope.bound + most * ordersFar <= scope.limit) {
      delete scope.cells;
      delete scope.worst;
    }
    return fits;
  }

  #roomIn(scope: Scope, { from, ends }: KnownLeg, outcome: Outcome): number {
    const worst = this.#worstByCell(scope);
    const wanted = outcomes.indexOf(outcome);
    let most = -Infinity;
    for (let i = 0; i < ends.length; i++) {
      if (ends[i] === wanted) most = Math.max(most, worst[from + i] ?? -Infinity);
    }
    return scope.limit - most;
  }

  #worstIn(scope: Scope, least: number): number {
    if (scope.limit === Infinity) return least;
    // Usually no leg comes near: then nothing is computed.
    const atMost = scope.names
      .values()
      .reduce((sum, name) => sum + mostOf(this.#totals.get(name) ?? none), 0);
    return atMost <= least ? least : this.#worstByCell(scope).reduce((a, b) => Math.max(a, b), least);
  }

  /** The worst case by cell; the cells are kept and follow every change from then on. */
  #worstByCell(scope: Scope): Float64Array {
    if (scope.worst) return scope.worst;
    if (!scope.cells) {
      scope.cells = new Float64Array(CELL_COUNT);
      for (const name of scope.names) {
        const sums = this.#totals.get(name);
        if (sums) addCells(scope.cells, this.#legs(name), sums);
      }
    }
    const isMixed = scope === this.#event || scope === this.#markets.get(builders);
    const worst = isMixed ? worstByCell(scope.cells, this.#reached) : scope.cells.map(this.#onlyOpen());
    scope.worst = worst;
    scope.bound = worst.reduce((a, b) => Math.max(a, b));
    return worst;
  }

  /**
   * All legs of a market depend on the same kind of cell: each cell counts as long as the score still allows
   * it. Builders depend on any, as a whole event does.
   */
  #onlyOpen(): (minor: number, cell: number) => number {
    const cells = (this.#open ??= worstByCell(new Float64Array(CELL_COUNT), this.#reached));
    return (minor, cell) => minor + (cells[cell] ?? 0);
  }
}
