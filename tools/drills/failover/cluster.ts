import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Value } from 'typebox/value';
import { makeFiles, readEnv, type Trio } from './files.ts';
import type { Installed } from './installed.ts';
import type { Machine } from './machines.ts';
import { Answer, isWhole, leaderOf, type View } from './views.ts';

const execute = promisify(execFile);

/** Ports of the drill, the same on each machine. */
const ports = { postgres: 15_432, patroni: 15_408, etcd: 15_479, etcdPeer: 15_480 } as const;
/** On the machine of the servers. */
export const frontPorts = { site: 15_401, primary: 15_405, apps: [15_411, 15_412] } as const;

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
  /** Waits until a machine leads, also where it is the only one. */
  leads: (machine: Machine) => Promise<void>;
  switchOver: () => Promise<void>;
  /** Statements that PostgreSQL did not understand, from the logs of both machines: there must be none. */
  misunderstood: () => Promise<string[]>;
  /** Starts the programs of a machine again. */
  restart: (machine: Machine) => Promise<void>;
  /**
   * Kills the postmaster of a machine and all its children. Patroni keeps running.
   * @returns the id that the postmaster had
   * @throws when the postmaster was not among those killed
   */
  killPostgres: (machine: Machine) => Promise<number>;
  /** Process id of the postmaster of a machine, from `postmaster.pid`. */
  postmasterOf: (machine: Machine) => Promise<number>;
  /** Folder of the database of a machine. */
  dataOf: (machine: Machine) => string;
  /** Folder of the programs of PostgreSQL. */
  programs: () => string;
  /** Runs `patronictl`. @param answers what it asks for, a line each */
  ctl: (args: readonly string[], answers?: readonly string[]) => Promise<void>;
  /** Runs `etcdctl` on a machine. @returns what it prints */
  etcdctl: (machine: Machine, args: readonly string[]) => Promise<string>;
  /** Address by which the etcd of a machine is reached by the others. */
  peerOf: (machine: Machine) => string;
  /** Stops Patroni, and PostgreSQL with it, as `systemctl stop patroni` does. */
  stopPatroni: (machine: Machine) => Promise<void>;
  startPatroni: (machine: Machine) => Promise<void>;
  /** Makes the files of the machines again. @param changed lines of `site.env` */
  remake: (changed: Readonly<Record<string, string>>) => Promise<void>;
};

/** How long a cluster may take to be whole again; a machine that was replaced copies everything. */
const wholeWithinMs = 240_000;

/**
 * Makes the files of `deploy/ha` for the machines and starts what they describe.
 * @param folder for the files
 */
export const openCluster = async (folder: string, trio: Trio, { postgres }: Installed): Promise<Cluster> => {
  const { db1, db2, third } = trio;
  const files = await makeFiles(folder, trio, {
    POSTGRES_PORT: String(ports.postgres),
    PATRONI_PORT: String(ports.patroni),
    ETCD_PORT: String(ports.etcd),
    ETCD_PEER_PORT: String(ports.etcdPeer),
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
  });
  const dbs = [db1, db2];
  const dataOf = (machine: Machine): string => join(machine.folder, files.value('POSTGRES_DATA'));
  const startPatroni = (machine: Machine): Promise<void> =>
    machine.start('patroni', [join(machine.folder, 'config.yml')]);
  const restart = async (machine: Machine): Promise<void> => {
    await machine.start('etcd', [], await files.etcd(machine));
    if (machine !== third) await startPatroni(machine);
  };
  for (const machine of [third, ...dbs]) await restart(machine);

  const viewOf = async (machine: Machine): Promise<View> => {
    const response = await fetch(`http://${machine.address}:${ports.patroni}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    });
    const body: unknown = await response.json();
    return Value.Check(Answer, body) ? body.members : [];
  };
  /** What nodes say of the cluster; one that does not answer says nothing. */
  const views = (of: readonly Machine[]): Promise<View[]> =>
    Promise.all(of.map((one) => viewOf(one).catch(() => [])));
  /** Waits until machines say of the cluster what is wanted. */
  const until = async (of: readonly Machine[], isSo: (now: readonly View[]) => boolean): Promise<void> => {
    const endMs = performance.now() + wholeWithinMs;
    for (;;) {
      const now = await views(of);
      if (isSo(now)) return;
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
    const name = leaderOf(await views(dbs));
    const found = dbs.find((one) => one.name === name);
    if (!found) throw new Error('the nodes do not agree about who leads');
    return found;
  };
  const other = async (): Promise<Machine> => ((await leader()) === db1 ? db2 : db1);
  const postmasterOf = async (machine: Machine): Promise<number> => {
    const file = await readFile(join(dataOf(machine), 'postmaster.pid'), 'utf8');
    return Number(file.split('\n', 1)[0]);
  };
  const ctl: Cluster['ctl'] = async (args, answers = []) => {
    const running = execute('patronictl', ['-c', join(db1.folder, 'config.yml'), ...args]);
    running.child.stdin?.end(answers.map((line) => `${line}\n`).join(''));
    await running;
  };

  await until(dbs, isWhole);
  const sql = join(folder, 'database.sql');
  await writeFile(sql, await files.read('db1', 'database.sql'));
  const superuser = (host: string, database: string): string =>
    `postgres://postgres:${files.value('SUPERUSER_PASSWORD')}@${host}/${database}`;
  await execute('psql', [
    '-v',
    'ON_ERROR_STOP=1',
    '-q',
    '-d',
    superuser(`${(await leader()).address}:${ports.postgres}`, 'postgres'),
    '-f',
    sql,
  ]);
  const haproxy = join(folder, 'haproxy.cfg');
  await mkdir(folder, { recursive: true });
  await writeFile(haproxy, await files.read('db1', 'etc/haproxy/haproxy.cfg'));
  await chmod(haproxy, 0o644);
  await execute('haproxy', ['-c', '-f', haproxy]);

  return {
    settings: readEnv(await files.read('db1', 'etc/touchline.env')),
    superuserUrl: superuser(dbs.map(({ address }) => `${address}:${ports.postgres}`).join(','), 'touchline'),
    leader,
    other,
    whole: () => until(dbs, isWhole),
    leads: (machine) => until([machine], (now) => leaderOf(now) === machine.name),
    restart,
    postmasterOf,
    dataOf,
    programs: () => files.value('POSTGRES_PROGRAMS'),
    ctl,
    etcdctl: async (machine, args) => {
      const { stdout } = await execute('etcdctl', [`--endpoints=${machine.address}:${ports.etcd}`, ...args], {
        env: { ...process.env, ETCDCTL_API: '3' },
      });
      return stdout;
    },
    peerOf: ({ address }) => `http://${address}:${ports.etcdPeer}`,
    stopPatroni: (machine) => machine.stopNamed(/^patroni/, /^(patroni|postgres)/),
    startPatroni,
    remake: files.make,
    killPostgres: async (machine) => {
      const postmaster = await postmasterOf(machine);
      const killed = await machine.killNamed(/^postgres/);
      if (!killed.includes(postmaster))
        throw new Error(`the postmaster ${postmaster} of ${machine.name} was not killed`);
      return postmaster;
    },
    misunderstood: async () => {
      const logs = await Promise.all(dbs.map(({ folder: own }) => readFile(join(own, 'output.log'), 'utf8')));
      // The queue asks for its own tables before it has made them, and a standby for its slot before Patroni has.
      return logs
        .flatMap((log) => log.split('\n'))
        .filter((line) => /ERROR: .*(syntax error|missing FROM-clause|does not exist)/.test(line))
        .filter((line) => !/graphile_worker\.migrations|replication slot "db\d"/.test(line));
    },
    switchOver: async () => {
      const [from, to] = [await leader(), await other()];
      await ctl(['switchover', '--leader', from.name, '--candidate', to.name, '--force']);
    },
  };
};

/** Removes a folder of a machine that was lost. */
export const wipe = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
