import type { Input } from '@touchline/contract/routes';
import type { AdjustmentState } from '@touchline/contract/shapes/office';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Operator } from '../http/handler.ts';
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
  pageOfAdjustments,
  type AdjustmentRow,
} from './adjustment-queries.ts';
import type { Audit } from './audit.ts';

export type AdjustmentsOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'post'>;
  members: Pick<Members, 'byIds'>;
  currency: Currency;
  audit: Audit;
  now: () => Date;
  /** Told of a wallet that moved. */
  onMoved: (shard: number, memberId: string) => void;
  /** Tells the member of a correction that was applied. */
  sendLetter: SendLetter;
};

/** Shortest reason that says something. */
const reasonMin = 5;

const states = { apply: 'applied', refuse: 'refused', withdraw: 'withdrawn' } as const satisfies Record<
  Input<'officeAdjustmentDecide'>['decision'],
  AdjustmentState
>;

/**
 * Corrections of balances. One operator proposes, another applies or refuses; who proposed can only withdraw. The entry is
 * posted in the transaction that changes the state, from or to the house's promotions, under the key `adjustment:<id>`.
 */
export const createAdjustments = (options: AdjustmentsOptions) => {
  const { pool, wallet, members, currency, audit, now, onMoved, sendLetter } = options;
  const amountOf = (row: AdjustmentRow): string => formatAmount(row.amount, currency.scale);

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

  const post = async (client: Queryable, row: AdjustmentRow): Promise<void> => {
    const [outcome] = await wallet.post(
      [
        {
          ...{ shard: row.shard, memberId: row.member_id, key: `adjustment:${row.id}`, kind: 'adjustment' },
          ...{ amountMinor: row.amount, counterAccount: 'promotions', ref: row.id },
        },
      ],
      client,
    );
    if (outcome?.outcome === 'applied') return;
    // Thrown within the transaction: the refusal spends no key, and the proposal stays as it was.
    if (outcome?.outcome === 'refused' && outcome.reason === 'insufficient')
      throw new Refused('insufficient');
    throw new Error(`An adjustment was not posted: ${JSON.stringify(outcome)}`);
  };

  /** Why a decision found nothing to decide; the same one of the same operator may be repeated. */
  const settled = async (
    client: Queryable,
    id: string,
    { state, by }: { state: AdjustmentState; by: string },
  ): Promise<AdjustmentRow> => {
    const row = await findAdjustment(client, id);
    if (row === undefined) throw new Refused('not_found');
    if (row.state === state && row.decided_by === by) return row;
    if (row.state !== 'proposed') throw new Refused('decided_already');
    throw new Refused(state === 'withdrawn' ? 'forbidden' : 'same_operator');
  };

  return {
    /**
     * Proposes a correction; it moves nothing yet.
     * @throws Refused `validation`, `reason_needed`, `not_found`, `key_reused`
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
      return withRetry(() =>
        transaction(pool, async (client) => {
          const before = await findByKey(client, mine);
          if (before !== undefined) return asBefore(before, asked);
          const row = await insertAdjustment(client, {
            ...{ ...asked, ...mine, shard: member.shard, id: newId(), now: now() },
          });
          if (row === undefined) {
            const other = await findByKey(client, mine);
            if (other === undefined) throw new Error('An adjustment in the way is gone');
            return asBefore(other, asked);
          }
          await audit(client, {
            ...{
              operator,
              action: 'adjustment_proposed',
              subject: { kind: 'adjustment', id: row.id },
              member,
            },
            ...{ detail: { amount: amountOf(row), reason }, address },
          });
          return row;
        }),
      );
    },

    /**
     * Applies, refuses or withdraws a correction. Applied to a wallet without the money it is refused and stays proposed.
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `insufficient`
     */
    decide: async (
      { id, decision, note }: Input<'officeAdjustmentDecide'>,
      { operator, address }: { operator: Operator; address: string },
    ): Promise<AdjustmentRow> => {
      const state = states[decision];
      const found = isId(id) ? await findAdjustment(pool, id) : undefined;
      if (found === undefined) throw new Refused('not_found');
      const written = note === undefined || note.trim() === '' ? null : note.trim();
      const row = await withRetry(() =>
        transaction(pool, async (client) => {
          const decided = await decideAdjustment(client, found, {
            ...{ state, note: written, by: operator.id, now: now() },
          });
          if (decided === undefined) return settled(client, id, { state, by: operator.id });
          if (state === 'applied') await post(client, decided);
          await audit(client, {
            ...{ operator, action: `adjustment_${state}`, subject: { kind: 'adjustment', id } },
            member: { id: decided.member_id, shard: decided.shard },
            ...{ detail: { amount: amountOf(decided), note: written }, address },
          });
          return decided;
        }),
      );
      if (state === 'applied') {
        onMoved(row.shard, row.member_id);
        sendLetter(
          { shard: row.shard, memberId: row.member_id },
          {
            template: 'adjusted',
            fields: { amountSigned: amountOf(row) },
            ...{ link: '/pages/traderecord/traderecord', about: row.id },
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
