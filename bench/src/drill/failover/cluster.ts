import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Value } from 'typebox/value';
import { postgresUser } from '../../../../apps/server/src/platform/postgres/user.ts';
import type { Installed } from './installed.ts';
import type { Machine } from './machines.ts';
import { Answer, isWhole, leaderOf, type View } from './views.ts';

const execute = promisify(execFile);
const renderer = fileURLToPath(new URL('../../../../deploy/ha/render.mjs', import.meta.url));

/** Ports of the drill, the same on each machine. */
const ports = { postgres: 15_432, patroni: 15_408, etcd: 15_479, etcdPeer: 15_480 } as const;
/** On the machine of the servers. */
export const frontPorts = { site: 15_401, primary: 15_405, apps: [15_411, 15_412] } as const;

/** The two machines of the database, and the third. */
export type Trio = { db1: Machine; db2: Machine; third: Machine };

export type Cluster = {
  /** Settings of a server, from the file `touchline.env` that was made for it. */
  settings: Record<string, string>;
  /** As the superuser, at the node that can write. */
  superuserUrl: string;
  leader: () => Promise<Machine>;
  /** The machine that does not lead. */
  other: () => Promise<Machine>;
  /** Waits until one leads and the other follows it synchronously. */
  whole: () => Promise<void>;
  switchOver: () => Promise<void>;
  /** Statements that PostgreSQL did not understand, from the logs of both machines: there must be none. */
  misunderstood: () => Promise<string[]>;
  /** Starts the programs of a machine again. */
  restart: (machine: Machine) => Promise<void>;
  /**
   * Kills the postmaster of a machine and all its children. Patroni goes on.
   * @returns the id that the postmaster had
   * @throws when the postmaster was not among those killed
   */
  killPostgres: (machine: Machine) => Promise<number>;
  /** Process id of the postmaster of a machine, from `postmaster.pid`. */
  postmasterOf: (machine: Machine) => Promise<number>;
};

/** How long a cluster may take to be whole again; a machine that was replaced copies everything. */
const wholeWithinMs = 240_000;

/**
 * Makes the files of `deploy/ha` for the machines and starts what they describe.
 * @param folder for the files
 */
export const openCluster = async (
  folder: string,
  { db1, db2, third }: Trio,
  { postgres }: Installed,
): Promise<Cluster> => {
  const rendered = join(folder, 'rendered');
  const siteFile = join(folder, 'site.env');
  const { stdout } = await execute(process.execPath, [
    renderer,
    'new',
    db1.address,
    db2.address,
    third.address,
  ]);
  /** What differs from a real site: ports, folders, and the address of the servers. */
  const over = {
    POSTGRES_PORT: ports.postgres,
    PATRONI_PORT: ports.patroni,
    ETCD_PORT: ports.etcd,
    ETCD_PEER_PORT: ports.etcdPeer,
    ETCD_DATA: 'etcd',
    POSTGRES_PROGRAMS: postgres,
    POSTGRES_DATA: 'postgres',
    POSTGRES_PASSFILE: 'pgpass',
    POSTGRES_SOCKETS: '.',
    SHARED_BUFFERS: '128MB',
    WEB_BIND: `127.0.0.1:${frontPorts.site}`,
    DATABASE_BIND: `127.0.0.1:${frontPorts.primary}`,
    HAPROXY_SOCKET: join(folder, 'haproxy.sock'),
    APP1: `127.0.0.1:${frontPorts.apps[0]}`,
    APP2: `127.0.0.1:${frontPorts.apps[1]}`,
  };
  const site = [
    ...stdout.split('\n').filter((line) => !line.startsWith('SHARED_BUFFERS')),
    ...Object.entries(over).map(([name, value]) => `${name}=${value}`),
    '',
  ].join('\n');
  await writeFile(siteFile, site);
  await execute(process.execPath, [renderer, siteFile, rendered]);
  const secrets = readEnv(site);

  const dbs = [db1, db2];
  const user = await postgresUser();
  for (const machine of [...dbs, third]) {
    const config = join(machine.folder, 'config.yml');
    if (machine !== third) {
      // A cluster is named by its whole path, because PostgreSQL changes into it.
      const text = await readFile(join(rendered, machine.name, 'etc/patroni/config.yml'), 'utf8');
      const placed = text
        .replace('data_dir: postgres', `data_dir: ${join(machine.folder, 'postgres')}`)
        .replace('pgpass: pgpass', `pgpass: ${join(machine.folder, 'pgpass')}`)
        .replace(`unix_socket_directories: '.'`, `unix_socket_directories: '${machine.folder}'`);
      await writeFile(config, placed, { mode: 0o600 });
      if (user) await execute('chown', [`${user.uid}:${user.gid}`, config]);
    }
  }
  const restart = async (machine: Machine): Promise<void> => {
    const env = readEnv(await readFile(join(rendered, machine.name, 'etc/default/etcd'), 'utf8'));
    await machine.start('etcd', [], env);
    if (machine !== third) await machine.start('patroni', [join(machine.folder, 'config.yml')]);
  };
  for (const machine of [third, ...dbs]) await restart(machine);

  const viewOf = async (machine: Machine): Promise<View> => {
    const response = await fetch(`http://${machine.address}:${ports.patroni}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    });
    const body: unknown = await response.json();
    return Value.Check(Answer, body) ? body.members : [];
  };
  /** What each node says of the cluster; one that does not answer says nothing. */
  const views = (): Promise<View[]> => Promise.all(dbs.map((one) => viewOf(one).catch(() => [])));
  const whole = async (): Promise<void> => {
    const endMs = performance.now() + wholeWithinMs;
    for (;;) {
      const now = await views();
      if (isWhole(now)) return;
      if (performance.now() > endMs) {
        const logs = await Promise.all(
          dbs.map(({ folder: own }) => readFile(join(own, 'output.log'), 'utf8').catch(() => '')),
        );
        throw new Error(
          `the cluster is not whole: ${JSON.stringify(now)}\n${logs.map((log) => log.slice(-1_200)).join('\n----\n')}`,
        );
      }
      await wait(250);
    }
  };
  const leader = async (): Promise<Machine> => {
    const name = leaderOf(await views());
    const found = dbs.find((one) => one.name === name);
    if (!found) throw new Error('the nodes do not agree about who leads');
    return found;
  };
  const other = async (): Promise<Machine> => ((await leader()) === db1 ? db2 : db1);

  const postmasterOf = async (machine: Machine): Promise<number> => {
    const file = await readFile(join(machine.folder, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(file.split('\n', 1)[0]);
  };

  await whole();
  const sql = join(folder, 'database.sql');
  await writeFile(sql, await readFile(join(rendered, 'db1/database.sql'), 'utf8'));
  const first = await leader();
  const secret = (name: string): string => secrets[name] ?? '';
  const superuser = (host: string, database: string): string =>
    `postgres://postgres:${secret('SUPERUSER_PASSWORD')}@${host}/${database}`;
  await execute('psql', [
    '-v',
    'ON_ERROR_STOP=1',
    '-q',
    '-d',
    superuser(`${first.address}:${ports.postgres}`, 'postgres'),
    '-f',
    sql,
  ]);
  const haproxy = join(folder, 'haproxy.cfg');
  await mkdir(folder, { recursive: true });
  await writeFile(haproxy, await readFile(join(rendered, 'db1/etc/haproxy/haproxy.cfg'), 'utf8'));
  await chmod(haproxy, 0o644);
  await execute('haproxy', ['-c', '-f', haproxy]);

  return {
    settings: readEnv(await readFile(join(rendered, 'db1/etc/touchline.env'), 'utf8')),
    superuserUrl: superuser(dbs.map(({ address }) => `${address}:${ports.postgres}`).join(','), 'touchline'),
    leader,
    other,
    whole,
    restart,
    postmasterOf,
    killPostgres: async (machine) => {
      const postmaster = await postmasterOf(machine);
      const killed = await machine.killNamed(/^postgres/);
      if (!killed.includes(postmaster))
        throw new Error(`the postmaster ${postmaster} of ${machine.name} was not killed`);
      return postmaster;
    },
    misunderstood: async () => {
      const logs = await Promise.all(dbs.map(({ folder: own }) => readFile(join(own, 'output.log'), 'utf8')));
      // The queue asks for its own tables before it has made them.
      return logs
        .flatMap((log) => log.split('\n'))
        .filter((line) => /ERROR: .*(syntax error|missing FROM-clause|does not exist)/.test(line))
        .filter((line) => !line.includes('graphile_worker.migrations'));
    },
    switchOver: async () => {
      const [from, to] = [await leader(), await other()];
      await execute('patronictl', [
        '-c',
        join(from.folder, 'config.yml'),
        'switchover',
        '--leader',
        from.name,
        '--candidate',
        to.name,
        '--force',
      ]);
    },
  };
};

/** Lines NAME=VALUE. */
const readEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line): [string, string] => {
        const mark = line.indexOf('=');
        return [line.slice(0, mark), line.slice(mark + 1)];
      }),
  );
