import type { PaymentCase } from '@touchline/contract/shapes/cashier';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import { idFor } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { Transient, transaction, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { CashierSettings } from '../settings.ts';
import type { Turnovers } from '../turnover/service.ts';
import {
  creditOf,
  judge,
  mayCredit,
  type Arrival,
  type PaymentCredit,
  type Terms,
  type WrongPayment,
} from './domain.ts';
import {
  claimReference,
  giveUpReference,
  selectPayments,
  selectRechargeOf,
  writePayment,
  type PaymentRow,
} from './payment-queries.ts';
import { commitPayment, decided, heard } from './payment-facts.ts';
import { selectRecharge, updateRecharge, type Changes, type RechargeRow } from './queries.ts';
import type { Owner } from '../../core/owner.ts';

/** A payment that a rail reports. `paidUnits`: millionths of USDT, or minor units of `currency`, which is given where another was asked for. */
export type PaymentNotice = Owner & {
  rechargeId: string;
  rail: string;
  ref: string;
  paidUnits: bigint;
  seenAt: Date;
  block?: bigint;
  currency?: string | undefined;
  wrong?: WrongPayment | undefined;
};

/** What an operator decided about a payment in review. */
export type PaymentVerdict = 'credit' | 'refuse';

const arrivalOf = ({ paidUnits, seenAt, wrong }: PaymentNotice): Arrival => ({
  paidUnits,
  seenAt,
  wrong,
});

/** Takes payments that rails and chains report, and credits each once. */
export class Arrivals {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #bus: Bus;
  readonly #wallet: Wallet;
  readonly #turnovers: Turnovers;
  readonly #settings: CashierSettings;

  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    bus: Bus;
    wallet: Wallet;
    turnovers: Turnovers;
    settings: CashierSettings;
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#bus = of.bus;
    this.#wallet = of.wallet;
    this.#turnovers = of.turnovers;
    this.#settings = of.settings;
  }

  /** A payment on its way: it shows, and credits nothing. */
  seen(notice: PaymentNotice): Promise<void> {
    return this.#onRecharge(notice, async (client, row, payments) => {
      const known = paymentIn(payments, notice);
      if (known !== undefined && known.state !== 'orphaned') return false;
      await writePayment(client, await this.#paymentOf(client, notice, row, known));
      const waits = row.state === 'created' || row.state === 'expired';
      await change(client, row, waits ? { state: 'awaiting', payment_case: null } : {});
      return false;
    });
  }

  /** A payment that has arrived for good: credited, or put before a person. The same reference counts once forever. */
  final(notice: PaymentNotice): Promise<void> {
    return this.#onRecharge(notice, async (client, row, payments) => {
      const known = paymentIn(payments, notice);
      if (known !== undefined && known.state !== 'seen' && known.state !== 'orphaned') return false;
      const payment = await this.#paymentOf(client, notice, row, known);
      const earlier = payments.some(({ state, id }) => state === 'credited' && id !== payment.id);
      const arrival = { ...arrivalOf(notice), seenAt: payment.seen_at };
      const judged = judge(this.#termsOf(row), arrival, earlier);
      if (judged.outcome === 'credit') {
        await this.#credit(client, row, payment, judged, { named: judged.case ?? null, n: heard });
        return true;
      }
      const waiting: PaymentRow = {
        ...payment,
        gross: judged.grossMinor,
        state: 'in_review',
        payment_case: judged.case ?? null,
      };
      if (!(await writePayment(client, waiting))) throw new Transient('the payment has moved');
      await commitPayment(client, waiting, { n: heard, at: this.#clock.now() });
      const state = row.state === 'credited' ? 'credited' : 'awaiting';
      await change(client, row, { state, payment_case: judged.case ?? null });
      return false;
    });
  }

  /** A payment that was on its way and is gone again. */
  orphaned(notice: PaymentNotice): Promise<void> {
    return this.#onRecharge(notice, async (client, row, payments) => {
      const known = paymentIn(payments, notice);
      if (known?.state !== 'seen') return false;
      await writePayment(client, { ...known, state: 'orphaned', payment_case: 'orphaned' });
      await giveUpReference(client, notice, known.id);
      const others = payments.some(({ id, state }) => id !== known.id && state !== 'orphaned');
      const waits = row.state === 'awaiting' && !others;
      const over = row.expires_at <= this.#clock.now();
      await change(
        client,
        row,
        waits ? { state: over ? 'expired' : 'created', payment_case: 'orphaned' } : {},
      );
      return false;
    });
  }

  /**
   * Credits or refuses a payment in review, within the caller's transaction.
   * @param given.version of the recharge, as the operator who decides has seen it
   * @returns false when there is no such payment in review
   * @throws Refused `outdated` when the recharge has another version, `validation` to credit a payment in another currency
   */
  async decide(
    client: pg.PoolClient,
    owner: Owner,
    given: { id: string; version: number; payment: string; verdict: PaymentVerdict },
  ): Promise<boolean> {
    const row = await selectRecharge(client, owner, given.id);
    if (row === undefined) return false;
    if (row.version !== given.version) throw new Refused('outdated');
    const payments = await selectPayments(client, owner, [given.id]);
    const payment = payments.find(({ id, state }) => id === given.payment && state === 'in_review');
    if (payment === undefined) return false;
    if (given.verdict === 'refuse') {
      const refused: PaymentRow = { ...payment, state: 'refused' };
      if (!(await writePayment(client, refused))) throw new Transient('the payment has moved');
      await commitPayment(client, refused, { n: decided, at: this.#clock.now() });
      await change(client, row, row.state === 'credited' ? {} : { state: 'rejected', reason: 'other' });
      return true;
    }
    if (!mayCredit(payment.payment_case)) {
      throw new Refused('validation', { rules: { decision: 'choice' } });
    }
    // A person has looked: what made it wait no longer does, but its name stays.
    await this.#credit(client, row, payment, creditOf(this.#termsOf(row), payment.gross), {
      named: payment.payment_case,
      n: decided,
    });
    return true;
  }

  /** Does `work` on the present recharge and its payments; its changes fail when another process has made them first. */
  async #onRecharge(
    notice: PaymentNotice,
    work: (client: pg.PoolClient, row: RechargeRow, payments: readonly PaymentRow[]) => Promise<boolean>,
  ): Promise<void> {
    const credited = await withRetry(() =>
      transaction(this.#pool, async (client) => {
        const row = await selectRecharge(client, notice, notice.rechargeId);
        if (row === undefined) throw new Error(`A payment for no recharge: ${notice.rail} ${notice.ref}`);
        return work(client, row, await selectPayments(client, notice, [row.id]));
      }),
    );
    const { shard, memberId, rechargeId } = notice;
    this.#bus.publish('rechargeMoved', { shard, memberId, rechargeId, walletMoved: credited });
  }

  /** What a payment of this recharge is judged by. */
  #termsOf(row: RechargeRow): Terms {
    return {
      state: row.state,
      amountMinor: row.amount,
      feeBp: row.fee_bp,
      feeFixedMinor: row.fee_fixed,
      amountMaxMinor: row.amount_max,
      turnoverBp: row.turnover_bp,
      expiresAt: row.expires_at,
      scale: this.#settings.scale,
      usdtMicro: row.usdt_micro ?? undefined,
      rateMicro: row.rate_micro ?? undefined,
      rateNowMicro: this.#settings.rateOf(row.channel),
    };
  }

  /** The row of a payment: the one there is, or a new one. Its reference is claimed until its block is gone. */
  async #paymentOf(
    client: pg.PoolClient,
    notice: PaymentNotice,
    row: RechargeRow,
    known: PaymentRow | undefined,
  ): Promise<PaymentRow> {
    // The same at each try.
    const id = known?.id ?? paymentIdOf(notice);
    const isClaimed = known !== undefined && known.state !== 'orphaned';
    if (!isClaimed && !(await claimReference(client, notice, id))) {
      // Either another process has just claimed it for this recharge, or it belongs to another recharge.
      if ((await selectRechargeOf(client, notice, notice)) === row.id)
        throw new Transient('the payment has moved');
      throw new Error(`${notice.rail} ${notice.ref} was paid for another recharge than ${row.id}`);
    }
    return {
      shard: notice.shard,
      member_id: notice.memberId,
      rail: notice.rail,
      ref: notice.ref,
      id,
      recharge_id: row.id,
      paid: notice.paidUnits,
      currency: notice.currency ?? null,
      gross: judge(this.#termsOf(row), arrivalOf(notice), false).grossMinor,
      fee: 0n,
      credited: 0n,
      turnover: 0n,
      state: 'seen',
      payment_case: notice.wrong ?? null,
      block: notice.block ?? null,
      seen_at: known?.seen_at ?? notice.seenAt,
      credited_at: null,
    };
  }

  /** Writes the credit of a payment: its row, the recharge, the turnover and the two entries of the wallet. */
  async #credit(
    client: pg.PoolClient,
    row: RechargeRow,
    payment: PaymentRow,
    { grossMinor, feeMinor, creditedMinor, turnoverMinor }: PaymentCredit,
    { named, n }: { named: PaymentCase | null; n: typeof heard | typeof decided },
  ): Promise<void> {
    const at = await this.#turnovers.take(client, { shard: row.shard, memberId: row.member_id });
    const credited: PaymentRow = {
      ...payment,
      gross: grossMinor,
      fee: feeMinor,
      credited: creditedMinor,
      turnover: turnoverMinor,
      state: 'credited',
      payment_case: named,
      credited_at: at,
    };
    if (!(await writePayment(client, credited))) throw new Transient('the payment has moved');
    await commitPayment(client, credited, { n, at });
    await change(client, row, {
      state: 'credited',
      credited: row.credited + creditedMinor,
      reason: null,
      credited_at: row.credited_at ?? this.#clock.now(),
      payment_case: named ?? row.payment_case,
    });
    const outcomes = await this.#wallet.post(entriesOf(credited), client);
    // The payment was not credited before, or nothing above would have been written.
    if (outcomes.some((one) => one.outcome !== 'applied' || one.replayed)) {
      throw new Error(`Payment ${payment.rail} ${payment.ref} could not be credited`);
    }
  }
}

const paymentIn = (payments: readonly PaymentRow[], { rail, ref }: PaymentNotice): PaymentRow | undefined =>
  payments.find((one) => one.rail === rail && one.ref === ref);

const change = async (client: pg.PoolClient, row: RechargeRow, changes: Changes): Promise<void> => {
  if (!(await updateRecharge(client, row, changes))) throw new Transient('the recharge has moved');
};

/** The entries of a credited payment: what was paid, from its rail, and the fee of the house. */
const entriesOf = (payment: PaymentRow): Parameters<Wallet['post']>[0] => {
  const entry = { shard: payment.shard, memberId: payment.member_id, ref: payment.recharge_id };
  const key = `recharge:${payment.rail}:${payment.ref}`;
  const paid = {
    ...entry,
    key,
    kind: 'recharge',
    amountMinor: payment.gross,
    counterAccount: `external:${payment.rail}`,
  } as const;
  if (payment.fee === 0n) return [paid];
  return [
    paid,
    {
      ...entry,
      key: `${key}:fee`,
      kind: 'recharge_fee',
      amountMinor: -payment.fee,
      counterAccount: 'fees',
    },
  ];
};

/** A payment's id: of its reference and its recharge. */
const paymentIdOf = ({ rail, ref, rechargeId }: PaymentNotice): string =>
  idFor(`payment ${rail} ${ref} ${rechargeId}`);
