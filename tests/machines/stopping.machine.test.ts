import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDataFolder, type DataFolder } from '../fixtures/data-folder.ts';
import { makeMigratedFolder } from './migrated-folder.ts';
import { beginServer, startServer, type Starting } from '../fixtures/server.ts';

/** What a start says of its steps at LOG_LEVEL=debug, in order. */
const phases = [
  'lock',
  'initdb',
  'postgres',
  'roles',
  'database',
  'migrations',
  'modules',
  'board',
  'settlement',
  'jobs',
  'replay',
  'listen',
  'demo member',
  'demo operators',
  'first owner',
  'ready',
] as const;
/** The replay rates all teams at its start: where it is not what is stopped, there is none. */
const withReplay: readonly string[] = ['replay', 'jobs', 'listen', 'ready'];
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const rounds = process.env.LONG === '1' ? 5 : 1;

const settingsOf = ({ path }: DataFolder) => ({ DATA_DIR: path, LOG_LEVEL: 'debug', REPLAY: 'false' });

/** A data folder of one test, which is removed at its end. */
const opened = async (making: Promise<DataFolder>): Promise<DataFolder> => {
  const folder = await making;
  onTestFinished(() => folder.remove());
  return folder;
};

/** Processes that were started with this data folder, or run on its cluster. */
const processesOf = async ({ path, cluster }: DataFolder): Promise<string[]> => {
  const found: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const read = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const [environment, command] = await Promise.all([read('environ'), read('cmdline')]);
    if (environment.split('\0').includes(`DATA_DIR=${path}`) || command.includes(cluster))
      found.push(command);
  }
  return found;
};

/** The server has ended as asked, and left only its data. */
const expectStopped = async (server: Starting, folder: DataFolder): Promise<void> => {
  const code = await server.ended;
  const log = server.log();
  expect(log).not.toMatch(/^\s+at |Cannot use a pool|could not be closed|"level":(50|60)/m);
  expect(log).toContain('Stopped.');
  expect(code).toBe(0);
  await expectNothingLeft(folder);
};

const expectNothingLeft = async (folder: DataFolder): Promise<void> => {
  expect(await processesOf(folder)).toEqual([]);
  expect(folder.hasRunningDatabase()).toBe(false);
  expect((await readdir(folder.path)).filter((name) => name.startsWith('server.pid'))).toEqual([]);
  const beside = await readdir(dirname(folder.cluster)).catch(() => []);
  expect(beside.filter((name) => name.startsWith(`${basename(folder.cluster)}.new-`))).toEqual([]);
  // A cluster that is there is whole.
  if (existsSync(folder.cluster)) expect(existsSync(join(folder.cluster, 'global/pg_control'))).toBe(true);
};

const enters = (server: Starting, phase: string): Promise<void> => server.said(`"phase":"${phase}"`);

describe.each(Array.from({ length: rounds }, (_, round) => round))('round %i: a server stops', (round) => {
  it.each(phases.map((phase, at) => ({ phase, signal: signals[(at + round) % 3] ?? 'SIGINT', at })))(
    'at "$phase", by $signal',
    async ({ phase, signal, at }) => {
      // Up to the migrations it is a first start.
      const isFirst = at <= phases.indexOf('migrations');
      const folder = await opened(isFirst ? makeDataFolder() : makeMigratedFolder());
      const server = beginServer({ ...settingsOf(folder), REPLAY: String(withReplay.includes(phase)) });
      await enters(server, phase);
      server.signal(signal);
      // Every other time the one who asked is impatient.
      if (at % 2 === 0) {
        await server.said('Stopping …');
        for (const again of signals) server.signal(again);
      }
      await expectStopped(server, folder);
    },
  );
});

describe('a server stops', () => {
  it('before its first step, or is not yet there to be asked', async () => {
    const folder = await opened(makeDataFolder());
    const server = beginServer(settingsOf(folder));
    server.signal('SIGTERM');
    // Node itself ends by the signal before a program of it runs.
    expect([0, null]).toContain(await server.ended);
    await expectNothingLeft(folder);
  });

  it('just after /readyz first answers 200, while demo people are being made', async () => {
    const folder = await opened(makeMigratedFolder());
    const server = beginServer({ ...settingsOf(folder), PORT: '4187' });
    await expect
      .poll(
        () =>
          fetch('http://127.0.0.1:4187/readyz').then(
            ({ status }) => status,
            () => 0,
          ),
        { interval: 5 },
      )
      .toBe(200);
    server.signal('SIGINT');
    await expectStopped(server, folder);
  });

  it('when PostgreSQL has stopped or was killed', async () => {
    const folder = await opened(makeMigratedFolder());
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const server = beginServer({ ...settingsOf(folder), REPLAY: 'true' });
      await enters(server, 'ready');
      const [pid] = (await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), signal);
      await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
      server.signal('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(server.log()).toContain('Stopped.');
      await expect.poll(() => processesOf(folder)).toEqual([]);
      expect((await readdir(folder.path)).filter((name) => name.startsWith('server.pid'))).toEqual([]);
    }
  });

  it('again and again, and starts on what these stops have left', async () => {
    const folder = await opened(makeDataFolder());
    for (const phase of ['migrations', 'jobs']) {
      const server = beginServer(settingsOf(folder));
      await enters(server, phase);
      server.signal('SIGTERM');
      await expectStopped(server, folder);
    }
    const server = await startServer(settingsOf(folder));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    await expectNothingLeft(folder);
  });
});

it('a cluster that a killed start left half made is made again', async () => {
  const folder = await opened(makeDataFolder());
  const server = beginServer(settingsOf(folder));
  await enters(server, 'initdb');
  server.signal('SIGKILL');
  await server.ended;
  // What PostgreSQL was making continues until it notices.
  await expect.poll(() => processesOf(folder)).toEqual([]);
  expect(existsSync(join(folder.cluster, 'PG_VERSION'))).toBe(false);
  const next = await startServer(settingsOf(folder));
  expect(await next.stop()).toBe(0);
  await expectNothingLeft(folder);
});

it('a data folder that lost the password of the server gets another one at the next start', async () => {
  const folder = await opened(makeMigratedFolder());
  await rm(join(folder.path, 'postgres-app.password'));
  const server = await startServer(settingsOf(folder));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
