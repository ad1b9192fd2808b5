import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const server = fileURLToPath(new URL('../', import.meta.url));

/** The temporary folder of the runs of a test, separate from other runs. */
let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'touchline-runs-'));
  await chmod(parent, 0o755);
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** A run for tests: it makes a folder, a cluster in it and a server's process, and waits. */
const program = `
  import { spawn } from 'node:child_process';
  import { mkdir } from 'node:fs/promises';
  import { openRun } from '${server}testing/run.ts';
  import { startEmbedded } from '${server}operations/postgres/embedded.ts';
  const run = await openRun();
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const dataDir = run.folder + '/data';
  // Not readable for the user of PostgreSQL, like the data folders of tests.
  await mkdir(dataDir, { mode: 0o700 });
  const postgres = await startEmbedded(dataDir);
  console.log(JSON.stringify({ folder: run.folder, cluster: postgres.folder, child: child.pid }));
  process.stdin.once('data', async () => { await run.close(); process.exit(0); });
`;

type RunReport = { folder: string; cluster: string; child: number };

const begin = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: parent },
  });
  const ended = once(child, 'exit');
  const [text]: unknown[] = await once(child.stdout.setEncoding('utf8'), 'data');
  const report: RunReport = JSON.parse(String(text));
  return {
    ...report,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    finish: () => child.stdin.write('x'),
  };
};

/** Removes the rest of dead runs, as the next run does at its start. */
const sweep = async (): Promise<void> => {
  const text = `import { removeDeadRuns } from '${server}testing/run.ts'; await removeDeadRuns();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: parent },
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
};

/** Whether a process has ended; a zombie counts as ended. */
const isGone = (pid: number): boolean => !existsSync(`/proc/${pid}/exe`) || !existsSync(`/proc/${pid}/fd/0`);

const expectNothingLeft = async ({ folder, cluster, child }: RunReport): Promise<void> => {
  await expect.poll(() => isGone(child)).toBe(true);
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(cluster)).toBe(false);
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).not.toContain(cluster);
  }
};

it('a run that ends removes its folder, its cluster and its processes', async () => {
  const run = await begin();
  run.finish();
  expect(await run.ended).toEqual([0, null]);
  await expectNothingLeft(run);
});

it.for(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a run that %s ends leaves the same: nothing',
  async (signal) => {
    const run = await begin();
    run.kill(signal);
    await run.ended;
    await expect.poll(() => existsSync(run.folder)).toBe(false);
    await expectNothingLeft(run);
  },
);

/** The process that cleans up after a run. */
const janitorOf = async ({ folder }: RunReport): Promise<number> => {
  for (const pid of await readdir('/proc')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('run-janitor') && command.includes(folder)) return Number(pid);
  }
  throw new Error(`Nothing cleans up after ${folder}`);
};

it('what a run left that was killed with its janitor is removed by the next one, and a run in progress is not touched', async () => {
  const [killed, living] = [await begin(), await begin()];
  process.kill(await janitorOf(killed), 'SIGKILL');
  killed.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(killed.folder)).toBe(true);
  await sweep();
  await expectNothingLeft(killed);
  expect(existsSync(living.folder)).toBe(true);
  expect(existsSync(join(living.cluster, 'postmaster.pid'))).toBe(true);
  expect(isGone(living.child)).toBe(false);
  living.finish();
  await living.ended;
  await expectNothingLeft(living);
});

it('a folder without the mark of a dead process is left alone', async () => {
  const unmarked = join(parent, 'touchline-run-unmarked');
  const foreign = join(parent, 'touchline-test-other');
  for (const folder of [unmarked, foreign]) await mkdir(folder);
  await writeFile(join(foreign, 'owner'), '999999999\n1\n');
  await sweep();
  expect((await readdir(parent)).toSorted()).toEqual(['touchline-run-unmarked', 'touchline-test-other']);
});
