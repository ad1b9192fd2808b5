import { open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftEnding, isMissing, readFileIfThere, writeFileWhole } from '../../../core/disk-files.ts';
import { isPlace, type Store } from './store.ts';

/** Files in a folder that only the server's user can read. A file appears whole or not at all. */
export const createDiskStore = (folder: string): Store => {
  const pathOf = (place: string): string => {
    if (!isPlace(place)) throw new Error('no place of an upload');
    return join(folder, place);
  };
  return {
    put: async (place, bytes) => writeFileWhole(pathOf(place), bytes),
    get: async (place) => readFileIfThere(pathOf(place)),
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
          if (name.endsWith(draftEnding)) await rm(join(folder, group, name), { force: true });
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
