import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../apps/server/src/core/database/database.ts';
import { failpointNames } from '../../apps/server/src/core/failpoints.ts';
import { enqueue } from '../../apps/server/src/core/jobs.ts';
import { startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { testResults } from '../../apps/server/src/testing/results.ts';
import { seedOpenBets } from '../../apps/server/src/testing/open-bets.ts';
import type { DataFolder } from '../fixtures/data-folder.ts';
import { randomFrom } from '../fixtures/random.ts';
import { makeMigratedFolder } from './migrated-folder.ts';
import { NotStarted, startServer, verifyLedger, type Server } from '../fixtures/server.ts';

/** `LONG=1` plays twenty rounds, each with its own seed; otherwise the named places once each, and one round. */
const isLong = process.env['LONG'] === '1';
const rounds = isLong ? 20 : 1;
const betsOfMatch = 1_000;

/**
 * A match is settled by a server that is killed (SIGKILL) again and again, at named places and at random, and then
 * corrected the same way. The database keeps running; only what the server had not committed is lost.
 */
describe('a server that is killed while it settles', () => {
  let folder: DataFolder;
  let settings: Record<string, string>;
  let database: Database;
  let url: string;
  let server: Server | undefined;

  beforeAll(async () => {
    folder = await makeMigratedFolder();
    // What the members of the match were granted, by which verify judges it.
    settings = { DATA_DIR: folder.path, REPLAY: 'false', PLAY_GRANT: '100000' };
    server = await startServer(settings);
    url = (await startEmbedded(folder.path)).ownerUrl('touchline');
    database = openDatabase(url, 4, () => undefined);
  });
  afterAll(async () => {
    await database.close();
    await server?.stop();
    await folder.remove();
  });

  /** Records a result and the job that settles it, as a feed's process does. */
  const record = async (event: string, [home, away]: readonly [number, number]): Promise<void> => {
    const { events, close } = await testResults(database, url, (client, eventId, version) =>
      enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
    );
    await events.rulings.recordResult(event, {
      ht: { home: 0, away: 0 },
      ft: { home, away },
      source: 'test',
      confirmedBy: 'referee',
    });
    await close();
  };

  /** Whether the last ruling of the event has been run to its end. */
  const isSettled = async (event: string): Promise<boolean> => {
    const { rowCount } = await database.pool.query(
      `select from standing s join settlement_run r on r.event_id = s.event_id and r.version = s.ruling
       where s.event_id = $1 and r.finished_at is not null`,
      [event],
    );
    return rowCount === 1;
  };

  /** Starts a server that is to die: while it takes up the run, or at a named point. @returns whether it was killed */
  const startToDie = async (failpoint: string): Promise<boolean> => {
    try {
      server = await startServer({ ...settings, FAILPOINT: failpoint });
      return false;
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error;
      // An exit code means that the server failed before it was killed.
      if (error.code !== null) throw error;
      return true;
    }
  };

  const startToEnd = async (event: string): Promise<void> => {
    server = await startServer(settings);
    await expect.poll(() => isSettled(event), { timeout: 60_000 }).toBe(true);
  };

  /** Bets of which payout, state or entries differ from the scores, without any of the server's code. */
  const wronglyPaid = async (event: string, [home, away]: readonly [number, number]): Promise<unknown[]> => {
    const winner = home === away ? 'X' : home > away ? '1' : '2';
    const total = home + away > 2.5 ? 'over' : 'under';
    const { rows } = await database.pool.query(
      `select b.id, b.state, b.payout, d.due, e.given, b.lost from bet b
       join bet_leg l on l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id and l.event_id = $1
       cross join lateral (select case when l.selection in ($2, $3)
         then b.stake * l.odds_milli * (case b.type when 'single' then 1000 else 2100 end) / 1000000 else 0 end as due) d
       left join lateral (select coalesce(sum(amount), 0) as given from entry e
         where e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id and e.kind <> 'stake') e on true
       where b.payout is distinct from d.due or e.given <> d.due + b.lost
         or b.state <> case when d.due > 0 then 'win' else 'lose' end`,
      [event, winner, total],
    );
    return rows;
  };

  const agrees = async (): Promise<void> => {
    const { code, log } = await verifyLedger(settings);
    expect(log).toContain('all agree');
    expect(code).toBe(0);
  };

  it('at every named place of a run pays each bet once', async () => {
    const { event } = await seedOpenBets(database, url, betsOfMatch);
    await server?.kill();
    // The first dies with the job, the others while they take up what the one before had begun.
    const [first, ...rest] = failpointNames;
    server = await startServer({ ...settings, FAILPOINT: first });
    await record(event, [2, 1]);
    await server.ended;
    expect(await isSettled(event)).toBe(false);
    const survived: string[] = [];
    for (const name of rest) {
      const isDead = await startToDie(name.startsWith('chunk') ? `${name}:7` : name);
      if (!isDead) survived.push(name);
    }
    expect(survived).toEqual([]);
    await startToEnd(event);
    expect(await wronglyPaid(event, [2, 1])).toEqual([]);
    await agrees();
  });

  it.each(Array.from({ length: rounds }, (_, round) => round + 1))(
    'at random, round %i: settles and corrects each bet once',
    async (round) => {
      const random = randomFrom(round);
      const { event } = await seedOpenBets(database, url, betsOfMatch);
      const scores = [
        [2, 1],
        [1, 1],
      ] as const;
      for (const score of scores) {
        await record(event, score);
        // At a random time of a run under way, then at a random visit of a random place.
        await new Promise((resolve) => setTimeout(resolve, random.below(400)));
        await server?.kill();
        if (!(await startToDie(`${random.pick(failpointNames)}:${random.between(1, 40)}`)))
          await server?.kill();
        await startToEnd(event);
        expect(await wronglyPaid(event, score)).toEqual([]);
      }
      await agrees();
    },
  );
});
