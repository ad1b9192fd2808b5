import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../lib/install.mjs';

const refused = [
  ['await page.waitForTimeout(5);', 'no-fixed-wait'],
  ['setTimeout(() => undefined, 5);', 'no-fixed-wait'],
  [`import { setTimeout as wait } from 'node:timers/promises'; await wait(5);`, 'no-fixed-wait'],
  ['expect(await page.locator("a").count()).toBe(1);', 'web-first'],
  ['await expect.poll(() => page.locator("a").count()).toBe(1);', 'web-first'],
  ['await expect.poll(async () => await row.innerText()).toBe("a");', 'web-first'],
  ['test.describe.serial("a", () => undefined);', 'no-serial'],
  ['test.describe.configure({ mode: "serial" });', 'no-serial'],
];
const taken = [
  'await expect(page.locator("a")).toHaveCount(1);',
  'expect(await wrongOnScreen(page)).toEqual([]);',
  'await expect.poll(() => streams).toEqual(["visitorTicket"]);',
  'const seen = await row.innerText();',
];
const lines = [...refused.map(([line]) => line), ...taken];

let folder;
/** The rules that each line breaks. */
let broken;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-lint-'));
  const config = join(folder, '.oxlintrc.json');
  const rules = Object.fromEntries(
    ['no-fixed-wait', 'no-serial', 'web-first'].map((name) => [`page-tests/${name}`, 'error']),
  );
  const jsPlugins = [join(root, 'scripts/lint/page-tests.mjs')];
  writeFileSync(config, JSON.stringify({ jsPlugins, rules, categories: {} }));
  for (const [at, line] of lines.entries()) writeFileSync(join(folder, `${at}.spec.ts`), `${line}\n`);
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/oxlint'),
    ['-c', config, '--format=json', folder],
    { encoding: 'utf8', shell: process.platform === 'win32' },
  );
  const found = JSON.parse(stdout).diagnostics.filter(({ code }) => code.startsWith('page-tests'));
  broken = (line) =>
    found
      .filter(({ filename }) => basename(filename) === `${lines.indexOf(line)}.spec.ts`)
      .map(({ code }) => code);
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(refused)('refuses %s', (line, rule) => {
  expect(broken(line)).toEqual([`page-tests(${rule})`]);
});

it.each(taken)('takes %s', (line) => {
  expect(broken(line)).toEqual([]);
});
