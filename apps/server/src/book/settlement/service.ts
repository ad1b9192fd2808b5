import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import type { Credit } from '../../wallet/pay-many.ts';
import type { Wallet } from '../../wallet/service.ts';
import { transaction, Transient, withRetry } from '../../platform/transaction.ts';
import type { Events } from '../events/service.ts';
import { gradeAll, settle, type Settled } from './domain.ts';
import * as queries from './queries.ts';

export type Settlement = {
  /** Settles every bet that a confirmed version of a result decides; goes on where a killed run stopped. */
  run(key: queries.RunKey): Promise<{ bets: number; paidMinor: bigint }>;
  /** Takes up the runs of confirmed results that nobody has moved for `stalledMs`: their server may have been killed. */
  resume(stalledMs: number): Promise<void>;
};

/** Bets of one transaction: enough to fill it, few enough that every plan stays flat. */
const chunkSize = 2_000;

/**
 * @param onSettled told after each committed chunk whose bets moved
 * @param events lets everyone know of the markets a run has settled
 */
export const createSettlement = ({
  pool,
  wallet,
  log,
  onSettled,
  events,
}: {
  pool: pg.Pool;
  wallet: Wallet;
  log: Log;
  onSettled: (shard: number, bets: readonly Settled[]) => void;
  events: Pick<Events, 'announceSettled'>;
}): Settlement => {
  const run = async (key: queries.RunKey): Promise<{ bets: number; paidMinor: bigint }> => {
    const result = await queries.selectResult(pool, key);
    if (!result) throw new Error(`Event ${key.eventId} has no confirmed result ${key.version}`);
    await waitForPlacing(pool);
    const graded = gradeAll(await queries.selectQuoted(pool, key.eventId), result);
    const { nextShard } = await transaction(pool, (client) => queries.openRun(client, key, graded));
    let bets = 0;
    let paidMinor = 0n;
    for (const shard of await queries.selectShards(pool, key.eventId, nextShard)) {
      for (;;) {
        const chunk = await withRetry(() => settleChunk(pool, wallet, key, shard));
        if (chunk.length === 0) break;
        onSettled(shard, chunk);
        bets += chunk.length;
        for (const bet of chunk) paidMinor += bet.difference;
      }
    }
    await transaction(pool, (client) => queries.finishRun(client, key));
    await events.announceSettled(key.eventId);
    log.info({ ...key, bets, paidMinor: String(paidMinor) }, 'settled');
    return { bets, paidMinor };
  };
  return {
    run,
    resume: async (stalledMs) => {
      for (const key of await queries.selectStalled(pool, stalledMs)) await run(key);
    },
  };
};

/** How often the statements under way are looked at; they take milliseconds. */
const lookMs = 5;

/**
 * Waits for the bets whose statement began before now. The result is on record and its markets are closed, so no later
 * statement adds one: what the run finds then is all there is.
 */
const waitForPlacing = async (pool: pg.Pool): Promise<void> => {
  const moment = await queries.selectNow(pool);
  while (await queries.isPlacingSince(pool, moment)) await wait(lookMs);
};

/** One transaction: the bets of a chunk, their payments, and how far the run is. Empty when the shard is done. */
const settleChunk = (pool: pg.Pool, wallet: Wallet, key: queries.RunKey, shard: number): Promise<Settled[]> =>
  transaction(pool, async (client) => {
    const due = await queries.selectDue(client, key, shard, chunkSize);
    const settled = due.map(settle);
    if (settled.length === 0) {
      await queries.advanceRun(client, key, { nextShard: shard + 1, bets: 0, paidMinor: 0n });
      return settled;
    }
    const updated = await queries.updateSettled(client, key, shard, settled);
    // Another worker took some of these bets first: leave the chunk and read again.
    if (updated !== settled.length) throw new Transient('bets of the chunk moved');
    const entry = (bet: Settled, amountMinor: bigint): Credit => ({
      memberId: bet.memberId,
      key: `settle:${bet.id}:${key.version}`,
      requestHash: `${key.eventId}:${key.version}`,
      kind: bet.kind,
      amountMinor,
      counterAccount: bet.kind === 'refund' ? 'stakes' : 'payouts',
      ref: bet.id,
    });
    const credits = settled.filter((bet) => bet.difference > 0n);
    const debits = settled.filter((bet) => bet.difference < 0n);
    if (credits.length > 0) {
      await wallet.payMany({ shard, credits: credits.map((bet) => entry(bet, bet.difference)) }, client);
    }
    if (debits.length > 0) {
      await wallet.recover(
        debits.map((bet) => ({ ...entry(bet, -bet.difference), shard })),
        client,
      );
    }
    const paidMinor = settled.reduce((sum, bet) => sum + bet.difference, 0n);
    await queries.advanceRun(client, key, { nextShard: shard, bets: settled.length, paidMinor });
    return settled;
  });
