import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { BasisOrigin } from '../board/basis.ts';
import type { BasisTerms } from '../board/basis-terms.ts';
import type { Board, BoardEvent, BoardMarket } from '../board/board.ts';
import { fedState, marketKey } from '../board/board.ts';
import type { MarketWrite } from '../market-plan.ts';
import type { Offer } from '../board/offer.ts';
import {
  isLarge,
  lastAuthor,
  marketOffers,
  MARGIN_MAX_BP,
  noRule,
  offerUnder,
  SHIFT_MAX_BP,
  type GoalShift,
  type Layers,
  type MarketRules,
  type OfferRule,
  type OfferScope,
} from '../board/offer-rules.ts';
import * as queries from './queries.ts';
import { readRule } from '../board/read-rule.ts';
import { createReprice } from './reprice.ts';

/** The content of a rule. */
export type Draft = { markets: MarketRules; shift: GoalShift };

/** A market of a sample match before and after a change; `after` is missing where it would not be offered. */
export type MarketEffect = { before: BoardMarket | undefined; after: MarketWrite | undefined };

/** Other processes have read a rule after this; prices by the old one are written by then. */
const HEARD_MS = 2_000;

type Changed = readonly { eventId: string; market: string; line: string }[];

/**
 * The offer and its margins by operators: for the site, a competition or a match, over the settings.
 * @param plan the changes of a match's markets under an offer and the match's own rule
 * @param onRule called in the transaction that saves a rule: reprices upcoming matches afterwards
 */
export const createOffers = ({
  pool,
  board,
  settings,
  terms,
  plan,
  onRule,
  onChanged,
}: {
  pool: pg.Pool;
  board: Board;
  settings: Offer;
  terms: Pick<BasisTerms, 'levelOf'>;
  plan: (event: BoardEvent, offer: Offer) => MarketWrite[];
  onRule: (client: pg.PoolClient, scope: OfferScope) => Promise<void>;
  onChanged: (ids: readonly string[], changed: Changed) => Promise<void>;
}) => {
  let wide: ReadonlyMap<string, OfferRule> | undefined;
  const keyOf = ({ scope, id }: OfferScope): string => `${scope}:${id}`;

  let begun = 0;
  let applied = 0;
  const poll = async (): Promise<void> => {
    const mine = ++begun;
    const rows = await queries.selectWideRules(pool);
    // An answer that comes after that of a later poll is older: it must not bring back a replaced rule.
    if (mine < applied) return;
    applied = mine;
    wide = new Map(rows.map((row) => [keyOf({ scope: row.scope, id: row.scope_id }), readRule(row)]));
  };

  type Of = {
    competition: { id: string };
    rule?: OfferRule | undefined;
    basis?: BasisOrigin | undefined;
  };
  const layersOf = ({ competition, rule }: Of): Layers => [
    { origin: 'site', rule: wide?.get('site:') },
    { origin: 'competition', rule: wide?.get(`competition:${competition.id}`) },
    { origin: 'event', rule },
  ];
  const offerOf = (event: Of): Offer => offerUnder(settings, layersOf(event), terms.levelOf(event.basis));
  const reprice = createReprice({
    pool,
    board,
    onChanged,
    plan: (event) => plan(event, offerOf(event)),
    // The job of a rule may reach a match before the call that saved the rule does: both name the same
    // person.
    authorOf: (event) => lastAuthor(layersOf(event)) ?? 'house',
  });

  /** The match or competition of a scope. @throws Refused `not_found` */
  const subjectOf = async ({ scope, id }: OfferScope): Promise<BoardEvent | undefined> => {
    if (scope === 'site' && id === '') return undefined;
    if (scope === 'competition') {
      const { rowCount } = await pool.query('select from competition where id = $1', [id]);
      if (rowCount === 1) return undefined;
    }
    const [event] = scope === 'event' && isId(id) ? await board.refresh([id]) : [];
    if (!event) throw new Refused('not_found');
    return event;
  };

  /** The layers over a scope itself, the widest first, with a draft instead of its own rule. */
  const layersAt = (at: OfferScope, event: BoardEvent | undefined, own: OfferRule): Layers => {
    if (at.scope === 'site') return [{ origin: 'site', rule: own }];
    const competition = { id: event?.competition.id ?? at.id };
    const [site, cup] = layersOf({ competition });
    const over = [site, ...(at.scope === 'event' ? [cup] : [])].filter((layer) => layer !== undefined);
    return [...over, { origin: at.scope, rule: own }];
  };

  const current = async (at: OfferScope): Promise<{ rule: OfferRule; row: queries.RuleRow | undefined }> => {
    const row = await queries.selectRule(pool, at);
    return { row, rule: row === undefined ? noRule : readRule(row) };
  };

  /** @throws Refused `validation` for what no site may offer */
  const check = ({ scope }: OfferScope, { markets, shift }: Draft): void => {
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

  /** The effect of a draft on a scope beside the present rule, and whether that is large. */
  const weigh = async (at: OfferScope, draft: Draft) => {
    check(at, draft);
    const event = await subjectOf(at);
    await poll();
    const { rule, row } = await current(at);
    const level = terms.levelOf(event?.basis);
    const before = { offers: marketOffers(settings, layersAt(at, event, rule), level), shift: rule.shift };
    const next = { ...draft, version: rule.version + 1 };
    const after = { offers: marketOffers(settings, layersAt(at, event, next), level), shift: draft.shift };
    return { event, rule, row, next, before, after, large: isLarge(before, after) };
  };

  const settle = async (at: OfferScope): Promise<void> => reprice(await queries.selectToCome(pool, at));

  return {
    /** Reads the rules of the site and of competitions; the rule of a match is on the board. */
    poll,

    /** Reads them where that has not happened yet: in processes without routines. */
    ready: async (): Promise<void> => {
      if (wide === undefined) await poll();
    },

    /** The offer of a match in this process. */
    of: offerOf,

    /** The markets that rules offer although the prices of the match rest on less than those need. */
    againstBasis: (event: Of): string[] =>
      marketOffers(settings, layersOf(event), terms.levelOf(event.basis))
        .filter(({ needs, offered }) => needs !== undefined && offered)
        .map(({ market }) => market),

    /** The sheet of a scope: its own rule, and each market with its source. @throws Refused `not_found` */
    sheet: async (at: OfferScope) => {
      const event = await subjectOf(at);
      await poll();
      const { rule, row } = await current(at);
      const { matches } = await queries.countToCome(pool, at);
      const level = terms.levelOf(event?.basis);
      const wider = marketOffers(settings, layersAt(at, event, noRule), level);
      const offers = marketOffers(settings, layersAt(at, event, rule), level);
      return { event, rule, row, matches, wider, offers };
    },

    /**
     * The effect of a draft, shown on an upcoming match: the next of the scope. Changes nothing.
     * @throws Refused `not_found`, `validation`
     */
    preview: async (at: OfferScope, draft: Draft) => {
      const { event, next, large } = await weigh(at, draft);
      const { matches, next: nextId } = await queries.countToCome(pool, at);
      const [sample] = event ? [event] : nextId === undefined ? [] : await board.refresh([nextId]);
      if (!sample) return { matches, large, sample: undefined, effects: [] };
      const layers = layersOf(sample).map((layer) =>
        layer.origin === at.scope ? { ...layer, rule: next } : layer,
      );
      const planned = plan(
        { ...sample, ...(at.scope === 'event' && { rule: next }) },
        offerUnder(settings, layers, terms.levelOf(sample.basis)),
      );
      return { matches, large, sample, effects: effectsOf(sample, planned) };
    },

    /**
     * Saves the rule of a scope from now on. Upcoming matches follow at once, others with the next report of
     * their feed; a match alone is repriced when this returns.
     * @param of.version the version the operator saw; 0 for none
     * @param of.within writes the line of the audit log
     * @throws Refused `not_found`, `closed` for a match that is over, `validation`, `change_large`,
     *   `outdated`
     */
    save: async (
      at: OfferScope,
      draft: Draft,
      of: {
        version: number;
        isSure: boolean;
        by: string;
        why: string;
        within: (client: pg.PoolClient, before: OfferRule) => Promise<void>;
      },
    ): Promise<void> => {
      const { rule, large } = await weigh(at, draft);
      if (rule.version !== of.version) throw new Refused('outdated');
      if (large && !of.isSure) throw new Refused('change_large');
      await withRetry(() =>
        transaction(pool, async (client) => {
          if (at.scope === 'event' && !(await queries.takeOpenEvent(client, at.id))) {
            throw new Refused('closed');
          }
          const row = { ...draft, seen: of.version, by: of.by, why: of.why };
          if (!(await queries.insertRule(client, at, row))) throw new Refused('outdated');
          await of.within(client, rule);
          await onRule(client, at);
        }),
      );
      await poll();
      if (at.scope === 'event') await settle(at);
    },

    /** Reprices upcoming matches by the rule of a scope, and again when all processes must have read it. */
    settle: async (at: OfferScope): Promise<void> => {
      await poll();
      await settle(at);
      await wait(HEARD_MS);
      await settle(at);
    },

    /** A page of the versions of a scope's rule, the newest first. @throws Refused `not_found` */
    history: async (at: OfferScope, slice: { limit: number; offset: number }) => {
      await subjectOf(at);
      return queries.pageOfVersions(pool, at, slice);
    },

    /** The rules in force of the site and of competitions, as stored. */
    wideRules: (): Promise<queries.RuleRow[]> => queries.selectWideRules(pool),

    /** Matches not over with a rule of their own, the next first. */
    ruledEvents: async (): Promise<{ row: queries.RuleRow; event: BoardEvent }[]> => {
      const rows = await queries.selectRuledEvents(pool);
      const events = await board.lookup(rows.map((row) => row.scope_id));
      return rows.flatMap((row) => {
        const event = events.get(row.scope_id);
        return event ? [{ row, event }] : [];
      });
    },
  };
};

export type Offers = ReturnType<typeof createOffers>;

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
