import { setTimeout as wait } from 'node:timers/promises';
import type { GoalShift } from '@touchline/contract/shapes/office-offers';
import type pg from 'pg';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { BasisOrigin } from '../board/basis.ts';
import type { BasisTerms } from '../board/basis-terms.ts';
import { type Board, type BoardEvent, type BoardMarket, fedState, marketKey } from '../board/board.ts';
import type { MarketWrite } from '../market-plan.ts';
import type { MarketOffers } from '../board/offer.ts';
import {
  isLarge,
  lastAuthor,
  marketOffers,
  MARGIN_MAX_BP,
  noRule,
  offerUnder,
  SHIFT_MAX_BP,
  type Layers,
  type OfferedMarket,
  type MarketRules,
  type OfferRule,
  type OfferScope,
} from '../board/offer-rules.ts';
import type { MarketKey } from '../board/held.ts';
import { writeMarkets } from '../market-queries.ts';
import * as queries from './queries.ts';
import { readRule } from '../board/read-rule.ts';

/** The content of a rule. */
export type RuleDraft = { markets: MarketRules; shift: GoalShift };

/** A market of a sample match before and after a change; `after` is missing where it would not be offered. */
type MarketEffect = { before: BoardMarket | undefined; after: MarketWrite | undefined };

/** Other processes have read a rule after this; prices by the old one are written by then. */
const HEARD_MS = 2_000;

/** A match as its offer depends on it. */
type OfferedMatch = {
  competition: { id: string };
  rule?: OfferRule | undefined;
  basis?: BasisOrigin | undefined;
};

/** A change of a rule by an operator; `within` writes the line of the audit log. */
type RuleDecision = {
  /** The version the operator saw; 0 for none. */
  version: number;
  isSure: boolean;
  by: string;
  why: string;
  within: (client: pg.PoolClient, before: OfferRule) => Promise<void>;
};

type OffersOptions = {
  pool: pg.Pool;
  board: Board;
  settings: MarketOffers;
  terms: Pick<BasisTerms, 'levelOf'>;
  /** The changes of a match's markets under an offer and the match's own rule. */
  plan: (event: BoardEvent, offer: MarketOffers) => MarketWrite[];
  /** Called in the transaction that saves a rule: reprices upcoming matches afterwards. */
  onRule: (client: pg.PoolClient, scope: OfferScope) => Promise<void>;
  onChanged: (ids: readonly string[], changed: readonly MarketKey[]) => Promise<void>;
};

/** The offer and its margins by operators: for the site, a competition or a match, over the settings. */
export class Offers {
  readonly #options: OffersOptions;
  readonly #pool: pg.Pool;
  readonly #board: Board;
  #wide: ReadonlyMap<string, OfferRule> | undefined;
  #begun = 0;
  #applied = 0;

  constructor(options: OffersOptions) {
    this.#options = options;
    this.#pool = options.pool;
    this.#board = options.board;
  }

  /** Reads the rules of the site and of competitions; the rule of a match is on the board. */
  async poll(): Promise<void> {
    const mine = ++this.#begun;
    const rows = await queries.selectWideRules(this.#pool);
    // An answer that comes after that of a later poll is older: it must not bring back a replaced rule.
    if (mine < this.#applied) return;
    this.#applied = mine;
    this.#wide = new Map(rows.map((row) => [`${row.scope}:${row.scope_id}`, readRule(row)]));
  }

  /** Reads them where that has not happened yet: in processes without routines. */
  async ready(): Promise<void> {
    if (this.#wide === undefined) await this.poll();
  }

  /** The offer of a match in this process. */
  of(event: OfferedMatch): MarketOffers {
    return this.#under(this.#layersOf(event), event.basis);
  }

  /** The markets that rules offer although the prices of the match rest on less than those need. */
  againstBasis(event: OfferedMatch): string[] {
    return this.#markets(this.#layersOf(event), event.basis)
      .filter(({ needs, offered }) => needs !== undefined && offered)
      .map(({ market }) => market);
  }

  /** The sheet of a scope: its own rule, and each market with its source. @throws Refused `not_found` */
  async sheet(at: OfferScope) {
    const event = await this.#subjectOf(at);
    await this.poll();
    const { rule, row } = await this.#current(at);
    const { matches } = await queries.countToCome(this.#pool, at);
    const wider = this.#markets(this.#layersAt(at, event, noRule), event?.basis);
    const offers = this.#markets(this.#layersAt(at, event, rule), event?.basis);
    return { event, rule, row, matches, wider, offers };
  }

  /**
   * The effect of a draft, shown on an upcoming match: the next of the scope. Changes nothing.
   * @throws Refused `not_found`, `validation`
   */
  async preview(at: OfferScope, draft: RuleDraft) {
    const { event, next, large } = await this.#weigh(at, draft);
    const { matches, next: nextId } = await queries.countToCome(this.#pool, at);
    const [sample] = event ? [event] : nextId === undefined ? [] : await this.#board.refresh([nextId]);
    if (!sample) return { matches, large, sample: undefined, effects: [] };
    const layers = this.#layersOf(sample).map((layer) =>
      layer.origin === at.scope ? { ...layer, rule: next } : layer,
    );
    const planned = this.#options.plan(
      { ...sample, ...(at.scope === 'event' && { rule: next }) },
      this.#under(layers, sample.basis),
    );
    return { matches, large, sample, effects: effectsOf(sample, planned) };
  }

  /**
   * Saves the rule of a scope from now on. Upcoming matches follow at once, others with the next report of
   * their feed; a match alone is repriced when this returns.
   * @throws Refused `not_found`, `closed` for a match that is over, `validation`, `change_large`,
   *   `outdated`
   */
  async save(at: OfferScope, draft: RuleDraft, of: RuleDecision): Promise<void> {
    const { rule, large } = await this.#weigh(at, draft);
    if (rule.version !== of.version) throw new Refused('outdated');
    if (large && !of.isSure) throw new Refused('change_large');
    await withRetry(() =>
      transaction(this.#pool, async (client) => {
        if (at.scope === 'event' && !(await queries.takeOpenEvent(client, at.id))) {
          throw new Refused('closed');
        }
        const row = { ...draft, seen: of.version, by: of.by, why: of.why };
        if (!(await queries.insertRule(client, at, row))) throw new Refused('outdated');
        await of.within(client, rule);
        await this.#options.onRule(client, at);
      }),
    );
    await this.poll();
    if (at.scope === 'event') await this.#reprice(at);
  }

  /** Reprices upcoming matches by the rule of a scope, and again when all processes must have read it. */
  async settle(at: OfferScope): Promise<void> {
    await this.poll();
    await this.#reprice(at);
    await wait(HEARD_MS);
    await this.#reprice(at);
  }

  /** A page of the versions of a scope's rule, the newest first. @throws Refused `not_found` */
  async history(at: OfferScope, slice: { limit: number; offset: number }) {
    await this.#subjectOf(at);
    return queries.pageOfVersions(this.#pool, at, slice);
  }

  /** The rules in force of the site and of competitions, as stored. */
  wideRules(): Promise<queries.RuleRow[]> {
    return queries.selectWideRules(this.#pool);
  }

  /** Matches not over with a rule of their own, the next first. */
  async ruledEvents(): Promise<{ row: queries.RuleRow; event: BoardEvent }[]> {
    const rows = await queries.selectRuledEvents(this.#pool);
    const events = await this.#board.lookup(rows.map((row) => row.scope_id));
    return rows.flatMap((row) => {
      const event = events.get(row.scope_id);
      return event ? [{ row, event }] : [];
    });
  }

  #layersOf({ competition, rule }: OfferedMatch): Layers {
    return [
      { origin: 'site', rule: this.#wide?.get('site:') },
      { origin: 'competition', rule: this.#wide?.get(`competition:${competition.id}`) },
      { origin: 'event', rule },
    ];
  }

  /** The layers over a scope itself, the widest first, with a draft instead of its own rule. */
  #layersAt(at: OfferScope, event: BoardEvent | undefined, own: OfferRule): Layers {
    if (at.scope === 'site') return [{ origin: 'site', rule: own }];
    const competition = { id: event?.competition.id ?? at.id };
    const [site, cup] = this.#layersOf({ competition });
    const over = [site, ...(at.scope === 'event' ? [cup] : [])].filter((layer) => layer !== undefined);
    return [...over, { origin: at.scope, rule: own }];
  }

  #under(layers: Layers, basis: BasisOrigin | undefined): MarketOffers {
    const { settings, terms } = this.#options;
    return offerUnder(settings, layers, terms.levelOf(basis));
  }

  #markets(layers: Layers, basis: BasisOrigin | undefined): OfferedMarket[] {
    const { settings, terms } = this.#options;
    return marketOffers(settings, layers, terms.levelOf(basis));
  }

  /** The match or competition of a scope. @throws Refused `not_found` */
  async #subjectOf({ scope, id }: OfferScope): Promise<BoardEvent | undefined> {
    if (scope === 'site' && id === '') return undefined;
    if (scope === 'competition') {
      const { rowCount } = await this.#pool.query('select from competition where id = $1', [id]);
      if (rowCount === 1) return undefined;
    }
    const [event] = scope === 'event' && isId(id) ? await this.#board.refresh([id]) : [];
    if (!event) throw new Refused('not_found');
    return event;
  }

  async #current(at: OfferScope): Promise<{ rule: OfferRule; row: queries.RuleRow | undefined }> {
    const row = await queries.selectRule(this.#pool, at);
    return { row, rule: row === undefined ? noRule : readRule(row) };
  }

  /** The effect of a draft on a scope, compared with the present rule, and whether that is large. */
  async #weigh(at: OfferScope, draft: RuleDraft) {
    checkDraft(at, draft);
    const event = await this.#subjectOf(at);
    await this.poll();
    const { rule, row } = await this.#current(at);
    const next = { ...draft, version: rule.version + 1 };
    const before = {
      offers: this.#markets(this.#layersAt(at, event, rule), event?.basis),
      shift: rule.shift,
    };
    const after = {
      offers: this.#markets(this.#layersAt(at, event, next), event?.basis),
      shift: draft.shift,
    };
    return { event, rule, row, next, before, after, large: isLarge(before, after) };
  }

  async #reprice(at: OfferScope): Promise<void> {
    const { plan, onChanged } = this.#options;
    await repriceMatches(await queries.selectToCome(this.#pool, at), {
      pool: this.#pool,
      board: this.#board,
      onChanged,
      plan: (event) => plan(event, this.of(event)),
      // The job of a rule may reach a match before the call that saved the rule does: both name the same
      // person.
      authorOf: (event) => lastAuthor(this.#layersOf(event)) ?? 'house',
    });
  }
}

/** @throws Refused `validation` for what no site may offer */
const checkDraft = ({ scope }: OfferScope, { markets, shift }: RuleDraft): void => {
  const margins = Object.values(markets).flatMap(({ marginBp }) => marginBp ?? []);
  if (margins.some((bp) => !Number.isSafeInteger(bp) || bp < 0 || bp > MARGIN_MAX_BP)) {
    throw new Refused('validation', { rules: { markets: 'range' } });
  }
  const shifts = [shift.homeBp, shift.awayBp];
  if (shifts.some((bp) => !Number.isSafeInteger(bp) || Math.abs(bp) > SHIFT_MAX_BP)) {
    throw new Refused('validation', { rules: { shift: 'range' } });
  }
  if (scope !== 'event' && shifts.some((bp) => bp !== 0)) {
    throw new Refused('validation', { rules: { shift: 'unknown' } });
  }
};

/** The markets of a match that take bets, and those that would, before and after the plan. */
const effectsOf = (sample: BoardEvent, planned: readonly MarketWrite[]): MarketEffect[] => {
  const writes = new Map(planned.map((write) => [marketKey(write.market, write.line), write]));
  const known = [...sample.markets.values()].filter((market) =>
    ['open', 'suspended'].includes(fedState(market)),
  );
  const stay = known.map((market): MarketEffect => {
    const write = writes.get(marketKey(market.market, market.line));
    const before = fedState(market) === 'open' ? market : undefined;
    const after = write ?? { ...market, state: fedState(market), why: 'offer' };
    return { before, after: after.state === 'open' ? after : undefined };
  });
  const fresh = planned
    .filter(({ market, line }) => !sample.markets.has(marketKey(market, line)))
    .map((after): MarketEffect => ({ before: undefined, after }));
  return [...stay, ...fresh].filter(({ before, after }) => before !== undefined || after !== undefined);
};

/** Matches in one transaction: a batch takes some tens of milliseconds. */
const BATCH = 20;

/**
 * Brings upcoming matches in line with the present offer. Matches in play follow with the next report of
 * their feed, and one that moved since it was read is left as it is.
 * @param of.plan the changes of a match's markets
 * @param of.authorOf the author of a match's new prices
 */
const repriceMatches = async (
  ids: readonly string[],
  of: {
    pool: pg.Pool;
    board: Board;
    plan: (event: BoardEvent) => MarketWrite[];
    authorOf: (event: BoardEvent) => string;
    onChanged: (ids: readonly string[], changed: readonly MarketKey[]) => Promise<void>;
  },
): Promise<void> => {
  const { pool, board, plan, authorOf, onChanged } = of;
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const changed = await withRetry(async () => {
      const events = await board.refresh(batch);
      return transaction(pool, async (client) => {
        const taken = await queries.takeToCome(client, batch);
        const writes = events
          .filter(({ id, version }) => taken.get(id) === version)
          .flatMap((event) =>
            plan(event).map((write) => ({
              ...write,
              eventId: event.id,
              why: write.why === 'results' ? ('offer' as const) : write.why,
              author: authorOf(event),
            })),
          );
        const written: MarketKey[] = [];
        for (const [author, own] of Map.groupBy(writes, (write) => write.author)) {
          written.push(...(await writeMarkets(client, own, author)));
        }
        return written;
      });
    });
    const moved = [...new Set(changed.map(({ eventId }) => eventId))];
    if (moved.length > 0) await onChanged(moved, changed);
  }
};
