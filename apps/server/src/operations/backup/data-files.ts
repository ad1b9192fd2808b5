import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Repository } from './repository.ts';

/** Folders of the data folder whose files are written once and never changed. */
const folders = ['uploads', 'liabilities'] as const;
const prefix = 'files/';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/** Copies files of the data folder into the repository. */
export type FileKeeper = {
  /** Copies what is new. @returns how many files were copied */
  keepNew(): Promise<number>;
};

/** Files below the data folder that are kept, as `uploads/ab/abc…`; without those that are being written. */
export const listDataFiles = async (dataDir: string): Promise<string[]> => {
  const found: string[] = [];
  for (const folder of folders) {
    for (const group of await namesIn(join(dataDir, folder))) {
      for (const name of await namesIn(join(dataDir, folder, group))) {
        if (!name.endsWith('.tmp')) found.push(`${folder}/${group}/${name}`);
      }
    }
  }
  return found;
};

/** Remembers which groups of files have not changed, so that each look costs one call of the system for each. */
export const createFileKeeper = (repository: Repository, dataDir: string): FileKeeper => {
  let kept: Set<string> | undefined;
  const lookedAt = new Map<string, number>();
  return {
    async keepNew() {
      kept ??= new Set((await repository.list(prefix)).map(({ name }) => name.slice(prefix.length)));
      let copied = 0;
      for (const folder of folders) {
        for (const group of await namesIn(join(dataDir, folder))) {
          const path = join(dataDir, folder, group);
          const { mtimeMs } = await stat(path);
          if (lookedAt.get(path) === mtimeMs) continue;
          for (const name of await namesIn(path)) {
            const file = `${folder}/${group}/${name}`;
            if (name.endsWith('.tmp') || kept.has(file)) continue;
            const bytes = await readFile(join(path, name)).catch((error: unknown) => {
              // It was deleted in the meantime.
              if (isMissing(error)) return undefined;
              throw error;
            });
            if (bytes === undefined) continue;
            await repository.write(`${prefix}${file}`, bytes);
            kept.add(file);
            copied += 1;
          }
          lookedAt.set(path, mtimeMs);
        }
      }
      return copied;
    },
  };
};

/** Brings all kept files into a data folder. @returns their names */
export const restoreFiles = async (repository: Repository, dataDir: string): Promise<string[]> => {
  const names: string[] = [];
  for (const { name } of await repository.list(prefix)) {
    const file = name.slice(prefix.length);
    const path = join(dataDir, file);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.restoring`, await repository.read(name), { mode: 0o600 });
    await rename(`${path}.restoring`, path);
    names.push(file);
  }
  return names;
};

/**
 * Removes files from the repository that no base backup lists and that were copied before the oldest of them: they were
 * deleted long ago.
 * @returns how many
 */
export const forgetFiles = async (
  repository: Repository,
  { onRecord, before }: { onRecord: ReadonlySet<string>; before: Date },
): Promise<number> => {
  let removed = 0;
  for (const { name, at } of await repository.list(prefix)) {
    if (at >= before || onRecord.has(name.slice(prefix.length))) continue;
    await repository.remove(name);
    removed += 1;
  }
  return removed;
};
