import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Ends the names of files that are being written; a killed process may leave one. */
export const draftEnding = '.tmp';

/** Whether an error says that a file or folder is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Waits until names made and removed in a folder are on the disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot sync a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Writes a file, or replaces one, for the server's user alone, and makes its folder where there is none. When it returns the file is
 * on the disk, whole, also after a power failure; before, there is the old one or none.
 * @param check runs last before the file takes its place; where it throws, the old one stays
 */
export const writeFileWhole = async (
  path: string,
  content: string | Uint8Array,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Processes that write the same file use different drafts, so the rest of a killed one blocks no write.
  const draft = `${path}.${randomUUID()}${draftEnding}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await check();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
};

/** Reads a file; undefined where there is none. */
export const readFileIfThere = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
