// `npm test`: installs what is missing, then every check in turn; ends with the counts.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, projectNode, root, say } from './lib/install.mjs';

await ensureInstalled();
const node = projectNode();
const bin = (name) => join(root, 'node_modules/.bin', name);
const report = join(root, 'node_modules/.vitest-report.json');

/** @type {[name: string, program: string, args: string[]][]} */
const checks = [
  ['format', bin('oxfmt'), ['--check']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', '--quiet']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the member app', bin('tsc'), ['-p', 'apps/member/tsconfig.json']],
  ['types of the office', bin('tsc'), ['-p', 'apps/office/tsconfig.json']],
  ['unused exports and dependencies', bin('knip'), []],
];

const attempt = (program, args) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
      shell: process.platform === 'win32',
    });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });

const failed = [];
for (const [name, program, args] of checks) {
  say(`— ${name}`);
  if ((await attempt(program, args)) !== 0) failed.push(name);
}

say('— tests: unit, database, browser');
await ensureBuilt();
rmSync(report, { force: true });
const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
if ((await attempt(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters])) !== 0)
  failed.push('tests');

let counts = { passed: 0, failed: 0, skipped: 0 };
try {
  const r = JSON.parse(readFileSync(report, 'utf8'));
  counts = {
    passed: r.numPassedTests,
    failed: r.numFailedTests,
    skipped: r.numPendingTests + r.numTodoTests,
  };
} catch {
  failed.push('the report of the tests');
}
if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`);
say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failed.length > 0 ? 1 : 0);
