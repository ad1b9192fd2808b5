import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What git prints, a line each; nothing where it fails. */
const gitLines = (root, args) => {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', args, options).split('\n').filter(Boolean);
  } catch {
    return [];
  }
};

/**
 * Files that differ from the commit at which this branch left its upstream or `main`, those git does not know yet included.
 * @param {string} root folder of the repository
 * @returns {string[]} paths below it; without such a commit, those that differ from HEAD
 */
export const changedFiles = (root) => {
  const bases = ['@{upstream}', 'origin/main', 'main'].flatMap((name) =>
    gitLines(root, ['merge-base', 'HEAD', name]),
  );
  const changed = gitLines(root, ['diff', '--name-only', bases[0] ?? 'HEAD']);
  return [...changed, ...gitLines(root, ['ls-files', '--others', '--exclude-standard'])];
};

const testsIn = (root, folder) => {
  try {
    return readdirSync(join(root, folder)).filter((name) => name.endsWith('.pg.test.ts'));
  } catch {
    return [];
  }
};

/**
 * The database tests of the folders of files: those next to a file, or else in the nearest folder above it that has some.
 * @param {string} root
 * @param {readonly string[]} files paths below `root`
 * @returns {string[]} paths below `root`
 */
export const databaseTestsOf = (root, files) => {
  const top = 'apps/server/src';
  const tests = files
    .filter((file) => file.startsWith(`${top}/`))
    .flatMap((file) => {
      let folder = dirname(file);
      while (folder !== top && testsIn(root, folder).length === 0) folder = dirname(folder);
      return testsIn(root, folder).map((name) => `${folder}/${name}`);
    });
  return [...new Set(tests)].toSorted();
};
