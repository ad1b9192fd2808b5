import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import vitestConfig from '../vitest.config.ts';
import packageJson from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const folders = ['packages', 'apps', 'scripts', 'tests', 'tools'];
/** Tests, what is only for tests, and all of the browser tests. */
const isTestCode = (path: string): boolean =>
  /\.(ts|tsx|mjs)$/.test(path) &&
  !/\/(node_modules|dist)\//.test(path) &&
  (/\.test\.\w+$|\/testing\//.test(path) || path.startsWith('tests/'));
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.split(sep).join('/')}`)
    .filter(isTestCode),
);

/** What draws other values in each run. Ids may be random: they name things, and decide nothing. */
const draws = /Math\.random|\b(?:randomInt|randomBytes|getRandomValues|configureGlobal)\b/g;
/** A seed of fast-check that is no number. */
const computedSeeds = /\bseed: (?!-?\d|fc\.|Buffer\.|')|\{ seed\b(?!:)/g;
/** A second attempt, which hides that the first failed. */
const attempts = /\b(?:retry|retries): [1-9]/;
const drawsIn = (text: string): string[] => [
  ...(text.match(draws) ?? []),
  ...(text.includes('fast-check') ? (text.match(computedSeeds) ?? []) : []),
];

/** Names a database, which the processes of a run share. */
const exempt = ['apps/server/src/testing/database.ts', 'scripts/draws.test.ts'];

it('no test draws values of its own', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((path) => !exempt.includes(path))
    .map((path) => ({ path, draws: drawsIn(readFileSync(join(root, path), 'utf8')) }));
  expect(found.filter((each) => each.draws.length > 0)).toEqual([]);
});

it('no test is tried again', () => {
  // What counts the tests is tried on a test that passes at its second attempt.
  const counting = 'scripts/lib/test-counts.test.mjs';
  const tests = files.filter((path) => path !== counting);
  const found = ['vitest.config.ts', 'tests/playwright.config.ts', ...tests].filter((path) =>
    attempts.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(found).toEqual([]);
});

it.each([
  'const stake = 1 + Math.floor(Math.random() * 9);',
  'const bytes = randomBytes(20);',
  `import * as fc from 'fast-check'; fc.assert(property, { seed: Date.now() });`,
  `import fc from 'fast-check'; fc.assert(property, { numRuns: 5, seed: anySeed() });`,
  `import fc from 'fast-check'; const seed = Date.now(); fc.assert(property, { seed });`,
  `import fc from 'fast-check'; fc.configureGlobal({});`,
])('finds a draw in: %s', (text) => {
  expect(drawsIn(text)).toHaveLength(1);
});

it.each([
  `import fc from 'fast-check'; fc.assert(property, { seed: -529829189, path: '1:5:6:0:2' });`,
  `import fc from 'fast-check'; fc.record({ seed: fc.nat() });`,
  'const key = randomUUID();',
])('finds none in: %s', (text) => {
  expect(drawsIn(text)).toEqual([]);
});

it('a property draws the same values each time', () => {
  const drawn = (): number[] => {
    const values: number[] = [];
    fc.assert(fc.property(fc.integer(), (value) => void values.push(value)));
    return values;
  };
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: expect.any(Number) });
  expect(drawn()).toEqual(drawn());
});

it('all projects of Vitest fix the seed', () => {
  const setups = vitestConfig.test?.projects?.map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.setupFiles : [],
  );
  expect(setups?.length).toBeGreaterThan(2);
  for (const setupFiles of setups ?? []) expect(setupFiles).toContain('scripts/draws.ts');
});

it('all workspaces share the fast-check whose seed is fixed', () => {
  const places = packageJson.workspaces.map((workspace) =>
    realpathSync(createRequire(join(root, workspace, 'package.json')).resolve('fast-check')),
  );
  expect(new Set(places).size).toBe(1);
});
