import { minuteMs } from '@touchline/contract/durations';
import { createHash, randomInt } from 'node:crypto';
import { limits, txHashPattern } from '@touchline/contract/limits';
import type { Input, Output } from '@touchline/contract/routes';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Lan } from '@touchline/locales/locales';
import { plainHex } from '@touchline/kit/typed-text';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { Transient, transaction, withRetry } from '../../core/database/transaction.ts';
import { feeOf, usdtFor } from '../amounts.ts';
import type { Channel } from '../../core/config/channels.ts';
import { hoursAt } from '../hours.ts';
import { selectPayments } from './payment-queries.ts';
import type { ClaimVoucher, Deposits, HostedRail } from './ports.ts';
import * as queries from './queries.ts';
import { networkOf, toWireRecharge } from './wire.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

const hashRule = new RegExp(txHashPattern);

export type RechargesOptions = {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  currency: Currency;
  timeZone: string;
  /**
   * Open channels, and the turnover multiple in hundredths of a percent, read from the settings each time.
   */
  channels: () => readonly Channel[];
  turnoverBp: () => number;
  deposits: Deposits;
  /** The provider of a channel that is not a chain. */
  railOf: (channel: Pick<Channel, 'id' | 'method'>) => HostedRail;
  claimVoucher: ClaimVoucher;
  /**
   * Compares the account with those of excluded members before a recharge begins.
   * @throws Refused `account_review`
   */
  compareMember: (owner: Owner) => Promise<void>;
  /**
   * Checks a recharge against the member's own limits and restrictions; within the transaction that begins
   * it.
   * @throws Refused `excluded`, `limit_reached`
   */
  admitDeposit: (client: Queryable, owner: Owner, amountMinor: bigint) => Promise<void>;
  bus: Pick<Bus, 'publish'>;
};

/** The language of payment pages, and the origin that they send the member back to. */
type Beginner = { lan: Lan; origin: string };

export type Recharges = {
  create(owner: Owner, input: Input<'createRecharge'>, from: Beginner): Promise<Recharge>;
  update(owner: Owner, input: Input<'updateRecharge'>): Promise<Recharge>;
  list(owner: Owner, page: { page: number; limit: number }): Promise<Output<'rechargeList'>>;
  /** Some recharges of a member; those that are not the member's are left out. */
  byId(owner: Owner, ids: readonly string[]): Promise<Recharge[]>;
  /** Ends recharges that nobody paid in time. */
  expire(): Promise<void>;
};

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const newReference = (): string =>
  `TL${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

/**
 * Recharges as members see them. Rate, fee, address and expiry are fixed at creation; money is credited by
 * events of rails (see createArrivals), never by a member's input.
 */
export const createRecharges = (options: RechargesOptions): Recharges => {
  const { pool, clock, log, currency, channels, deposits, railOf } = options;
  const { scale } = currency;

  const answer = async (owner: Owner, row: queries.RechargeRow): Promise<Recharge> =>
    toWireRecharge(row, await selectPayments(pool, owner, [row.id]), { scale, deposits });

  /** Makes address and payment page once: repeated, they are the same. */
  const makeReady = async (
    owner: Owner,
    row: queries.RechargeRow,
    { lan, origin }: Beginner,
  ): Promise<queries.RechargeRow> => {
    if (row.ready) return row;
    const changes = await instructions(owner, row, { lan, origin });
    await queries.updateRecharge(pool, row, { ...changes, ready: true });
    const now = await queries.selectRecharge(pool, owner, row.id);
    if (now?.ready !== true) throw new Refused('unavailable');
    return now;
  };

  const instructions = async (
    owner: Owner,
    row: queries.RechargeRow,
    { lan, origin }: Beginner,
  ): Promise<queries.Changes> => {
    const network = networkOf(row.channel);
    if (network !== undefined) {
      const { address } = await deposits.allocate({ ...owner, network, rechargeId: row.id });
      return { address, qr: address };
    }
    try {
      const begun = await railOf({ id: row.channel, method: row.method }).begin({
        ...owner,
        rechargeId: row.id,
        reference: row.reference,
        amountMinor: row.amount,
        currency: { code: row.currency, scale },
        expiresAt: row.expires_at,
        lan,
        origin,
      });
      const { providerRef, payUrl, qr } = begun;
      return { provider_ref: providerRef, pay_url: payUrl ?? null, qr: qr ?? null };
    } catch (error) {
      log.warn({ err: error, channel: row.channel }, 'a payment provider did not begin');
      throw new Refused('rail_away');
    }
  };

  const readAmount = (text: string): bigint => {
    const amountMinor = parseAmount(text, scale);
    if (amountMinor === undefined) throw new Refused('validation', { rules: { amount: 'amount' } });
    return amountMinor;
  };

  const judgeAmount = ({ minMinor, maxMinor }: Channel, amountMinor: bigint): void => {
    if (amountMinor < minMinor) throw new Refused('amount_min', { min: formatAmount(minMinor, scale) });
    if (amountMinor > maxMinor) throw new Refused('amount_max', { max: formatAmount(maxMinor, scale) });
  };

  /** Writes a recharge within the member's limits; an existing one of its key stays as it is. */
  const begin = (owner: Owner, row: queries.NewRecharge): Promise<void> =>
    transaction(pool, async (client) => {
      await options.admitDeposit(client, owner, row.amount).catch(async (error: unknown) => {
        // A recharge with the same key at the same time may have used up the limit.
        const known = error instanceof Refused && (await queries.selectByKey(client, owner, row.key));
        if (!known) throw error;
      });
      await queries.insertRecharge(client, row);
    });

  const cancel = async (row: queries.RechargeRow): Promise<void> => {
    if (row.state !== 'created') throw new Refused('recharge_state');
    const done = await queries.updateRecharge(pool, row, { state: 'rejected', reason: 'cancelled' });
    if (!done) throw new Transient('the recharge has moved');
    await stopRail(row);
  };

  /** The recharge ends even when the provider does not answer: a payment that still comes is late. */
  const stopRail = async (row: queries.RechargeRow): Promise<void> => {
    if (row.method === 'usdt' || row.provider_ref === null) return;
    await railOf({ id: row.channel, method: row.method })
      .cancel(row.provider_ref)
      .catch((error: unknown) => log.warn({ err: error }, 'a payment provider did not cancel'));
  };

  const addVoucher = async (owner: Owner, row: queries.RechargeRow, voucher: string): Promise<void> => {
    if (row.state === 'rejected' || row.state === 'credited') throw new Refused('recharge_state');
    await transaction(pool, async (client) => {
      const claim = { purpose: 'voucher', usedFor: row.id } as const;
      const claimed = await options.claimVoucher(client, owner, voucher, claim);
      if (claimed === 'not_found') throw new Refused('not_found');
      if (claimed === 'used') throw new Refused('voucher_used');
      if (!(await queries.updateRecharge(client, row, { voucher }))) {
        throw new Transient('the recharge has moved');
      }
    });
  };

  /** The hash is a hint for the member and the reviewer: money is credited by what the watcher sees. */
  const nameTransfer = async (row: queries.RechargeRow, text: string): Promise<void> => {
    const shown = networkOf(row.channel);
    if (shown === undefined) throw new Refused('validation', { rules: { txHash: 'unknown' } });
    if (row.state === 'rejected') throw new Refused('recharge_state');
    const typed = plainHex(text);
    if (!hashRule.test(typed)) throw new Refused('validation', { rules: { txHash: 'format' } });
    const hash = `0x${typed.replace(/^0x/, '').toLowerCase()}`;
    const networks = shown === 'usdt-trc20' ? [shown, 'usdt-erc20' as const] : [shown, 'usdt-trc20' as const];
    for (const network of networks) {
      const found = await deposits.lookUp(network, hash).catch((error: unknown) => {
        log.warn({ err: error, network }, 'a transfer could not be looked up');
        throw new Refused('rail_away');
      });
      if (!found.found || found.status === 'failed') continue;
      const others = found.transfers.filter(({ rechargeId }) => rechargeId !== row.id);
      const own = found.transfers.length - others.length;
      if (own === 0 && others.length > 0) throw new Refused('tx_used');
      if (own === 0 && !found.unknownToken) continue;
      const unknown = own === 0 && row.state !== 'credited';
      const changes = { tx_hash: hash, ...(unknown ? { payment_case: 'unknown_token' as const } : {}) };
      if (!(await queries.updateRecharge(pool, row, changes))) throw new Transient('the recharge has moved');
      return;
    }
    throw new Refused('tx_not_found');
  };

  return {
    async create(owner, input, from) {
      const amountMinor = readAmount(input.amount);
      const requestHash = createHash('sha256').update(`${input.channel} ${amountMinor}`).digest('hex');
      const resume = async (row: queries.RechargeRow): Promise<Recharge> => {
        if (row.request_hash !== requestHash) throw new Refused('key_reused');
        return answer(owner, await makeReady(owner, row, from));
      };
      const known = await queries.selectByKey(pool, owner, input.key);
      // A begun recharge continues under its terms, also when the channel has other limits by now, or is
      // closed.
      if (known) return resume(known);

      const channel = channels().find(({ id }) => id === input.channel);
      if (channel === undefined) throw new Refused('not_found');
      judgeAmount(channel, amountMinor);
      const hours = hoursAt(channel, clock.now(), options.timeZone);
      if (!hours.open) throw new Refused('channel_closed', { until: hours.opensAt.toISOString() });
      const { open } = await queries.countRecharges(pool, owner);
      if (open >= limits.rechargesOpenMax) throw new Refused('too_many_open');
      await options.compareMember(owner);
      const { rateMicro, feeBp, feeFixedMinor } = channel;
      const createdAt = clock.now();
      const network = networkOf(channel.id);
      const row: queries.NewRecharge = {
        shard: owner.shard,
        member_id: owner.memberId,
        id: newId(),
        key: input.key,
        request_hash: requestHash,
        channel: channel.id,
        method: channel.method,
        currency: currency.code,
        amount: amountMinor,
        fee: feeOf(amountMinor, channel),
        fee_bp: feeBp,
        fee_fixed: feeFixedMinor,
        amount_max: channel.maxMinor,
        rate_micro: rateMicro ?? null,
        turnover_bp: options.turnoverBp(),
        usdt_micro: rateMicro === undefined ? null : usdtFor(amountMinor, rateMicro, scale),
        reference: newReference(),
        created_at: createdAt,
        sandbox: network === undefined ? railOf(channel).sandbox : deposits.isSandbox(network),
        expires_at: new Date(createdAt.getTime() + channel.expiresMinutes * minuteMs),
      };
      await withRetry(() => begin(owner, row));
      const begun = await queries.selectByKey(pool, owner, input.key);
      if (begun === undefined) throw new Error('A recharge neither new nor known');
      return resume(begun);
    },

    update: (owner, { id, voucher, txHash, cancel: isCancel }) =>
      withRetry(async () => {
        const row = await queries.selectRecharge(pool, owner, id);
        if (row?.ready !== true) throw new Refused('not_found');
        if ([voucher, txHash, isCancel].filter((one) => one !== undefined).length !== 1) {
          throw new Refused('validation', { rules: { voucher: 'one_of' } });
        }
        if (isCancel === true) await cancel(row);
        if (voucher !== undefined) await addVoucher(owner, row, voucher);
        if (txHash !== undefined) await nameTransfer(row, txHash);
        const now = await queries.selectRecharge(pool, owner, id);
        if (now === undefined) throw new Refused('not_found');
        const { shard, memberId } = owner;
        options.bus.publish('rechargeMoved', { shard, memberId, rechargeId: id, walletMoved: false });
        return answer(owner, now);
      }),

    async list(owner, { page, limit }) {
      const [rows, { total }] = await Promise.all([
        queries.selectPage(pool, owner, sliceOf({ page, limit })),
        queries.countRecharges(pool, owner),
      ]);
      const payments = Map.groupBy(
        await selectPayments(
          pool,
          owner,
          rows.map(({ id }) => id),
        ),
        (payment) => payment.recharge_id,
      );
      const list = await Promise.all(
        rows.map((row) => toWireRecharge(row, payments.get(row.id) ?? [], { scale, deposits })),
      );
      return { list, total, page, limit };
    },

    async byId(owner, ids) {
      const rows = await Promise.all(ids.map((id) => queries.selectRecharge(pool, owner, id)));
      return Promise.all(rows.flatMap((row) => (row?.ready === true ? [answer(owner, row)] : [])));
    },

    async expire() {
      for (const row of await queries.expireDue(pool, clock.now())) {
        await stopRail(row);
        const { shard, member_id: memberId, id: rechargeId } = row;
        options.bus.publish('rechargeMoved', { shard, memberId, rechargeId, walletMoved: false });
      }
    },
  };
};
