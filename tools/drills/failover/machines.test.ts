import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { processesIn } from './machines.ts';

const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const sleepIn = (folder: string): number => {
  const child = spawn('sleep', ['600'], { cwd: folder, stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
};

describe.skipIf(process.platform !== 'linux')('the processes of a machine', () => {
  it('are those that work in its folder or below it, by their name, and none that has ended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'machine-'));
    folders.push(folder, `${folder}-2`);
    await mkdir(join(folder, 'postgres'));
    await mkdir(`${folder}-2`);
    const own = [sleepIn(folder), sleepIn(join(folder, 'postgres'))];
    sleepIn(`${folder}-2`);
    await expect.poll(() => processesIn(folder, /^sleep/)).toHaveLength(2);
    expect(new Set(await processesIn(folder, /^sleep/))).toEqual(new Set(own));
    expect(await processesIn(folder, /^postgres/)).toEqual([]);
    children[0]?.kill('SIGKILL');
    await expect.poll(() => processesIn(folder)).toEqual([own[1]]);
  });
});
