import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Another server already uses the data folder. */
export class DataFolderInUse extends Error {}

/**
 * Takes the data folder for this process.
 * @returns a function that gives it back
 * @throws DataFolderInUse when a living process has it; a lock whose process is gone is taken over
 */
export const lockDataFolder = async (dataDir: string): Promise<() => Promise<void>> => {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'server.pid');
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(`${process.pid}\n${await startedAt(process.pid)}\n`);
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const [pid = '', started = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    if (pid !== '' && alive(Number(pid)) && (await startedAt(Number(pid))) === started) {
      throw new DataFolderInUse(`Another Touchline server (process ${pid}) already uses ${dataDir}`);
    }
    await rm(file, { force: true });
  }
  throw new DataFolderInUse(`The lock of ${dataDir} could not be taken`);
};

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** When a process began, as its system tells it: process ids are used again. Empty where the system does not tell. */
const startedAt = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};
