import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './install.mjs';
import { countPlaywright, countVitest, failedCheck, sumCounts } from './test-counts.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-counts-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs Vitest over files as `npm test` does, and counts. */
const countOf = async (files, config = '') => {
  await mkdir(join(folder, 'tests'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'tests', name), text);
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { globals: true, include: ['tests/*.test.mjs'], ${config} } };`,
  );
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [vitest, ...args], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return { code, ...countVitest({ name: 'unit', report, code: code ?? 1 }) };
};

it('counts what passed, failed and was skipped', async () => {
  const text = `it('a', () => {}); it('b', () => { throw new Error('no'); }); it.skip('c', () => {}); it.todo('d');`;
  expect(await countOf({ 'some.test.mjs': text })).toEqual({
    code: 1,
    passed: 1,
    failed: 1,
    skipped: 2,
    notes: [],
  });
});

it('a run in which all passes has nothing failed', async () => {
  expect(await countOf({ 'good.test.mjs': `it('a', () => {});` })).toEqual({
    code: 0,
    passed: 1,
    failed: 0,
    skipped: 0,
    notes: [],
  });
});

it('a file that could not run counts as failed, for each cause', async () => {
  const bad = {
    'unreadable.test.mjs': `import './missing.mjs'; it('a', () => {});`,
    'throws.test.mjs': `throw new Error('no'); it('a', () => {});`,
    'before.test.mjs': `beforeAll(() => { throw new Error('no'); }); it('a', () => {});`,
    'after.test.mjs': `afterAll(() => { throw new Error('no'); }); it('a', () => {});`,
    'empty.test.mjs': ``,
    'killed.test.mjs': `it('a', () => process.kill(process.pid, 'SIGKILL'));`,
  };
  const names = Object.keys(bad);
  const counts = await countOf({ 'good.test.mjs': `it('a', () => {});`, ...bad });
  expect(counts).toMatchObject({ code: 1, failed: names.length });
  expect(counts.notes).toHaveLength(names.length);
  for (const name of names) expect(counts.notes).toContainEqual(expect.stringContaining(name));
});

it('a setup that fails counts as failed', async () => {
  await writeFile(join(folder, 'setup.mjs'), `export default () => { throw new Error('no database'); };`);
  const counts = await countOf({ 'good.test.mjs': `it('a', () => {});` }, `globalSetup: ['setup.mjs']`);
  expect(counts.code).toBe(1);
  expect(counts.failed).toBeGreaterThan(0);
  expect(counts.notes).toHaveLength(counts.failed);
});

it('an error outside of every test counts as failed', async () => {
  const text = `it('a', () => { void Promise.reject(new Error('unseen')); });`;
  expect(await countOf({ 'unseen.test.mjs': text })).toEqual({
    code: 1,
    passed: 1,
    failed: 1,
    skipped: 0,
    notes: ['unit: the run ended with 1'],
  });
});

it('a run that finds no test has failed', async () => {
  expect(await countOf({})).toMatchObject({ code: 1, passed: 0, failed: 1 });
});

it.each([countVitest, countPlaywright])(
  'a missing or unreadable report counts as failed with any exit code',
  async (count) => {
    const report = join(folder, 'report.json');
    const run = { name: 'unit', report, code: 0 };
    expect(count(run)).toMatchObject({ passed: 0, failed: 1 });
    await writeFile(report, '{"numPassedTests": 7650,');
    expect(count(run)).toMatchObject({ passed: 0, failed: 1 });
  },
);

it('adds up the runs and the checks that failed', () => {
  const run = { passed: 5, failed: 1, skipped: 2, notes: [] };
  expect(sumCounts([failedCheck('lint'), run, run])).toEqual({
    passed: 10,
    failed: 3,
    skipped: 4,
    notes: ['lint'],
  });
});

/** Runs Playwright over a spec as `npm test` does, and counts. */
const countOfSpec = async (text, config = '') => {
  const playwright = join(root, 'node_modules/@playwright/test');
  await writeFile(
    join(folder, 'playwright.config.mjs'),
    `export default { testMatch: '*.spec.mjs', outputDir: 'traces', ${config} };`,
  );
  if (text !== undefined) {
    await writeFile(
      join(folder, 'a.spec.mjs'),
      `import { expect, test } from '${playwright}/index.mjs';\n${text}`,
    );
  }
  const report = join(folder, 'report.json');
  const args = ['test', '--config', join(folder, 'playwright.config.mjs'), '--reporter=json'];
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const child = spawn(process.execPath, [join(playwright, 'cli.js'), ...args], { stdio: 'ignore', env });
  const [code] = await once(child, 'exit');
  return { code, ...countPlaywright({ name: 'pages', report, code: code ?? 1 }) };
};

it('counts the specs that passed, failed, passed at their second attempt and were skipped', async () => {
  const text = `test('a', () => {}); test('b', () => { throw new Error('no'); }); test.skip('c', () => {});
    test('d', ({}, { retry }) => expect(retry).toBe(1));`;
  const counts = await countOfSpec(text, 'retries: 1');
  expect(counts).toEqual({ code: 1, passed: 1, failed: 2, skipped: 1, notes: [] });
});

it.for([
  ['cannot be read', `import './missing.mjs';`],
  ['does not exist', undefined],
  ['has no test', ''],
])('a spec that %s counts as failed', async ([, text]) => {
  const counts = await countOfSpec(text);
  expect(counts).toMatchObject({ code: 1, passed: 0 });
  expect(counts.failed).toBeGreaterThan(0);
  expect(counts.notes).toHaveLength(counts.failed);
});
