import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lans } from '@touchline/locales/locales';

const dist = new URL('../dist/', import.meta.url);
const manifestUrl = new URL('.vite/manifest.json', dist);

type Chunk = { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean };
type Manifest = Record<string, Chunk>;

const kilobyte = 1_000;
const entryMaxBytes = 120 * kilobyte;
const firstScreenMaxBytes = 150 * kilobyte;
const otherPageMaxBytes = 40 * kilobyte;
const stylesMaxBytes = 20 * kilobyte;

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

describe('the scripts of the built app', () => {
  it('fit into 120 kB gzipped before the first page', () => {
    const bytes = gzippedBytes(scriptsOf(readManifest(), ['index.html']));
    expect(bytes).toBeLessThanOrEqual(entryMaxBytes);
  });

  it.each(lans)('fit into 150 kB gzipped with home and the texts in %s', (lan) => {
    const catalogue = `../../packages/locales/src/gen/app.${lan}.gen.ts`;
    const keys = ['index.html', 'src/pages/index/index.tsx', catalogue];
    const bytes = gzippedBytes(scriptsOf(readManifest(), keys));
    expect(bytes).toBeLessThanOrEqual(firstScreenMaxBytes);
  });

  it('add at most 40 kB gzipped for any other page or part', () => {
    const manifest = readManifest();
    // What every page brings with it is counted with home.
    const entry = scriptsOf(manifest, ['index.html', 'src/api/queries.tsx']);
    const parts = Object.keys(manifest).filter(
      (key) => key.startsWith('src/') && manifest[key]?.isDynamicEntry,
    );
    const tooLarge = parts.filter(
      (key) => gzippedBytes(scriptsOf(manifest, [key]).difference(entry)) > otherPageMaxBytes,
    );
    expect(parts.length).toBeGreaterThan(30);
    expect(tooLarge).toEqual([]);
  });
});

it('all styles of the built app fit into 20 kB gzipped', () => {
  const files = new Set(Object.values(readManifest()).flatMap(({ css = [] }) => css));
  const styles = [...files].map((file) => readFileSync(new URL(file, dist)));
  expect(styles.length).toBeGreaterThan(10);
  expect(gzipSync(Buffer.concat(styles)).length).toBeLessThanOrEqual(stylesMaxBytes);
});
