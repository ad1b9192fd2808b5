import type { CallInput, Output } from '@touchline/contract/routes';
import { payoutTypes, type PayoutType, type Withdrawal } from '@touchline/contract/shapes/cashier';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { Transient, transaction, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import { feeOf, usdtPaid } from '../amounts.ts';
import { parseAddress, type Hex } from '../chain/address.ts';
import { selectMethod, type MethodRow } from '../payout-methods/queries.ts';
import type { CheckSecond, Names } from '../payout-methods/service.ts';
import type { Turnovers } from '../turnover/service.ts';
import { rateText } from '../recharges/wire.ts';
import { releaseHolds } from './ends.ts';
import { commitRequest, commitStep } from './facts.ts';
import * as queries from './queries.ts';
import { termsNow, withBenefits, type Benefits, type Rules } from './terms.ts';
import { toWireWithdrawal } from './wire.ts';
import { arrivesBy, windowAt } from './window.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

export type WithdrawalsOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'balance' | 'hold' | 'endHolds' | 'stored' | 'isStopped'>;
  turnovers: Pick<Turnovers, 'of'>;
  names: Names;
  checkSecond: CheckSecond;
  /** From when on a member may withdraw, after operators have removed a second factor. */
  withdrawFrom?: ((owner: Owner) => Promise<Date | undefined>) | undefined;
  clock: Clock;
  currency: Currency;
  /** Read from the settings each time. */
  rules: () => Rules;
  /** The wallet's currency for one USDT that a kind of method is paid out at, in millionths; undefined for banks, and without one. */
  rateOf: (type: PayoutType) => bigint | undefined;
  /** Whether money sent to an address would be lost or come back. */
  isDeadEnd: (address: Hex) => Promise<boolean>;
  /** A member's benefits by level; without it the terms are the same for all. */
  benefitsOf?: ((owner: Owner) => Promise<Benefits>) | undefined;
  bus: Pick<Bus, 'publish'>;
  /** Signs the steps of a withdrawal and its entries in the wallet; without it there are no receipts. */
  receiptsOf?: ((owner: Owner, row: { id: string; fee_hold: string }) => Promise<Receipt[]>) | undefined;
};

export type Withdrawals = {
  /** @param address where the member calls from */
  create(owner: Owner, input: CallInput<'createWithdraw'>, address: string): Promise<Withdrawal>;
  cancel(owner: Owner, id: string): Promise<Withdrawal>;
  list(
    owner: Owner,
    page: { id?: string | undefined; page: number; limit: number },
  ): Promise<Output<'withdrawList'>>;
  byId(owner: Owner, id: string): Promise<Withdrawal | undefined>;
  /** Withdrawals by the holds of their money: each under its own id and under that of its fee's hold. */
  byHolds(owner: Owner, holds: readonly string[]): Promise<Map<string, Withdrawal>>;
};

/** Withdrawals as members request them. For operators and payers see createReview. */
export const createWithdrawals = (options: WithdrawalsOptions): Withdrawals => {
  const { pool, wallet, turnovers, names, clock, currency, rules } = options;
  const { scale } = currency;
  const sayMoved = ({ shard, memberId }: Owner, withdrawalId: string): void =>
    options.bus.publish('withdrawalMoved', { shard, memberId, withdrawalId });
  const text = (minor: bigint): string => formatAmount(minor, scale);
  const rulesOf = async (owner: Owner): Promise<Rules> =>
    options.benefitsOf === undefined ? rules() : withBenefits(rules(), await options.benefitsOf(owner));

  const withReceipts = async (row: queries.WithdrawalRow): Promise<Withdrawal> => {
    const owner = { shard: row.shard, memberId: row.member_id };
    const receipts = await options.receiptsOf?.(owner, row);
    return { ...toWireWithdrawal(row, scale), ...(receipts === undefined ? {} : { receipts }) };
  };

  const readAmount = (typed: string): bigint => {
    const amountMinor = parseAmount(typed, scale);
    if (amountMinor === undefined) throw new Refused('validation', { rules: { amount: 'amount' } });
    return amountMinor;
  };

  const judgeAmount = ({ minMinor, maxMinor }: Rules, amountMinor: bigint, feeMinor: bigint): void => {
    if (amountMinor < minMinor || feeMinor >= amountMinor) {
      throw new Refused('amount_min', { min: text(minMinor) });
    }
    if (amountMinor > maxMinor) throw new Refused('amount_max', { max: text(maxMinor) });
  };

  const judgeTime = (rules: Rules, now: Date): void => {
    const window = windowAt(rules.window, now);
    if (!window.open) throw new Refused('withdraw_window', { until: window.opensAt.toISOString() });
  };

  const judgeMethod = async (owner: Owner, method: MethodRow, now: Date): Promise<void> => {
    if (method.usable_from > now) {
      throw new Refused('address_cooling', { until: method.usable_from.toISOString() });
    }
    if (method.type !== 'bank') {
      const address = parseAddress(method.type, method.fields.address ?? '');
      if (address === undefined || (await options.isDeadEnd(address))) {
        throw new Refused('validation', { rules: { wallet: 'address_lost' } });
      }
      return;
    }
    const name = await names.verifiedName(owner.memberId);
    if (name === undefined) throw new Refused('not_verified');
    if (!names.sameName(name, method.fields.holder ?? '')) throw new Refused('name_mismatch');
  };

  const judgeTurnover = (leftMinor: bigint): void => {
    if (leftMinor > 0n) throw new Refused('turnover_left', { left: text(leftMinor) });
  };

  const keyOf = (key: string): string => `withdraw:${key}`;
  const hashOf = (input: CallInput<'createWithdraw'>, amountMinor: bigint): string =>
    `withdrawal ${amountMinor} ${input.wallet}`;

  /** The stored answer of a key; undefined when it is new. */
  const replay = async (
    owner: Owner,
    input: CallInput<'createWithdraw'>,
    amountMinor: bigint,
  ): Promise<Withdrawal | undefined> => {
    const stored = await wallet.stored({
      ...owner,
      key: keyOf(input.key),
      requestHash: hashOf(input, amountMinor),
    });
    if (stored === undefined) return undefined;
    if (stored.outcome === 'key_reused') throw new Refused('key_reused');
    if (stored.outcome === 'refused') throw new Refused('insufficient');
    const row = stored.ref === null ? undefined : await queries.selectWithdrawal(pool, owner, stored.ref);
    if (row === undefined) throw new Error(`A hold without its withdrawal: ${stored.ref}`);
    return withReceipts(row);
  };

  /**
   * Sets the money aside and writes the withdrawal, or neither. The turnover and the requests of the last day
   * are read once the wallet is locked: a recharge that was credited in the meantime must not be paid out unstaked,
   * and of several requests at once each counts those before it.
   * @param confirmed whether the member gave the password or the code
   * @throws NotConfirmed where the sum of the day requires it and it is missing
   */
  const write = (
    owner: Owner,
    row: Omit<queries.NewWithdrawal, 'approvals_needed'>,
    { requestHash, own, confirmed }: { requestHash: string; own: Rules; confirmed: boolean },
  ): Promise<'written' | 'insufficient' | 'again'> =>
    transaction(pool, async (client) => {
      const since = queries.dayBefore(row.requested_at);
      await queries.lockSingleApproval(client, owner, since);
      const hold = { ...owner, key: keyOf(row.key), id: row.id, kind: 'withdrawal', requestHash };
      const [main] = await wallet.hold([{ ...hold, amountMinor: row.receive }], client);
      if (main?.outcome !== 'applied')
        return main?.outcome === 'refused' && !main.replayed ? 'insufficient' : 'again';
      if (main.replayed) return 'again';
      if (row.fee > 0n) {
        const [fee] = await wallet.hold(
          [
            {
              ...owner,
              key: `${hold.key}:fee`,
              id: row.fee_hold,
              kind: 'withdrawal_fee',
              amountMinor: row.fee,
            },
          ],
          client,
        );
        if (fee?.outcome !== 'applied') throw new FeeNotThere();
      }
      judgeTurnover((await turnovers.of(owner, client)).leftMinor);
      const sumMinor = (await queries.sumRequested(client, owner, since)) + row.amount;
      if (sumMinor > own.passwordAboveMinor && !confirmed) throw new NotConfirmed();
      const needsTwo = sumMinor > own.twoAboveMinor;
      if (needsTwo) await raiseOthers(client, owner, { since, at: row.requested_at });
      const written: queries.NewWithdrawal = { ...row, approvals_needed: needsTwo ? 2 : 1 };
      await queries.insertWithdrawal(client, written);
      await commitRequest(client, written);
      return 'written';
    });

  /** Makes the member's other requests of the day that are in review need two operators. */
  const raiseOthers = async (
    client: pg.PoolClient,
    { shard, memberId }: Owner,
    { since, at: moment }: { since: Date; at: Date },
  ): Promise<void> => {
    const raised = await queries.raiseApprovals(client, { shard, memberId }, since);
    if (raised === undefined) throw new Transient('a withdrawal of the day is being decided');
    for (const one of raised) {
      await commitStep(client, { ...one, shard, member_id: memberId }, { step: 'raised', needed: 2 }, moment);
    }
  };

  /** The amount is there but not its fee: nothing moved, and the key must keep that answer. */
  const refuse = async (
    owner: Owner,
    row: Pick<queries.NewWithdrawal, 'id' | 'key' | 'amount'>,
    requestHash: string,
  ): Promise<void> => {
    await wallet.hold([
      {
        ...owner,
        key: keyOf(row.key),
        id: row.id,
        kind: 'withdrawal',
        requestHash,
        amountMinor: row.amount,
        refusal: 'insufficient',
      },
    ]);
  };

  const change = async (
    client: pg.PoolClient,
    row: queries.WithdrawalRow,
    to: Partial<queries.WithdrawalRow>,
  ) => {
    if (!(await queries.updateWithdrawal(client, row, to))) throw new Transient('the withdrawal has moved');
  };

  return {
    async create(owner, input, address) {
      const amountMinor = readAmount(input.amount);
      const before = await replay(owner, input, amountMinor);
      if (before) return before;
      const now = clock.now();
      const own = await rulesOf(owner);
      const feeMinor = feeOf(amountMinor, own.fee);
      judgeAmount(own, amountMinor, feeMinor);
      if (input.fee !== undefined && parseAmount(input.fee, scale) !== feeMinor)
        throw new Refused('outdated');
      judgeTime(own, now);
      const from = await options.withdrawFrom?.(owner);
      if (from !== undefined && from > now) throw new Refused('withdraw_held', { until: from.toISOString() });
      const [method, stopped, turnover] = await Promise.all([
        selectMethod(pool, owner, input.wallet),
        wallet.isStopped(owner.shard),
        turnovers.of(owner),
      ]);
      if (method === undefined) throw new Refused('not_found');
      const rate = options.rateOf(method.type);
      if (input.rate !== undefined && (rate === undefined || rateText(rate) !== input.rate))
        throw new Refused('outdated');
      await judgeMethod(owner, method, now);
      if (stopped) throw new Refused('withdraw_stopped');
      judgeTurnover(turnover.leftMinor);
      const confirm = () =>
        options.checkSecond(owner, { password: input.password, code: input.code, address });
      const requestedMinor = await queries.sumRequested(pool, owner, queries.dayBefore(now));
      const asked = requestedMinor + amountMinor > own.passwordAboveMinor;
      if (asked) await confirm();
      const row: Omit<queries.NewWithdrawal, 'approvals_needed'> = {
        shard: owner.shard,
        member_id: owner.memberId,
        id: newId(),
        fee_hold: newId(),
        key: input.key,
        currency: currency.code,
        amount: amountMinor,
        fee: feeMinor,
        receive: amountMinor - feeMinor,
        fee_site: feeOf(amountMinor, rules().fee),
        rate_micro: rate ?? null,
        usdt_micro: rate === undefined ? null : usdtPaid(amountMinor - feeMinor, rate, scale),
        method_id: method.id,
        rail: method.type,
        method: { type: method.type, fields: method.fields },
        requested_at: now,
        arrives_by: arrivesBy(own.window, now, own.arrivalHours),
      };
      const requestHash = hashOf(input, amountMinor);
      const attempt = (confirmed: boolean) =>
        withRetry(() => write(owner, row, { requestHash, own, confirmed }));
      const outcome = await attempt(asked)
        .catch(async (error: unknown) => {
          // Another request of the same moment was written first, and with it the sum is above the limit.
          if (!(error instanceof NotConfirmed)) throw error;
          await confirm();
          return attempt(true);
        })
        .catch(async (error: unknown) => {
          if (!(error instanceof FeeNotThere)) throw error;
          await refuse(owner, row, requestHash);
          // The present answer of the key: another call under it may have been quicker, when the money was
          // there.
          return 'again' as const;
        });
      if (outcome === 'insufficient') throw new Refused('insufficient');
      if (outcome === 'written') {
        sayMoved(owner, row.id);
        return withReceipts(queries.asWritten({ ...row, approvals_needed: 1 }));
      }
      const done = await replay(owner, input, amountMinor);
      if (done === undefined) throw new Error('A withdrawal without its hold');
      return done;
    },

    async cancel(owner, id) {
      const row = await withRetry(async () => {
        const found = await queries.selectWithdrawal(pool, owner, id);
        if (found === undefined) throw new Refused('not_found');
        if (found.state === 'cancelled') return found;
        if (found.state !== 'in_progress' || found.stage !== 'in_review') throw new Refused('withdraw_state');
        const ended = { state: 'cancelled', reason: 'cancelled', ended_at: clock.now() } as const;
        await transaction(pool, async (client) => {
          await change(client, found, ended);
          await releaseHolds(wallet, client, found);
          await commitStep(client, found, { step: 'cancelled' }, ended.ended_at);
        });
        return { ...found, ...ended };
      });
      sayMoved(owner, id);
      return withReceipts(row);
    },

    async list(owner, { id, page, limit }) {
      const [balance, turnover, own, requestedMinor] = await Promise.all([
        wallet.balance(owner.memberId, owner.shard),
        turnovers.of(owner),
        rulesOf(owner),
        queries.sumRequested(pool, owner, queries.dayBefore(clock.now())),
      ]);
      const terms = termsNow(own, clock.now(), {
        turnoverLeftMinor: turnover.leftMinor,
        availableMinor: balance?.availableMinor ?? 0n,
        requestedMinor,
        scale,
        rates: payoutTypes.flatMap((type) => {
          const rate = options.rateOf(type);
          return rate === undefined ? [] : [{ type, rate: rateText(rate) }];
        }),
      });
      if (id !== undefined) {
        const row = await queries.selectWithdrawal(pool, owner, id);
        if (row === undefined) throw new Refused('not_found');
        return { list: [await withReceipts(row)], total: 1, page: 1, limit, terms };
      }
      const { rows, total } = await queries.selectPage(pool, owner, sliceOf({ page, limit }));
      return { list: rows.map((row) => toWireWithdrawal(row, scale)), total, page, limit, terms };
    },

    async byId(owner, id) {
      const row = await queries.selectWithdrawal(pool, owner, id);
      return row && toWireWithdrawal(row, scale);
    },

    async byHolds(owner, holds) {
      const rows = await queries.selectByHolds(pool, owner, holds);
      return new Map(
        rows.flatMap((row) =>
          [row.id, row.fee_hold].map((id) => [id, toWireWithdrawal(row, scale)] as const),
        ),
      );
    },
  };
};

class FeeNotThere extends Error {}
class NotConfirmed extends Error {}
