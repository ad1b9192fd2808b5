import { dayMs } from '@touchline/contract/durations';
import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { feeOf, toWireWithdrawal } from '@touchline/server/tools/cashier';
import { newId, transaction } from '@touchline/server/tools/database';
import { Refused, type Handler } from '@touchline/server/tools/site';
import type pg from 'pg';

const { scale } = currencies.PLAY;
/** Those of the server by default: one percent, at least 1.00. */
const fee = { feeBp: 100, feeFixedMinor: 0n, feeMinMinor: 100n };

/** One move of the wallet; with a hold, the money stays the member's until it ends. */
type Part = { key: string; ref: string; kind: string; amountMinor: bigint; counter: string };

/**
 * The peer: a withdrawal as most servers would write it. One transaction takes the row of the wallet with `for update`,
 * reads what it needs, and has a statement for each row it writes; all named, so that none is planned twice. It knows
 * no turnover, asks for no breach of the ledger and does not answer a key that comes again.
 * @param rows `few`: key, withdrawal, wallet and one entry that takes the money out at once; `same`: all that the server
 *   writes, amount and fee each with a hold, a key and an entry
 */
export const withdrawPlainly =
  (pool: pg.Pool, rows: 'few' | 'same'): Handler<'createWithdraw'> =>
  async (input, { member }) => {
    const amountMinor = parseAmount(input.amount, scale);
    if (amountMinor === undefined) throw new Refused('validation');
    const feeMinor = feeOf(amountMinor, fee);
    const [id, feeHold, now] = [newId(), newId(), new Date()];
    const receive = amountMinor - feeMinor;
    const key = `withdraw:${input.key}`;
    const whole = { key, ref: id, kind: 'withdrawal', amountMinor, counter: 'clearing:withdrawals' };
    const parts: Part[] =
      rows === 'few'
        ? [whole]
        : [
            { ...whole, amountMinor: receive, counter: 'held' },
            {
              key: `${key}:fee`,
              ref: feeHold,
              kind: 'withdrawal_fee',
              amountMinor: feeMinor,
              counter: 'held',
            },
          ];
    const owner = [member.shard, member.id];
    const arrivesBy = new Date(now.getTime() + dayMs);
    return transaction(pool, async (client) => {
      const wallet = await client.query<WalletRow>({
        name: 'plain-wallet-lock',
        text: `select currency, available, held, version from wallet where shard = $1 and member_id = $2 for update`,
        values: owner,
      });
      const [before] = wallet.rows;
      if (before === undefined || before.available < amountMinor) throw new Refused('insufficient');
      const methods = await client.query<MethodRow>({
        name: 'plain-method',
        text: `select id, type, fields, fingerprint, created_at, usable_from from payout_method
               where shard = $1 and member_id = $2 and id = $3 and deleted_at is null and usable_from <= $4`,
        values: [...owner, input.wallet, now],
      });
      const [method] = methods.rows;
      if (method === undefined) throw new Refused('not_found');
      const snapshot = { type: method.type, fields: method.fields };
      await client.query({
        name: 'plain-withdrawal',
        text: `insert into withdrawal (shard, member_id, id, fee_hold, key, currency, amount, fee, receive, method_id, rail,
                 method, approvals_needed, requested_at, arrives_by)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $14)`,
        values: [
          ...owner,
          id,
          feeHold,
          input.key,
          before.currency,
          amountMinor,
          feeMinor,
          receive,
          method.id,
          method.type,
          JSON.stringify(snapshot),
          now,
          arrivesBy,
        ],
      });
      let after = before;
      for (const part of parts) after = await move(client, owner, after, part);
      await client.query({
        name: 'plain-wallet',
        text: `update wallet set available = $3, held = $4, version = $5 where shard = $1 and member_id = $2`,
        values: [...owner, after.available, after.held, after.version],
      });
      return toWireWithdrawal(
        {
          shard: member.shard,
          member_id: member.id,
          id,
          fee_hold: feeHold,
          key: input.key,
          currency: before.currency,
          amount: amountMinor,
          fee: feeMinor,
          receive,
          method_id: method.id,
          rail: method.type,
          rate_micro: null,
          usdt_micro: null,
          method: snapshot,
          state: 'in_progress',
          stage: 'in_review',
          approvals_needed: 1,
          requested_at: now,
          arrives_by: arrivesBy,
          version: 0,
          paying_at: null,
          paid_at: null,
          ended_at: null,
          reference: null,
          reason: null,
          note: null,
        },
        scale,
      );
    });
  };

type MethodRow = Parameters<typeof toWireWithdrawal>[0]['method'] & { id: string };
type WalletRow = { currency: string; available: bigint; held: bigint; version: bigint };

/** Writes the key and the entry of a move, and its hold. @returns the wallet after it */
const move = async (
  client: pg.PoolClient,
  owner: readonly unknown[],
  before: WalletRow,
  { key, ref, kind, amountMinor, counter }: Part,
): Promise<WalletRow> => {
  const heldChange = counter === 'held' ? amountMinor : 0n;
  const after = {
    currency: before.currency,
    version: before.version + 1n,
    available: before.available - amountMinor,
    held: before.held + heldChange,
  };
  const fresh = await client.query({
    name: 'plain-key',
    text: `insert into operation
             (shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'applied') on conflict do nothing`,
    values: [...owner, key, `${kind} ${amountMinor}`, kind, -amountMinor, heldChange, counter, ref],
  });
  if (fresh.rowCount !== 1) throw new Refused('key_reused');
  if (heldChange > 0n) {
    await client.query({
      name: 'plain-hold',
      text: `insert into hold (shard, member_id, id, kind, amount) values ($1, $2, $3, $4, $5)`,
      values: [...owner, ref, kind, amountMinor],
    });
  }
  await client.query({
    name: 'plain-entry',
    text: `insert into entry (shard, member_id, version, key, kind, currency, amount, held_change, counter_account,
             available_after, held_after, ref)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...owner,
      after.version,
      key,
      kind,
      after.currency,
      -amountMinor,
      heldChange,
      counter,
      after.available,
      after.held,
      ref,
    ],
  });
  return after;
};
