import { setTimeout as wait } from 'node:timers/promises';
import type { Reason } from '@touchline/contract/reasons';
import type { Bet } from '@touchline/contract/shapes/bet';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { Slices } from '../../core/slices.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Board } from '../../pricing/index.ts';
import { isSameMatch, waitMsOf } from '../live-delay/domain.ts';
import { selectStopped } from '../live-delay/queries.ts';
import { storedRefusal } from '../placing/stored-refusal.ts';
import type { Records } from '../bets/service.ts';
import { playing, type Appraisal, type OpenLeg } from './appraisal.ts';
import * as queries from './delayed-sale-queries.ts';
import { sell, type Sale } from './domain.ts';
import { endRule, selectRulesOf } from './rule-queries.ts';
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

type DelayedSalesOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'stored'>;
  board: Pick<Board, 'refresh'>;
  records: Pick<Records, 'byId'>;
  clock: Clock;
  /** The delay in milliseconds of the match. */
  delayMs: () => number;
  /** Minutes of a replayed match in a real minute. */
  replaySpeed: number;
  restMinMinor: () => bigint;
  price: Price;
  buy: Buy;
  log: Pick<Log, 'error'>;
  bus: Pick<Bus, 'publish'>;
};

/** Sales of bets with a leg in play. They wait as long as orders do, and are made at the offer of the end. */
export class DelayedSales {
  readonly #options: DelayedSalesOptions;

  constructor(options: DelayedSalesOptions) {
    this.#options = options;
  }

  /** How long a sale of a bet waits now, real milliseconds; 0: not at all. */
  waitMs(appraisal: Appraisal): number {
    const { delayMs, clock, replaySpeed } = this.#options;
    return waitMsOf(delayMs(), playing(appraisal, clock.now()), replaySpeed);
  }

  /** Keeps a sale until its wait is over. */
  async hold(sale: Omit<DelayedSale, 'legs'>, appraisal: Appraisal): Promise<void> {
    const held = { ...sale, legs: appraisal.open.map(seenLeg) };
    await queries.insertSale(this.#options.pool, held, this.waitMs(appraisal));
  }

  /**
   * Waits for the decision on a sale.
   * @returns false when there is none under the key
   * @throws Refused as decided, `key_reused` for another request
   */
  async isSold(asked: Asked): Promise<boolean> {
    const until = performance.now() + patienceMs + this.#options.delayMs();
    for (;;) {
      const kept = await queries.selectSale(this.#options.pool, asked);
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
    const { pool, log } = this.#options;
    const slices = new Slices();
    for (const sale of await queries.selectDueSales(pool, atOnce)) {
      await this.#decide(sale).catch((error: unknown) => {
        // One sale must not keep the others waiting. It is decided at the next look.
        log.error({ err: error, bet: sale.betId }, 'a sale that waited failed');
      });
      await slices.pause();
    }
  }

  async #decide(sale: DelayedSale): Promise<void> {
    const { pool, board, records, price, restMinMinor, wallet, bus } = this.#options;
    for (let judged = 0; judged < judgements; judged++) {
      // The picture of the process may be older than the wait.
      await board.refresh([...new Set(sale.legs.map(({ eventId }) => eventId))]);
      const [bet] = await records.byId(sale, [sale.betId]);
      const verdict = judge(sale, {
        priced: bet && price(bet),
        restMinMinor: sale.ruleVersion === undefined ? restMinMinor() : 0n,
      });
      const done = await this.#outcomeOf(sale, bet, verdict);
      if (done === true) {
        bus.publish('betsSettled', {
          shard: sale.shard,
          bets: [{ memberId: sale.memberId, id: sale.betId }],
        });
        return;
      }
      if (done !== false) return queries.endSale(pool, sale, { reason: done });
    }
    // Another operation has used the key: it can never be sold.
    if ((await wallet.stored(sale)) !== undefined) {
      await queries.endSale(pool, sale, { reason: 'quote_moved' });
    }
  }

  async #outcomeOf(sale: DelayedSale, bet: Bet | undefined, verdict: Verdict): Promise<boolean | Reason> {
    if (bet === undefined || (await this.#isRuleGone(sale))) return 'quote_moved';
    return 'reason' in verdict ? verdict.reason : this.#carryOut(sale, bet, verdict);
  }

  async #isRuleGone(sale: DelayedSale): Promise<boolean> {
    if (sale.ruleVersion === undefined) return false;
    const [rule] = await selectRulesOf(this.#options.pool, sale, [sale.betId]);
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
    const isSold = await this.#options.buy({ id: memberId, shard }, bet, {
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
type Verdict = { priced: Priced; part: Sale } | { reason: Reason };

/**
 * Judges a sale when its wait is over, at the offer of now.
 * @param priced what is offered for the bet; undefined when nothing is
 */
const judge = (
  sale: Pick<DelayedSale, 'legs' | 'cashedStakeMinor' | 'atLeastMinor' | 'share'>,
  { priced, restMinMinor }: { priced: Priced | undefined; restMinMinor: bigint },
): Verdict => {
  if (priced === undefined) return { reason: 'no_cash_out' };
  const { offer, open, appraisal } = priced;
  const isSame = open.cashedStakeMinor === sale.cashedStakeMinor && isAsSeen(sale.legs, appraisal.open);
  if (!isSame || offer.offerMinor < sale.atLeastMinor) return { reason: 'quote_moved' };
  const part = sell(open, { offerMinor: offer.offerMinor, share: sale.share, restMinMinor });
  return part === undefined ? { reason: 'quote_moved' } : { priced, part };
};
