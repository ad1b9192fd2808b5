import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, ownMark } from './process-mark.ts';

/** Another server already uses the data folder. */
export class DataFolderInUse extends Error {}

/**
 * Locks the data folder for this process.
 * @returns a function that unlocks it
 * @throws DataFolderInUse when a living process has it; the lock of a dead process is taken over
 */
export const lockDataFolder = async (dataDir: string): Promise<() => Promise<void>> => {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'server.pid');
  const own = `${file}.${randomBytes(6).toString('hex')}`;
  const { pid, started, boot } = await ownMark();
  await writeFile(own, `${pid}\n${started}\n${boot}\n`, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      // A link appears whole or not at all, and only where none exists.
      if (await succeeds(link(own, file))) return () => rm(file, { force: true });
      const seen = await readFile(file, 'utf8').catch(() => undefined);
      if (seen === undefined) continue;
      await refuseLiving(seen, dataDir);
      await bury(file, seen, dataDir);
    }
  } finally {
    await rm(own, { force: true });
  }
  throw new DataFolderInUse(`The lock of ${dataDir} could not be taken`);
};

const refuseLiving = async (lock: string, dataDir: string): Promise<void> => {
  const [pid = '', started = '', boot] = lock.split('\n');
  if (!(await isAlive({ pid: Number(pid), started, boot }))) return;
  throw new DataFolderInUse(`Another Touchline server (process ${pid}) already uses ${dataDir}`);
};

/** Removes a dead lock; puts it back where a living one has replaced it in the meantime. */
const bury = async (file: string, seen: string, dataDir: string): Promise<void> => {
  const grave = `${file}.${randomBytes(6).toString('hex')}`;
  if (!(await succeeds(rename(file, grave)))) return;
  const taken = await readFile(grave, 'utf8');
  if (taken !== seen) await succeeds(link(grave, file));
  await rm(grave, { force: true });
  if (taken !== seen) await refuseLiving(taken, dataDir);
};

const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
