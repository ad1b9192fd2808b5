import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFileIfThere, writeFileWhole } from './disk-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('writes a file for one user into a folder that it makes, and replaces it', async () => {
  const path = join(folder, 'below', 'state.json');
  expect(await readFileIfThere(path)).toBeUndefined();
  await writeFileWhole(path, 'first');
  await writeFileWhole(path, Buffer.from('second'));
  expect(await readFile(path, 'utf8')).toBe('second');
  expect((await readFileIfThere(path))?.toString('utf8')).toBe('second');
  expect(await readdir(join(folder, 'below'))).toEqual(['state.json']);
});

it.skipIf(process.platform === 'win32')('is readable for the server alone', async () => {
  const path = join(folder, 'secret');
  await writeFileWhole(path, 'secret');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('leaves what was there, and no draft, when it cannot write', async () => {
  const path = join(folder, 'taken');
  // A folder cannot be replaced by a file.
  await mkdir(join(path, 'child'), { recursive: true });
  await expect(writeFileWhole(path, 'content')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(await readdir(folder)).toEqual(['taken']);
  expect(await readdir(path)).toEqual(['child']);
  await expect(readFileIfThere(path)).rejects.toThrow('EISDIR');
});
