import type pg from 'pg';
import { transaction, Transient, withRetry } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { ClosePoint } from './points.ts';
import * as rows from './pay-rows.ts';

/** Leaders of one transaction, and credits of one statement of the ledger. */
const leadersAtOnce = 500;
const creditsAtOnce = 2_000;

/** Paid commission: its day, its id, minor units. */
export type PaidDay = {
  shard: number;
  memberId: string;
  id: string;
  day: string;
  /** The closing that paid it. */
  run: string;
  amountMinor: bigint;
};

/**
 * Pays the amounts due from a closing in a shard, some leaders in a transaction. A claw-back takes what is
 * available; the rest stays owed, and is taken from later commission, never from other money.
 * @param onPaid receives the credits, after they are on the disk
 */
export const payShard = async (
  { pool, wallet, at }: { pool: pg.Pool; wallet: Pick<Wallet, 'payMany' | 'recover'>; at: ClosePoint },
  of: { shard: number; run: string },
  onPaid: (paid: readonly PaidDay[]) => Promise<void>,
): Promise<void> => {
  for (;;) {
    const paid = await withRetry(() =>
      transaction(pool, async (client) => {
        const due = await rows.selectDue(client, of, leadersAtOnce);
        if (due.length > 0) await payChunk(client, wallet, of, due);
        at('chunk.paid');
        return due;
      }),
    );
    if (paid.length === 0) return;
    at('chunk.done');
    await onPaid(
      paid
        .filter(({ amount }) => amount > 0n)
        .map(({ leaderId, id, day, amount }) => ({
          shard: of.shard,
          memberId: leaderId,
          id,
          day,
          run: of.run,
          amountMinor: amount,
        })),
    );
  }
};

const payChunk = async (
  client: pg.PoolClient,
  wallet: Pick<Wallet, 'payMany' | 'recover'>,
  { shard, run }: { shard: number; run: string },
  due: readonly rows.Due[],
): Promise<void> => {
  const credits = due.filter(({ amount }) => amount > 0n);
  for (let from = 0; from < credits.length; from += creditsAtOnce) {
    const some = credits.slice(from, from + creditsAtOnce);
    await wallet.payMany({ shard, credits: some.map((one) => creditOf(run, one)) }, client);
  }
  const back = due.filter(({ amount }) => amount < 0n);
  const taken = await take(
    client,
    wallet,
    shard,
    back.map((one) => ({ ...one, asked: -one.amount, key: keyOf(run, one) })),
  );
  const owed = await takeOwed(client, wallet, { shard, run }, credits);
  const ended = [...credits.map((one) => ({ ...one, takenNow: 0n })), ...taken, ...owed];
  // Another process paid some of these first: the chunk is undone and read again.
  if ((await rows.endDue(client, shard, ended)) !== ended.length) throw new Transient('commission moved');
};

const keyOf = (run: string, { day }: rows.Due): string => `commission:${run}:${day}`;

const creditOf = (run: string, due: rows.Due) => ({
  memberId: due.leaderId,
  key: keyOf(run, due),
  kind: 'commission',
  amountMinor: due.amount,
  counterAccount: 'clearing:commission' as const,
  ref: due.id,
});

type ClawBack = rows.Due & { asked: bigint; key: string };

/** Claws back an amount, as far as it is available. */
const take = async (
  client: pg.PoolClient,
  wallet: Pick<Wallet, 'recover'>,
  shard: number,
  asked: readonly ClawBack[],
): Promise<(rows.Due & { takenNow: bigint })[]> => {
  if (asked.length === 0) return [];
  const recovered = await wallet.recover(
    asked.map((one) => ({
      shard,
      memberId: one.leaderId,
      key: one.key,
      kind: 'commission_reversed',
      amountMinor: one.asked,
      counterAccount: 'commission' as const,
      ref: one.id,
    })),
    client,
  );
  return asked.map((one, i) => ({ ...one, takenNow: recovered[i]?.takenMinor ?? 0n }));
};

/** Debts of earlier closings are taken from what this one has just credited, and no more. */
const takeOwed = async (
  client: pg.PoolClient,
  wallet: Pick<Wallet, 'recover'>,
  of: { shard: number; run: string },
  credits: readonly rows.Due[],
): Promise<(rows.Due & { takenNow: bigint })[]> => {
  const left = new Map<string, bigint>();
  for (const { leaderId, amount } of credits) left.set(leaderId, (left.get(leaderId) ?? 0n) + amount);
  const owed = left.size === 0 ? [] : await rows.selectOwed(client, of, [...left.keys()]);
  const asked = owed.flatMap((one): ClawBack[] => {
    const have = left.get(one.leaderId) ?? 0n;
    const still = -one.amount - one.taken;
    const now = still < have ? still : have;
    left.set(one.leaderId, have - now);
    // The key names both closings: the one that takes it, and the one that could not.
    return now === 0n ? [] : [{ ...one, asked: now, key: `commission:${of.run}:${one.run}:${one.day}` }];
  });
  return take(client, wallet, of.shard, asked);
};
