import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lans, officeLans } from '@touchline/locales/locales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../', import.meta.url));
const left = new Set(['node_modules', 'dist', '.git', '.cache', '.data']);

/** The installed packages, and the workspaces of the copy in place of those of the project. */
const linkPackages = async (folder: string): Promise<void> => {
  const [from, to] = [join(project, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, '@touchline'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@touchline') await symlink(join(from, name), join(to, name));
  }
  // These links are relative, and so lead into the copy.
  await cp(join(from, '@touchline'), join(to, '@touchline'), { recursive: true, verbatimSymlinks: true });
};

/** A copy of the project in a folder of its own, with the packages of the project. */
const copyProject = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-recipes-'));
  for (const name of await readdir(project)) {
    if (left.has(name)) continue;
    const filter = (path: string) => !left.has(basename(path));
    await cp(join(project, name), join(folder, name), { recursive: true, filter });
  }
  await linkPackages(folder);
  return folder;
};

const asked = [
  ['market', 'clean_sheet', 'odd_even'],
  ['call', 'levelHistory', 'levelList'],
  ['call', 'matchNotes', 'matchInsight'],
  ['call', 'officeRailNote', 'officePayoutCompare'],
  ['page', 'transfers', '/pages/help/help'],
  ['page', 'transfers', 'rails'],
  ['setting', 'UPLOADS_PER_WEEK', 'UPLOADS_PER_DAY'],
  ['setting', 'BACKUP_PAUSE_SECONDS', 'BACKUP_SECONDS'],
] as const;

/** The tests that are nearest to what is made. */
const nearest = {
  unit: [
    'packages/football',
    'packages/contract',
    'packages/locales/scripts/catalogues.test.ts',
    'apps/server/src/core/config',
    'apps/server/src/core/http/public-pages.test.ts',
    'apps/server/src/testing/cases/every-call.test.ts',
    'apps/server/src/office/settings/fold.test.ts',
    'apps/server/src/testing/docs.test.ts',
    'apps/member/src/app/screens.test.ts',
  ],
  database: [
    'apps/server/src/testing/cases/access.pg.test.ts',
    'apps/server/src/testing/cases/misuse-money.pg.test.ts',
  ],
};

describe('one of each recipe', () => {
  let folder: string;
  const node = (args: readonly string[]) => run(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 });
  const make = ([kind, name, after]: readonly [string, string, string]) =>
    node(['scripts/new/main.ts', kind, name, '--after', after]);

  /** Runs tests of the copy. @returns the names of those that failed, and how many passed */
  const test = async (name: 'unit' | 'database', args: readonly string[] = []) => {
    const report = join(folder, `${name}.json`);
    await node([
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${name}`,
      ...nearest[name],
      ...args,
      '--reporter=json',
      `--outputFile=${report}`,
    ]).catch(() => undefined);
    const { testResults }: { testResults: { assertionResults: { fullName: string; status: string }[] }[] } =
      JSON.parse(await readFile(report, 'utf8'));
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    return {
      failed: results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      passed: results.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    };
  };

  beforeAll(async () => {
    folder = await copyProject();
    for (const one of asked) await make(one);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is well typed', async () => {
    const { stdout } = await node(['node_modules/typescript/bin/tsc', '-b', 'tsconfig.all.json']).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).toBe('');
  }, 900_000);

  it('passes the nearest tests, but for the translations that are named as missing', async () => {
    const { failed, passed } = await test('unit');
    const untranslated = [
      ...lans.map((lan) => ['app', lan]),
      ...officeLans.map((lan) => ['office', lan]),
    ].filter(([, lan]) => lan !== 'en');
    expect(failed.toSorted()).toEqual(
      untranslated
        .map(([part, lan]) => `the ${part} catalogues in ${lan} have every message, and no other`)
        .toSorted(),
    );
    expect(passed.length).toBeGreaterThan(500);
  }, 900_000);

  it('answers who may call, and no one else', async () => {
    const { failed, passed } = await test('database', [
      '--testNamePattern=levelHistory|matchNotes|officeRailNote',
    ]);
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(5);
  }, 900_000);

  it.each(asked)('is made once: %s %s', async (...one) => {
    await expect(make(one)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/already/) });
  });
});
