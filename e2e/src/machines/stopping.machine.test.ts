import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataFolder, type DataFolder } from '../data-folder.ts';
import { beginServer, startServer, type Starting } from '../server.ts';

/** What a start says of its steps at LOG_LEVEL=debug, in order. */
const phases = [
  'lock',
  'initdb',
  'postgres',
  'roles',
  'database',
  'migrations',
  'rooms',
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

let folder: DataFolder;
let settings: Record<string, string>;
beforeAll(async () => {
  folder = await makeDataFolder();
  settings = { DATA_DIR: folder.path, LOG_LEVEL: 'debug', REPLAY: 'false' };
});
afterAll(() => folder.remove());

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

/** The server has ended as asked, and nothing of it is left but its data. */
const expectStopped = async (server: Starting): Promise<void> => {
  const code = await server.ended;
  const log = server.log();
  expect(log).not.toMatch(/^\s+at |Cannot use a pool|could not be closed|"level":(50|60)/m);
  expect(log).toContain('Stopped.');
  expect(code).toBe(0);
  await expectNothingLeft();
};

const expectNothingLeft = async (): Promise<void> => {
  expect(await processesOf(folder)).toEqual([]);
  expect(folder.hasRunningDatabase()).toBe(false);
  expect((await readdir(folder.path)).filter((name) => name.startsWith('server.pid'))).toEqual([]);
  const beside = await readdir(dirname(folder.cluster)).catch(() => []);
  expect(beside.filter((name) => name.startsWith(`${basename(folder.cluster)}.`))).toEqual([]);
  // A cluster that is there is whole.
  if (existsSync(folder.cluster)) expect(existsSync(join(folder.cluster, 'global/pg_control'))).toBe(true);
};

const enters = (server: Starting, phase: string): Promise<void> => server.said(`"phase":"${phase}"`);

describe.each(Array.from({ length: rounds }, (_, round) => round))('round %i: a server stops', (round) => {
  // One folder for all: the first start makes the cluster, the others go on from what the one before left.
  it.each(phases.map((phase, at) => ({ phase, signal: signals[(at + round) % 3] ?? 'SIGINT', at })))(
    'at "$phase", by $signal',
    async ({ phase, signal, at }) => {
      // There is a cluster already in later rounds.
      if (phase === 'initdb' && round > 0) return;
      const server = beginServer({ ...settings, REPLAY: String(withReplay.includes(phase)) });
      await enters(server, phase);
      server.signal(signal);
      // Every other time the one who asked is impatient.
      if (at % 2 === 0) {
        await server.said('Stopping …');
        for (const again of signals) server.signal(again);
      }
      await expectStopped(server);
    },
  );
});

describe('a server stops', () => {
  it('before its first step, or is not yet there to be asked', async () => {
    const server = beginServer(settings);
    server.signal('SIGTERM');
    // Node itself ends by the signal before a program of it runs.
    expect([0, null]).toContain(await server.ended);
    await expectNothingLeft();
  });

  it('just after /readyz first answers 200, while demo people are being made', async () => {
    const server = beginServer({ ...settings, PORT: '4187' });
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
    await expectStopped(server);
  });

  it('when PostgreSQL has gone, by itself or by force', async () => {
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const server = beginServer({ ...settings, REPLAY: 'true' });
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

  it('and starts again on what so many stops have left', async () => {
    const server = await startServer(settings);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    await expectNothingLeft();
  });
});

it('a cluster that a killed start left half made is made again', async () => {
  const other = await makeDataFolder();
  try {
    const started = { ...settings, DATA_DIR: other.path };
    const server = beginServer(started);
    await enters(server, 'initdb');
    server.signal('SIGKILL');
    await server.ended;
    // What PostgreSQL was making goes on by itself for a moment.
    await expect.poll(() => processesOf(other)).toEqual([]);
    expect(existsSync(join(other.cluster, 'PG_VERSION'))).toBe(false);
    const next = await startServer(started);
    expect(await next.stop()).toBe(0);
    const beside = await readdir(dirname(other.cluster));
    expect(beside.filter((name) => name.startsWith(`${basename(other.cluster)}.`))).toEqual([]);
  } finally {
    await other.remove();
  }
});

it('a data folder of one role gets the server its own at the next start, also with its password lost', async () => {
  await rm(join(folder.path, 'postgres-app.password'));
  const server = await startServer(settings);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
