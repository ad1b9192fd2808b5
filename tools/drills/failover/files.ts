import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { postgresUser } from '@touchline/server/tools/cluster';
import type { Machine } from './machines.ts';

const execute = promisify(execFile);
const renderer = fileURLToPath(new URL('../../../deploy/ha/render.mjs', import.meta.url));

/** The two machines of the database, and the third. */
export type Trio = { db1: Machine; db2: Machine; third: Machine };

/** The files of `deploy/ha` for the machines of a drill. */
export type Files = {
  /** A value of `site.env`. */
  value: (name: string) => string;
  /** Text of a file that was made for a machine. */
  read: (machine: string, path: string) => Promise<string>;
  /** Settings of etcd on a machine. */
  etcd: (machine: Machine) => Promise<Record<string, string>>;
  /**
   * Makes all files again.
   * @param changed lines of `site.env`
   */
  make: (changed: Readonly<Record<string, string>>) => Promise<void>;
};

/** Lines NAME=VALUE. */
export const readEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line): [string, string] => {
        const mark = line.indexOf('=');
        return [line.slice(0, mark), line.slice(mark + 1)];
      }),
  );

/**
 * Writes `site.env` and makes the files from it, as an operator does.
 * @param folder for the files
 * @param over what differs from a real site: ports, folders, and the addresses of the servers
 */
export const makeFiles = async (
  folder: string,
  { db1, db2, third }: Trio,
  over: Readonly<Record<string, string>>,
): Promise<Files> => {
  const rendered = join(folder, 'rendered');
  const siteFile = join(folder, 'site.env');
  const { stdout } = await execute(process.execPath, [
    renderer,
    'new',
    db1.address,
    db2.address,
    third.address,
  ]);
  const user = await postgresUser();
  let site: Record<string, string> = { ...readEnv(stdout), ...over };

  const read = (machine: string, path: string): Promise<string> =>
    readFile(join(rendered, machine, path), 'utf8');
  /** A cluster is named by its whole path, because PostgreSQL changes into it. */
  const placePatroni = async ({ name, folder: own }: Machine): Promise<void> => {
    const text = await read(name, 'etc/patroni/config.yml');
    const placed = text
      .replace(/data_dir: (\S+)/, (_all, data: string) => `data_dir: ${join(own, data)}`)
      .replace('pgpass: pgpass', `pgpass: ${join(own, 'pgpass')}`)
      .replace(`unix_socket_directories: '.'`, `unix_socket_directories: '${own}'`);
    const config = join(own, 'config.yml');
    await writeFile(config, placed, { mode: 0o600 });
    if (user) await execute('chown', [`${user.uid}:${user.gid}`, config]);
  };
  const make: Files['make'] = async (changed) => {
    site = { ...site, ...changed };
    const lines = Object.entries(site).map(([name, value]) => `${name}=${value}`);
    await writeFile(siteFile, `${lines.join('\n')}\n`);
    await execute(process.execPath, [renderer, siteFile, rendered]);
    for (const machine of [db1, db2]) await placePatroni(machine);
  };
  await make({});
  return {
    value: (name) => site[name] ?? '',
    read,
    etcd: async (machine) => readEnv(await read(machine.name, 'etc/default/etcd')),
    make,
  };
};
