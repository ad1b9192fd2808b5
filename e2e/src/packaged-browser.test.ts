import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownMark } from '../../apps/server/src/operations/postgres/process-mark.ts';
import { unpackOnce } from './packaged-browser.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'touchline-browser-'));
});
afterEach(() => rm(cache, { recursive: true }));

const whole = 'a whole browser';
/** Writes the program in two halves, so that a reader who comes too early sees one of them. */
const slowly = async (folder: string): Promise<void> => {
  const program = join(folder, 'chromium');
  await writeFile(program, whole.slice(0, 5), { mode: 0o700 });
  await wait(20);
  await writeFile(program, whole, { mode: 0o700 });
};

it('many that ask at once all get the whole browser, and one copy is kept', async () => {
  const ask = async (): Promise<string> =>
    readFile(await unpackOnce({ cache, version: '1', unpack: slowly }), 'utf8');
  expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array(8).fill(whole));
  expect(await readdir(cache)).toEqual(['chromium-1']);
});

it('a browser that is there is not unpacked again', async () => {
  await unpackOnce({ cache, version: '1', unpack: slowly });
  const program = await unpackOnce({
    cache,
    version: '1',
    unpack: async () => expect.unreachable('it is there already'),
  });
  expect(program).toBe(join(cache, 'chromium-1', 'chromium'));
});

it('another version of the package is unpacked to its own folder', async () => {
  await unpackOnce({ cache, version: '1', unpack: slowly });
  await unpackOnce({ cache, version: '2', unpack: slowly });
  expect((await readdir(cache)).toSorted()).toEqual(['chromium-1', 'chromium-2']);
});

it('an unpacking that fails leaves nothing, and the next one succeeds', async () => {
  const failing = async (folder: string): Promise<void> => {
    await writeFile(join(folder, 'chromium'), 'half');
    throw new Error('no space left');
  };
  await expect(unpackOnce({ cache, version: '1', unpack: failing })).rejects.toThrow('no space left');
  expect(await readdir(cache)).toEqual([]);
  expect(await readFile(await unpackOnce({ cache, version: '1', unpack: slowly }), 'utf8')).toBe(whole);
});

it('what a killed process left half unpacked is removed, and that of a living one is kept', async () => {
  const { pid, started } = await ownMark();
  const child = spawn(process.execPath, ['-e', '']);
  const dead = child.pid;
  await once(child, 'exit');
  await mkdir(join(cache, `chromium-1.part-${dead}-1-x`));
  await mkdir(join(cache, `chromium-1.part-${pid}-${started}-y`));
  await unpackOnce({ cache, version: '1', unpack: slowly });
  expect((await readdir(cache)).toSorted()).toEqual(['chromium-1', `chromium-1.part-${pid}-${started}-y`]);
});
