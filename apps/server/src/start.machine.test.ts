import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from './core/ids.ts';
import { testDatabase, type TestDatabase } from './testing/database.ts';

// What the program prints at its start about access from other machines.

const script = fileURLToPath(new URL('main.ts', import.meta.url));

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase(2);
  folder = await mkdtemp(join(tmpdir(), 'serve-'));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Starts the server, and stops it once it is ready. @returns its exit code and what it said */
const started = async (
  settings: Record<string, string>,
  whileReady: (url: string) => Promise<void> = () => Promise.resolve(),
): Promise<{ code: number | null; said: string }> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      REPLAY: 'false',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const url = /^Touchline is ready at (\S+)/m.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  try {
    const url = await Promise.race([ready, ended]);
    if (typeof url === 'string') await whileReady(url);
  } finally {
    child.kill('SIGTERM');
  }
  return { code: await ended, said };
};

const addOwner = (account: string): Promise<unknown> =>
  database.pool.query(
    `insert into operator (id, account, account_folded, password_hash, roles, created_at)
     values ($1, $2, $2, 'none', '{owner}', now())`,
    [newId(), account],
  );

test('demo operators are disabled where a proxy lets others reach the office, and the start says so', async () => {
  const here = await started({});
  const [, account, password] = /demo office (\S+) \/ (\S+) \(owner/.exec(here.said) ?? [];
  expect(here).toMatchObject({ code: 0, said: expect.not.stringContaining('demo operators are disabled') });
  let answer = '';
  const exposed = await started({ TRUST_PROXY: '10.0.0.0/8' }, async (url) => {
    const response = await fetch(`${url}/api/office/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, password }),
    });
    answer = await response.text();
  });
  expect(exposed.code).toBe(0);
  expect(exposed.said).toContain('demo operators are disabled, since others reach this server');
  expect(exposed.said).not.toContain('demo office');
  expect(answer).toContain('wrong_credentials');
});

test('settings of the wrong form end the start with a line for each', async () => {
  const { code, said } = await started({ PORT: 'x', MIN_AGE: '3', REPLAY: 'false' });
  expect(code).toBe(1);
  expect(said).toContain('The settings are not usable');
  expect(said).toMatch(/^.*PORT.*$\n?^.*MIN_AGE.*$|^.*MIN_AGE.*$\n?^.*PORT.*$/m);
});

test('a metrics port beyond this machine is warned of before it is opened', async () => {
  const here = await started({ METRICS_PORT: '19463', METRICS_HOST: '127.0.0.1' });
  expect(here.said).not.toContain('figures of the house are open');
  // No machine has this address, so the port cannot be opened and the test admits no caller.
  const { code, said } = await started({ METRICS_PORT: '19464', METRICS_HOST: '192.0.2.1' });
  expect(said).toContain('figures of the house are open to all who reach the metrics port');
  expect(said).toContain('"host":"192.0.2.1"');
  expect(code).toBe(1);
});

test('one owner alone is warned of at each start, two are not', async () => {
  const settings = { OFFICE_DEMO: 'false' };
  const warning = 'there is one owner alone: no other operator checks changes of operators';
  expect((await started(settings)).said).not.toContain(warning);
  await addOwner('anna');
  const alone = await started(settings);
  expect(alone.said).toContain(warning);
  expect(alone.said).toContain('"alarm":"owner_alone"');
  await addOwner('ben');
  expect((await started(settings)).said).not.toContain(warning);
});
