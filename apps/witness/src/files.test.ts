import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendLine } from './files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['a file that is not there', undefined, '{"a":1}\n{"b":2}\n'],
  ['an empty file', '', '{"a":1}\n{"b":2}\n'],
  ['whole lines', '{"o":0}\n', '{"o":0}\n{"a":1}\n{"b":2}\n'],
  ['a line that a crash has cut off', '{"o":0}\n{"o', '{"o":0}\n{"o\n{"a":1}\n{"b":2}\n'],
  [
    'a line cut off within a letter',
    Buffer.from('7bc3', 'hex'),
    Buffer.from('7bc30a7b2261223a317d0a7b2262223a327d0a', 'hex'),
  ],
])('lines are added after %s', async (name, before, after) => {
  const path = join(folder, `${name}.jsonl`);
  if (before !== undefined) await writeFile(path, before);
  await appendLine(path, '{"a":1}');
  await appendLine(path, '{"b":2}');
  expect(await readFile(path)).toEqual(Buffer.from(after));
});
