import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkName, type Kept, type Vault } from './vault.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Ends the names of files that are being written. */
const draftEnding = '.tmp';

const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot sync a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Backups in a folder, on a disk other than that of the database. When `put` returns, the file is on the disk. */
export const diskVault = (folder: string): Vault => {
  const pathOf = (name: string): string => join(folder, checkName(name));
  const listBelow = async (prefix: string): Promise<Kept[]> => {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const found: Kept[] = [];
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${prefix}${entry.name}`;
      if (entry.isDirectory()) found.push(...(await listBelow(`${name}/`)));
      else if (!name.endsWith(draftEnding)) {
        const known = await stat(join(folder, name)).catch(() => undefined);
        if (known !== undefined) found.push({ name, size: known.size, at: known.mtime });
      }
    }
    return found;
  };
  return {
    where: folder,
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}${draftEnding}`;
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
      await syncFolder(dirname(path));
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async list(prefix) {
      const below = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      return (await listBelow(below)).filter(({ name }) => name.startsWith(prefix));
    },
    close: () => undefined,
  };
};
