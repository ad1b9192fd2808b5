import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('./dist/', import.meta.url);
const manifestUrl = new URL('.vite/manifest.json', dist);

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean };
type Manifest = Record<string, Chunk>;

/** The most the built app may weigh, gzip bytes. */
export const sizeLimits = {
  entry: 120_000,
  firstScreen: 150_000,
  otherPage: 40_000,
  check: 40_000,
  styles: 26_000,
} as const;

const readManifest = (): Manifest => {
  if (!existsSync(manifestUrl)) {
    throw new Error('apps/member/dist is missing: build the member app first (npx vite build apps/member)');
  }
  return JSON.parse(readFileSync(manifestUrl, 'utf8'));
};

const chunkOf = (manifest: Manifest, key: string): Chunk => {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build has no chunk of ${key}`);
  return chunk;
};

/** The scripts a browser loads for `keys`: their chunks and what those import at once. */
const scriptsOf = (manifest: Manifest, keys: readonly string[]): Set<string> => {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const { file, imports = [] } = chunkOf(manifest, key);
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(visit);
  };
  keys.forEach(visit);
  return files;
};

const gzippedBytes = (files: Iterable<string>): number =>
  [...files]
    .map((file) => gzipSync(readFileSync(new URL(file, dist))).length)
    .reduce((sum, bytes) => sum + bytes, 0);

/** Scripts before the first page. */
export const entryBytes = (): number => gzippedBytes(scriptsOf(readManifest(), ['index.html']));

/** Scripts of the first page of a member, with its texts in a language. */
const firstScreen = (lan: string): Set<string> => {
  const catalogue = `../../packages/locales/src/gen/app.${lan}.gen.ts`;
  return scriptsOf(readManifest(), ['index.html', 'src/pages/index/index.tsx', catalogue]);
};

export const firstScreenBytes = (lan: string): number => gzippedBytes(firstScreen(lan));

/** All files that the first page of a member fetches: page, styles and scripts. */
export const firstPage = (lan: string): { files: number; bytes: number } => {
  const files = ['index.html', chunkOf(readManifest(), 'style.css').file, ...firstScreen(lan)];
  return { files: files.length, bytes: gzippedBytes(files) };
};

/** What each other page or part adds to what every page brings, which is counted with home. */
export const otherBytes = (): { key: string; bytes: number }[] => {
  const manifest = readManifest();
  const entry = scriptsOf(manifest, ['index.html', 'src/lib/queries.tsx']);
  return Object.keys(manifest)
    .filter((key) => key.startsWith('src/') && manifest[key]?.isDynamicEntry)
    .map((key) => ({ key, bytes: gzippedBytes(scriptsOf(manifest, [key]).difference(entry)) }));
};

/** What members load only when they check something. */
const checkParts = ['src/features/proof/run-account.ts'] as const;

/** What checking adds to what every page brings: the whole of `packages/verify`, with the steps on the screen. */
export const checkBytes = (): number => {
  const manifest = readManifest();
  const entry = scriptsOf(manifest, ['index.html', 'src/lib/queries.tsx']);
  return gzippedBytes(scriptsOf(manifest, checkParts).difference(entry));
};

/** Whether a script before or with the first page of a member has a text. */
export const hasAtFirst = (text: string): boolean =>
  [...scriptsOf(readManifest(), ['index.html', 'src/pages/index/index.tsx', 'src/lib/queries.tsx'])].some(
    (file) => readFileSync(new URL(file, dist), 'utf8').includes(text),
  );

/** The styles of the whole app, which are one file. */
export const stylesBytes = (): number => gzippedBytes([chunkOf(readManifest(), 'style.css').file]);
