import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(js|css|html|svg|webmanifest)$/;
/** What fits a packet travels no faster when it is smaller. */
const smallest = 1_024;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Puts a compressed copy, as small as possible, next to each file: the server sends those, and compresses nothing itself. */
export const compressed = (): Plugin => {
  let folder = '';
  return {
    name: 'touchline-compressed',
    apply: 'build',
    // After the worker of the app was written, which is a file too.
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const found = await readdir(folder, { recursive: true, withFileTypes: true });
        const paths = found
          .filter((entry) => entry.isFile() && worthIt.test(entry.name))
          .map(({ parentPath, name }) => join(parentPath, name));
        await Promise.all(paths.map(compress));
      },
    },
  };
};

const compress = async (path: string): Promise<void> => {
  const content = await readFile(path);
  if (content.length < smallest) return;
  const [brotli, zipped] = await Promise.all([
    toBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    toGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
};
