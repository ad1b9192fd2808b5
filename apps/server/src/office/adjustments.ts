import { dayMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type { AdjustmentState, OperatorRole } from '@touchline/contract/shapes/office';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Operator, OperatorCall } from '../core/handler.ts';
import type { Members } from '../accounts/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Queryable } from '../core/database/database.ts';
import { isId } from '../core/ids.ts';
import type { SendLetter } from '../core/events.ts';
import { Proposals, lastingState, type Proposal, type ProposalEvent } from '../core/proposals/service.ts';
import { Refused } from '../core/refusal.ts';
import {
  findApplied,
  insertApplied,
  sumApplied,
  sumOfMember,
  sumProposed,
  takeOperator,
} from './adjustment-queries.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import type { Config } from '../core/config/config.ts';
import { ownerOf } from '../core/owner.ts';

type AdjustmentsOptions = {
  pool: pg.Pool;
  wallet: Wallet;
  members: Members;
  currency: Currency;
  config: Config;
  audit: Audit;
  now: () => Date;
  /** Called after a wallet has changed. */
  onMoved: (shard: number, memberId: string) => void;
  /** Sends the member a letter about an applied correction. */
  sendLetter: SendLetter;
};

/** A proposed correction of a wallet in minor units; a negative one takes money. */
const Body = Type.Object({
  shard: Type.Integer({ minimum: 0, maximum: 255 }),
  amountMinor: Type.String({ pattern: '^-?[1-9][0-9]*$' }),
});
type CorrectionProposal = Proposal<Static<typeof Body>>;

/** The available balance before and after a correction, in minor units. */
type Balances = { beforeMinor: bigint; afterMinor: bigint };

/** A correction of a balance. */
export type BalanceCorrection = Omit<CorrectionProposal, 'body' | 'state'> & {
  member: { id: string; shard: number };
  amountMinor: bigint;
  state: AdjustmentState;
  /** The balances before and after an applied correction; the oldest corrections have none. */
  balances: Balances | undefined;
};

/** The acting operator with their address, and the versions of member and wallet that they saw. */
type By = OperatorCall & {
  member: { id: string; shard: number };
  originSeen: true | undefined;
  availableMinor?: bigint;
  walletVersion?: number | undefined;
};

/** Thrown within a transaction that would take more than the available balance. */
class BalanceShort extends Error {}

const amountOf = ({ body }: CorrectionProposal): bigint => BigInt(body.amountMinor);

const memberOf = ({ subject_id: id, body: { shard } }: CorrectionProposal): By['member'] => {
  if (id === null) throw new Error('A correction is about no member');
  return { id, shard };
};

const sizeOf = (amountMinor: bigint): bigint => (amountMinor < 0n ? -amountMinor : amountMinor);

/**
 * Corrections of balances. One operator proposes, another applies or refuses; who proposed can only withdraw. The entry is
 * posted in the transaction that changes the state, from or to the house's promotions, under the key `adjustment:<id>`.
 * Both are judged by the limits of their roles, for one correction and for 24 hours, and so is the member's day.
 */
export class Adjustments {
  readonly #currency: Currency;
  readonly #members: Members;
  /** Called after a wallet has changed. */
  readonly #onMoved: (shard: number, memberId: string) => void;
  /** Sends the member a letter about an applied correction. */
  readonly #sendLetter: SendLetter;
  readonly #now: () => Date;
  readonly #wallet: Wallet;
  readonly #config: Config;
  readonly #pool: pg.Pool;
  readonly #audit: Audit;
  readonly #proposals;

  constructor({
    pool,
    wallet,
    members,
    currency,
    config,
    audit,
    now,
    onMoved,
    sendLetter,
  }: AdjustmentsOptions) {
    this.#currency = currency;
    this.#members = members;
    this.#onMoved = onMoved;
    this.#sendLetter = sendLetter;
    this.#now = now;
    this.#wallet = wallet;
    this.#config = config;
    this.#pool = pool;
    this.#audit = audit;
    this.#proposals = new Proposals({
      pool,
      kind: 'adjustment',
      schema: Body,
      needsReason: true,
      now,
      // The operator is locked, so that each of several concurrent proposals counts those before it.
      enter: async (client, { operator }: By) => {
        await takeOperator(client, operator.id);
        return { isAlone: false };
      },
      judge: async (client, proposal, { operator }) => {
        await this.#judgeOperatorDay(client, { operator, amountMinor: amountOf(proposal) }, sumProposed);
        await this.#judgeMemberDay(client, proposal, { waiting: true });
      },
      apply: (client, proposal, by) => this.#apply(client, proposal, by),
      note: (client, proposal, event, by, balances) => this.#note(client, proposal, event, by, balances),
    });
  }

  /**
   * Proposes a correction; it moves nothing yet.
   * @throws Refused `validation`, `reason_needed`, `not_found`, `key_reused`, `balance_moved`, `balance_short`, `correction_max`,
   *   `correction_day`, `correction_day_member`
   */
  async add(
    input: Input<'officeAdjustmentAdd'>,
    { operator, address }: OperatorCall,
  ): Promise<BalanceCorrection> {
    const amountMinor = parseAmount(input.amount, this.#currency.scale, { signed: true });
    if (amountMinor === undefined || amountMinor === 0n) {
      throw new Refused('validation', { rules: { amount: 'amount' } });
    }
    const found = isId(input.member)
      ? (await this.#members.byIds([input.member])).get(input.member)
      : undefined;
    if (found === undefined) throw new Refused('not_found');
    const member = { id: found.id, shard: found.shard };
    const by = { operator, address, member, originSeen: input.originSeen };
    const wish = {
      subject: { id: member.id },
      key: input.key,
      body: { shard: member.shard, amountMinor: String(amountMinor) },
      reason: input.reason,
    };
    const before = await this.#proposals.findBefore(wish, by);
    if (before !== undefined) return this.#readOne(before);
    const availableMinor = await this.#balanceSeen(member, input.walletVersion);
    this.#judgeSize(operator, amountMinor);
    if (availableMinor + amountMinor < 0n) {
      throw new Refused('balance_short', { left: this.#text(availableMinor) });
    }
    return this.#readOne((await this.#proposals.propose(wish, { ...by, availableMinor })).proposal);
  }

  /**
   * Applies, refuses or withdraws a correction. It is refused and stays proposed if the
   * wallet has too little money, if proposal or balance have changed since the operator saw them, or above their limits.
   * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `validation`, `outdated`, `balance_moved`, `balance_short`,
   *   `correction_max`, `correction_day`, `correction_day_member`
   */
  async decide(
    { id, version, decision, note, walletVersion, originSeen }: Input<'officeAdjustmentDecide'>,
    { operator, address }: OperatorCall,
  ): Promise<BalanceCorrection> {
    const found = await this.#proposals.find(id);
    if (found === undefined) throw new Refused('not_found');
    const member = memberOf(found);
    const by = { operator, address, member, originSeen, walletVersion };
    const { proposal } = await this.#proposals
      .decide({ id, version, decision, note }, by)
      .catch(async (error: unknown) => {
        if (!(error instanceof BalanceShort)) throw error;
        throw new Refused('balance_short', {
          left: this.#text(await this.#balanceSeen(member, walletVersion)),
        });
      });
    if (proposal.state === 'applied') {
      this.#onMoved(member.shard, member.id);
      this.#sendLetter(ownerOf(member), {
        template: 'adjusted',
        fields: { amountSigned: this.#text(amountOf(proposal)) },
        link: '/pages/traderecord/traderecord',
        about: proposal.id,
      });
    }
    return this.#readOne(proposal);
  }

  async list(
    { state, memberId }: { state: AdjustmentState | undefined; memberId: string | undefined },
    slice: { limit: number; offset: number },
  ) {
    const { rows, total } = await this.#proposals.page({ state, subject: memberId }, slice);
    return { rows: await this.#read(rows), total };
  }

  /** The number of pending corrections, and since when the oldest is pending. */
  waiting() {
    return this.#proposals.waiting();
  }

  #text(minor: bigint): string {
    return formatAmount(minor, this.#currency.scale);
  }

  #dayAgo(): Date {
    return new Date(this.#now().getTime() - dayMs);
  }

  /** The wallet is another than the operator saw: bets settle while a correction is looked at. */
  #balanceMoved(availableMinor: bigint): Refused {
    return new Refused('balance_moved', { left: this.#text(availableMinor) });
  }

  /** The current balance of a member, checked against the version that the operator saw. @throws Refused `balance_moved` */
  async #balanceSeen(
    { id, shard }: { id: string; shard: number },
    walletVersion: number | undefined,
  ): Promise<bigint> {
    const balance = await this.#wallet.balance(id, shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    if (walletVersion !== undefined && balance.version !== BigInt(walletVersion)) {
      throw this.#balanceMoved(balance.availableMinor);
    }
    return balance.availableMinor;
  }

  /** @throws Refused `correction_max` */
  #judgeSize(operator: Operator, amountMinor: bigint): void {
    const { maxMinor } = tierOf(this.#config, operator.roles, this.#currency.scale);
    if (sizeOf(amountMinor) > maxMinor) throw new Refused('correction_max', { max: this.#text(maxMinor) });
  }

  /** @param sumMinor of the day, this correction among it. @throws Refused `correction_day`, `correction_day_member` */
  #judgeDay(
    reason: 'correction_day' | 'correction_day_member',
    { maxMinor, sumMinor, amountMinor }: { maxMinor: bigint; sumMinor: bigint; amountMinor: bigint },
  ): void {
    if (sumMinor <= maxMinor) return;
    const leftMinor = maxMinor - (sumMinor - sizeOf(amountMinor));
    throw new Refused(reason, {
      max: this.#text(maxMinor),
      left: this.#text(leftMinor < 0n ? 0n : leftMinor),
    });
  }

  async #judgeOperatorDay(
    client: Queryable,
    { operator, amountMinor }: { operator: Operator; amountMinor: bigint },
    sumOf: typeof sumProposed,
  ): Promise<void> {
    const { dayMinor } = tierOf(this.#config, operator.roles, this.#currency.scale);
    const sumMinor = await sumOf(client, operator.id, this.#dayAgo());
    this.#judgeDay('correction_day', { maxMinor: dayMinor, sumMinor, amountMinor });
  }

  async #judgeMemberDay(
    client: Queryable,
    proposal: CorrectionProposal,
    { waiting }: { waiting: boolean },
  ): Promise<void> {
    const { id } = memberOf(proposal);
    const sumMinor = await sumOfMember(client, id, { since: this.#dayAgo(), waiting });
    const maxMinor = memberDayOf(this.#config, this.#currency.scale);
    this.#judgeDay('correction_day_member', { maxMinor, sumMinor, amountMinor: amountOf(proposal) });
  }

  async #apply(
    client: Queryable,
    proposal: CorrectionProposal,
    { operator, walletVersion }: By,
  ): Promise<Balances> {
    if (walletVersion === undefined) {
      throw new Refused('validation', { rules: { walletVersion: 'required' } });
    }
    const amountMinor = amountOf(proposal);
    this.#judgeSize(operator, amountMinor);
    await this.#judgeOperatorDay(client, { operator, amountMinor }, sumApplied);
    const balances = await this.#post(client, proposal, walletVersion);
    // After the lock of the wallet, so that each of several concurrent corrections counts those before it.
    await this.#judgeMemberDay(client, proposal, { waiting: false });
    return balances;
  }

  /** Writes the line of the audit log about a correction. */
  async #note(
    client: Queryable,
    proposal: CorrectionProposal,
    event: ProposalEvent,
    by: By | undefined,
    balances: Balances | undefined,
  ): Promise<void> {
    if (by === undefined) return;
    const { operator, address, member, originSeen, availableMinor = 0n } = by;
    const amountMinor = amountOf(proposal);
    const facts =
      event === 'proposed'
        ? {
            available: this.#text(availableMinor),
            availableAfter: this.#text(availableMinor + amountMinor),
            reason: proposal.reason,
          }
        : {
            note: proposal.note,
            available: balances && this.#text(balances.beforeMinor),
            availableAfter: balances && this.#text(balances.afterMinor),
          };
    await this.#audit(client, {
      operator,
      action: `adjustment_${lastingState(event)}`,
      subject: { kind: 'adjustment', id: proposal.id },
      member,
      originSeen,
      detail: { amount: this.#text(amountMinor), ...facts },
      address,
    });
  }

  /**
   * Posts the entry and keeps the balances on both sides of it.
   * @param walletVersion of the wallet as the operator saw it. @throws BalanceShort; Refused `balance_moved`
   */
  async #post(client: Queryable, proposal: CorrectionProposal, walletVersion: number): Promise<Balances> {
    const { id } = proposal;
    const { id: memberId, shard } = memberOf(proposal);
    const amountMinor = amountOf(proposal);
    const [outcome] = await this.#wallet.post(
      [
        {
          shard,
          memberId,
          key: `adjustment:${id}`,
          kind: 'adjustment',
          amountMinor,
          counterAccount: 'promotions',
          ref: id,
        },
      ],
      client,
    );
    // Thrown within the transaction: the refusal spends no key, and the proposal stays as it was.
    if (outcome?.outcome === 'refused' && outcome.reason === 'insufficient') throw new BalanceShort();
    if (outcome?.outcome !== 'applied') {
      throw new Error(`An adjustment was not posted: ${JSON.stringify(outcome)}`);
    }
    // The wallet may have moved since the version was compared; its own entry is the next one.
    const balances = {
      beforeMinor: outcome.availableAfter - amountMinor,
      afterMinor: outcome.availableAfter,
    };
    if (outcome.version !== BigInt(walletVersion) + 1n) throw this.#balanceMoved(balances.beforeMinor);
    await insertApplied(client, {
      shard,
      member_id: memberId,
      id,
      amount: amountMinor,
      balance_before: balances.beforeMinor,
      balance_after: balances.afterMinor,
    });
    return balances;
  }

  async #read(rows: readonly CorrectionProposal[]): Promise<BalanceCorrection[]> {
    const ids = rows.map(({ id }) => id);
    const applied = await findApplied(this.#pool, ids);
    return rows.map((row) => {
      const { balance_before: beforeMinor = null, balance_after: afterMinor = null } =
        applied.get(row.id) ?? {};
      return {
        ...row,
        state: lastingState(row.state),
        member: memberOf(row),
        amountMinor: amountOf(row),
        balances: beforeMinor === null || afterMinor === null ? undefined : { beforeMinor, afterMinor },
      };
    });
  }

  async #readOne(row: CorrectionProposal): Promise<BalanceCorrection> {
    const [one] = await this.#read([row]);
    if (one === undefined) throw new Error('A correction was not read');
    return one;
  }
}

type CorrectionSetting =
  | 'CORRECTION_MAX_CASHIER'
  | 'CORRECTION_DAY_CASHIER'
  | 'CORRECTION_MAX_OWNER'
  | 'CORRECTION_DAY_OWNER'
  | 'CORRECTION_DAY_MEMBER';

/** Limits of an operator's corrections: of one, and within 24 hours. Minor units. */
type CorrectionTier = { maxMinor: bigint; dayMinor: bigint };

const read = (config: Config, name: CorrectionSetting, scale: number): bigint => {
  const minor = parseAmount(config[name], scale);
  if (minor === undefined) throw new Error(`${name} "${config[name]}" is no amount`);
  return minor;
};

/**
 * The limits of an operator: those of their highest role, and zero for roles without any.
 * @param scale decimals of the wallet's currency
 */
const tierOf = (config: Config, roles: readonly OperatorRole[], scale: number): CorrectionTier => {
  if (roles.includes('owner')) {
    return {
      maxMinor: read(config, 'CORRECTION_MAX_OWNER', scale),
      dayMinor: read(config, 'CORRECTION_DAY_OWNER', scale),
    };
  }
  if (roles.includes('cashier')) {
    return {
      maxMinor: read(config, 'CORRECTION_MAX_CASHIER', scale),
      dayMinor: read(config, 'CORRECTION_DAY_CASHIER', scale),
    };
  }
  return { maxMinor: 0n, dayMinor: 0n };
};

/** The limit of corrections of one member within 24 hours, in minor units. */
const memberDayOf = (config: Config, scale: number): bigint => read(config, 'CORRECTION_DAY_MEMBER', scale);
