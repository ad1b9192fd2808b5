import type { CallInput, Output } from '@touchline/contract/routes';
import { payoutTypes, type Withdrawal, type WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type pg from 'pg';
import { sameName } from '../../accounts/index.ts';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { Transient, transaction, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import { feeOf, usdtPaid } from '../amounts.ts';
import { parseAddress, type Hex } from '../chain/address.ts';
import { selectMethod, type MethodRow } from '../payout-methods/queries.ts';
import type { MemberChecks } from '../payout-methods/service.ts';
import type { CashierSettings } from '../settings.ts';
import type { Turnovers } from '../turnover/service.ts';
import { rateText } from '../recharges/wire.ts';
import { releaseHolds } from './ends.ts';
import { commitRequest, commitStep } from './facts.ts';
import * as queries from './queries.ts';
import { termsNow, withBenefits, type Benefits, type WithdrawalRules } from './terms.ts';
import { toWireWithdrawal } from './wire.ts';
import { arrivesBy, windowAt } from './window.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

type RequestInput = CallInput<'createWithdraw'>;

/** A request that nothing speaks against except its money, with the terms that it is accepted on. */
type AcceptedRequest = {
  at: Date;
  rules: WithdrawalRules;
  amountMinor: bigint;
  feeMinor: bigint;
  method: MethodRow;
  /** The wallet's currency for one USDT, in millionths; undefined for banks. */
  rateMicro: bigint | undefined;
};

/** A withdrawal that may need one operator or two: how many is decided with the wallet locked. */
type DraftWithdrawal = Omit<queries.NewWithdrawal, 'approvals_needed'>;

/** The outcome of a request. */
type RequestOutcome =
  | { kind: 'written'; row: queries.NewWithdrawal }
  | { kind: 'insufficient' }
  /** Its key has an answer already. */
  | { kind: 'known' };

/** Signs the steps of a withdrawal and its entries in the wallet. */
export type WithdrawalReceipts = (
  owner: Owner,
  row: Pick<queries.WithdrawalRow, 'id' | 'fee_hold'>,
) => Promise<Receipt[]>;

/** Withdrawals as members request them. For operators and payers see WithdrawalReview. */
export class Withdrawals {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #bus: Bus;
  readonly #wallet: Wallet;
  readonly #turnovers: Turnovers;
  readonly #settings: CashierSettings;
  readonly #members: MemberChecks;
  readonly #deposits: { isDeadEnd(address: Hex): Promise<boolean> };
  readonly #benefitsOf: ((owner: Owner) => Promise<Benefits>) | undefined;
  readonly #receiptsOf: WithdrawalReceipts | undefined;

  /**
   * @param of.benefitsOf a member's benefits by level; without it the terms are the same for all
   * @param of.receiptsOf without it there are no receipts
   */
  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    bus: Bus;
    wallet: Wallet;
    turnovers: Turnovers;
    settings: CashierSettings;
    members: MemberChecks;
    deposits: { isDeadEnd(address: Hex): Promise<boolean> };
    benefitsOf?: (owner: Owner) => Promise<Benefits>;
    receiptsOf?: WithdrawalReceipts;
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#bus = of.bus;
    this.#wallet = of.wallet;
    this.#turnovers = of.turnovers;
    this.#settings = of.settings;
    this.#members = of.members;
    this.#deposits = of.deposits;
    this.#benefitsOf = of.benefitsOf;
    this.#receiptsOf = of.receiptsOf;
  }

  /**
   * Sets the money aside and writes the withdrawal. The same key again gets the same answer.
   * @param address where the member calls from
   * @throws Refused with what speaks against it
   */
  async create(owner: Owner, input: RequestInput, address: string): Promise<Withdrawal> {
    const amountMinor = this.#readAmount(input.amount);
    const before = await this.#replay(owner, input, amountMinor);
    if (before) return before;
    const accepted = await this.#accept(owner, input, amountMinor);
    const confirm = (): Promise<void> =>
      this.#members.checkSecond(owner, { password: input.password, code: input.code, address });
    const requestedMinor = await queries.sumRequested(this.#pool, owner, queries.dayBefore(accepted.at));
    const isConfirmed = requestedMinor + amountMinor > accepted.rules.passwordAboveMinor;
    if (isConfirmed) await confirm();
    const draft = this.#draft(owner, input, accepted);
    const requestHash = hashOf(input, amountMinor);
    const outcome = await this.#request(owner, draft, {
      requestHash,
      rules: accepted.rules,
      isConfirmed,
      confirm,
    });
    if (outcome.kind === 'insufficient') throw new Refused('insufficient');
    if (outcome.kind === 'written') {
      this.#publishMoved(owner, draft.id);
      return this.#withReceipts(queries.asWritten(outcome.row));
    }
    const known = await this.#replay(owner, input, amountMinor);
    if (known === undefined) throw new Error('A withdrawal without its hold');
    return known;
  }

  /** Ends a withdrawal that no operator has approved: its money is the member's again. */
  async cancel(owner: Owner, id: string): Promise<Withdrawal> {
    const row = await withRetry(async () => {
      const found = await queries.selectWithdrawal(this.#pool, owner, id);
      if (found === undefined) throw new Refused('not_found');
      if (found.state === 'cancelled') return found;
      if (found.state !== 'in_progress' || found.stage !== 'in_review') throw new Refused('withdraw_state');
      const ended = { state: 'cancelled', reason: 'cancelled', ended_at: this.#clock.now() } as const;
      await transaction(this.#pool, async (client) => {
        if (!(await queries.updateWithdrawal(client, found, ended))) {
          throw new Transient('the withdrawal has moved');
        }
        await releaseHolds(this.#wallet, client, found);
        await commitStep(client, found, { step: 'cancelled' }, ended.ended_at);
      });
      return { ...found, ...ended };
    });
    this.#publishMoved(owner, id);
    return this.#withReceipts(row);
  }

  /** A page of a member's withdrawals, or one with its receipts, and the terms of a request made now. */
  async list(
    owner: Owner,
    { id, page, limit }: { id?: string | undefined; page: number; limit: number },
  ): Promise<Output<'withdrawList'>> {
    const terms = await this.#terms(owner);
    if (id !== undefined) {
      const row = await queries.selectWithdrawal(this.#pool, owner, id);
      if (row === undefined) throw new Refused('not_found');
      return { list: [await this.#withReceipts(row)], total: 1, page: 1, limit, terms };
    }
    const { rows, total } = await queries.selectPage(this.#pool, owner, sliceOf({ page, limit }));
    return { list: rows.map((row) => this.#toWire(row)), total, page, limit, terms };
  }

  /** A withdrawal of the member's; undefined where there is none. */
  async byId(owner: Owner, id: string): Promise<Withdrawal | undefined> {
    const row = await queries.selectWithdrawal(this.#pool, owner, id);
    return row && this.#toWire(row);
  }

  /** Withdrawals by the holds of their money: each under its own id and under that of its fee's hold. */
  async byHolds(owner: Owner, holds: readonly string[]): Promise<Map<string, Withdrawal>> {
    const rows = await queries.selectByHolds(this.#pool, owner, holds);
    return new Map(
      rows.flatMap((row) => [row.id, row.fee_hold].map((id) => [id, this.#toWire(row)] as const)),
    );
  }

  #publishMoved({ shard, memberId }: Owner, withdrawalId: string): void {
    this.#bus.publish('withdrawalMoved', { shard, memberId, withdrawalId });
  }

  #text(minor: bigint): string {
    return formatAmount(minor, this.#settings.scale);
  }

  #toWire(row: queries.WithdrawalRow): Withdrawal {
    return toWireWithdrawal(row, this.#settings.scale);
  }

  async #withReceipts(row: queries.WithdrawalRow): Promise<Withdrawal> {
    const owner = { shard: row.shard, memberId: row.member_id };
    const receipts = await this.#receiptsOf?.(owner, row);
    return { ...this.#toWire(row), ...(receipts === undefined ? {} : { receipts }) };
  }

  /** The rules for a member, by the member's level. */
  async #rulesOf(owner: Owner): Promise<WithdrawalRules> {
    return this.#benefitsOf === undefined
      ? this.#settings.rules()
      : withBenefits(this.#settings.rules(), await this.#benefitsOf(owner));
  }

  async #terms(owner: Owner): Promise<WithdrawalTerms> {
    const [balance, turnover, rules, requestedMinor] = await Promise.all([
      this.#wallet.balance(owner.memberId, owner.shard),
      this.#turnovers.of(owner),
      this.#rulesOf(owner),
      queries.sumRequested(this.#pool, owner, queries.dayBefore(this.#clock.now())),
    ]);
    return termsNow(rules, this.#clock.now(), {
      turnoverLeftMinor: turnover.leftMinor,
      availableMinor: balance?.availableMinor ?? 0n,
      requestedMinor,
      scale: this.#settings.scale,
      rates: payoutTypes.flatMap((type) => {
        const rate = this.#settings.rateOf(type);
        return rate === undefined ? [] : [{ type, rate: rateText(rate) }];
      }),
    });
  }

  /** The stored answer of a key; undefined when it is new. */
  async #replay(owner: Owner, input: RequestInput, amountMinor: bigint): Promise<Withdrawal | undefined> {
    const stored = await this.#wallet.stored({
      ...owner,
      key: keyOf(input.key),
      requestHash: hashOf(input, amountMinor),
    });
    if (stored === undefined) return undefined;
    if (stored.outcome === 'key_reused') throw new Refused('key_reused');
    if (stored.outcome === 'refused') throw new Refused('insufficient');
    const row =
      stored.ref === null ? undefined : await queries.selectWithdrawal(this.#pool, owner, stored.ref);
    if (row === undefined) throw new Error(`A hold without its withdrawal: ${stored.ref}`);
    return this.#withReceipts(row);
  }

  /** Judges a request by everything but the money in the wallet. @throws Refused with what speaks against it */
  async #accept(owner: Owner, input: RequestInput, amountMinor: bigint): Promise<AcceptedRequest> {
    const at = this.#clock.now();
    const rules = await this.#rulesOf(owner);
    const feeMinor = feeOf(amountMinor, rules.fee);
    this.#judgeAmount(rules, amountMinor, feeMinor);
    if (input.fee !== undefined && parseAmount(input.fee, this.#settings.scale) !== feeMinor)
      throw new Refused('outdated');
    judgeTime(rules, at);
    const from = await this.#members.factorEnd.withdrawFrom(owner);
    if (from !== undefined && from > at) throw new Refused('withdraw_held', { until: from.toISOString() });
    const [method, stopped, turnover] = await Promise.all([
      selectMethod(this.#pool, owner, input.wallet),
      this.#wallet.isStopped(owner.shard),
      this.#turnovers.of(owner),
    ]);
    if (method === undefined) throw new Refused('not_found');
    const rateMicro = this.#settings.rateOf(method.type);
    if (input.rate !== undefined && (rateMicro === undefined || rateText(rateMicro) !== input.rate))
      throw new Refused('outdated');
    await this.#judgeMethod(owner, method, at);
    if (stopped) throw new Refused('withdraw_stopped');
    this.#judgeTurnover(turnover.leftMinor);
    return { at, rules, amountMinor, feeMinor, method, rateMicro };
  }

  #readAmount(typed: string): bigint {
    const amountMinor = parseAmount(typed, this.#settings.scale);
    if (amountMinor === undefined) throw new Refused('validation', { rules: { amount: 'amount' } });
    return amountMinor;
  }

  #judgeAmount({ minMinor, maxMinor }: WithdrawalRules, amountMinor: bigint, feeMinor: bigint): void {
    if (amountMinor < minMinor || feeMinor >= amountMinor) {
      throw new Refused('amount_min', { min: this.#text(minMinor) });
    }
    if (amountMinor > maxMinor) throw new Refused('amount_max', { max: this.#text(maxMinor) });
  }

  async #judgeMethod(owner: Owner, method: MethodRow, at: Date): Promise<void> {
    if (method.usable_from > at) {
      throw new Refused('address_cooling', { until: method.usable_from.toISOString() });
    }
    if (method.type !== 'bank') {
      const address = parseAddress(method.type, method.fields.address ?? '');
      if (address === undefined || (await this.#deposits.isDeadEnd(address))) {
        throw new Refused('validation', { rules: { wallet: 'address_lost' } });
      }
      return;
    }
    const name = await this.#members.verifiedName(owner.memberId);
    if (name === undefined) throw new Refused('not_verified');
    if (!sameName(name, method.fields.holder ?? '')) throw new Refused('name_mismatch');
  }

  #judgeTurnover(leftMinor: bigint): void {
    if (leftMinor > 0n) throw new Refused('turnover_left', { left: this.#text(leftMinor) });
  }

  #draft(owner: Owner, input: RequestInput, accepted: AcceptedRequest): DraftWithdrawal {
    const { at, rules, amountMinor, feeMinor, method, rateMicro } = accepted;
    const { currency, scale } = this.#settings;
    return {
      shard: owner.shard,
      member_id: owner.memberId,
      id: newId(),
      fee_hold: newId(),
      key: input.key,
      currency: currency.code,
      amount: amountMinor,
      fee: feeMinor,
      receive: amountMinor - feeMinor,
      fee_site: feeOf(amountMinor, this.#settings.rules().fee),
      rate_micro: rateMicro ?? null,
      usdt_micro: rateMicro === undefined ? null : usdtPaid(amountMinor - feeMinor, rateMicro, scale),
      method_id: method.id,
      rail: method.type,
      method: { type: method.type, fields: method.fields },
      requested_at: at,
      arrives_by: arrivesBy(rules.window, at, rules.arrivalHours),
    };
  }

  /** Writes a withdrawal, again when it turns out that the member must confirm it. */
  #request(
    owner: Owner,
    draft: DraftWithdrawal,
    given: {
      requestHash: string;
      rules: WithdrawalRules;
      isConfirmed: boolean;
      confirm: () => Promise<void>;
    },
  ): Promise<RequestOutcome> {
    const { requestHash, rules, confirm } = given;
    const attempt = (isConfirmed: boolean): Promise<RequestOutcome> =>
      withRetry(() => this.#write(owner, draft, { requestHash, rules, isConfirmed }));
    return attempt(given.isConfirmed)
      .catch(async (error: unknown) => {
        // A simultaneous request was written first, and with it the sum is above the limit.
        if (!(error instanceof NotConfirmed)) throw error;
        await confirm();
        return attempt(true);
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof FeeNotThere)) throw error;
        await this.#refuse(owner, draft, requestHash);
        // The present answer of the key: another call under it may have been quicker, when the money was
        // there.
        return { kind: 'known' };
      });
  }

  /**
   * Sets the money aside and writes the withdrawal, or neither. The turnover and the requests of the last day
   * are read once the wallet is locked: a recharge that was credited in the meantime must not be paid out unstaked,
   * and of several requests at once each counts those before it.
   * @param of.isConfirmed whether the member gave the password or the code
   * @throws NotConfirmed where the sum of the day requires it and it is missing
   */
  #write(
    owner: Owner,
    draft: DraftWithdrawal,
    of: { requestHash: string; rules: WithdrawalRules; isConfirmed: boolean },
  ): Promise<RequestOutcome> {
    return transaction(this.#pool, async (client) => {
      const since = queries.dayBefore(draft.requested_at);
      await queries.lockSingleApproval(client, owner, since);
      const [main] = await this.#wallet.hold(
        [{ ...holdOf(owner, draft, of.requestHash), amountMinor: draft.receive }],
        client,
      );
      if (main?.outcome !== 'applied')
        return { kind: main?.outcome === 'refused' && !main.replayed ? 'insufficient' : 'known' };
      if (main.replayed) return { kind: 'known' };
      if (draft.fee > 0n) await this.#holdFee(client, owner, draft);
      this.#judgeTurnover((await this.#turnovers.of(owner, client)).leftMinor);
      const sumMinor = (await queries.sumRequested(client, owner, since)) + draft.amount;
      if (sumMinor > of.rules.passwordAboveMinor && !of.isConfirmed) throw new NotConfirmed();
      const needsTwo = sumMinor > of.rules.twoAboveMinor;
      if (needsTwo) await raiseOthers(client, owner, { since, at: draft.requested_at });
      const row: queries.NewWithdrawal = { ...draft, approvals_needed: needsTwo ? 2 : 1 };
      await queries.insertWithdrawal(client, row);
      await commitRequest(client, row);
      return { kind: 'written', row };
    });
  }

  async #holdFee(client: pg.PoolClient, owner: Owner, draft: DraftWithdrawal): Promise<void> {
    const [fee] = await this.#wallet.hold(
      [
        {
          ...owner,
          key: `${keyOf(draft.key)}:fee`,
          id: draft.fee_hold,
          kind: 'withdrawal_fee',
          amountMinor: draft.fee,
        },
      ],
      client,
    );
    if (fee?.outcome !== 'applied') throw new FeeNotThere();
  }

  /** The amount is there but not its fee: nothing moved, and the key must keep that answer. */
  async #refuse(owner: Owner, draft: DraftWithdrawal, requestHash: string): Promise<void> {
    await this.#wallet.hold([
      { ...holdOf(owner, draft, requestHash), amountMinor: draft.amount, refusal: 'insufficient' },
    ]);
  }
}

class FeeNotThere extends Error {}
class NotConfirmed extends Error {}

const keyOf = (key: string): string => `withdraw:${key}`;
const hashOf = (input: RequestInput, amountMinor: bigint): string =>
  `withdrawal ${amountMinor} ${input.wallet}`;

const holdOf = (owner: Owner, { key, id }: DraftWithdrawal, requestHash: string) => ({
  ...owner,
  key: keyOf(key),
  id,
  kind: 'withdrawal',
  requestHash,
});

const judgeTime = ({ window }: WithdrawalRules, at: Date): void => {
  const hours = windowAt(window, at);
  if (!hours.open) throw new Refused('withdraw_window', { until: hours.opensAt.toISOString() });
};

/** Makes the member's other requests of the day that are in review need two operators. */
const raiseOthers = async (
  client: pg.PoolClient,
  { shard, memberId }: Owner,
  { since, at }: { since: Date; at: Date },
): Promise<void> => {
  const raised = await queries.raiseApprovals(client, { shard, memberId }, since);
  if (raised === undefined) throw new Transient('a withdrawal of the day is being decided');
  for (const one of raised) {
    await commitStep(client, { ...one, shard, member_id: memberId }, { step: 'raised', needed: 2 }, at);
  }
};
