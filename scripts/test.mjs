// `npm test`: installs what is missing, then every check in turn; ends with the counts.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureCatalogues } from './lib/catalogues.mjs';
import { runToItsEnd } from './lib/children.mjs';
import { ensureInstalled, projectNode, root, say } from './lib/install.mjs';
import { countTests } from './lib/test-counts.mjs';

await ensureInstalled();
await ensureCatalogues();
const node = projectNode();
const bin = (name) => join(root, 'node_modules/.bin', name);
const report = join(root, 'node_modules/.vitest-report.json');
const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];

/** @type {[name: string, program: string, args: string[]][]} */
const checks = [
  ['format', bin('oxfmt'), ['--check']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', '--quiet']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the kit', bin('tsc'), ['-p', 'packages/kit/tsconfig.json']],
  ['types of the member app', bin('tsc'), ['-p', 'apps/member/tsconfig.json']],
  ['types of the office', bin('tsc'), ['-p', 'apps/office/tsconfig.json']],
  ['unused exports and dependencies', bin('knip'), []],
];

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isInterrupted = true));

const attempt = async (program, args) => {
  if (isInterrupted) return 1;
  const code = await runToItsEnd(program, args, {
    cwd: root,
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
    shell: process.platform === 'win32',
  });
  return code ?? 1;
};

const failedChecks = [];
for (const [name, program, args] of checks) {
  say(`— ${name}`);
  if ((await attempt(program, args)) !== 0) failedChecks.push(name);
}

say('— tests: unit, database, browser');
rmSync(report, { force: true });
const code = await ensureBuilt().then(
  () => attempt(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters]),
  (error) => {
    say(error.message);
    return 1;
  },
);

const { passed, failed, skipped, notes } = countTests({ report, code, failedChecks });
if (notes.length > 0) say(`\nFailed: ${notes.join(', ')}`);
say(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 ? 1 : 0);
