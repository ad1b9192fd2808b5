// Plain JavaScript without dependencies: this runs while packages are installed.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const hooks = 'scripts/hooks';

/**
 * Makes git use the hooks of the project in this checkout. Leaves those alone who have hooks of their own, machines of CI, and
 * folders that are no checkout, and never fails.
 * @param folder of the project
 * @param env of the process
 * @returns whether git uses the hooks now
 */
export const useHooks = (folder, env) => {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    if (env.CI || git('rev-parse', '--show-prefix') !== '') return false;
    const chosen = git('config', '--default', '', '--get', 'core.hooksPath');
    if (chosen !== '') return chosen === hooks;
    const standard = resolve(folder, git('rev-parse', '--git-path', 'hooks'));
    if (namesIn(standard).some((name) => !name.endsWith('.sample'))) return false;
    git('config', '--local', 'core.hooksPath', hooks);
    return true;
  } catch {
    return false;
  }
};

const namesIn = (folder) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
