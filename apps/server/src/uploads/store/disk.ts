import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPlace, type Store } from './store.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files in a folder that only the server's user can read. A file appears whole or not at all. */
export const createDiskStore = (folder: string): Store => {
  const pathOf = (place: string): string => {
    if (!isPlace(place)) throw new Error('no place of an upload');
    return join(folder, place);
  };
  return {
    async put(place, bytes) {
      const path = pathOf(place);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Processes that write the same file use different temporary names, so the rest of a killed one blocks no write.
      const draft = `${path}.${randomUUID()}.tmp`;
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      // Windows cannot sync a folder.
      if (process.platform !== 'win32') await syncFolder(dirname(path));
    },
    async get(place) {
      try {
        return await readFile(pathOf(place));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async getPart(place, { offset, length }) {
      let file;
      try {
        file = await open(pathOf(place), 'r');
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    remove: (place) => rm(pathOf(place), { force: true }),
    async *placesBefore(moment) {
      for await (const group of namesIn(folder)) {
        const names: string[] = [];
        for await (const name of namesIn(join(folder, group))) {
          const { mtimeMs } = await stat(join(folder, group, name)).catch(() => ({ mtimeMs: Infinity }));
          if (mtimeMs >= moment.getTime()) continue;
          // A draft that a killed server left.
          if (name.endsWith('.tmp')) await rm(join(folder, group, name), { force: true });
          else if (isPlace(`${group}/${name}`)) names.push(`${group}/${name}`);
        }
        if (names.length > 0) yield names;
      }
    },
  };
};

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return;
    }
    throw error;
  }
}
