import { setTimeout as wait } from 'node:timers/promises';
import type { Reason } from '@touchline/contract/reasons';
import type { Bet } from '@touchline/contract/shapes/bet';
import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import type { Context } from '../../core/module.ts';
import { Refused } from '../../core/refusal.ts';
import { Slices } from '../builder/slices.ts';
import { isSameMatch, waitMsOf } from '../live-delay/domain.ts';
import { selectStopped } from '../live-delay/queries.ts';
import { storedRefusal } from '../placing/stored-refusal.ts';
import { playing, type Appraisal, type OpenLeg } from './appraisal.ts';
import * as queries from './delayed-sale-queries.ts';
import { sell, type Sale } from './domain.ts';
import { endRule, selectRulesOf } from './rule-queries.ts';
import type { CashOutServices } from './service.ts';
import { pinsOf, type Buy, type Price, type Priced } from './purchase.ts';

type DelayedSale = queries.DelayedSale;
type Asked = Pick<DelayedSale, 'shard' | 'memberId' | 'key' | 'requestHash'>;

/** Sales of one look. */
const atOnce = 200;
/** How often prices that move under a decision are read again before the next look. */
const judgements = 3;
/** How often a waiting call looks whether its wait is over, and then for the decision; and when it stops. */
const waitLookMs = 200;
const lookMs = 50;
const patienceMs = 20_000;

/** What sales that wait need of other services. */
type DelayedSaleServices = Pick<CashOutServices, 'wallet' | 'board' | 'records' | 'limits'> & {
  price: Price;
  buy: Buy;
};

/** Sales of bets with a leg in play. They wait as long as orders do, and are made at the offer of the end. */
export class DelayedSales {
  readonly #context: Context;
  readonly #services: DelayedSaleServices;

  constructor(context: Context, services: DelayedSaleServices) {
    this.#context = context;
    this.#services = services;
  }

  /** How long a sale of a bet waits now, real milliseconds; 0: not at all. */
  waitMs(appraisal: Appraisal): number {
    const { clock, config } = this.#context;
    return waitMsOf(config.LIVE_DELAY_MS, playing(appraisal, clock.now()), config.REPLAY_SPEED);
  }

  /** Keeps a sale until its wait is over. */
  async hold(sale: Omit<DelayedSale, 'legs'>, appraisal: Appraisal): Promise<void> {
    const held = { ...sale, legs: appraisal.open.map(seenLeg) };
    await queries.insertSale(this.#pool, held, this.waitMs(appraisal));
  }

  /**
   * Waits for the decision on a sale.
   * @returns false when there is none under the key
   * @throws Refused as decided, `key_reused` for another request
   */
  async isSold(asked: Asked): Promise<boolean> {
    const until = performance.now() + patienceMs + this.#context.config.LIVE_DELAY_MS;
    for (;;) {
      const kept = await queries.selectSale(this.#pool, asked);
      if (kept === undefined) return false;
      if (kept.sale.requestHash !== asked.requestHash) throw new Refused('key_reused');
      if (kept.state === 'sold') return true;
      if (kept.reason !== null) throw storedRefusal(kept.reason, {});
      if (performance.now() > until) throw new Refused('unavailable');
      if (kept.leftMs > 0) await wait(Math.min(Math.ceil(kept.leftMs), waitLookMs));
      else {
        await this.#decide(kept.sale);
        await wait(lookMs);
      }
    }
  }

  /** Decides every sale whose wait is over, also those of a process that was killed. */
  async decideDue(): Promise<void> {
    const slices = new Slices();
    for (const sale of await queries.selectDueSales(this.#pool, atOnce)) {
      await this.#decide(sale).catch((error: unknown) => {
        // One sale must not keep the others waiting. It is decided at the next look.
        this.#context.log.error({ err: error, bet: sale.betId }, 'a sale that waited failed');
      });
      await slices.pause();
    }
  }

  get #pool(): pg.Pool {
    return this.#context.connections.calls.pool;
  }

  async #decide(sale: DelayedSale): Promise<void> {
    const { board, records, price, limits, wallet } = this.#services;
    for (let judged = 0; judged < judgements; judged++) {
      // The picture of the process may be older than the wait.
      await board.refresh([...new Set(sale.legs.map(({ eventId }) => eventId))]);
      const [bet] = await records.byId(sale, [sale.betId]);
      const verdict = judge(sale, {
        priced: bet && price(bet),
        restMinMinor: sale.ruleVersion === undefined ? limits.minMinor : 0n,
      });
      const done = await this.#outcomeOf(sale, bet, verdict);
      if (done === true) {
        this.#context.bus.publish('betsSettled', {
          shard: sale.shard,
          bets: [{ memberId: sale.memberId, id: sale.betId }],
        });
        return;
      }
      if (done !== false) return queries.endSale(this.#pool, sale, { reason: done });
    }
    // Another operation has used the key: it can never be sold.
    if ((await wallet.stored(sale)) !== undefined) {
      await queries.endSale(this.#pool, sale, { reason: 'quote_moved' });
    }
  }

  async #outcomeOf(sale: DelayedSale, bet: Bet | undefined, verdict: SaleVerdict): Promise<boolean | Reason> {
    if (bet === undefined || (await this.#isRuleGone(sale))) return 'quote_moved';
    return 'reason' in verdict ? verdict.reason : this.#carryOut(sale, bet, verdict);
  }

  async #isRuleGone(sale: DelayedSale): Promise<boolean> {
    if (sale.ruleVersion === undefined) return false;
    const [rule] = await selectRulesOf(this.#pool, sale, [sale.betId]);
    return rule?.version !== sale.ruleVersion;
  }

  /** Sells at the offer of now. @returns whether it was sold, or why never */
  async #carryOut(
    sale: DelayedSale,
    bet: Bet,
    { priced, part }: { priced: Priced; part: Sale },
  ): Promise<boolean | Reason> {
    const { shard, memberId, key, requestHash, ruleVersion } = sale;
    const { open, appraisal } = priced;
    let isStopped = false;
    const within = async (client: Queryable): Promise<boolean> => {
      isStopped ||= (await selectStopped(client, sale.legs)).size > 0;
      if (isStopped) return false;
      await queries.endSale(client, sale, { paidMinor: part.paysMinor });
      const by = { ended: 'sold', version: ruleVersion ?? 0, paidMinor: part.paysMinor } as const;
      return ruleVersion === undefined || endRule(client, sale, by);
    };
    const isSold = await this.#services.buy({ id: memberId, shard }, bet, {
      asked: { shard, memberId, key, requestHash },
      open,
      sale: part,
      appraisal,
      pins: pinsOf(appraisal),
      before: async (client) => {
        const claimed = await queries.claimSale(client, sale);
        isStopped = claimed?.stopped === true;
        return claimed !== undefined;
      },
      within,
    });
    return isStopped ? 'quote_moved' : isSold;
  }
}

const seenLeg = ({ event, market }: OpenLeg): queries.SeenLeg => ({
  eventId: event.id,
  market: market.market,
  line: market.line,
  version: market.version,
  seen: { state: event.state, score: event.score ?? null, redCards: event.redCards ?? null },
});

/** Whether the same legs are open, and nothing has happened in their matches. */
const isAsSeen = (legs: readonly queries.SeenLeg[], open: readonly OpenLeg[]): boolean =>
  legs.length === open.length &&
  legs.every((leg, i) => {
    const now = open[i] && seenLeg(open[i]);
    const isSameMarket = now?.eventId === leg.eventId && now.market === leg.market && now.line === leg.line;
    return isSameMarket && isSameMatch(leg.seen, now.seen);
  });

/** A sale at the offer of the end, or why it is refused. */
type SaleVerdict = { priced: Priced; part: Sale } | { reason: Reason };

/**
 * Judges a sale when its wait is over, at the offer of now.
 * @param priced what is offered for the bet; undefined when nothing is
 */
const judge = (
  sale: Pick<DelayedSale, 'legs' | 'cashedStakeMinor' | 'atLeastMinor' | 'share'>,
  { priced, restMinMinor }: { priced: Priced | undefined; restMinMinor: bigint },
): SaleVerdict => {
  if (priced === undefined) return { reason: 'no_cash_out' };
  const { offer, open, appraisal } = priced;
  const isSame = open.cashedStakeMinor === sale.cashedStakeMinor && isAsSeen(sale.legs, appraisal.open);
  if (!isSame || offer.offerMinor < sale.atLeastMinor) return { reason: 'quote_moved' };
  const part = sell(open, { offerMinor: offer.offerMinor, share: sale.share, restMinMinor });
  return part === undefined ? { reason: 'quote_moved' } : { priced, part };
};
