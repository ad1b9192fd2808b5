import type pg from 'pg';
import type { Failpoint } from '../../core/failpoints.ts';
import { transaction, Transient, withRetry } from '../../core/database/transaction.ts';
import type { Credit, Wallet } from '../../ledger/index.ts';
import * as rows from './chunk-rows.ts';
import { changeOf, type BetChange } from './domain.ts';
import type { SettledTotals, RunKey } from './ruling-rows.ts';

/** Bets of one transaction: enough to fill it, few enough that every plan stays flat. */
export const chunkSize = 500;

type ChunkContext = { pool: pg.Pool; wallet: Wallet; failpoint: Failpoint };
type OpenChange = BetChange & { openStake: bigint };

/**
 * Settles the bets of a shard that have a leg on the run's event, in chunks. Settled ones are left alone, so
 * a shard may be started again at any time.
 * @param onChunk called with each committed chunk whose bets moved
 * @returns its result, and how many legs on the event have no grade
 */
export const settleShard = async (
  context: ChunkContext,
  run: RunKey,
  shard: number,
  onChunk: (changes: readonly BetChange[]) => void,
): Promise<SettledTotals & { open: number }> => {
  const sum = { bets: 0, paidMinor: 0n, takenMinor: 0n, lostMinor: 0n, open: 0 };
  let after: rows.DueBetKey | undefined = rows.fromStart;
  while (after) {
    const from: rows.DueBetKey = after;
    const chunk = await withRetry(() => settleChunk(context, run, shard, from));
    context.failpoint('chunk.committed');
    if (chunk.changes.length > 0) onChunk(chunk.changes);
    sum.bets += chunk.done.bets;
    sum.paidMinor += chunk.done.paidMinor;
    sum.takenMinor += chunk.done.takenMinor;
    sum.lostMinor += chunk.done.lostMinor;
    sum.open += chunk.open;
    after = chunk.next;
  }
  return sum;
};

/**
 * One transaction: the bets of a chunk, their payments, their members' notices, and the progress of the run.
 */
const settleChunk = (
  { pool, wallet, failpoint }: ChunkContext,
  run: RunKey,
  shard: number,
  after: rows.DueBetKey,
): Promise<{ changes: BetChange[]; done: SettledTotals; open: number; next: rows.DueBetKey | undefined }> =>
  transaction(pool, async (client) => {
    const due = await rows.selectDue(client, { shard, eventId: run.eventId, after, limit: chunkSize });
    failpoint('chunk.read');
    const next = due.length < chunkSize ? undefined : due.at(-1);
    const changes = due.flatMap((bet): OpenChange[] => {
      const change = changeOf(bet);
      return change ? [{ ...change, openStake: bet.openStake }] : [];
    });
    const done =
      changes.length === 0 ? nothing : await write({ client, wallet, failpoint }, run, shard, changes);
    await rows.advanceShard(client, run, shard, { done, isLast: next === undefined });
    failpoint('chunk.noted');
    const open = due.filter(({ outcome, openStake }) => outcome === undefined && openStake > 0n).length;
    return { changes, done, open, next };
  });

const nothing: SettledTotals = { bets: 0, paidMinor: 0n, takenMinor: 0n, lostMinor: 0n };

const write = async (
  { client, wallet, failpoint }: Omit<ChunkContext, 'pool'> & { client: pg.PoolClient },
  run: RunKey,
  shard: number,
  changes: readonly OpenChange[],
): Promise<SettledTotals> => {
  const updated = await rows.updateBets(client, shard, changes);
  // Another worker or a cash-out took some of these bets first: leave the chunk and read again.
  if (updated !== changes.length) throw new Transient('bets of the chunk moved');
  failpoint('chunk.updated');
  const credits = changes.filter(({ credit }) => credit > 0n);
  const debits = changes.filter(({ debit }) => debit > 0n);
  if (credits.length > 0) {
    await wallet.payMany({ shard, credits: credits.map((c) => entryOf(run, c, c.credit)) }, client);
  }
  const recovered =
    debits.length === 0
      ? []
      : await wallet.recover(
          debits.map((c) => ({ ...entryOf(run, c, c.debit), shard })),
          client,
        );
  failpoint('chunk.paid');
  const lost = new Map(debits.map(({ id }, i) => [id, recovered[i]?.lostMinor ?? 0n]));
  await rows.addLost(
    client,
    shard,
    debits.flatMap(({ memberId, id }) => {
      const lostMinor = lost.get(id) ?? 0n;
      return lostMinor > 0n ? [{ memberId, id, lostMinor }] : [];
    }),
  );
  const settled = changes.map((change): rows.Booked => {
    const lostMinor = lost.get(change.id) ?? 0n;
    return { change, lostMinor, bookedMinor: change.credit - change.debit + lostMinor };
  });
  await rows.insertNotices(
    client,
    shard,
    run,
    settled.filter(({ change }) => change.before.state !== 'open'),
  );
  await rows.insertChunk(client, shard, run, settled);
  const lostMinor = lost.values().reduce((sum, one) => sum + one, 0n);
  return {
    bets: changes.length,
    paidMinor: credits.reduce((sum, { credit }) => sum + credit, 0n),
    takenMinor: debits.reduce((sum, { debit }) => sum + debit, 0n) - lostMinor,
    lostMinor,
  };
};

/** A returned stake goes back from the stakes; winnings and later corrections come from the payouts. */
const entryOf = (run: RunKey, change: BetChange, amountMinor: bigint): Credit => ({
  memberId: change.memberId,
  key: `settle:${change.id}:${change.n}`,
  requestHash: `${run.eventId}:${run.version}`,
  kind: change.kind,
  amountMinor,
  counterAccount: change.kind === 'refund' ? 'stakes' : 'payouts',
  ref: change.id,
});
