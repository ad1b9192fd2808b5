import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('./dist/', import.meta.url);
const manifestUrl = new URL('.vite/manifest.json', dist);

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean };

const readManifest = (): Record<string, Chunk> => {
  if (!existsSync(manifestUrl)) {
    throw new Error('apps/office/dist is missing: build the office first (npx vite build apps/office)');
  }
  return JSON.parse(readFileSync(manifestUrl, 'utf8'));
};

/** The scripts a browser loads for `key`: its chunk and what that imports at once. */
const scriptsOf = (manifest: Record<string, Chunk>, key: string, files = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`the build has no chunk of ${key}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(manifest, imported, files);
  return files;
};

const gzippedBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0);

/** Scripts before the first page, gzip bytes. */
export const entryBytes = (): number => gzippedBytes(scriptsOf(readManifest(), 'index.html'));

/** What each page adds to that, gzip bytes. */
export const pageBytes = (): { key: string; bytes: number }[] => {
  const manifest = readManifest();
  const entry = scriptsOf(manifest, 'index.html');
  return Object.keys(manifest)
    .filter((key) => key.startsWith('src/pages/') && manifest[key]?.isDynamicEntry)
    .map((key) => ({ key, bytes: gzippedBytes(scriptsOf(manifest, key).difference(entry)) }));
};
