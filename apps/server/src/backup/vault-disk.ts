import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftEnding, isMissing, readFileIfThere, writeFileWhole } from '../platform/disk-files.ts';
import { checkName, type Kept, type Vault } from './vault.ts';

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
    put: async (name, bytes) => writeFileWhole(pathOf(name), bytes),
    get: async (name) => readFileIfThere(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
    async list(prefix) {
      const below = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      return (await listBelow(below)).filter(({ name }) => name.startsWith(prefix));
    },
    close: () => undefined,
  };
};
