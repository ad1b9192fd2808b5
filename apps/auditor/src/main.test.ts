import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitment, serveLog } from './testing/served-log.ts';

const main = join(import.meta.dirname, 'main.ts');

const audit = async (args: readonly string[]): Promise<{ code: unknown; out: string; err: string }> => {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err]: Buffer[][] = [[], []];
  child.stdout.on('data', (part: Buffer) => out?.push(part));
  child.stderr.on('data', (part: Buffer) => err?.push(part));
  const [code]: unknown[] = await once(child, 'close');
  return { code, out: Buffer.concat(out ?? []).toString(), err: Buffer.concat(err ?? []).toString() };
};
const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'auditor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('the command continues from its state, and its exit code reports the finding', async () => {
  const log = await serveLog(20);
  const state = join(await testFolder(), 'state.json');
  const args = [log.url, '--key', log.vkey, '--state', state, '--once'];
  expect(await audit(args)).toEqual({ code: 0, out: 'house.example/log agrees: 20 entries\n', err: '' });
  // The whole key: many keys can be made that share its short id.
  expect(await audit([log.url, '--once'])).toMatchObject({ code: 0, err: expect.stringContaining(log.vkey) });
  log.entries.push(commitment('bet', 3));
  const { code, out } = await audit([...args, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ size: 21, faults: [] });
  log.entries[4] = commitment('bet', 251);
  const spoilt = await audit(args);
  expect(spoilt.code).toBe(1);
  expect(spoilt.out).toContain('FAULT forked');
  expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ size: 21 });
});

test('what cannot be read is neither good nor bad', async () => {
  const folder = await testFolder();
  expect(await audit(['http://127.0.0.1:1', '--once'])).toMatchObject({ code: 2 });
  const state = join(folder, 'state.json');
  await writeFile(state, '{}');
  expect(await audit(['http://127.0.0.1:1', '--once', '--state', state])).toMatchObject({
    code: 2,
    err: `${state} is no state of an auditor\n`,
  });
  expect(await audit(['http://127.0.0.1:1', '--key', 'nothing'])).toMatchObject({
    code: 2,
    err: 'not a verifier key: nothing\n',
  });
  expect((await audit(['--help'])).out).toContain('usage: npm run audit');
});
