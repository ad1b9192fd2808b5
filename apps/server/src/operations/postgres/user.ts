import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system user that runs PostgreSQL when the server is root, since PostgreSQL refuses to run as root. */
export type PostgresUser = { uid: number; gid: number };

/**
 * @returns undefined when the server is an ordinary user: PostgreSQL then runs as that user.
 * @throws when the server is root and no user `postgres` exists or can be made
 */
export const postgresUser = async (): Promise<PostgresUser | undefined> => {
  if (userInfo().uid !== 0) return undefined;
  const found = await lookUp();
  if (found) return found;
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
  } catch (error) {
    throw new Error('PostgreSQL does not run as root, and no user "postgres" could be made for it', {
      cause: error,
    });
  }
  const made = await lookUp();
  if (!made) throw new Error('The user "postgres" was made but cannot be found');
  return made;
};

const lookUp = async (): Promise<PostgresUser | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
};

/** Whether every folder above `path` lets `user` pass. A folder that does not exist yet counts by its parent. */
export const reachableBy = async (user: PostgresUser, path: string): Promise<boolean> => {
  for (let at = path; ; at = dirname(at)) {
    const info = await stat(at).catch(() => undefined);
    if (info && info.isDirectory() && !passes(user, info)) return false;
    if (at === dirname(at)) return true;
  }
};

const passes = (user: PostgresUser, info: { uid: number; gid: number; mode: number }): boolean => {
  if (info.uid === user.uid) return (info.mode & 0o100) !== 0;
  if (info.gid === user.gid) return (info.mode & 0o010) !== 0;
  return (info.mode & 0o001) !== 0;
};
