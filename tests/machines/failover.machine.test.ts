import { paths } from '@touchline/contract/paths';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startAddress, startPair } from './cluster.ts';
import { makeDataFolder, type DataFolder } from '../fixtures/data-folder.ts';
import { memberApi, type MemberApi } from '../fixtures/member-api.ts';
import { startServer, type Server } from '../fixtures/server.ts';
import { story } from './story.ts';

/** Far less than the time a frozen node held calls for, and far more than a busy machine needs. */
const withinSeconds = 25;

/** Runs statements on a node, past the server. */
const sql = async (url: string, ...texts: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
};

const ask = async (url: string, text: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
};

/** A primary and its standby behind one address. */
describe.skipIf(process.platform !== 'linux')('a database that fails over', () => {
  let pair: Awaited<ReturnType<typeof startPair>>;
  let address: Awaited<ReturnType<typeof startAddress>>;
  let folder: DataFolder;
  let server: Server;
  let ann: MemberApi;
  let token: string;

  const ready = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
  /** Waits until the standby has what the primary has now. */
  const followed = async (): Promise<void> => {
    const there = String(await ask(pair.primary.url, 'select pg_current_wal_lsn()'));
    await expect
      .poll(() => ask(pair.standby.url, `select pg_last_wal_replay_lsn() >= '${there}'::pg_lsn`), {
        timeout: 60_000,
      })
      .toBe(true);
  };
  /** A call that writes, with a key. */
  const checkIn = async (): Promise<{
    status: number;
    after: string | null;
    body: string;
    seconds: number;
  }> => {
    const startedMs = performance.now();
    const response = await fetch(`${server.url}${paths.checkIn[1]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'ba-user-token': token },
      body: JSON.stringify({ key: 'the-first-day' }),
    });
    return {
      status: response.status,
      after: response.headers.get('retry-after'),
      body: await response.text(),
      seconds: (performance.now() - startedMs) / 1_000,
    };
  };

  beforeAll(async () => {
    pair = await startPair();
    folder = await makeDataFolder();
  });
  afterAll(async () => {
    await server.stop();
    await address.close();
    await pair.close();
    await folder.remove();
  });

  story('loses no call for long, and meets no old primary', {
    'is waited for at the start': async () => {
      const url = new URL(pair.primary.url);
      // No server listens on port 1.
      address = await startAddress(1);
      url.port = String(address.port);
      const starting = startServer({
        DATABASE_URL: url.href,
        DATA_DIR: folder.path,
        DATABASE_WAIT_SECONDS: '100',
        PATIENCE_FACTOR: '1',
        LOG_LEVEL: 'warn',
        REPLAY: 'false',
      });
      await expect.poll(() => address.met(), { timeout: 100_000 }).toBeGreaterThan(2);
      address.lead(pair.primary.port);
      server = await starting;
      expect(server.log()).toContain('the start waits for the database');
      expect(await ready()).toBe(200);
      ann = memberApi(server.url);
      ({ token } = await ann.register('ann'));
      await followed();
    },

    'holds no call for long while its node is frozen, and is not ready': async () => {
      await pair.primary.freeze();
      // The last state that was found may be reported again.
      const writing = checkIn();
      await expect.poll(ready, { timeout: 30_000 }).toBe(503);
      const written = await writing;
      expect(await ready()).toBe(503);
      expect(written).toMatchObject({ status: 503, after: expect.stringMatching(/^\d+$/) });
      expect(written.body).toContain('no_answer');
      expect(written.seconds).toBeLessThan(withinSeconds);
    },

    'is used again once the standby has taken over: the same key is answered': async () => {
      await sql(pair.standby.url, 'select pg_promote()');
      address.lead(pair.standby.port);
      await expect.poll(ready, { timeout: 90_000 }).toBe(200);
      await expect.poll(async () => (await checkIn()).status, { timeout: 90_000 }).toBe(200);
      const again = await checkIn();
      expect(again.body).toContain('"code":1');
      expect((await ann.call('userInfo', {})).balance).not.toBe('');
    },

    'is not ready, and answers 503, while its node takes no writes': async () => {
      const readOnly = (value: string): Promise<void> =>
        sql(
          pair.standby.url,
          'set default_transaction_read_only = off',
          `alter system set default_transaction_read_only = ${value}`,
          'select pg_reload_conf()',
        );
      await readOnly('on');
      await expect.poll(ready, { timeout: 60_000 }).toBe(503);
      const statuses = new Set<number>();
      for (let n = 0; n < 10; n++) {
        statuses.add((await ann.answer('realitySave', { minutes: 30 })).code);
        statuses.add((await fetch(`${server.url}/healthz`)).status);
        const refused = await checkIn();
        expect(refused.body).not.toContain('"fault"');
        expect(refused.seconds).toBeLessThan(withinSeconds);
      }
      expect([...statuses].toSorted((a, b) => a - b)).toEqual([0, 200]);
      await readOnly('off');
      await expect.poll(ready, { timeout: 90_000 }).toBe(200);
      await expect
        .poll(async () => (await ann.answer('realitySave', { minutes: 60 })).code, { timeout: 90_000 })
        .toBe(1);
    },

    'never meets an old primary that came back as it was': async () => {
      await pair.primary.thaw();
      await sql(
        pair.primary.url,
        'alter system set default_transaction_read_only = on',
        'select pg_reload_conf()',
      );
      address.lead(pair.primary.port);
      address.cut();
      await expect.poll(ready, { timeout: 60_000 }).toBe(503);
      expect((await ann.answer('userInfo', {})).code).toBe(0);
      address.lead(pair.standby.port);
      await expect.poll(ready, { timeout: 90_000 }).toBe(200);
      await expect.poll(async () => (await ann.answer('userInfo', {})).code, { timeout: 90_000 }).toBe(1);
    },

    'is logged once, then summed up': async () => {
      const log = (): string => server.log();
      await expect.poll(log, { timeout: 60_000 }).toMatch(/the database is not reachable: over/);
      // Whether calls fail or wait depends on when they meet the outage.
      await expect
        .poll(log, { timeout: 60_000 })
        .toMatch(/the database (is not reachable|takes too long): \d+ failures/);
      const lines = log()
        .split('\n')
        .filter((line) => line.startsWith('{'));
      // Some minutes of outages, with thirty routines that fail each second.
      expect(lines.length).toBeLessThan(200);
    },
  });
});
