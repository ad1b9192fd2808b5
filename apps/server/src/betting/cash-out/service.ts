import type pg from 'pg';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Input, Output } from '@touchline/contract/routes';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { createTextSigner } from '../../core/secrets.ts';
import type { Context } from '../../core/module.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { OperationOutcome, Wallet } from '../../ledger/index.ts';
import type { Board, Grids, MarketKey } from '../../pricing/index.ts';
import type { ExposedBet, Exposure, Lane } from '../exposure/service.ts';
import type { Records } from '../bets/service.ts';
import type { StakeLimits } from '../placing/domain.ts';
import { appraise, type OpenLeg } from './appraisal.ts';
import { fairValue, offerFor, parseShare, sell, stateSold, type OpenBet, type Sale } from './domain.ts';
import { pinsOf, type Priced, type Purchase, type Seller } from './purchase.ts';
import { storedLeg } from '../builder/stored-parts.ts';
import * as queries from './queries.ts';
import { DelayedSales } from './delayed-sales.ts';
import { isId } from '../../core/ids.ts';
import { oddsFactor } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { systemPayout } from '@touchline/money/system';
import { ownerOf } from '../../core/owner.ts';

/** How long an offer is valid. */
const quoteMs = 8_000;

const QuoteContent = Type.Object({
  /** The member of the bet, and the stake that had been sold when the offer was made. */
  member: Type.String(),
  bet: Type.String(),
  cashedStake: Type.String({ pattern: '^[0-9]+$' }),
  /** The ground of the offer: of each open leg, the market's version and the state of the match. */
  pins: Type.Array(Type.String()),
  /** Minor units. */
  offer: Type.String({ pattern: '^[0-9]+$' }),
  /** Milliseconds since 1970. */
  until: Type.Number(),
});
/** An offer as it comes back signed. */
type Quote = Static<typeof QuoteContent>;
const quoteCheck = Compile(QuoteContent);

/** Signs offers, so that none has to be stored, and any process of the server can accept it. */
class Quotes {
  readonly #signer;

  constructor(secret: Uint8Array) {
    this.#signer = createTextSigner(secret, 'cash-out');
  }

  sign(quote: Quote): string {
    return this.#signer.sign(JSON.stringify(quote));
  }

  /** @returns undefined for a text that this server has not signed */
  open(text: string): Quote | undefined {
    const signed = this.#signer.open(text);
    if (signed === undefined) return undefined;
    const content: unknown = JSON.parse(signed);
    return quoteCheck.Check(content) ? content : undefined;
  }
}

/** An accepted offer: what is sold, for how much, and what the price rests on. */
type TakenOffer = Pick<Purchase, 'open' | 'sale' | 'appraisal' | 'pins'> & { offerMinor: bigint };

/** What cashing out needs of other services. */
export type CashOutServices = {
  wallet: Wallet;
  board: Board;
  grids: Grids;
  records: Records;
  exposure: Exposure;
  /** The least stake that may continue running after a part was sold is that of a bet. */
  limits: StakeLimits;
};

/** Buys open bets back at their value. */
export class CashOut {
  /** The sales that wait. */
  readonly waiting: DelayedSales;
  readonly #context: Context;
  readonly #services: CashOutServices;
  readonly #quotes: Quotes;

  constructor(context: Context, services: CashOutServices) {
    this.#context = context;
    this.#services = services;
    this.#quotes = new Quotes(context.secret);
    this.waiting = new DelayedSales(context, {
      ...services,
      price: (bet) => this.price(bet),
      buy: (member, bet, purchase) => this.buy(member, bet, purchase),
    });
  }

  /** The offer for an open bet by the board; undefined while nothing is offered. */
  price(bet: Bet): Priced | undefined {
    if (bet.state !== 'waiting' && bet.state !== 'in_progress') return undefined;
    const { board, grids } = this.#services;
    const appraisal = appraise(bet, board, grids);
    const open = this.#openBet(bet);
    const offer =
      appraisal && offerFor(fairValue(open, appraisal.values), this.#context.config.CASH_OUT_FEE_BP);
    return appraisal && offer && appraisal.open.length > 0 ? { offer, open, appraisal } : undefined;
  }

  /** Buys a bet or a part of it in one transaction. @returns false when anything the price rests on has moved */
  buy(member: Seller, bet: Bet, purchase: Purchase): Promise<boolean> {
    const on = purchase.on ?? this.#context.connections.calls.pool;
    return withRetry(() =>
      this.#services.exposure.inLane((lane) =>
        transaction(on, (client) => this.#buyIn(client, lane, { member, bet, purchase })),
      ),
    ).catch((error: unknown) => {
      if (error instanceof SaleUndone) return false;
      throw error;
    });
  }

  /** @throws Refused `not_found` for a bet that is not the member's */
  async find(member: Seller, betId: string): Promise<Bet> {
    const owner = ownerOf(member);
    const [bet] = isId(betId) ? await this.#services.records.byId(owner, [betId]) : [];
    if (!bet) throw new Refused('not_found');
    return bet;
  }

  /**
   * Reads an offer that a member takes for all of a bet, or for a share of it.
   * @param share hundredths of a percent
   * @throws Refused `quote_moved` when it is that of another member, has expired, or does not fit the bet any more
   */
  take(member: Seller, bet: Bet, signed: string, share = 10_000n): TakenOffer {
    const { clock, currency } = this.#context;
    const { board, grids, limits } = this.#services;
    const quote = this.#quotes.open(signed);
    const open = this.#openBet(bet);
    const isMine = quote?.member === member.id && quote.bet === bet.id;
    if (!quote || !isMine || quote.until <= clock.now().getTime()) throw new Refused('quote_moved');
    if (quote.cashedStake !== String(open.cashedStakeMinor)) throw new Refused('quote_moved');
    const restMinMinor = limits.minMinor;
    const sale = sell(open, { offerMinor: BigInt(quote.offer), share, restMinMinor });
    if (!sale) throw new Refused('stake_min', { min: formatAmount(restMinMinor, currency.scale) });
    const appraisal = appraise(bet, board, grids);
    if (!appraisal) throw new Refused('quote_moved');
    return { open, sale, appraisal, pins: quote.pins, offerMinor: BigInt(quote.offer) };
  }

  /** @throws Refused `not_found` for a bet that is not the member's; `no_cash_out` while nothing is offered */
  async quote(member: Seller, betId: string): Promise<Output<'cashOutQuote'>> {
    const { clock, currency } = this.#context;
    const bet = await this.find(member, betId);
    const priced = this.price(bet);
    if (!priced) throw new Refused('no_cash_out');
    const { offer, open, appraisal } = priced;
    const until = clock.now().getTime() + quoteMs;
    const money = (minorUnits: bigint): string => formatAmount(minorUnits, currency.scale);
    const waitMs = this.waiting.waitMs(appraisal);
    return {
      quote: this.#quotes.sign({
        member: member.id,
        bet: bet.id,
        until,
        cashedStake: String(open.cashedStakeMinor),
        pins: pinsOf(appraisal),
        offer: String(offer.offerMinor),
      }),
      fair: money(offer.fairMinor),
      fee: money(offer.feeMinor),
      offer: money(offer.offerMinor),
      expiresAt: new Date(until).toISOString(),
      ...(waitMs > 0 && { waitMs }),
    };
  }

  /**
   * Sells a bet or a share of it at an offer. The same key and request answers the same bet however often it is asked. With a leg in play
   * the sale waits for the live delay and is made at the offer of its end, if that is not below `least`.
   * @throws Refused `quote_moved` when the offer has run out or anything it rests on has moved, `no_cash_out` when nothing is offered at the
   *   end of the wait; nothing has then changed
   */
  async sell(member: Seller, input: Input<'cashOut'>): Promise<Bet> {
    const { wallet } = this.#services;
    const { key, bet: betId, quote: signed, least } = input;
    const { share, leastMinor } = this.#readSale(input);
    const bet = await this.find(member, betId);
    const request = least === undefined ? `${signed} ${share}` : `${signed} ${share} ${least}`;
    const asked = { shard: member.shard, memberId: member.id, key, requestHash: request };
    if (isReplayed(await wallet.stored(asked)) || (await this.waiting.isSold(asked))) {
      return this.find(member, betId);
    }

    const taken = this.take(member, bet, signed, share);
    if (this.waiting.waitMs(taken.appraisal) > 0) {
      await this.#hold({ asked, betId, share }, taken, leastMinor ?? taken.offerMinor);
      await this.waiting.isSold(asked);
      return this.find(member, betId);
    }
    const { offerMinor: _offerMinor, ...sale } = taken;
    const isSold = await this.buy(member, bet, { asked, ...sale });
    if (isSold) {
      const bets = [{ memberId: member.id, id: betId }];
      this.#context.bus.publish('betsSettled', { shard: member.shard, bets });
      return this.find(member, betId);
    }
    // The same request at the same time may have been the one that sold it.
    if (isReplayed(await wallet.stored(asked))) return this.find(member, betId);
    throw new Refused('quote_moved');
  }

  /** @throws Refused `validation` for a share or a least amount out of range */
  #readSale({ share: text = '1', least }: Pick<Input<'cashOut'>, 'share' | 'least'>) {
    const share = parseShare(text);
    if (share === undefined) throw new Refused('validation', { rules: { share: 'range' } });
    const leastMinor = least === undefined ? undefined : parseAmount(least, this.#context.currency.scale);
    if (least !== undefined && (leastMinor === undefined || leastMinor <= 0n)) {
      throw new Refused('validation', { rules: { least: 'range' } });
    }
    return { share, leastMinor };
  }

  async #buyIn(
    client: pg.PoolClient,
    lane: Lane,
    { member, bet, purchase }: { member: Seller; bet: Bet; purchase: Purchase },
  ): Promise<boolean> {
    const { asked, open, sale, appraisal, pins: expected, before, within, after } = purchase;
    const { wallet, exposure } = this.#services;
    if (before && !(await before(client))) throw new SaleUndone();
    const pins = await queries.selectPins(client, appraisal.open.map(marketKey));
    if (pins?.join() !== expected.join()) return false;
    const change = { sale, cashedStakeMinor: open.cashedStakeMinor, ends: stateSold(open, sale) };
    const of = { shard: member.shard, memberId: member.id, id: bet.id };
    if (!(await queries.sellPart(client, of, change))) return false;
    if (within && !(await within(client))) throw new SaleUndone();
    const posting = { kind: 'cash_out', amountMinor: sale.paysMinor, counterAccount: 'payouts' } as const;
    const [outcome] = await wallet.post([{ ...asked, ...posting, ref: bet.id }], client);
    // The key was used in the meantime, or there is no such wallet: the transaction is rolled back.
    if (outcome?.outcome !== 'applied' || outcome.replayed) throw new SaleUndone();
    await exposure.sell(client, lane, exposedPart(member, bet, { open, sale }));
    if (after && !(await after(client, lane, outcome.version))) throw new SaleUndone();
    return true;
  }

  /** Keeps a sale that has to wait. @throws Refused `quote_moved` when something has happened since the offer */
  #hold(
    { asked, betId, share }: { asked: Purchase['asked']; betId: string; share: bigint },
    { open, appraisal, pins }: TakenOffer,
    atLeastMinor: bigint,
  ): Promise<void> {
    if (pinsOf(appraisal).join() !== pins.join()) throw new Refused('quote_moved');
    const { cashedStakeMinor } = open;
    return this.waiting.hold(
      { ...asked, betId, share, cashedStakeMinor, atLeastMinor, ruleVersion: undefined },
      appraisal,
    );
  }

  #openBet(bet: Bet): OpenBet {
    const minor = (text: string | undefined): bigint =>
      text === undefined ? 0n : (parseAmount(text, this.#context.currency.scale) ?? 0n);
    return {
      stakeMinor: minor(bet.stake),
      cashedStakeMinor: bet.openStake === undefined ? 0n : minor(bet.stake) - minor(bet.openStake),
      cashOutMinor: minor(bet.cashOut),
      lines: bet.lines,
      k: bet.type === 'system' ? (bet.k ?? bet.legs.length) : bet.legs.length,
    };
  }
}

/** Whether the same request was applied before. @throws Refused `key_reused` when the key had another request */
const isReplayed = (outcome: OperationOutcome | undefined): boolean => {
  if (outcome?.outcome === 'key_reused') throw new Refused('key_reused');
  return outcome?.outcome === 'applied' && outcome.replayed;
};

class SaleUndone extends Error {}

const marketKey = ({ event, market }: OpenLeg): MarketKey => ({
  eventId: event.id,
  market: market.market,
  line: market.line,
});

/** What a sale takes off the exposure: the part of the stake, and what the rest returns less than all that was running. */
const exposedPart = (
  owner: { id: string; shard: number },
  bet: Bet,
  { open, sale: { partMinor } }: { open: OpenBet; sale: Sale },
): ExposedBet => {
  const factors = bet.legs.map(({ odds }) => oddsFactor(parseOdds(odds) ?? 0));
  const returnOf = (stakeMinor: bigint): bigint => systemPayout({ stakeMinor, k: open.k, factors });
  const runningMinor = open.stakeMinor - open.cashedStakeMinor;
  return {
    shard: owner.shard,
    memberId: owner.id,
    isSingle: bet.type === 'single',
    legs: bet.legs.map((leg) => ({ eventId: leg.event, ...storedLeg(leg) })),
    stakeMinor: partMinor,
    potentialMinor: returnOf(runningMinor) - returnOf(runningMinor - partMinor),
  };
};
