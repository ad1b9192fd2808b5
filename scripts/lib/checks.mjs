import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { captureToItsEnd, runToItsEnd } from './children.mjs';
import { projectNode, root, say } from './install.mjs';
import { countPlaywright, countVitest, failedCheck, sumCounts } from './test-counts.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const lint = [bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings', '--quiet'];
/** The programs of checks, by name. */
const programs = {
  format: [bin('oxfmt'), '--check'],
  'lint and types': lint,
  'lint and types of the tools': [...lint, '--config', 'tools/oxlint.json', 'tools'],
  'unused exports and dependencies': [bin('knip')],
  build: ['node', 'scripts/build.mjs'],
};

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isInterrupted = true));

const options = (env = {}) => ({
  cwd: root,
  env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, ...env },
  shell: process.platform === 'win32',
});

/** Prints one line for a check, and all that it printed when it failed. */
const runCheck = async (name) => {
  if (isInterrupted) return [failedCheck(name)];
  const [program, ...args] = programs[name];
  const started = Date.now();
  const { code, output } = await captureToItsEnd(program, args, options());
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`;
  say(code === 0 ? `ok      ${name}, ${seconds}` : `FAILED  ${name}, ${seconds}\n${output.trimEnd()}\n`);
  return code === 0 ? [] : [failedCheck(name)];
};

/**
 * Runs checks. Those of one lane follow each other, and lanes run at the same time.
 * @param {readonly (readonly (keyof typeof programs)[])[]} lanes
 * @returns {Promise<import('./test-counts.mjs').Counts[]>} one for each check that failed
 */
export const runChecks = async (lanes) => {
  const failures = await Promise.all(
    lanes.map(async (names) => {
      const failed = [];
      for (const name of names) failed.push(...(await runCheck(name)));
      return failed;
    }),
  );
  return failures.flat();
};

/** Runs tests in this terminal and counts them. `commandOf` gets the path for the JSON report. */
const runTests = async (name, commandOf, count) => {
  if (isInterrupted) return failedCheck(name);
  say(`\n— ${name}`);
  const folder = join(root, '.cache/reports');
  const report = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(report, { force: true });
  const { args, env } = commandOf(report);
  const code = await runToItsEnd(projectNode(), args, options(env));
  return count({ name, report, code: code ?? 1 });
};

/** Runs tests by Vitest. @param {string} name @param {readonly string[]} args projects and files */
export const runVitest = (name, args) =>
  runTests(
    name,
    (report) => ({
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...args,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
    }),
    countVitest,
  );

/** Runs the tests of pages by Playwright. */
export const runPages = () =>
  runTests(
    'pages',
    (report) => ({
      args: [
        'node_modules/@playwright/test/cli.js',
        'test',
        '--config=tests/playwright.config.ts',
        '--reporter=dot,json',
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
    countPlaywright,
  );

/** Prints what failed apart from tests and, as the last line, the counts; ends this process. */
export const endWith = (parts) => {
  const { passed, failed, skipped, notes } = sumCounts(parts);
  if (notes.length > 0) say(`\nFailed: ${notes.join(', ')}`);
  // The exit waits for what is still on its way into a pipe.
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`, () =>
    process.exit(failed > 0 ? 1 : 0),
  );
};
