import { execFile } from 'node:child_process';
import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = fileURLToPath(new URL('preload.c', import.meta.url));

/** Clock and disk of one process and its children, as a drill wants them. */
export type Lever = {
  /** What the process gets into its environment when it starts. */
  env: Record<string, string>;
  /** Turns its clock against that of the machine, milliseconds; 0 puts it right. */
  turnClock(ms: number): Promise<void>;
  failSync(fails: boolean): Promise<void>;
};

/** A process whose clock and disk cannot be changed. */
export const noLever: Lever = {
  env: {},
  turnClock: () => Promise.reject(new Error('this machine has no C compiler')),
  failSync: () => Promise.reject(new Error('this machine has no C compiler')),
};

/**
 * Compiles the library that turns clocks and lets fsync fail.
 * @param folder that PostgreSQL's user can read
 * @returns makes a lever by name; undefined where there is no C compiler for it
 */
export const makePreload = async (
  folder: string,
): Promise<((name: string) => Promise<Lever>) | undefined> => {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, 'preload.so');
  try {
    await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  } catch {
    return undefined;
  }
  await chmod(library, 0o755);
  return async (name) => {
    const path = join(folder, `${name}.control`);
    const values = new BigInt64Array(2);
    const write = async (): Promise<void> => {
      const file = await open(path, 'r+').catch(() => open(path, 'w+'));
      try {
        await file.write(new Uint8Array(values.buffer), 0, values.byteLength, 0);
      } finally {
        await file.close();
      }
    };
    await write();
    await chmod(path, 0o644);
    return {
      env: { LD_PRELOAD: library, TOUCHLINE_FAULTS: path },
      turnClock: (ms) => {
        values[0] = BigInt(Math.trunc(ms));
        return write();
      },
      failSync: (fails) => {
        values[1] = fails ? 1n : 0n;
        return write();
      },
    };
  };
};
