import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changedFiles, databaseTestsOf } from './changed.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'touchline-changed-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path, text = '') => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example', ...args], {
    cwd: root,
    stdio: 'ignore',
  });
const commit = (path) => {
  write(path);
  git('add', '.');
  git('commit', '-m', path);
};

it('a file has changed that the branch has committed, or that is not committed yet', () => {
  git('init', '-b', 'main');
  commit('old.ts');
  expect(changedFiles(root)).toEqual([]);
  git('switch', '-c', 'branch');
  commit('committed.ts');
  write('old.ts', 'changed');
  write('new.ts');
  expect(changedFiles(root).toSorted()).toEqual(['committed.ts', 'new.ts', 'old.ts']);
});

it('a folder without git has no changed files', () => {
  expect(changedFiles(root)).toEqual([]);
});

it('the tests of a file are in its folder, or in the nearest one above', () => {
  write('apps/server/src/betting/betting.pg.test.ts');
  write('apps/server/src/betting/placing/placing.pg.test.ts');
  write('apps/server/src/betting/placing/rules.test.ts');
  const testsOf = (...files) =>
    databaseTestsOf(
      root,
      files.map((file) => `apps/server/src/${file}`),
    );
  expect(testsOf('betting/placing/service.ts', 'betting/placing/rules.ts')).toEqual([
    'apps/server/src/betting/placing/placing.pg.test.ts',
  ]);
  expect(testsOf('betting/placing/testing/stage.ts')).toEqual([
    'apps/server/src/betting/placing/placing.pg.test.ts',
  ]);
  expect(testsOf('betting/gone/service.ts')).toEqual(['apps/server/src/betting/betting.pg.test.ts']);
  expect(testsOf('ledger/service.ts')).toEqual([]);
  expect(databaseTestsOf(root, ['apps/member/src/book.ts', 'docs/book.md'])).toEqual([]);
});
