import { existsSync } from 'node:fs';
import { chown, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { clusterLog, freePort, runningPort, startCluster, type Cluster } from '../postgres/embedded.ts';
import { CannotRestore, type Plan, type Target } from './plan.ts';

/** How long PostgreSQL may take until it answers at all; the replay comes after it, and takes as long as it takes. */
const answerSeconds = 120;
const lookMs = 200;
/**
 * What a tool that restored the cluster before has left in `postgresql.auto.conf`, as pgBackRest does, must not end this replay. The time,
 * which a restore may set, is the last of the targets: PostgreSQL refuses another one after it, even an empty one.
 */
const noOlderTarget = {
  recovery_target: '',
  recovery_target_lsn: '',
  recovery_target_name: '',
  recovery_target_xid: '',
  recovery_target_time: '',
  recovery_target_inclusive: 'on',
  recovery_end_command: '',
  archive_cleanup_command: '',
};
/** PostgreSQL's code for "not yet": it replays. */
const notYet = '57P03';

const chownAll = async (folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> => {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
};

const rules = [
  'host all all 127.0.0.1/32 scram-sha-256',
  'host replication all 127.0.0.1/32 scram-sha-256',
  '',
].join('\n');

/** Clusters of some distributions have these files elsewhere, so no base backup has them. */
const addMissing = async (folder: string): Promise<void> => {
  for (const [name, text] of [
    ['postgresql.conf', ''],
    ['pg_hba.conf', rules],
    ['pg_ident.conf', ''],
  ] as const) {
    if (!existsSync(join(folder, name))) await writeFile(join(folder, name), text, { mode: 0o600 });
  }
};

/** Whether the replay is over and connections are taken; who asks need not be known there. */
const isOpen = async (port: number): Promise<boolean> => {
  const probe = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'touchline_probe',
    password: '',
    database: 'postgres',
  });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    await probe.end();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return false;
    return !(error instanceof pg.DatabaseError && error.code === notYet);
  }
};

/** Waits for the end of the replay. @throws Error when PostgreSQL ends instead */
const waitForReplay = async (cluster: Cluster, port: number): Promise<void> => {
  while (!(await isOpen(port))) {
    if ((await runningPort(cluster)) === undefined)
      throw new Error('PostgreSQL ended while it replayed the log');
    await wait(lookMs);
  }
};

/**
 * Starts an extracted cluster and lets PostgreSQL replay the log up to the target; when it returns, the cluster runs and can be
 * written to.
 * @returns the port it listens on, on this machine alone
 * @throws CannotRestore with what PostgreSQL said
 */
export const recoverCluster = async (
  cluster: Cluster,
  { target, plan }: { target: Target; plan: Pick<Plan, 'timeline'> },
): Promise<number> => {
  const { folder, user } = cluster;
  await addMissing(folder);
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 });
  const rulesFile = join(folder, 'restore_hba.conf');
  await writeFile(rulesFile, rules, { mode: 0o600 });
  if (user) await chownAll(folder, user);
  const port = await freePort();
  const settings = {
    ...noOlderTarget,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // The cluster's own rules may name the addresses of other machines alone, and lie in the folder it had before.
    hba_file: rulesFile,
    ident_file: join(folder, 'pg_ident.conf'),
    // There is no standby yet: a commit that waits for one would wait forever.
    synchronous_standby_names: '',
    // The extracted folder has all that is needed: PostgreSQL looks there when this command has nothing.
    restore_command: 'exit 1',
    recovery_target_timeline: String(plan.timeline),
    recovery_target_action: 'promote',
    // It takes connections when the replay is over.
    hot_standby: 'off',
    archive_mode: 'off',
    ssl: 'off',
    log_min_messages: 'log',
  };
  const start = async (more: Readonly<Record<string, string>>): Promise<void> => {
    await startCluster(cluster, { settings: { ...settings, ...more }, withinSeconds: answerSeconds });
    await waitForReplay(cluster, port);
  };
  const saidSoFar = async (): Promise<string> => readFile(clusterLog(cluster), 'utf8').catch(() => '');
  try {
    try {
      await start(
        target === 'latest' ? {} : { recovery_target_time: target.toISOString().replace('Z', '+00') },
      );
    } catch (error) {
      // Nothing was committed between the target and the end of what was extracted: all of it belongs to the target.
      const said = await saidSoFar();
      if (target === 'latest' || !said.includes('before configured recovery target was reached')) throw error;
      await start({});
    }
  } catch (error) {
    const said = (await saidSoFar()).trim().split('\n').slice(-5).join('\n');
    throw new CannotRestore(`PostgreSQL could not replay the log:\n${said}`, { cause: error });
  }
  return port;
};
