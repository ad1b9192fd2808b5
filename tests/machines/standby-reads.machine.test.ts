import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
  openDatabase,
  patience,
  type Database,
  type Queryable,
} from '../../apps/server/src/core/database/database.ts';
import { createNodes } from '../../apps/server/src/core/database/nodes.ts';
import { Standby } from '../../apps/server/src/core/database/standby.ts';
import { promote, startPair } from './cluster.ts';
import { makeDataFolder } from '../fixtures/data-folder.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { startServer } from '../fixtures/server.ts';
import { story } from './story.ts';

/** How old an answer may be in this test, milliseconds: more than a busy machine takes for a look. */
const mostMs = 3_000;

/** A primary with a standby. */
describe.skipIf(process.platform !== 'linux')('reads that a standby answers', () => {
  let pair: Awaited<ReturnType<typeof startPair>>;
  let primary: Database;
  let standby: Standby;
  let direct: Database;
  const faults: unknown[] = [];
  let looking: ReturnType<typeof setInterval>;
  /** Undone from the last, before the pair. */
  const closers: (() => Promise<unknown>)[] = [];

  /** Whether a read is answered by the standby now. */
  const isOnStandby = (): Promise<boolean> =>
    standby.read(primary.pool, async (on: Queryable) => {
      const { rows } = await on.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
      return rows[0]?.follows === true;
    });
  const onStandby = (): Promise<unknown> => expect.poll(isOnStandby, { timeout: 90_000 }).toBe(true);
  const onPrimary = (): Promise<unknown> => expect.poll(isOnStandby, { timeout: 90_000 }).toBe(false);

  beforeAll(async () => {
    pair = await startPair();
    primary = openDatabase(pair.primary.url, 2, () => undefined);
    direct = openDatabase(pair.standby.url, 1, () => undefined);
    const both = pair.primary.url.replace(/@[^/]+/, (host) => `${host},${new URL(pair.standby.url).host}`);
    standby = new Standby({
      standby: openDatabase(both, 2, () => undefined, {
        patience: patience.calls,
        kin: { pools: new Set(), nodes: createNodes(both, { wanted: 'standby' }) },
      }),
      primary: primary.pool,
      mostMs,
      onFault: (error) => faults.push(error),
    });
    await primary.pool.query('create table written (n int)');
    // Its log grows, as that of a house that is open.
    looking = setInterval(() => {
      void primary.pool.query('insert into written values (1)').catch(() => undefined);
      void standby.look().catch(() => undefined);
    }, 200);
  });
  afterAll(async () => {
    clearInterval(looking);
    for (const close of closers.toReversed()) await close();
    await standby.close();
    await direct.close();
    await primary.close();
    await pair.close();
  });

  story('follow the standby as far as it is close', {
    'are answered by the primary until the standby is known to be close, then by the standby': async () => {
      expect(standby.behindMs()).toBe(Infinity);
      await onStandby();
      expect(standby.behindMs()).toBeLessThan(mostMs);
    },

    'go to the primary while the standby is too far behind, and back': async () => {
      await direct.pool.query('select pg_wal_replay_pause()');
      await onPrimary();
      // It still answers what it had; nothing was asked of it in vain.
      expect(standby.behindMs()).toBeGreaterThan(mostMs);
      expect(faults).toEqual([]);
      await direct.pool.query('select pg_wal_replay_resume()');
      await onStandby();
    },

    'go to the primary when the standby stops answering in the middle of one': async () => {
      await onStandby();
      let calls = 0;
      const answer = standby.read(primary.pool, async (on) => {
        calls += 1;
        const { rows } = await on.query<{ n: number }>('select 7 as n from pg_sleep($1)', [
          calls === 1 ? 5 : 0,
        ]);
        return rows[0]?.n;
      });
      await pair.standby.freeze();
      expect(await answer).toBe(7);
      expect(calls).toBe(2);
      expect(faults).toHaveLength(1);
      await onPrimary();
      await pair.standby.thaw();
      await onStandby();
    },

    'fail as they are when the statement is wrong': async () => {
      await onStandby();
      await expect(standby.read(primary.pool, (on) => on.query('select from nowhere'))).rejects.toThrow(
        'nowhere',
      );
      await expect(isOnStandby()).resolves.toBe(true);
    },

    'of a server are those of public pages': async () => {
      const folder = await makeDataFolder();
      closers.push(() => folder.remove());
      const server = await startServer({
        DATABASE_URL: pair.primary.url,
        DATABASE_STANDBY_URL: pair.standby.url,
        PATIENCE_FACTOR: '1',
        DATA_DIR: folder.path,
        REPLAY: 'false',
      });
      closers.push(() => server.stop());
      const api = memberApi(server.url);
      const named = async (): Promise<number | null> => {
        await api.call('housePage', {});
        const { rowCount } = await direct.pool.query(
          `select from pg_stat_activity where application_name = 'touchline standby' and query like '%house_fold%'`,
        );
        return rowCount;
      };
      await expect.poll(named, { timeout: 90_000 }).toBeGreaterThan(0);
    },

    'leave a standby that has become a primary of its own at the next look, for good': async () => {
      await onStandby();
      await promote(pair.standby);
      const portOfRead = (): Promise<number | undefined> =>
        standby.read(primary.pool, async (on) => {
          const { rows } = await on.query<{ port: number }>('select inet_server_port() as port');
          return rows[0]?.port;
        });
      await expect.poll(portOfRead, { timeout: 90_000 }).toBe(pair.primary.port);
      for (let looks = 0; looks < 5; looks++) {
        await standby.look().catch(() => undefined);
        expect(await portOfRead()).toBe(pair.primary.port);
      }
    },
  });
});
