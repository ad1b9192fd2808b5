import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseVerifierKey } from '@touchline/verify/keys';
import { expect, test } from 'vitest';
import { createTestLog } from './testing/test-log.ts';
import { testFolder } from './testing/test-witness.ts';

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), ...args],
    {
      encoding: 'utf8',
    },
  );
  return { code: status, stdout, stderr };
}

test('--help prints the usage', () => {
  expect(run('--help')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('npm run witness -- CONFIG.json'),
  });
});

test('--key makes the key once and prints it', async () => {
  const folder = await testFolder();
  const file = join(folder, 'config.json');
  const { origin, vkey } = createTestLog();
  writeFileSync(file, JSON.stringify({ name: 'witness.example/w1', logs: [{ origin, vkeys: [vkey] }] }));
  const { code, stdout } = run('--key', file);
  expect(code).toBe(0);
  expect(parseVerifierKey(stdout.trim())).toMatchObject({ name: 'witness.example/w1', type: 'cosignature' });
  expect((await stat(join(folder, 'witness-data', 'key.pem'))).mode & 0o777).toBe(0o600);
  expect(run('--key', file).stdout).toBe(stdout);
});

test('wrong usage is reported in one line, without a stack', async () => {
  const folder = await testFolder();
  writeFileSync(join(folder, 'bad.json'), '{"name":"w","logs":[]}');
  expect(run(join(folder, 'bad.json'))).toEqual({
    code: 1,
    stdout: '',
    stderr: '"logs" must be a list with a log at least\n',
  });
  expect(run(join(folder, 'none.json')).stderr).toMatch(/none\.json cannot be read: ENOENT.*\n$/);
  expect(run().stderr).toContain('usage: npm run witness');
  expect(run('--nonsense')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Unknown option '--nonsense'[^\n]*\n$/),
  });
});

test('--examine says whether evidence convicts the log', async () => {
  const folder = await testFolder();
  const config = join(folder, 'config.json');
  const file = join(folder, 'evidence.json');
  const house = createTestLog();
  const { origin, vkey } = house;
  writeFileSync(config, JSON.stringify({ name: 'witness.example/w1', logs: [{ origin, vkeys: [vkey] }] }));
  const evidence = {
    v: 1,
    origin,
    cosigned: house.checkpoint(20),
    refused: createTestLog({ fork: 10 }).checkpoint(20),
  };
  writeFileSync(file, JSON.stringify(evidence));
  expect(run('--examine', file, config)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Proven'),
  });
  writeFileSync(file, JSON.stringify({ ...evidence, refused: house.checkpoint(30) }));
  expect(run('--examine', file, config)).toMatchObject({ code: 1, stdout: expect.stringContaining('Open') });
});
