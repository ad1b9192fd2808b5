import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPhrases, hasPhrase } from './plain-english.mjs';
import { joined, proseOf } from './prose.mjs';

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
          return { path, line, name, instead, words: words.replace('\n', ' ') };
        }),
      )
    : [];

/** All hits below a folder. */
export const allHits = (top) =>
  filesBelow(top).flatMap((path) => hitsIn(path, readFileSync(join(top, path), 'utf8')));

/** One line about a hit. */
export const hitLine = ({ path, line, words, instead }) => `${path}:${line}: "${words}": write ${instead}`;

const run = (top, args) =>
  execFileSync('git', args, {
    cwd: top,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/**
 * Finds the phrases in files that a diff names.
 * @param top the root of a checkout of git
 * @param range what to compare, as arguments of `git diff`: `HEAD`, `--cached`
 * @param read reads a file by its path; that of the checkout if not given
 */
export const hitsInChanged = (top, range, read = (path) => readFileSync(join(top, path), 'utf8')) =>
  run(top, ['diff', '--name-only', '--diff-filter=d', '-z', ...range])
    .split('\0')
    .filter(isRead)
    .flatMap((path) => hitsIn(path, read(path)));

/** @returns hits in the files that the next commit changes */
export const hitsInStaged = (top) =>
  hitsInChanged(top, ['--cached'], (path) => run(top, ['show', `:${path}`]));
