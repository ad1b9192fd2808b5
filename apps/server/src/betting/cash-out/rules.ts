import type pg from 'pg';
import type { Output } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Bus } from '../../core/events.ts';
import { isId } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { ownerOf, type Owner } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, Transient, withRetry } from '../../core/database/transaction.ts';
import type { Board } from '../../pricing/index.ts';
import type { Records } from '../bets/service.ts';
import { offerFor, sell } from './domain.ts';
import { mapInSlices, Slices } from '../../core/slices.ts';
import * as queries from './rule-queries.ts';
import { pinsOf, type Priced, type Seller } from './purchase.ts';
import type { CashOut } from './service.ts';

/** The offer for an open bet as a list shows it, and the rule in force. */
type OpenOffer = Output<'cashOutOffers'>['list'][number];

/** The most bets of one answer, the newest first. Offers for further bets are quoted one by one. */
const betsMax = 500;
/** The most bets of a member whose offers are compared with the member's amount. */
const reachingMax = 100;
/** Every so many turns all rules are looked at, since an offer also moves without its match, as when the fee changes. */
const wholeEvery = 15;
/** Sales at once in one process. */
const atOnce = 4;

export type CashOutRules = {
  /** What is offered for each open bet of a member now, newest first. An offer is not binding: it is quoted again when it is taken. */
  offers(owner: Owner): Promise<Output<'cashOutOffers'>>;
  /**
   * Sets the amount at which the server cashes out an open bet by itself, or removes it. Set again to the same, nothing changes.
   * @throws Refused `not_found`, `no_cash_out` for a bet that is over, `offer_reached` when the offer is as high already,
   *   `validation` for an amount that no offer can reach
   */
  set(member: Seller, input: { bet: string; at?: string | undefined }): Promise<OpenOffer>;
  /**
   * Sells the bets whose offer has reached the amount of their rule. Any number of processes may do so at once: each rule sells
   * once, at the offer of the moment, or not at all.
   * @returns how many were sold
   */
  run(): Promise<number>;
  /** Offers for open bets that have reached an amount, the newest 100 bets of each member. */
  reaching<Line extends Owner & { atLeastMinor: bigint }>(
    lines: readonly Line[],
  ): Promise<{ line: Line; bet: Bet; offer: string }[]>;
  /** Sales of which their members were not notified yet, the oldest first. */
  unnotified(
    limit: number,
  ): Promise<(Owner & { betId: string; version: number; paid: string; atLeast: string })[]>;
  /** Records that the member was notified of a sale. */
  markNotified(sale: Owner & { betId: string; version: number }): Promise<void>;
};

/** Keeps the rules of automatic cash-outs and sells by them. */
export const createCashOutRules = ({
  pool,
  board,
  records,
  cashOut,
  currency,
  feeBp,
  log,
  bus,
}: {
  pool: pg.Pool;
  board: Pick<Board, 'events'>;
  records: Pick<Records, 'byId' | 'byKeys' | 'list'>;
  cashOut: Pick<CashOut, 'price' | 'buy' | 'waiting'>;
  currency: Currency;
  feeBp: () => number;
  log: Pick<Log, 'error'>;
  bus: Pick<Bus, 'publish'>;
}): CashOutRules => {
  const money = (minor: bigint): string => formatAmount(minor, currency.scale);
  const minor = (text: string): bigint => parseAmount(text, currency.scale) ?? 0n;
  let looks = 0;
  /** The last change of each match when its rules were looked at. */
  let seen = new Map<string, number>();

  const rowOf = (bet: Bet, atLeastMinor: bigint | undefined): OpenOffer => {
    const priced = cashOut.price(bet);
    return {
      bet: bet.id,
      events: bet.legs.filter(({ outcome }) => outcome === undefined).map(({ event }) => event),
      offer: priced && money(priced.offer.offerMinor),
      auto: atLeastMinor === undefined ? undefined : money(atLeastMinor),
    };
  };

  /** The most that can ever be offered for what still runs of a bet. */
  const mostOf = (bet: Bet): bigint => {
    const stake = minor(bet.stake);
    const running = (minor(bet.potential) * minor(bet.openStake ?? bet.stake)) / (stake === 0n ? 1n : stake);
    return offerFor(Number(running), feeBp())?.offerMinor ?? 0n;
  };

  const isOpen = ({ state }: Bet): boolean => state === 'waiting' || state === 'in_progress';

  /** Sells one bet by its rule, if it still can be; in play the sale waits first. */
  const follow = async (
    rule: queries.Rule,
    bet: Bet,
    { open, offer, appraisal }: Priced,
  ): Promise<boolean> => {
    const { shard, memberId, betId, version, atLeastMinor } = rule;
    const sale = sell(open, { offerMinor: offer.offerMinor, share: 10_000n, restMinMinor: 0n });
    if (!sale) return false;
    const asked = { shard, memberId, key: `auto:${betId}:${version}`, requestHash: `auto:${atLeastMinor}` };
    if (cashOut.waiting.waitMs(appraisal) > 0) {
      const { cashedStakeMinor } = open;
      await cashOut.waiting.hold(
        { ...asked, betId, share: 10_000n, cashedStakeMinor, atLeastMinor, ruleVersion: version },
        appraisal,
      );
      return false;
    }
    const sold = await cashOut.buy({ id: memberId, shard }, bet, {
      asked,
      open,
      sale,
      appraisal,
      pins: pinsOf(appraisal),
      within: (client) =>
        queries.endRule(client, rule, { ended: 'sold', version, paidMinor: sale.paysMinor }),
    });
    if (sold) bus.publish('betsSettled', { shard, bets: [{ memberId, id: betId }] });
    return sold;
  };

  const lookAt = async (rule: queries.Rule, bet: Bet): Promise<boolean> => {
    try {
      if (!isOpen(bet)) {
        await queries.endRule(pool, rule, { ended: 'over', version: rule.version });
        return false;
      }
      const priced = cashOut.price(bet);
      return priced !== undefined && priced.offer.offerMinor >= rule.atLeastMinor
        ? await follow(rule, bet, priced)
        : false;
    } catch (error) {
      // One bet must not keep the others from being sold. It is looked at again.
      log.error({ err: error, bet: rule.betId }, 'an automatic cash-out failed');
      seen = new Map();
      return false;
    }
  };

  const lookAll = async (events: readonly string[] | undefined): Promise<number> => {
    const slices = new Slices();
    let sold = 0;
    let after: queries.Rule | undefined;
    do {
      const rules = await queries.selectRulesInForce(pool, { events, after });
      const bets = await records.byKeys(rules);
      const due = rules.flatMap((rule) => {
        const bet = bets.get(rule.betId);
        return bet === undefined ? [] : [{ rule, bet }];
      });
      for (let from = 0; from < due.length; from += atOnce) {
        const part = due.slice(from, from + atOnce);
        const done = await Promise.all(part.map(({ rule, bet }) => lookAt(rule, bet)));
        sold += done.filter(Boolean).length;
        await slices.pause();
      }
      after = rules.length < queries.rulesAtOnce ? undefined : rules.at(-1);
    } while (after !== undefined);
    return sold;
  };

  return {
    async offers(owner) {
      const { list, total } = await records.list(owner, { tab: 'in_progress', page: 1, limit: betsMax });
      const rules = await queries.selectRulesOf(
        pool,
        owner,
        list.map(({ id }) => id),
      );
      const atLeast = new Map(rules.map(({ betId, atLeastMinor }) => [betId, atLeastMinor]));
      return { list: await mapInSlices(list, (bet) => rowOf(bet, atLeast.get(bet.id))), total };
    },

    async set(member, { bet: betId, at }) {
      const owner = ownerOf(member);
      const [bet] = isId(betId) ? await records.byId(owner, [betId]) : [];
      if (!bet) throw new Refused('not_found');
      const key = { ...owner, betId };
      if (at === undefined) {
        await queries.endRule(pool, key, { ended: 'removed' });
        return rowOf(bet, undefined);
      }
      if (!isOpen(bet)) throw new Refused('no_cash_out');
      const atLeastMinor = parseAmount(at, currency.scale) ?? 0n;
      if (atLeastMinor <= 0n || atLeastMinor > mostOf(bet)) {
        throw new Refused('validation', { rules: { at: 'range' } });
      }
      const now = cashOut.price(bet)?.offer.offerMinor;
      if (now !== undefined && now >= atLeastMinor) throw new Refused('offer_reached', { min: money(now) });
      await withRetry(() =>
        transaction(pool, async (client) => {
          const [known] = await queries.selectRulesOf(client, owner, [betId]);
          if (known?.atLeastMinor === atLeastMinor) return;
          if (known) await queries.endRule(client, key, { ended: 'changed' });
          const events = bet.legs.map(({ event }) => event);
          if (!(await queries.insertRule(client, key, { atLeastMinor, events }))) {
            throw new Transient('another rule was set');
          }
        }),
      );
      return rowOf(bet, atLeastMinor);
    },

    async run() {
      const isWhole = looks % wholeEvery === 0;
      looks += 1;
      const now = new Map(board.events().map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
      const moved = [...now].flatMap(([id, at]) => (seen.get(id) === at ? [] : [id]));
      seen = now;
      if (moved.length === 0 && !isWhole) return 0;
      return lookAll(isWhole ? undefined : moved);
    },

    async reaching(lines) {
      if (lines.length === 0) return [];
      const keys = await queries.selectOpenBets(pool, lines, reachingMax);
      const bets = await records.byKeys(keys);
      const lineOf = new Map(lines.map((line) => [line.memberId, line]));
      const reached = await mapInSlices(keys, ({ memberId, betId }) => {
        const [line, bet] = [lineOf.get(memberId), bets.get(betId)];
        const offerMinor = bet && cashOut.price(bet)?.offer.offerMinor;
        if (line === undefined || bet === undefined) return undefined;
        if (offerMinor === undefined || offerMinor < line.atLeastMinor) return undefined;
        return { line, bet, offer: money(offerMinor) };
      });
      return reached.filter((one) => one !== undefined);
    },

    async unnotified(limit) {
      const sales = await queries.selectUnnotifiedSales(pool, limit);
      return sales.map(({ paidMinor, atLeastMinor, ...sale }) => ({
        ...sale,
        paid: money(paidMinor),
        atLeast: money(atLeastMinor),
      }));
    },

    async markNotified(sale) {
      await queries.markSaleNotified(pool, sale);
    },
  };
};
