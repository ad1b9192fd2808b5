import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, readlink, rm, statfs, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataDirFile, outsideClusters } from '../operations/postgres/embedded.ts';
import { isAlive, ownMark } from '../operations/postgres/process-mark.ts';

/** One run of tests or of a benchmark. */
export type Run = {
  /** The folder of all its temporary files, also of those of the processes it starts. */
  folder: string;
  /** Ends every process of the run that is left, and removes its folder and its clusters. */
  close(): Promise<void>;
};

const prefix = 'touchline-run-';
const markFile = 'owner';
/** Names the run that a process has open: its number and the folder. */
const openVariable = 'TOUCHLINE_RUN';
const janitorFile = fileURLToPath(new URL('run-janitor.ts', import.meta.url));

/** Where Linux keeps files in memory. */
const memoryFolder = '/dev/shm';
/** Memory that must be free for a run to keep its files there, bytes: the whole suite takes 1.3 GB at its peak. */
const roomyBytes = 6 * 2 ** 30;

/** The folder in memory if there is one with room, from which programs may be started. */
const roomyMemory = async (): Promise<string | undefined> => {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  const [, , , options] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === memoryFolder) ?? [];
  if (options === undefined || options.split(',').includes('noexec')) return undefined;
  const { bavail, bsize } = await statfs(memoryFolder);
  return Math.min(bavail * bsize, process.availableMemory()) < roomyBytes ? undefined : memoryFolder;
};

/**
 * Begins a run: removes what killed runs have left, and makes a folder that `tmpdir()` answers from now on, in this process
 * and in those it starts. The rest of the run ends with this process, also after a kill.
 * @param inMemory keeps its files in memory where there is room, for runs that do not measure
 */
export const openRun = async ({ inMemory = false } = {}): Promise<Run> => {
  const [owner, open] = process.env[openVariable]?.split(':') ?? [];
  // Each project of Vitest asks for it, in one process; the first one ends it.
  if (open !== undefined && owner === String(process.pid)) {
    return { folder: open, close: () => Promise.resolve() };
  }
  const before = process.env['TMPDIR'];
  await removeDeadRuns();
  const parent = (inMemory ? await roomyMemory() : undefined) ?? tmpdir();
  const folder = await mkdtemp(join(parent, prefix));
  // PostgreSQL runs as another user if this one is root, and must be able to read the folder.
  await chmod(folder, 0o755);
  const { pid, started } = await ownMark();
  await writeFile(join(folder, markFile), `${pid}\n${started}\n`);
  const janitor = spawn(process.execPath, [janitorFile, folder], {
    // A detached process, because the janitor must outlive the run.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, TMPDIR: tmpdir() },
  });
  janitor.unref();
  if (janitor.stdin instanceof Socket) janitor.stdin.unref();
  process.env['TMPDIR'] = folder;
  process.env[openVariable] = `${pid}:${folder}`;
  return {
    folder,
    close: async () => {
      delete process.env[openVariable];
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      await endRun(folder);
      janitor.kill('SIGKILL');
    },
  };
};

/**
 * Removes runs whose process is dead, among the temporary files and by the clusters outside of them. Folders without the
 * mark of a dead process stay.
 * @public for a program that a test writes
 */
export const removeDeadRuns = async (): Promise<void> => {
  const folders = new Set<string>();
  for (const parent of [tmpdir(), memoryFolder]) {
    const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix));
    for (const name of names) folders.add(join(parent, name));
  }
  for (const { dataDir } of await clustersOutside()) {
    const run = runOf(dataDir);
    if (run !== undefined) folders.add(run);
  }
  for (const folder of folders) if (await isDead(folder)) await endRun(folder);
};

/** The folder of the run that a data folder belongs to. */
const runOf = (dataDir: string): string | undefined =>
  new RegExp(`^(.*/${prefix}[^/]+)(/|$)`).exec(dataDir)?.[1];

/** Whether the process of a run is dead, or the run was removed. One without a mark is being made. */
const isDead = async (folder: string): Promise<boolean> => {
  const exists = await readdir(folder).then(
    () => true,
    () => false,
  );
  if (!exists) return true;
  const text = await readFile(join(folder, markFile), 'utf8').catch(() => undefined);
  const [pid, started] = text?.split('\n') ?? [];
  if (pid === undefined || started === undefined) return false;
  return !(await isAlive({ pid: Number(pid), started }));
};

type Cluster = { folder: string; dataDir: string };

/** Clusters that do not live in their data folder, and say which one is theirs. */
const clustersOutside = async (): Promise<Cluster[]> => {
  const clusters: Cluster[] = [];
  for (const name of await readdir(outsideClusters).catch(() => [])) {
    const folder = join(outsideClusters, name);
    const dataDir = await readFile(join(folder, dataDirFile), 'utf8').catch(() => undefined);
    if (dataDir !== undefined) clusters.push({ folder, dataDir: dataDir.trim() });
  }
  return clusters;
};

/** Ends every process of a run that is left, and removes its folder and its clusters. */
export const endRun = async (folder: string): Promise<void> => {
  const outside = (await clustersOutside()).filter(({ dataDir }) => runOf(dataDir) === folder);
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const dataDirs = [folder, ...inside.filter((at) => at.isDirectory()).map(({ name }) => join(folder, name))];
  const clusters = [
    ...outside.map((cluster) => cluster.folder),
    ...dataDirs.map((at) => join(at, 'postgres')),
  ];
  // Servers end first, because they would start their database again or write into the folder.
  for (const { pid, isPostgres } of await processesOf(folder)) if (!isPostgres) kill(pid, 'SIGKILL');
  // A cluster that is killed leaves its shared memory behind.
  await Promise.all(clusters.map(endPostgres));
  for (const { pid } of await processesOf(folder)) kill(pid, 'SIGKILL');
  const hashes = dataDirs.map((at) => createHash('sha256').update(at).digest('hex').slice(0, 16));
  const unfinished = (await readdir(outsideClusters).catch(() => [])).filter((name) =>
    hashes.some((hash) => name.startsWith(`${hash}.new-`)),
  );
  const left = [...outside.map((cluster) => basename(cluster.folder)), ...unfinished];
  for (const name of left) await remove(join(outsideClusters, name));
  await unmountBelow(folder);
  await remove(folder);
};

/** Unmounts what a run has mounted below its folder: a mounted folder cannot be removed. */
const unmountBelow = async (folder: string): Promise<void> => {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  for (const line of mounts.split('\n')) {
    const [, path = ''] = line.split(' ');
    if (path.startsWith(`${folder}/`))
      await promisify(execFile)('umount', ['-l', path]).catch(() => undefined);
  }
};

const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

/** The other processes that use the temporary folder of the run; none on a system without /proc. */
const processesOf = async (folder: string): Promise<{ pid: number; isPostgres: boolean }[]> => {
  const found: { pid: number; isPostgres: boolean }[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const [environment, program] = await Promise.all([
      readFile(`/proc/${name}/environ`, 'utf8').catch(() => ''),
      readlink(`/proc/${name}/exe`).catch(() => ''),
    ]);
    if (!environment.split('\0').includes(`TMPDIR=${folder}`)) continue;
    found.push({ pid, isPostgres: basename(program) === 'postgres' });
  }
  return found;
};

/** Ends a cluster at once without a checkpoint, because its data is not needed. */
const endPostgres = async (cluster: string): Promise<void> => {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const [pid, dataFolder] = file?.split('\n') ?? [];
  if (pid === undefined || dataFolder !== cluster) return;
  const isPostgres = async (): Promise<boolean> =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').includes(cluster);
  if (!(await isPostgres())) return;
  kill(Number(pid), 'SIGQUIT');
  for (let looks = 0; looks < 100 && (await isPostgres()); looks++) await wait(50);
  if (await isPostgres()) kill(Number(pid), 'SIGKILL');
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
};
