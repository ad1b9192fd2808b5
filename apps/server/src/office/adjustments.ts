import { dayMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type { AdjustmentState } from '@touchline/contract/shapes/office';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Operator } from '../core/handler.ts';
import type { Members } from '../accounts/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Queryable } from '../core/database/database.ts';
import { isId } from '../core/ids.ts';
import type { SendLetter } from '../core/letters.ts';
import { createProposals, lastingState, type Proposal } from '../core/proposals/service.ts';
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
import { memberDayOf, tierOf, type CorrectionConfig } from './correction-limits.ts';
import { ownerOf } from '../core/owner.ts';

export type AdjustmentsOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'post' | 'balance'>;
  members: Pick<Members, 'byIds'>;
  currency: Currency;
  config: CorrectionConfig;
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
export type Correction = Omit<CorrectionProposal, 'body' | 'state'> & {
  member: { id: string; shard: number };
  amountMinor: bigint;
  state: AdjustmentState;
  /** The balances before and after an applied correction; the oldest corrections have none. */
  balances: Balances | undefined;
};

/** The acting operator with their address, and the versions of member and wallet that they saw. */
type By = {
  operator: Operator;
  address: string;
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
export const createAdjustments = (options: AdjustmentsOptions) => {
  const { pool, wallet, members, currency, config, audit, now, onMoved, sendLetter } = options;
  const text = (minor: bigint): string => formatAmount(minor, currency.scale);
  const dayAgo = (): Date => new Date(now().getTime() - dayMs);

  /** The wallet is another than the operator saw: bets settle while a correction is looked at. */
  const balanceMoved = (availableMinor: bigint): Refused =>
    new Refused('balance_moved', { left: text(availableMinor) });

  /** The current balance of a member, checked against the version that the operator saw. @throws Refused `balance_moved` */
  const balanceSeen = async (
    { id, shard }: { id: string; shard: number },
    walletVersion: number | undefined,
  ): Promise<bigint> => {
    const balance = await wallet.balance(id, shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    if (walletVersion !== undefined && balance.version !== BigInt(walletVersion)) {
      throw balanceMoved(balance.availableMinor);
    }
    return balance.availableMinor;
  };

  /** @throws Refused `correction_max` */
  const judgeSize = (operator: Operator, amountMinor: bigint): void => {
    const { maxMinor } = tierOf(config, operator.roles, currency.scale);
    if (sizeOf(amountMinor) > maxMinor) throw new Refused('correction_max', { max: text(maxMinor) });
  };

  /** @param sumMinor of the day, this correction among it. @throws Refused `correction_day`, `correction_day_member` */
  const judgeDay = (
    reason: 'correction_day' | 'correction_day_member',
    { maxMinor, sumMinor, amountMinor }: { maxMinor: bigint; sumMinor: bigint; amountMinor: bigint },
  ): void => {
    if (sumMinor <= maxMinor) return;
    const leftMinor = maxMinor - (sumMinor - sizeOf(amountMinor));
    throw new Refused(reason, { max: text(maxMinor), left: text(leftMinor < 0n ? 0n : leftMinor) });
  };

  const judgeOperatorDay = async (
    client: Queryable,
    { operator, amountMinor }: { operator: Operator; amountMinor: bigint },
    sumOf: typeof sumProposed,
  ): Promise<void> => {
    const { dayMinor } = tierOf(config, operator.roles, currency.scale);
    const sumMinor = await sumOf(client, operator.id, dayAgo());
    judgeDay('correction_day', { maxMinor: dayMinor, sumMinor, amountMinor });
  };

  const judgeMemberDay = async (
    client: Queryable,
    proposal: CorrectionProposal,
    { waiting }: { waiting: boolean },
  ): Promise<void> => {
    const { id } = memberOf(proposal);
    const sumMinor = await sumOfMember(client, id, { since: dayAgo(), waiting });
    const maxMinor = memberDayOf(config, currency.scale);
    judgeDay('correction_day_member', { maxMinor, sumMinor, amountMinor: amountOf(proposal) });
  };

  /**
   * Posts the entry and keeps the balances on both sides of it.
   * @param walletVersion of the wallet as the operator saw it. @throws BalanceShort; Refused `balance_moved`
   */
  const post = async (
    client: Queryable,
    proposal: CorrectionProposal,
    walletVersion: number,
  ): Promise<Balances> => {
    const { id } = proposal;
    const { id: memberId, shard } = memberOf(proposal);
    const amountMinor = amountOf(proposal);
    const [outcome] = await wallet.post(
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
    if (outcome.version !== BigInt(walletVersion) + 1n) throw balanceMoved(balances.beforeMinor);
    await insertApplied(client, {
      shard,
      member_id: memberId,
      id,
      amount: amountMinor,
      balance_before: balances.beforeMinor,
      balance_after: balances.afterMinor,
    });
    return balances;
  };

  const proposals = createProposals({
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
      await judgeOperatorDay(client, { operator, amountMinor: amountOf(proposal) }, sumProposed);
      await judgeMemberDay(client, proposal, { waiting: true });
    },
    apply: async (client, proposal, { operator, walletVersion }) => {
      if (walletVersion === undefined) {
        throw new Refused('validation', { rules: { walletVersion: 'required' } });
      }
      const amountMinor = amountOf(proposal);
      judgeSize(operator, amountMinor);
      await judgeOperatorDay(client, { operator, amountMinor }, sumApplied);
      const balances = await post(client, proposal, walletVersion);
      // After the lock of the wallet, so that each of several concurrent corrections counts those before it.
      await judgeMemberDay(client, proposal, { waiting: false });
      return balances;
    },
    note: async (client, proposal, event, by, balances) => {
      if (by === undefined) return;
      const { operator, address, member, originSeen, availableMinor = 0n } = by;
      const amountMinor = amountOf(proposal);
      const facts =
        event === 'proposed'
          ? {
              available: text(availableMinor),
              availableAfter: text(availableMinor + amountMinor),
              reason: proposal.reason,
            }
          : {
              note: proposal.note,
              available: balances && text(balances.beforeMinor),
              availableAfter: balances && text(balances.afterMinor),
            };
      await audit(client, {
        operator,
        action: `adjustment_${lastingState(event)}`,
        subject: { kind: 'adjustment', id: proposal.id },
        member,
        originSeen,
        detail: { amount: text(amountMinor), ...facts },
        address,
      });
    },
  });

  const read = async (rows: readonly CorrectionProposal[]): Promise<Correction[]> => {
    const ids = rows.map(({ id }) => id);
    const applied = await findApplied(pool, ids);
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
  };
  const readOne = async (row: CorrectionProposal): Promise<Correction> => {
    const [one] = await read([row]);
    if (one === undefined) throw new Error('A correction was not read');
    return one;
  };

  return {
    /**
     * Proposes a correction; it moves nothing yet.
     * @throws Refused `validation`, `reason_needed`, `not_found`, `key_reused`, `balance_moved`, `balance_short`, `correction_max`,
     *   `correction_day`, `correction_day_member`
     */
    add: async (
      input: Input<'officeAdjustmentAdd'>,
      { operator, address }: { operator: Operator; address: string },
    ): Promise<Correction> => {
      const amountMinor = parseAmount(input.amount, currency.scale, { signed: true });
      if (amountMinor === undefined || amountMinor === 0n) {
        throw new Refused('validation', { rules: { amount: 'amount' } });
      }
      const found = isId(input.member) ? (await members.byIds([input.member])).get(input.member) : undefined;
      if (found === undefined) throw new Refused('not_found');
      const member = { id: found.id, shard: found.shard };
      const by = { operator, address, member, originSeen: input.originSeen };
      const wish = {
        subject: { id: member.id },
        key: input.key,
        body: { shard: member.shard, amountMinor: String(amountMinor) },
        reason: input.reason,
      };
      const before = await proposals.findBefore(wish, by);
      if (before !== undefined) return readOne(before);
      const availableMinor = await balanceSeen(member, input.walletVersion);
      judgeSize(operator, amountMinor);
      if (availableMinor + amountMinor < 0n) {
        throw new Refused('balance_short', { left: text(availableMinor) });
      }
      return readOne((await proposals.propose(wish, { ...by, availableMinor })).proposal);
    },

    /**
     * Applies, refuses or withdraws a correction. It is refused and stays proposed if the
     * wallet has too little money, if proposal or balance have changed since the operator saw them, or above their limits.
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `validation`, `outdated`, `balance_moved`, `balance_short`,
     *   `correction_max`, `correction_day`, `correction_day_member`
     */
    decide: async (
      { id, version, decision, note, walletVersion, originSeen }: Input<'officeAdjustmentDecide'>,
      { operator, address }: { operator: Operator; address: string },
    ): Promise<Correction> => {
      const found = await proposals.find(id);
      if (found === undefined) throw new Refused('not_found');
      const member = memberOf(found);
      const by = { operator, address, member, originSeen, walletVersion };
      const { proposal } = await proposals
        .decide({ id, version, decision, note }, by)
        .catch(async (error: unknown) => {
          if (!(error instanceof BalanceShort)) throw error;
          throw new Refused('balance_short', { left: text(await balanceSeen(member, walletVersion)) });
        });
      if (proposal.state === 'applied') {
        onMoved(member.shard, member.id);
        sendLetter(ownerOf(member), {
          template: 'adjusted',
          fields: { amountSigned: text(amountOf(proposal)) },
          link: '/pages/traderecord/traderecord',
          about: proposal.id,
        });
      }
      return readOne(proposal);
    },

    list: async (
      { state, memberId }: { state: AdjustmentState | undefined; memberId: string | undefined },
      slice: { limit: number; offset: number },
    ) => {
      const { rows, total } = await proposals.page({ state, subject: memberId }, slice);
      return { rows: await read(rows), total };
    },
    /** The number of pending corrections, and since when the oldest is pending. */
    waiting: proposals.waiting,
  };
};
