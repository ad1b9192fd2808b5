import type pg from 'pg';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Input, Output } from '@touchline/contract/routes';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Outcome, Wallet } from '../../ledger/index.ts';
import type { Board, Grids, MarketKey } from '../../pricing/index.ts';
import type { ExposedBet, Exposure } from '../exposure/service.ts';
import type { Records } from '../bets/service.ts';
import { appraise, type OpenLeg } from './appraisal.ts';
import { fairValue, offerFor, parseShare, sell, stateSold, type OpenBet, type Sale } from './domain.ts';
import { pinsOf, type Buy, type Price, type Priced, type Purchase, type Seller } from './purchase.ts';
import { storedLeg } from '../builder/stored-parts.ts';
import * as queries from './queries.ts';
import { DelayedSales } from './delayed-sales.ts';
import { createQuotes, quoteMs } from './quote.ts';
import { isId } from '../../core/ids.ts';
import { oddsFactor } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { systemPayout } from '@touchline/money/system';
import { ownerOf } from '../../core/owner.ts';

/** An accepted offer: what is sold, for how much, and what the price rests on. */
type Taken = Pick<Purchase, 'open' | 'sale' | 'appraisal' | 'pins'> & { offerMinor: bigint };

export type CashOut = {
  price: Price;
  buy: Buy;
  /** @throws Refused `not_found` for a bet that is not the member's */
  find(member: Seller, betId: string): Promise<Bet>;
  /**
   * Reads an offer that a member takes for all of a bet.
   * @throws Refused `quote_moved` when it is that of another member, has expired, or does not fit the bet any more
   */
  take(member: Seller, bet: Bet, signed: string): Taken;
  /** @throws Refused `not_found` for a bet that is not the member's; `no_cash_out` while nothing is offered */
  quote(member: Seller, betId: string): Promise<Output<'cashOutQuote'>>;
  /**
   * Sells a bet or a share of it at an offer. The same key and request answers the same bet however often it is asked. With a leg in play
   * the sale waits for the live delay and is made at the offer of its end, if that is not below `least`.
   * @throws Refused `quote_moved` when the offer has run out or anything it rests on has moved, `no_cash_out` when nothing is offered at the
   *   end of the wait; nothing has then changed
   */
  sell(member: Seller, input: Input<'cashOut'>): Promise<Bet>;
  /** The sales that wait. */
  waiting: DelayedSales;
};

/** Buys open bets back at their value. */
export const createCashOut = ({
  pool,
  wallet,
  board,
  grids,
  records,
  exposure,
  clock,
  secret,
  currency,
  feeBp,
  stakeMinMinor,
  delay,
  log,
  bus,
}: {
  pool: pg.Pool;
  wallet: Wallet;
  board: Board;
  grids: Grids;
  records: Records;
  exposure: Exposure;
  clock: Clock;
  secret: Uint8Array;
  currency: Currency;
  feeBp: () => number;
  /** The least stake that may continue running after a part was sold. */
  stakeMinMinor: () => bigint;
  /** How long a sale in play waits, as for orders. */
  delay: { delayMs: () => number; replaySpeed: number };
  log: Pick<Log, 'error'>;
  bus: Pick<Bus, 'publish'>;
}): CashOut => {
  const quotes = createQuotes(secret);

  const find = async (member: Seller, betId: string): Promise<Bet> => {
    const owner = ownerOf(member);
    const [bet] = isId(betId) ? await records.byId(owner, [betId]) : [];
    if (!bet) throw new Refused('not_found');
    return bet;
  };

  const minor = (text: string | undefined): bigint =>
    text === undefined ? 0n : (parseAmount(text, currency.scale) ?? 0n);
  const openBet = (bet: Bet): OpenBet => ({
    stakeMinor: minor(bet.stake),
    cashedStakeMinor: bet.openStake === undefined ? 0n : minor(bet.stake) - minor(bet.openStake),
    cashOutMinor: minor(bet.cashOut),
    lines: bet.lines,
    k: bet.type === 'system' ? (bet.k ?? bet.legs.length) : bet.legs.length,
  });

  /** Announces the sale and answers the bet after it. */
  const answer = async (member: Seller, betId: string): Promise<Bet> => {
    bus.publish('betsSettled', { shard: member.shard, bets: [{ memberId: member.id, id: betId }] });
    return find(member, betId);
  };

  const price = (bet: Bet): Priced | undefined => {
    if (bet.state !== 'waiting' && bet.state !== 'in_progress') return undefined;
    const appraisal = appraise(bet, board, grids);
    const open = openBet(bet);
    const offer = appraisal && offerFor(fairValue(open, appraisal.values), feeBp());
    return appraisal && offer && appraisal.open.length > 0 ? { offer, open, appraisal } : undefined;
  };

  const buy = (
    member: Seller,
    bet: Bet,
    { asked, open, sale, appraisal, pins: expected, before, within, after, on = pool }: Purchase,
  ): Promise<boolean> =>
    withRetry(() =>
      exposure.inLane((lane) =>
        transaction(on, async (client) => {
          if (before && !(await before(client))) throw new SaleUndone();
          const pins = await queries.selectPins(client, appraisal.open.map(marketKey));
          if (pins?.join() !== expected.join()) return false;
          const change = {
            sale,
            cashedStakeMinor: open.cashedStakeMinor,
            ends: stateSold(open, sale),
          };
          const of = { shard: member.shard, memberId: member.id, id: bet.id };
          if (!(await queries.sellPart(client, of, change))) return false;
          if (within && !(await within(client))) throw new SaleUndone();
          const [outcome] = await wallet.post(
            [
              {
                ...asked,
                kind: 'cash_out',
                amountMinor: sale.paysMinor,
                counterAccount: 'payouts',
                ref: bet.id,
              },
            ],
            client,
          );
          // The key was used in the meantime, or there is no such wallet: the transaction is rolled back.
          if (outcome?.outcome !== 'applied' || outcome.replayed) throw new SaleUndone();
          await exposure.sell(client, lane, exposedPart(member, bet, { open, sale }));
          if (after && !(await after(client, lane, outcome.version))) throw new SaleUndone();
          return true;
        }),
      ),
    ).catch((error: unknown) => {
      if (error instanceof SaleUndone) return false;
      throw error;
    });

  const waiting = new DelayedSales({
    pool,
    wallet,
    board,
    records,
    clock,
    ...delay,
    restMinMinor: stakeMinMinor,
    price,
    buy,
    log,
    bus,
  });

  const take = (member: Seller, bet: Bet, { signed, share }: { signed: string; share: bigint }): Taken => {
    const quote = quotes.open(signed);
    const open = openBet(bet);
    const isMine = quote?.member === member.id && quote.bet === bet.id;
    if (!quote || !isMine || quote.until <= clock.now().getTime()) throw new Refused('quote_moved');
    if (quote.cashedStake !== String(open.cashedStakeMinor)) throw new Refused('quote_moved');
    const restMinMinor = stakeMinMinor();
    const sale = sell(open, { offerMinor: BigInt(quote.offer), share, restMinMinor });
    if (!sale) throw new Refused('stake_min', { min: formatAmount(restMinMinor, currency.scale) });
    const appraisal = appraise(bet, board, grids);
    if (!appraisal) throw new Refused('quote_moved');
    return { open, sale, appraisal, pins: quote.pins, offerMinor: BigInt(quote.offer) };
  };

  /** Keeps a sale that has to wait. @throws Refused `quote_moved` when something has happened since the offer */
  const hold = (
    { asked, betId, share }: { asked: Purchase['asked']; betId: string; share: bigint },
    { open, appraisal, pins }: Taken,
    atLeastMinor: bigint,
  ): Promise<void> => {
    if (pinsOf(appraisal).join() !== pins.join()) throw new Refused('quote_moved');
    const { cashedStakeMinor } = open;
    return waiting.hold(
      { ...asked, betId, share, cashedStakeMinor, atLeastMinor, ruleVersion: undefined },
      appraisal,
    );
  };

  const replayed = (outcome: Outcome | undefined): boolean => {
    if (outcome?.outcome === 'key_reused') throw new Refused('key_reused');
    return outcome?.outcome === 'applied' && outcome.replayed;
  };

  return {
    price,
    buy,
    find,
    waiting,
    take: (member, bet, signed) => take(member, bet, { signed, share: 10_000n }),

    async quote(member, betId) {
      const bet = await find(member, betId);
      const priced = price(bet);
      if (!priced) throw new Refused('no_cash_out');
      const { offer, open, appraisal } = priced;
      const until = clock.now().getTime() + quoteMs;
      const money = (minorUnits: bigint): string => formatAmount(minorUnits, currency.scale);
      const waitMs = waiting.waitMs(appraisal);
      return {
        quote: quotes.sign({
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
    },

    async sell(member, { key, bet: betId, quote: signed, share: shareText = '1', least }) {
      const share = parseShare(shareText);
      if (share === undefined) throw new Refused('validation', { rules: { share: 'range' } });
      const leastMinor = least === undefined ? undefined : parseAmount(least, currency.scale);
      if (least !== undefined && (leastMinor === undefined || leastMinor <= 0n)) {
        throw new Refused('validation', { rules: { least: 'range' } });
      }
      const bet = await find(member, betId);
      const request = least === undefined ? `${signed} ${share}` : `${signed} ${share} ${least}`;
      const asked = { shard: member.shard, memberId: member.id, key, requestHash: request };
      if (replayed(await wallet.stored(asked)) || (await waiting.isSold(asked))) return find(member, betId);

      const taken = take(member, bet, { signed, share });
      if (waiting.waitMs(taken.appraisal) > 0) {
        await hold({ asked, betId, share }, taken, leastMinor ?? taken.offerMinor);
        await waiting.isSold(asked);
        return find(member, betId);
      }
      const { offerMinor: _offerMinor, ...sale } = taken;
      const sold = await buy(member, bet, { asked, ...sale });
      if (sold) return answer(member, bet.id);
      // The same request at the same time may have been the one that sold it.
      if (replayed(await wallet.stored(asked))) return find(member, betId);
      throw new Refused('quote_moved');
    },
  };
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
