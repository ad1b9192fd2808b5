import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const file = 'apps/server/previous-release';

/** The sources of an earlier release, which can be started at the same time as this one. */
export type Release = { commit: string; folder: string; remove: () => Promise<void> };

/**
 * The commit of the previous release: the first word of `apps/server/previous-release`.
 * @returns why it is missing where this copy has no history, as a shallow clone or one that was unpacked from an archive
 * @throws where a clone has the history and not this commit
 */
export const previousRelease = async (): Promise<{ commit: string } | { missing: string }> => {
  const commit = (await readFile(join(root, file), 'utf8')).split(/\s/, 1)[0] ?? '';
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error(`${file} does not begin with a commit`);
  const git = (...args: string[]): Promise<string> =>
    execute('git', ['-C', root, ...args]).then(({ stdout }) => stdout.trim());
  const isThere = await git('cat-file', '-e', `${commit}^{commit}`).then(
    () => true,
    () => false,
  );
  if (isThere) return { commit };
  const isShallow = await git('rev-parse', '--is-shallow-repository').catch(() => 'no clone');
  if (isShallow === 'false') {
    throw new Error(`the history has no commit ${commit}, which ${file} names as the previous release`);
  }
  return { missing: `this copy has no history (${isShallow === 'true' ? 'a shallow clone' : isShallow})` };
};

/** Unpacks a release into a folder of its own. It uses the packages that are installed here, but its own workspaces. */
export const unpackRelease = async (commit: string): Promise<Release> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-release-'));
  const archive = join(folder, 'release.tar');
  await execute('git', ['-C', root, 'archive', '--format=tar', '-o', archive, commit]);
  await execute('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  const modules = join(root, 'node_modules');
  const own = join(folder, 'node_modules');
  await mkdir(join(own, '@touchline'), { recursive: true });
  for (const name of await readdir(modules)) {
    if (name !== '@touchline') await symlink(join(modules, name), join(own, name));
  }
  // A workspace is a link such as ../../packages/money: the same link leads to the release's own.
  for (const name of await readdir(join(modules, '@touchline'))) {
    await symlink(await readlink(join(modules, '@touchline', name)), join(own, '@touchline', name));
  }
  await execute(process.execPath, ['scripts/catalogues.mjs'], { cwd: folder });
  return { commit, folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
