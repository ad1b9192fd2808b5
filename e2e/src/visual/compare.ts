import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

const kept = new URL('pictures/', import.meta.url);
/** What differed is put here, which git does not see. */
const found = new URL('../../../.cache/visual/', import.meta.url);

/**
 * The browser and the fonts come with the test; processors still round a curve's edge differently. Edges that only
 * smooth a shape are left out, colours may be off by this share of the way from black to white, and as many pixels
 * as one letter's edge has may be beyond that.
 */
const tolerance = { threshold: 0.04, pixels: 40 };
/** Bits of each colour that are kept: the rest costs room and shows nothing. */
const keptBits = 0b1111_1000;

/** A picture as it is kept: opaque, of fewer colours. */
const reduced = (bytes: Buffer): PNG => {
  const png = PNG.sync.read(bytes);
  for (const [at, value] of png.data.entries()) png.data[at] = at % 4 === 3 ? 255 : value & keptBits;
  return png;
};

const write = async (folder: URL, name: string, png: PNG): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const path = new URL(name, folder);
  await writeFile(path, PNG.sync.write(png, { colorType: 2, deflateLevel: 9, filterType: 4 }));
  return fileURLToPath(path);
};

/** Keeps a picture as what the screen shall look like. */
export const keep = async (name: string, shot: Buffer): Promise<void> => {
  await write(kept, name, reduced(shot));
};

/**
 * Holds a picture of a screen against the one that is kept.
 * @returns what is different and where to look at it; undefined when they are the same
 */
export const difference = async (name: string, shot: Buffer): Promise<string | undefined> => {
  const wanted = PNG.sync.read(await readFile(new URL(name, kept)));
  const actual = reduced(shot);
  const { width, height } = wanted;
  if (actual.width !== width || actual.height !== height)
    return `${name} is ${actual.width}×${actual.height} rather than ${width}×${height}`;
  const diff = new PNG({ width, height });
  const { threshold, pixels } = tolerance;
  const count = pixelmatch(wanted.data, actual.data, diff.data, width, height, { threshold });
  if (count <= pixels) return undefined;
  const stem = name.replace(/\.png$/, '');
  const paths = [
    await write(found, `${stem}-actual.png`, actual),
    await write(found, `${stem}-diff.png`, diff),
  ];
  return `${name} differs in ${count} pixels: ${paths.join(', ')}`;
};
