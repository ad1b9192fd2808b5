import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { gradeCsv } from '../src/grade-csv.ts';

/** `npm run grade -- FILE.csv`: the graded rows on stdout; on stderr what cannot be read, with exit code 1. */
function main(paths: readonly string[]): number {
  const [path] = paths;
  if (path === undefined || paths.length > 1) return fail(['usage: npm run grade -- FILE.csv']);
  const file = read(path);
  if (typeof file === 'string') return fail([file]);
  // Older files are Latin-1; written as they were read, cells that are only kept keep their bytes.
  const encoding = isUtf8(file) ? 'utf8' : 'latin1';
  const { csv, problems } = gradeCsv(file.toString(encoding));
  if (problems.length > 0) return fail(problems.map((problem) => `${path}: ${problem}`));
  process.stdout.write(csv, encoding);
  return 0;
}

function read(path: string): Buffer | string {
  try {
    return readFileSync(path);
  } catch (error) {
    return `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function fail(messages: readonly string[]): number {
  process.stderr.write(messages.map((message) => `${message}\n`).join(''));
  return 1;
}

process.exitCode = main(process.argv.slice(2));
