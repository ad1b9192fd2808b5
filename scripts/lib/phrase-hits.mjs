import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPhrases, hasPhrase } from './plain-english.mjs';
import { joined, proseOf } from './prose.mjs';

/** Hits that each folder may have: a folder that is not named has none. */
export const recordPath = 'scripts/plain-english.json';

const isRead = (path) =>
  /\.(?:ts|tsx|mjs|css|sql|md)$/.test(path) && !/\.gen\.|(?:^|\/)(?:gen|dist)\//.test(path);

const filesBelow = (top, folder = '') =>
  readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isFile()) return isRead(path) ? [path] : [];
    const isLeftOut = /^\.|^(?:node_modules|dist|gen|coverage)$/.test(entry.name);
    return entry.isDirectory() && !isLeftOut ? filesBelow(top, `${path}/`) : [];
  });

/** Finds the phrases in what people read of a file. */
export const hitsIn = (path, text) =>
  // Most files have none: they need no parser.
  hasPhrase(joined(text))
    ? proseOf(path, text).flatMap((prose) =>
        findPhrases(prose.text).map(({ name, instead, start, end }) => {
          const line = prose.line + prose.text.slice(0, start).split('\n').length - 1;
          const words = prose.text.slice(start, end);
          return {
            path,
            line,
            lastLine: line + words.split('\n').length - 1,
            name,
            instead,
            words: words.replace('\n', ' '),
          };
        }),
      )
    : [];

/** All hits below a folder. */
export const allHits = (top) =>
  filesBelow(top).flatMap((path) => hitsIn(path, readFileSync(join(top, path), 'utf8')));

/** The folder that a file counts for: a module, a folder of an app, a package, one document. */
export const folderOf = (path) => {
  const parts = path.split('/');
  if (parts.length === 1 || parts[0] === 'docs') return parts.slice(0, 2).join('/');
  const depth = { apps: 4, packages: 2 }[parts[0]] ?? 3;
  return parts.slice(0, Math.min(depth, parts.length - 1)).join('/');
};

/** @returns the number of hits of each folder, in alphabetical order */
export const countByFolder = (hits) => {
  const counts = {};
  for (const folder of hits.map(({ path }) => folderOf(path)).toSorted())
    counts[folder] = (counts[folder] ?? 0) + 1;
  return counts;
};

/** One line about a hit. */
export const hitLine = ({ path, line, words, instead }) => `${path}:${line}: "${words}": write ${instead}`;

const run = (top, args) =>
  execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: top,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/**
 * Reads which lines a diff adds.
 * @param diff as `git diff --unified=0` prints it
 * @returns numbers of lines by path
 */
export const addedLines = (diff) => {
  const added = new Map();
  let lines = new Set();
  for (const row of diff.split('\n')) {
    const [, path] = /^\+\+\+ b\/(.+?)\t?$/.exec(row) ?? [];
    if (path) added.set(path, (lines = new Set()));
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
    for (let line = Number(first); line < Number(first) + Number(count); line++) lines.add(line);
  }
  return added;
};

/**
 * Finds the phrases in lines that were added. Lines that only moved to the left or right are not.
 * @param top the root of a checkout of git
 * @param range what to compare, as arguments of `git diff`: `HEAD`, `--cached`
 * @param read reads a file by its path; that of the checkout if not given
 */
export const hitsInAdded = (top, range, read = (path) => readFileSync(join(top, path), 'utf8')) => {
  const form = [
    '--unified=0',
    '--ignore-all-space',
    '--find-renames',
    '--no-color',
    '--no-ext-diff',
    '--src-prefix=a/',
    '--dst-prefix=b/',
  ];
  return [...addedLines(run(top, ['diff', ...form, ...range]))]
    .filter(([path]) => isRead(path))
    .flatMap(([path, lines]) =>
      hitsIn(path, read(path)).filter(({ line, lastLine }) => lines.has(line) || lines.has(lastLine)),
    );
};

/** @returns hits in the lines that the next commit adds */
export const hitsInStaged = (top) => hitsInAdded(top, ['--cached'], (path) => run(top, ['show', `:${path}`]));

/** Whether a folder is the root of a checkout of git with a commit. */
const isCheckout = (top) => {
  try {
    return run(top, ['rev-parse', '--show-prefix', 'HEAD']).startsWith('\n');
  } catch {
    return false;
  }
};

/** @returns hits in lines that no commit has; none where the folder is no checkout */
export const hitsInUncommitted = (top) => {
  if (!isCheckout(top)) return [];
  const created = run(top, ['ls-files', '--others', '--exclude-standard']).split('\n').filter(isRead);
  return [
    ...hitsInAdded(top, ['HEAD']),
    ...created.flatMap((path) => hitsIn(path, readFileSync(join(top, path), 'utf8'))),
  ];
};
