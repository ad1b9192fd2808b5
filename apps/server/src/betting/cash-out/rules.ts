import type pg from 'pg';
import type { Output } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { isId } from '../../core/ids.ts';
import { ownerOf, type Owner } from '../../core/owner.ts';
import type { Context } from '../../core/module.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, Transient, withRetry } from '../../core/database/transaction.ts';
import type { Board } from '../../pricing/index.ts';
import type { Records } from '../bets/service.ts';
import { offerFor, sell } from './domain.ts';
import { mapInSlices, Slices } from '../builder/slices.ts';
import * as queries from './rule-queries.ts';
import { pinsOf, type Priced, type Seller } from './purchase.ts';
import type { CashOut } from './service.ts';

/** The offer for an open bet as a list shows it, and the rule in force. */
type OpenOffer = Output<'cashOutOffers'>['list'][number];

/** The most bets of one answer, the newest first. Offers for further bets are quoted one by one. */
const betsMax = 500;
/** The most bets of a member whose offers are compared with the member's amount. */
const reachingMax = 100;
/** In one round of this number all rules are checked, since an offer also moves without its match, as when the fee changes. */
const wholeEvery = 15;
/** Sales at once in one process. */
const atOnce = 4;

/** Keeps the rules of automatic cash-outs and sells by them. */
export class CashOutRules {
  readonly #context: Context;
  readonly #pool: pg.Pool;
  readonly #board: Board;
  readonly #records: Records;
  readonly #cashOut: CashOut;
  #looks = 0;
  /** The last change of each match when its rules were looked at. */
  #seen = new Map<string, number>();

  constructor(
    context: Context,
    { board, records, cashOut }: { board: Board; records: Records; cashOut: CashOut },
  ) {
    this.#context = context;
    this.#pool = context.connections.calls.pool;
    this.#board = board;
    this.#records = records;
    this.#cashOut = cashOut;
  }

  /** What is offered for each open bet of a member now, newest first. An offer is not binding: it is quoted again when it is taken. */
  async offers(owner: Owner): Promise<Output<'cashOutOffers'>> {
    const { list, total } = await this.#records.list(owner, { tab: 'in_progress', page: 1, limit: betsMax });
    const rules = await queries.selectRulesOf(
      this.#pool,
      owner,
      list.map(({ id }) => id),
    );
    const atLeast = new Map(rules.map(({ betId, atLeastMinor }) => [betId, atLeastMinor]));
    return { list: await mapInSlices(list, (bet) => this.#rowOf(bet, atLeast.get(bet.id))), total };
  }

  /**
   * Sets the amount at which the server cashes out an open bet, or removes it. The same amount again changes nothing.
   * @throws Refused `not_found`, `no_cash_out` for a bet that is over, `offer_reached` when the offer is as high already,
   *   `validation` for an amount that no offer can reach
   */
  async set(
    member: Seller,
    { bet: betId, at }: { bet: string; at?: string | undefined },
  ): Promise<OpenOffer> {
    const owner = ownerOf(member);
    const [bet] = isId(betId) ? await this.#records.byId(owner, [betId]) : [];
    if (!bet) throw new Refused('not_found');
    if (at === undefined) {
      await queries.endRule(this.#pool, { ...owner, betId }, { ended: 'removed' });
      return this.#rowOf(bet, undefined);
    }
    if (!isOpen(bet)) throw new Refused('no_cash_out');
    const atLeastMinor = this.#minor(at);
    if (atLeastMinor <= 0n || atLeastMinor > this.#mostOf(bet)) {
      throw new Refused('validation', { rules: { at: 'range' } });
    }
    const now = this.#cashOut.price(bet)?.offer.offerMinor;
    if (now !== undefined && now >= atLeastMinor) {
      throw new Refused('offer_reached', { min: this.#money(now) });
    }
    await this.#store(owner, bet, atLeastMinor);
    return this.#rowOf(bet, atLeastMinor);
  }

  /**
   * Sells the bets whose offer has reached the amount of their rule. Any number of processes may do so at once: each rule sells
   * once, at the current offer, or not at all.
   * @returns how many were sold
   */
  async run(): Promise<number> {
    const isWhole = this.#looks % wholeEvery === 0;
    this.#looks += 1;
    const now = new Map(this.#board.events().map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
    const moved = [...now].flatMap(([id, at]) => (this.#seen.get(id) === at ? [] : [id]));
    this.#seen = now;
    if (moved.length === 0 && !isWhole) return 0;
    return this.#lookAll(isWhole ? undefined : moved);
  }

  /** Offers for open bets that have reached an amount, the newest 100 bets of each member. */
  async reaching<Line extends Owner & { atLeastMinor: bigint }>(
    lines: readonly Line[],
  ): Promise<{ line: Line; bet: Bet; offer: string }[]> {
    if (lines.length === 0) return [];
    const keys = await queries.selectOpenBets(this.#pool, lines, reachingMax);
    const bets = await this.#records.byKeys(keys);
    const lineOf = new Map(lines.map((line) => [line.memberId, line]));
    const reached = await mapInSlices(keys, ({ memberId, betId }) => {
      const [line, bet] = [lineOf.get(memberId), bets.get(betId)];
      const offerMinor = bet && this.#cashOut.price(bet)?.offer.offerMinor;
      if (line === undefined || bet === undefined) return undefined;
      if (offerMinor === undefined || offerMinor < line.atLeastMinor) return undefined;
      return { line, bet, offer: this.#money(offerMinor) };
    });
    return reached.filter((one) => one !== undefined);
  }

  /** Sales of which their members were not notified yet, the oldest first. */
  async unnotified(
    limit: number,
  ): Promise<(Owner & { betId: string; version: number; paid: string; atLeast: string })[]> {
    const sales = await queries.selectUnnotifiedSales(this.#pool, limit);
    return sales.map(({ paidMinor, atLeastMinor, ...sale }) => ({
      ...sale,
      paid: this.#money(paidMinor),
      atLeast: this.#money(atLeastMinor),
    }));
  }

  /** Records that the member was notified of a sale. */
  async markNotified(sale: Owner & { betId: string; version: number }): Promise<void> {
    await queries.markSaleNotified(this.#pool, sale);
  }

  #money(minor: bigint): string {
    return formatAmount(minor, this.#context.currency.scale);
  }

  #minor(text: string): bigint {
    return parseAmount(text, this.#context.currency.scale) ?? 0n;
  }

  #rowOf(bet: Bet, atLeastMinor: bigint | undefined): OpenOffer {
    const priced = this.#cashOut.price(bet);
    return {
      bet: bet.id,
      events: bet.legs.filter(({ outcome }) => outcome === undefined).map(({ event }) => event),
      offer: priced && this.#money(priced.offer.offerMinor),
      auto: atLeastMinor === undefined ? undefined : this.#money(atLeastMinor),
    };
  }

  /** The most that can ever be offered for what still runs of a bet. */
  #mostOf(bet: Bet): bigint {
    const stake = this.#minor(bet.stake);
    const open = this.#minor(bet.openStake ?? bet.stake);
    const running = (this.#minor(bet.potential) * open) / (stake === 0n ? 1n : stake);
    return offerFor(Number(running), this.#context.config.CASH_OUT_FEE_BP)?.offerMinor ?? 0n;
  }

  async #store(owner: Owner, bet: Bet, atLeastMinor: bigint): Promise<void> {
    const key = { ...owner, betId: bet.id };
    await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const [known] = await queries.selectRulesOf(client, owner, [bet.id]);
        if (known?.atLeastMinor === atLeastMinor) return;
        if (known) await queries.endRule(client, key, { ended: 'changed' });
        const events = bet.legs.map(({ event }) => event);
        if (!(await queries.insertRule(client, key, { atLeastMinor, events }))) {
          throw new Transient('another rule was set');
        }
      }),
    );
  }

  /** Looks at the rules on bets with a leg on these matches; at all without. @returns how many bets were sold */
  async #lookAll(events: readonly string[] | undefined): Promise<number> {
    const slices = new Slices();
    let sold = 0;
    let after: queries.Rule | undefined;
    do {
      const rules = await queries.selectRulesInForce(this.#pool, { events, after });
      const bets = await this.#records.byKeys(rules);
      const due = rules.flatMap((rule) => {
        const bet = bets.get(rule.betId);
        return bet === undefined ? [] : [{ rule, bet }];
      });
      for (let from = 0; from < due.length; from += atOnce) {
        const part = due.slice(from, from + atOnce);
        const done = await Promise.all(part.map(({ rule, bet }) => this.#lookAt(rule, bet)));
        sold += done.filter(Boolean).length;
        await slices.pause();
      }
      after = rules.length < queries.rulesAtOnce ? undefined : rules.at(-1);
    } while (after !== undefined);
    return sold;
  }

  async #lookAt(rule: queries.Rule, bet: Bet): Promise<boolean> {
    try {
      if (!isOpen(bet)) {
        await queries.endRule(this.#pool, rule, { ended: 'over', version: rule.version });
        return false;
      }
      const priced = this.#cashOut.price(bet);
      return priced !== undefined && priced.offer.offerMinor >= rule.atLeastMinor
        ? await this.#follow(rule, bet, priced)
        : false;
    } catch (error) {
      // One bet must not keep the others from being sold. It is looked at again.
      this.#context.log.error({ err: error, bet: rule.betId }, 'an automatic cash-out failed');
      this.#seen = new Map();
      return false;
    }
  }

  /** Sells one bet by its rule, if it still can be; in play the sale waits first. */
  async #follow(rule: queries.Rule, bet: Bet, { open, offer, appraisal }: Priced): Promise<boolean> {
    const { shard, memberId, betId, version, atLeastMinor } = rule;
    const sale = sell(open, { offerMinor: offer.offerMinor, share: 10_000n, restMinMinor: 0n });
    if (!sale) return false;
    const asked = { shard, memberId, key: `auto:${betId}:${version}`, requestHash: `auto:${atLeastMinor}` };
    if (this.#cashOut.waiting.waitMs(appraisal) > 0) {
      const { cashedStakeMinor } = open;
      await this.#cashOut.waiting.hold(
        { ...asked, betId, share: 10_000n, cashedStakeMinor, atLeastMinor, ruleVersion: version },
        appraisal,
      );
      return false;
    }
    const isSold = await this.#cashOut.buy({ id: memberId, shard }, bet, {
      asked,
      open,
      sale,
      appraisal,
      pins: pinsOf(appraisal),
      within: (client) =>
        queries.endRule(client, rule, { ended: 'sold', version, paidMinor: sale.paysMinor }),
    });
    if (isSold) this.#context.bus.publish('betsSettled', { shard, bets: [{ memberId, id: betId }] });
    return isSold;
  }
}

const isOpen = ({ state }: Bet): boolean => state === 'waiting' || state === 'in_progress';
