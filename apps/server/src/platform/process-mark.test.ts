import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isAlive, ownMark } from './process-mark.ts';

it('a process is alive as long as its number and its start are those of the mark', async () => {
  const own = await ownMark();
  expect(await isAlive(own)).toBe(true);
  expect(await isAlive({ ...own, started: `${own.started}1` })).toBe(false);
  expect(await isAlive({ ...own, pid: 999_999_999 })).toBe(false);
});

/** Whether this test can mount a /proc that hides the processes of others, as systemd does for a service. */
const canHide = (): boolean =>
  process.platform === 'linux' && spawnSync('unshare', [...hiding, 'true'], { stdio: 'ignore' }).status === 0;
const hiding = [
  '--mount',
  'sh',
  '-c',
  'mount -t proc -o hidepid=invisible proc /proc && exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"',
  'sh',
];

it.skipIf(!canHide())(
  'a process that the system hides is alive unless the machine was booted since',
  async () => {
    const other: ChildProcess = spawn('sleep', ['60']);
    try {
      await once(other, 'spawn');
      const { boot } = await ownMark();
      const look = (mark: object): string => {
        const module = fileURLToPath(new URL('process-mark.ts', import.meta.url));
        const program = `const { isAlive } = await import(${JSON.stringify(module)});
        const { existsSync } = await import('node:fs');
        console.log(existsSync('/proc/${other.pid}'), await isAlive(${JSON.stringify(mark)}));`;
        const args = [...hiding, process.execPath, '--input-type=module', '--eval', program];
        return spawnSync('unshare', args, { encoding: 'utf8' }).stdout.trim();
      };
      expect(look({ pid: other.pid, started: '1', boot })).toBe('false true');
      expect(look({ pid: other.pid, started: '1' })).toBe('false true');
      expect(look({ pid: other.pid, started: '1', boot: 'an earlier boot' })).toBe('false false');
    } finally {
      other.kill('SIGKILL');
    }
  },
);
