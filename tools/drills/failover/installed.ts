import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The drill cannot run here. Its message names what is missing. */
export class NotInstalled extends Error {}

/** What the drill runs, and where it is. */
export type Installed = {
  /** Folder of the programs of PostgreSQL. */
  postgres: string;
  versions: readonly string[];
};

/** Programs by the Debian package that brings them. */
const programs = {
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
  patronictl: 'patroni',
  haproxy: 'haproxy',
  psql: 'postgresql-client-17',
  setpriv: 'util-linux',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  ip: 'iproute2',
} as const;

/** Patroni's client of etcd: apt is also content with that of another store. */
const client = { path: '/usr/lib/python3/dist-packages/etcd', name: 'python3-etcd' };

const postgresFolder = '/usr/lib/postgresql';
/** The version the files of `deploy/ha` are for: the one of Debian 13. */
const wanted = 17;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const onPath = async (program: string): Promise<boolean> => {
  for (const folder of [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']) {
    if (folder !== '' && (await isThere(join(folder, program)))) return true;
  }
  return false;
};

/** The first line that a program says of itself. */
const firstLine = async (program: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await execute(program, args);
  return stdout.trim().split('\n')[0] ?? '';
};

/**
 * Finds the programs of Debian's packages.
 * @throws NotInstalled naming the packages that are missing
 */
export const findPrograms = async (): Promise<Installed> => {
  if (process.platform !== 'linux')
    throw new NotInstalled('The drill needs Linux and the packages of Debian');
  const missing = new Set<string>();
  for (const [program, name] of Object.entries(programs)) {
    if (!(await onPath(program))) missing.add(name);
  }
  if (!(await isThere(client.path))) missing.add(client.name);
  const versions = await readdir(postgresFolder).catch(() => []);
  const usable = versions.filter((one) => Number(one) >= 16).toSorted((a, b) => Number(a) - Number(b));
  const version = usable.findLast((one) => Number(one) <= wanted) ?? usable[0];
  if (version === undefined) missing.add('postgresql-17');
  if (missing.size > 0 || version === undefined) {
    throw new NotInstalled(
      `The drill needs these packages of Debian 13 or newer: apt-get install ${[...missing].toSorted().join(' ')}`,
    );
  }
  const postgres = join(postgresFolder, version, 'bin');
  return {
    postgres,
    versions: [
      await firstLine(join(postgres, 'postgres'), ['--version']),
      `Patroni ${(await firstLine('patronictl', ['version'])).replace(/^\D+/, '')}`,
      (await firstLine('etcd', ['--version'])).replace(' Version:', ''),
      (await firstLine('haproxy', ['-v'])).replace(/ \d{4}\/.*$/, ''),
    ],
  };
};
