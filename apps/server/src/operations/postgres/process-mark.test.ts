import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { hasEnded, isAlive, markOf, ownMark } from './process-mark.ts';

it('a process is alive as long as its number and its start are those of the mark', async () => {
  const own = await ownMark();
  expect(await isAlive(own)).toBe(true);
  expect(await isAlive({ ...own, started: `${own.started}1` })).toBe(false);
  expect(await isAlive({ ...own, pid: 999_999_999 })).toBe(false);
});

it('waits for the end of a process, which also one has reached that its parent has not collected', async () => {
  const own = await ownMark();
  expect(await hasEnded(own, 0)).toBe(false);

  const short = spawn('sleep', ['0.2']);
  await once(short, 'spawn');
  expect(await hasEnded(await markOf(short.pid ?? 0), 20_000)).toBe(true);

  // The shell becomes the second program, which does not know of the first and never collects it.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line]: unknown[] = await once(parent.stdout, 'data');
    const mark = await markOf(Number(String(line)));
    expect(await hasEnded(mark, 20_000)).toBe(true);
    expect(await isAlive(await markOf(mark.pid))).toBe(false);
  } finally {
    parent.kill('SIGKILL');
  }
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
