import { minuteMs } from '@touchline/contract/durations';
import { createHash, randomInt } from 'node:crypto';
import { limits, txHashPattern } from '@touchline/contract/limits';
import type { Input, Output } from '@touchline/contract/routes';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatAmount, parseAmount } from '@touchline/money/amount';
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
import type { Channel } from '../../core/config/payments.ts';
import { hoursAt } from '../hours.ts';
import type { CashierSettings } from '../settings.ts';
import { selectPayments, type PaymentRow } from './payment-queries.ts';
import type { Deposits, HostedRailOf, RechargeChecks } from './ports.ts';
import * as queries from './queries.ts';
import { networkOf, toWireRecharge } from './wire.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

const hashRule = new RegExp(txHashPattern);

/** The language of payment pages, and the origin that they send the member back to. */
type Beginner = { lan: Lan; origin: string };

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const newReference = (): string =>
  `TL${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

/** The hash of what a key was used for. */
const hashOf = (channel: string, amountMinor: bigint): string =>
  createHash('sha256').update(`${channel} ${amountMinor}`).digest('hex');

/**
 * Recharges as members see them. Rate, fee, address and expiry are fixed at creation; money is credited by
 * events of rails (see Arrivals), never by a member's input.
 */
export class Recharges {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #bus: Bus;
  readonly #settings: CashierSettings;
  readonly #deposits: Deposits;
  readonly #railOf: HostedRailOf;
  readonly #checks: RechargeChecks;

  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    log: Log;
    bus: Bus;
    settings: CashierSettings;
    deposits: Deposits;
    railOf: HostedRailOf;
    checks: RechargeChecks;
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#log = of.log;
    this.#bus = of.bus;
    this.#settings = of.settings;
    this.#deposits = of.deposits;
    this.#railOf = of.railOf;
    this.#checks = of.checks;
  }

  /** Begins a recharge; the same key again continues it under its terms, also when the channel has others by now, or is closed. */
  async create(owner: Owner, input: Input<'createRecharge'>, from: Beginner): Promise<Recharge> {
    const amountMinor = this.#readAmount(input.amount);
    const requestHash = hashOf(input.channel, amountMinor);
    const known = await queries.selectByKey(this.#pool, owner, input.key);
    if (known) return this.#resume(owner, known, requestHash, from);
    const channel = this.#settings.channels().find(({ id }) => id === input.channel);
    if (channel === undefined) throw new Refused('not_found');
    this.#judgeAmount(channel, amountMinor);
    const hours = hoursAt(channel, this.#clock.now(), this.#settings.timeZone);
    if (!hours.open) throw new Refused('channel_closed', { until: hours.opensAt.toISOString() });
    const { open } = await queries.countRecharges(this.#pool, owner);
    if (open >= limits.rechargesOpenMax) throw new Refused('too_many_open');
    await this.#checks.compareMember(owner);
    const row = this.#newRow(owner, channel, { key: input.key, amountMinor, requestHash });
    await withRetry(() => this.#insert(owner, row));
    const begun = await queries.selectByKey(this.#pool, owner, input.key);
    if (begun === undefined) throw new Error('A recharge neither new nor known');
    return this.#resume(owner, begun, requestHash, from);
  }

  /** Cancels a recharge, adds its voucher or names its transfer. */
  update(owner: Owner, input: Input<'updateRecharge'>): Promise<Recharge> {
    const { id, voucher, txHash, cancel: isCancel } = input;
    return withRetry(async () => {
      const row = await queries.selectRecharge(this.#pool, owner, id);
      if (row?.ready !== true) throw new Refused('not_found');
      if ([voucher, txHash, isCancel].filter((one) => one !== undefined).length !== 1) {
        throw new Refused('validation', { rules: { voucher: 'one_of' } });
      }
      if (isCancel === true) await this.#cancel(row);
      if (voucher !== undefined) await this.#addVoucher(owner, row, voucher);
      if (txHash !== undefined) await this.#nameTransfer(row, txHash);
      const now = await queries.selectRecharge(this.#pool, owner, id);
      if (now === undefined) throw new Refused('not_found');
      this.#publishMoved(owner, id);
      return this.#answer(owner, now);
    });
  }

  /** A page of a member's recharges, newest first. */
  async list(
    owner: Owner,
    { page, limit }: { page: number; limit: number },
  ): Promise<Output<'rechargeList'>> {
    const [rows, { total }] = await Promise.all([
      queries.selectPage(this.#pool, owner, sliceOf({ page, limit })),
      queries.countRecharges(this.#pool, owner),
    ]);
    const payments = Map.groupBy(
      await selectPayments(
        this.#pool,
        owner,
        rows.map(({ id }) => id),
      ),
      (payment) => payment.recharge_id,
    );
    const list = await Promise.all(rows.map((row) => this.#toWire(row, payments.get(row.id) ?? [])));
    return { list, total, page, limit };
  }

  /** Some recharges of a member; those that are not the member's are left out. */
  async byId(owner: Owner, ids: readonly string[]): Promise<Recharge[]> {
    const rows = await Promise.all(ids.map((id) => queries.selectRecharge(this.#pool, owner, id)));
    return Promise.all(rows.flatMap((row) => (row?.ready === true ? [this.#answer(owner, row)] : [])));
  }

  /** Ends recharges that were not paid in time. */
  async expire(): Promise<void> {
    for (const row of await queries.expireDue(this.#pool, this.#clock.now())) {
      await this.#stopRail(row);
      this.#publishMoved({ shard: row.shard, memberId: row.member_id }, row.id);
    }
  }

  #publishMoved({ shard, memberId }: Owner, rechargeId: string): void {
    this.#bus.publish('rechargeMoved', { shard, memberId, rechargeId, walletMoved: false });
  }

  #toWire(row: queries.RechargeRow, payments: readonly PaymentRow[]): Promise<Recharge> {
    return toWireRecharge(row, payments, { scale: this.#settings.scale, deposits: this.#deposits });
  }

  async #answer(owner: Owner, row: queries.RechargeRow): Promise<Recharge> {
    return this.#toWire(row, await selectPayments(this.#pool, owner, [row.id]));
  }

  /** A begun recharge with address and payment page. @throws Refused `key_reused` when its key was used for something else */
  async #resume(
    owner: Owner,
    row: queries.RechargeRow,
    requestHash: string,
    from: Beginner,
  ): Promise<Recharge> {
    if (row.request_hash !== requestHash) throw new Refused('key_reused');
    return this.#answer(owner, await this.#makeReady(owner, row, from));
  }

  /** Makes address and payment page once: repeated, they are the same. */
  async #makeReady(owner: Owner, row: queries.RechargeRow, from: Beginner): Promise<queries.RechargeRow> {
    if (row.ready) return row;
    const changes = await this.#instructions(owner, row, from);
    await queries.updateRecharge(this.#pool, row, { ...changes, ready: true });
    const now = await queries.selectRecharge(this.#pool, owner, row.id);
    if (now?.ready !== true) throw new Refused('unavailable');
    return now;
  }

  /** Where the member pays: an address of a chain, or the page of a provider. */
  async #instructions(
    owner: Owner,
    row: queries.RechargeRow,
    { lan, origin }: Beginner,
  ): Promise<queries.Changes> {
    const network = networkOf(row.channel);
    if (network !== undefined) {
      const { address } = await this.#deposits.allocate({ ...owner, network, rechargeId: row.id });
      return { address, qr: address };
    }
    try {
      const order = await this.#railOf({ id: row.channel, method: row.method }).begin({
        ...owner,
        rechargeId: row.id,
        reference: row.reference,
        amountMinor: row.amount,
        currency: { code: row.currency, scale: this.#settings.scale },
        expiresAt: row.expires_at,
        lan,
        origin,
      });
      const { providerRef, payUrl, qr } = order;
      return { provider_ref: providerRef, pay_url: payUrl ?? null, qr: qr ?? null };
    } catch (error) {
      this.#log.warn({ err: error, channel: row.channel }, 'a payment provider did not begin');
      throw new Refused('rail_away');
    }
  }

  #readAmount(text: string): bigint {
    const amountMinor = parseAmount(text, this.#settings.scale);
    if (amountMinor === undefined) throw new Refused('validation', { rules: { amount: 'amount' } });
    return amountMinor;
  }

  #judgeAmount({ minMinor, maxMinor }: Channel, amountMinor: bigint): void {
    const { scale } = this.#settings;
    if (amountMinor < minMinor) throw new Refused('amount_min', { min: formatAmount(minMinor, scale) });
    if (amountMinor > maxMinor) throw new Refused('amount_max', { max: formatAmount(maxMinor, scale) });
  }

  #newRow(
    owner: Owner,
    channel: Channel,
    { key, amountMinor, requestHash }: { key: string; amountMinor: bigint; requestHash: string },
  ): queries.NewRecharge {
    const { rateMicro, feeBp, feeFixedMinor } = channel;
    const createdAt = this.#clock.now();
    const network = networkOf(channel.id);
    const { currency, scale } = this.#settings;
    return {
      shard: owner.shard,
      member_id: owner.memberId,
      id: newId(),
      key,
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
      turnover_bp: this.#settings.rules().turnoverBp,
      usdt_micro: rateMicro === undefined ? null : usdtFor(amountMinor, rateMicro, scale),
      reference: newReference(),
      created_at: createdAt,
      sandbox: network === undefined ? this.#railOf(channel).sandbox : this.#deposits.isSandbox(network),
      expires_at: new Date(createdAt.getTime() + channel.expiresMinutes * minuteMs),
    };
  }

  /** Writes a recharge within the member's limits; an existing one of its key stays as it is. */
  #insert(owner: Owner, row: queries.NewRecharge): Promise<void> {
    return transaction(this.#pool, async (client) => {
      await this.#checks.admitDeposit(client, owner, row.amount).catch(async (error: unknown) => {
        // A recharge with the same key at the same time may have used up the limit.
        const known = error instanceof Refused && (await queries.selectByKey(client, owner, row.key));
        if (!known) throw error;
      });
      await queries.insertRecharge(client, row);
    });
  }

  async #cancel(row: queries.RechargeRow): Promise<void> {
    if (row.state !== 'created') throw new Refused('recharge_state');
    await this.#change(this.#pool, row, { state: 'rejected', reason: 'cancelled' });
    await this.#stopRail(row);
  }

  /** The recharge ends even when the provider does not answer: a payment that still comes is late. */
  async #stopRail(row: queries.RechargeRow): Promise<void> {
    if (row.method === 'usdt' || row.provider_ref === null) return;
    await this.#railOf({ id: row.channel, method: row.method })
      .cancel(row.provider_ref)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'a payment provider did not cancel'));
  }

  async #addVoucher(owner: Owner, row: queries.RechargeRow, voucher: string): Promise<void> {
    if (row.state === 'rejected' || row.state === 'credited') throw new Refused('recharge_state');
    await transaction(this.#pool, async (client) => {
      const claim = { purpose: 'voucher', usedFor: row.id } as const;
      const claimed = await this.#checks.claimVoucher(client, owner, voucher, claim);
      if (claimed === 'not_found') throw new Refused('not_found');
      if (claimed === 'used') throw new Refused('voucher_used');
      await this.#change(client, row, { voucher });
    });
  }

  async #change(on: Queryable, row: queries.RechargeRow, changes: queries.Changes): Promise<void> {
    if (!(await queries.updateRecharge(on, row, changes))) throw new Transient('the recharge has moved');
  }

  /** The hash is a hint for the member and the reviewer: money is credited by what the watcher sees. */
  async #nameTransfer(row: queries.RechargeRow, text: string): Promise<void> {
    const shown = networkOf(row.channel);
    if (shown === undefined) throw new Refused('validation', { rules: { txHash: 'unknown' } });
    if (row.state === 'rejected') throw new Refused('recharge_state');
    const hash = readHash(text);
    const networks = shown === 'usdt-trc20' ? [shown, 'usdt-erc20' as const] : [shown, 'usdt-trc20' as const];
    for (const network of networks) {
      const found = await this.#deposits.lookUp(network, hash).catch((error: unknown) => {
        this.#log.warn({ err: error, network }, 'a transfer could not be looked up');
        throw new Refused('rail_away');
      });
      if (!found.found || found.status === 'failed') continue;
      const others = found.transfers.filter(({ rechargeId }) => rechargeId !== row.id);
      const own = found.transfers.length - others.length;
      if (own === 0 && others.length > 0) throw new Refused('tx_used');
      if (own === 0 && !found.unknownToken) continue;
      const unknown = own === 0 && row.state !== 'credited';
      await this.#change(this.#pool, row, {
        tx_hash: hash,
        ...(unknown ? { payment_case: 'unknown_token' } : {}),
      });
      return;
    }
    throw new Refused('tx_not_found');
  }
}

/** The hash of a transaction as a member typed it. @throws Refused `validation` */
const readHash = (text: string): string => {
  const typed = plainHex(text);
  if (!hashRule.test(typed)) throw new Refused('validation', { rules: { txHash: 'format' } });
  return `0x${typed.replace(/^0x/, '').toLowerCase()}`;
};
