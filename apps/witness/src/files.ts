import { randomBytes } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What begins the names of files that are being written. */
export const UNFINISHED = '.unfinished-';

/**
 * Makes a file that is whole and on the disk when this returns, or is not there at all.
 * @throws an error with code EEXIST when there is such a file already
 */
export async function createFile(path: string, content: string): Promise<void> {
  const folder = dirname(path);
  const unfinished = join(folder, `${UNFINISHED}${randomBytes(8).toString('hex')}`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename, a link replaces nothing, so that of two writers one fails.
    await link(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(folder);
}

/**
 * Adds a line to a file, which it makes if need be; the line is on the disk when this returns. After a line that a crash has cut off it
 * begins a fresh one.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const isCut = size > 0 && last.toString() !== '\n';
    await file.appendFile(`${isCut ? '\n' : ''}${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
}

/** Waits until names made and removed in a folder are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows has no way to wait for a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The code of an error of the system, as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
