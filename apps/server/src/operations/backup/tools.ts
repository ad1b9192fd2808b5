import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withSecrets } from '../../core/config/security.ts';

/** Programs of the server that a restore runs at its end. */
const programs = {
  verify: new URL('../cli/verify.ts', import.meta.url),
  log: new URL('../cli/log.ts', import.meta.url),
} as const;

/**
 * Runs a program of the server over another data folder or database; its output goes where this process's goes.
 * @returns its exit code
 */
export const runTool = async (
  tool: keyof typeof programs,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<number> => {
  const child = spawn(process.execPath, [fileURLToPath(programs[tool]), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The tools read a database: what is restored must not be archived by them. A secret that comes from a file would be given
    // twice next to one of these settings.
    env: { ...withSecrets(process.env).env, BACKUP_TO: '', ...settings },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};
