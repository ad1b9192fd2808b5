import { dayMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type { AdjustmentState } from '@touchline/contract/shapes/office';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Operator } from '../platform/handler.ts';
import type { Members } from '../members/service.ts';
import type { Queryable } from '../platform/database.ts';
import { isId, newId } from '../platform/ids.ts';
import type { SendLetter } from '../platform/letters.ts';
import { Refused } from '../platform/refusal.ts';
import { transaction, withRetry } from '../platform/transaction.ts';
import type { Wallet } from '../wallet/service.ts';
import {
  decideAdjustment,
  findAdjustment,
  findByKey,
  insertAdjustment,
  keepBalance,
  pageOfAdjustments,
  sumApplied,
  sumOfMember,
  sumProposed,
  takeOperator,
  type AdjustmentRow,
} from './adjustment-queries.ts';
import type { Audit } from '../audit/audit.ts';
import { memberDayOf, tierOf, type CorrectionConfig } from './correction-limits.ts';

export type AdjustmentsOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'post' | 'balance'>;
  members: Pick<Members, 'byIds'>;
  currency: Currency;
  config: CorrectionConfig;
  audit: Audit;
  now: () => Date;
  /** Told of a wallet that moved. */
  onMoved: (shard: number, memberId: string) => void;
  /** Tells the member of a correction that was applied. */
  sendLetter: SendLetter;
};

/** Shortest reason that says something. */
const reasonMin = 5;

/** Thrown within the transaction that would take more than is available. */
class BalanceShort extends Error {}

const sizeOf = (amountMinor: bigint): bigint => (amountMinor < 0n ? -amountMinor : amountMinor);

const states = { apply: 'applied', refuse: 'refused', withdraw: 'withdrawn' } as const satisfies Record<
  Input<'officeAdjustmentDecide'>['decision'],
  AdjustmentState
>;

/**
 * Corrections of balances. One operator proposes, another applies or refuses; who proposed can only withdraw. The entry is
 * posted in the transaction that changes the state, from or to the house's promotions, under the key `adjustment:<id>`.
 * Both are judged by the limits of their roles, for one correction and for 24 hours, and so is the member's day.
 */
export const createAdjustments = (options: AdjustmentsOptions) => {
  const { pool, wallet, members, currency, config, audit, now, onMoved, sendLetter } = options;
  const text = (minor: bigint): string => formatAmount(minor, currency.scale);
  const amountOf = (row: AdjustmentRow): string => text(row.amount);
  const dayAgo = (): Date => new Date(now().getTime() - dayMs);

  /** What a member has now, beside the version that the operator saw. @throws Refused `outdated` */
  const balanceSeen = async (
    { id, shard }: { id: string; shard: number },
    walletVersion: number | undefined,
  ): Promise<bigint> => {
    const balance = await wallet.balance(id, shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    if (walletVersion !== undefined && balance.version !== BigInt(walletVersion))
      throw new Refused('outdated');
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
    row: AdjustmentRow,
    { waiting }: { waiting: boolean },
  ): Promise<void> => {
    const owner = { shard: row.shard, memberId: row.member_id };
    const sumMinor = await sumOfMember(client, owner, { since: dayAgo(), waiting });
    const maxMinor = memberDayOf(config, currency.scale);
    judgeDay('correction_day_member', { maxMinor, sumMinor, amountMinor: row.amount });
  };

  /** The proposal of before under the same key. @throws Refused `key_reused` when it was another one */
  const asBefore = (
    before: AdjustmentRow,
    asked: { memberId: string; amountMinor: bigint; reason: string },
  ): AdjustmentRow => {
    const same =
      before.member_id === asked.memberId &&
      before.amount === asked.amountMinor &&
      before.reason === asked.reason;
    if (!same) throw new Refused('key_reused');
    return before;
  };

  /**
   * Posts the entry and keeps the balances on both sides of it.
   * @param walletVersion of the wallet as the operator saw it. @throws BalanceShort; Refused `outdated`
   */
  const post = async (
    client: Queryable,
    row: AdjustmentRow,
    walletVersion: number,
  ): Promise<{ before: bigint; after: bigint }> => {
    const [outcome] = await wallet.post(
      [
        {
          shard: row.shard,
          memberId: row.member_id,
          key: `adjustment:${row.id}`,
          kind: 'adjustment',
          amountMinor: row.amount,
          counterAccount: 'promotions',
          ref: row.id,
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
    if (outcome.version !== BigInt(walletVersion) + 1n) throw new Refused('outdated');
    const balance = { before: outcome.availableAfter - row.amount, after: outcome.availableAfter };
    await keepBalance(client, row, balance);
    return balance;
  };

  /** Why a decision found nothing to decide; the same one of the same operator may be repeated. */
  const settled = async (
    client: Queryable,
    id: string,
    { version, state, by }: { version: number; state: AdjustmentState; by: string },
  ): Promise<AdjustmentRow> => {
    const row = await findAdjustment(client, id);
    if (row === undefined) throw new Refused('not_found');
    if (row.state === state && row.decided_by === by) return row;
    if (row.version !== version) throw new Refused('outdated');
    if (row.state !== 'proposed') throw new Refused('decided_already');
    throw new Refused(state === 'withdrawn' ? 'forbidden' : 'same_operator');
  };

  return {
    /**
     * Proposes a correction; it moves nothing yet.
     * @throws Refused `validation`, `reason_needed`, `not_found`, `key_reused`, `outdated`, `balance_short`, `correction_max`,
     *   `correction_day`, `correction_day_member`
     */
    add: async (
      input: Input<'officeAdjustmentAdd'>,
      { operator, address }: { operator: Operator; address: string },
    ): Promise<AdjustmentRow> => {
      const amountMinor = parseAmount(input.amount, currency.scale, { signed: true });
      if (amountMinor === undefined || amountMinor === 0n) {
        throw new Refused('validation', { rules: { amount: 'amount' } });
      }
      const reason = input.reason.trim();
      if (Array.from(reason).length < reasonMin) throw new Refused('reason_needed');
      const member = isId(input.member) ? (await members.byIds([input.member])).get(input.member) : undefined;
      if (member === undefined) throw new Refused('not_found');
      const asked = { memberId: member.id, amountMinor, reason };
      const mine = { proposedBy: operator.id, key: input.key };
      const made = await findByKey(pool, mine);
      if (made !== undefined) return asBefore(made, asked);
      const availableMinor = await balanceSeen(member, input.walletVersion);
      judgeSize(operator, amountMinor);
      if (availableMinor + amountMinor < 0n) {
        throw new Refused('balance_short', { left: text(availableMinor) });
      }
      return withRetry(() =>
        transaction(pool, async (client) => {
          await takeOperator(client, operator.id);
          const before = await findByKey(client, mine);
          if (before !== undefined) return asBefore(before, asked);
          const row = await insertAdjustment(client, {
            ...asked,
            ...mine,
            shard: member.shard,
            id: newId(),
            now: now(),
          });
          if (row === undefined) {
            const other = await findByKey(client, mine);
            if (other === undefined) throw new Error('An adjustment in the way is gone');
            return asBefore(other, asked);
          }
          await judgeOperatorDay(client, { operator, amountMinor }, sumProposed);
          await judgeMemberDay(client, row, { waiting: true });
          await audit(client, {
            operator,
            action: 'adjustment_proposed',
            subject: { kind: 'adjustment', id: row.id },
            member,
            originSeen: input.originSeen,
            detail: {
              amount: amountOf(row),
              available: text(availableMinor),
              availableAfter: text(availableMinor + amountMinor),
              reason,
            },
            address,
          });
          return row;
        }),
      );
    },

    /**
     * Applies, refuses or withdraws a correction. Applied to a wallet without the money it is refused and stays proposed, and so
     * it does where the proposal or the balance is another than the operator saw, or above the limits of who applies it.
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `validation`, `outdated`, `balance_short`,
     *   `correction_max`, `correction_day`, `correction_day_member`
     */
    decide: async (
      { id, version, decision, note, walletVersion, originSeen }: Input<'officeAdjustmentDecide'>,
      { operator, address }: { operator: Operator; address: string },
    ): Promise<AdjustmentRow> => {
      const state = states[decision];
      const found = isId(id) ? await findAdjustment(pool, id) : undefined;
      if (found === undefined) throw new Refused('not_found');
      const written = note === undefined || note.trim() === '' ? null : note.trim();
      const owner = { id: found.member_id, shard: found.shard };
      const row = await withRetry(() =>
        transaction(pool, async (client) => {
          if (state === 'applied') await takeOperator(client, operator.id);
          const decided = await decideAdjustment(client, found, {
            version,
            state,
            note: written,
            by: operator.id,
            now: now(),
          });
          if (decided === undefined) return settled(client, id, { version, state, by: operator.id });
          const line = {
            operator,
            action: `adjustment_${state}`,
            subject: { kind: 'adjustment', id },
            member: owner,
            originSeen,
            address,
          } as const;
          const detail = { amount: amountOf(decided), note: written };
          if (state !== 'applied') {
            await audit(client, { ...line, detail });
            return decided;
          }
          if (walletVersion === undefined) {
            throw new Refused('validation', { rules: { walletVersion: 'required' } });
          }
          judgeSize(operator, decided.amount);
          const amountMinor = decided.amount;
          await judgeOperatorDay(client, { operator, amountMinor }, sumApplied);
          const balance = await post(client, decided, walletVersion);
          // Behind the lock of the wallet, so that of several at once each counts those before it.
          await judgeMemberDay(client, decided, { waiting: false });
          const [available, availableAfter] = [text(balance.before), text(balance.after)];
          await audit(client, { ...line, detail: { ...detail, available, availableAfter } });
          return { ...decided, balance_before: balance.before, balance_after: balance.after };
        }),
      ).catch(async (error: unknown) => {
        if (!(error instanceof BalanceShort)) throw error;
        throw new Refused('balance_short', { left: text(await balanceSeen(owner, walletVersion)) });
      });
      if (state === 'applied') {
        onMoved(row.shard, row.member_id);
        sendLetter(
          { shard: row.shard, memberId: row.member_id },
          {
            template: 'adjusted',
            fields: { amountSigned: amountOf(row) },
            link: '/pages/traderecord/traderecord',
            about: row.id,
          },
        );
      }
      return row;
    },

    list: (
      filter: { state: AdjustmentState | undefined; memberId: string | undefined },
      page: { limit: number; offset: number },
    ) => pageOfAdjustments(pool, filter, page),
  };
};
