import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Failpoint } from '../../core/failpoints.ts';
import type { Database } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { transaction, waitForQuiet } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Events } from '../../catalogue/index.ts';
import { settleShard } from './chunk.ts';
import { selectShards } from './chunk-rows.ts';
import { dryRun, type Assumed, type DryRun } from './dry-run.ts';
import type { DecidedMarket, Grade } from './grading.ts';
import { gradesBy } from './grades-by.ts';
import * as rows from './ruling-rows.ts';

export type Settlement = {
  /**
   * Brings every bet with a leg on the event to what its legs' grades say under this ruling: pays, takes back, reopens.
   * Continues where a killed run stopped.
   * @returns what it did, without what was done before it was killed
   */
  run(key: rows.RunKey): Promise<rows.SettledTotals>;
  /**
   * What a run would do if this were ruled now, without changing anything; a run that follows at once does just that.
   * @throws RulingRefused when there is no such proposal or void
   */
  dryRun(eventId: string, assumed: Assumed): Promise<DryRun>;
  /** Takes up the runs of rulings that have not moved for `stalledMs`: their server may have been killed. */
  resume(stalledMs: number): Promise<void>;
};

export type SettlementOptions = {
  pool: pg.Pool;
  /** Connections named `settlementName`, on which grades and chunks are written; a run uses three at once. */
  runs: Pick<Database, 'pool'>;
  wallet: Wallet;
  log: Log;
  bus: Bus;
  /** Publishes the markets that a run has settled. */
  events: Events;
  failpoint?: Failpoint | undefined;
};

/** What a ruling decides: these markets, and whether that is all of them. */
type Ruled = { markets: readonly DecidedMarket[]; isWhole: boolean };

/** Shards that a run works on at once: while one is at the disk and one in the database, a third is computed. */
const workers = 3;

export const createSettlement = (options: SettlementOptions): Settlement => {
  const { pool, runs, wallet, log, bus, events, failpoint = () => undefined } = options;

  const publish = async (key: rows.RunKey): Promise<Ruled | undefined> => {
    const { grades, markets, isWhole } = await gradesOf(pool, key);
    const counts = await transaction(runs.pool, async (client) => {
      const isLatest = await rows.publishGrades(client, key, grades);
      failpoint('grades.written');
      return isLatest;
    });
    failpoint('grades.published');
    return counts ? { markets, isWhole } : undefined;
  };

  const run = async (key: rows.RunKey): Promise<rows.SettledTotals> => {
    const ruled = await publish(key);
    const sum = { bets: 0, paidMinor: 0n, takenMinor: 0n, lostMinor: 0n };
    // A later ruling counts, and its run looks at every bet.
    if (!ruled) {
      await rows.endRun(pool, key, await rows.selectDone(pool, key));
      return sum;
    }
    await waitForQuiet(pool);
    const shards = (await selectShards(pool, key)).values();
    let open = 0;
    const work = async (): Promise<void> => {
      // The workers take their shards from one iterator.
      for (const shard of shards) {
        const done = await settleShard({ pool: runs.pool, wallet, failpoint }, key, shard, (bets) =>
          bus.publish('betsSettled', { shard, bets }),
        );
        sum.bets += done.bets;
        sum.paidMinor += done.paidMinor;
        sum.takenMinor += done.takenMinor;
        sum.lostMinor += done.lostMinor;
        open += done.open;
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    failpoint('shards.done');
    const all = await rows.selectDone(pool, key);
    await transaction(pool, (client) => rows.finishRun(client, key, { decided: ruled.markets, done: all }));
    failpoint('run.finished');
    await events.announceSettled(key.eventId);
    const money = { paidMinor: String(sum.paidMinor), takenMinor: String(sum.takenMinor) };
    // For example a bet placed at a score that was later corrected; an operator must decide it.
    if (ruled.isWhole && open > 0) log.warn({ ...key, legs: open }, 'legs without a grade wait for a person');
    log.info({ ...key, bets: sum.bets, ...money, lostMinor: String(sum.lostMinor) }, 'settled');
    return sum;
  };

  return {
    run,
    dryRun: (eventId, assumed) => dryRun(pool, eventId, assumed),
    resume: async (stalledMs) => {
      for (const key of await rows.selectStalled(pool, stalledMs)) await run(key);
    },
  };
};

/** Grades of every leg there can be on the event under a ruling. @throws when there is no such ruling */
const gradesOf = async (on: pg.Pool, key: rows.RunKey): Promise<Ruled & { grades: Grade[] }> => {
  const decision = await rows.selectDecision(on, key);
  if (!decision) throw new Error(`Event ${key.eventId} has no ruling ${key.version}`);
  return gradesBy(on, key.eventId, decision);
};
