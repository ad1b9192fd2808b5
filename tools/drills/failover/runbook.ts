import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { runBackup } from '../../../tests/fixtures/server.ts';
import { wipe, type Cluster } from './cluster.ts';
import type { During } from './during.ts';
import type { Machine } from './machines.ts';

type Site = {
  cluster: Cluster;
  during: During;
  stopServers: () => Promise<void>;
  startServers: () => Promise<void>;
  /** Settings of the programs for backups. */
  backup: Record<string, string>;
  /** For what is restored. */
  folder: string;
};

const nothing = (): Promise<void> => Promise.resolve();

/** @returns what `npm run backup` or `npm run restore` printed @throws when it failed */
const archiveTool = async (
  tool: 'backup' | 'restore',
  args: readonly string[],
  settings: Record<string, string>,
): Promise<string> => {
  const { code, log } = await runBackup(tool, args, settings);
  // A restore ends with 2 where a person decides about the public log first; the servers of the drill have kept what they signed.
  if (code !== 0 && !(tool === 'restore' && code === 2))
    throw new Error(`npm run ${tool} has failed:\n${log}`);
  return log;
};

/** Makes a base backup. @returns its id */
export const backUp = async (settings: Record<string, string>): Promise<string> => {
  const log = await archiveTool('backup', [], settings);
  const id = /^base +(\S+) is complete/m.exec(log)?.[1];
  if (id === undefined) throw new Error(`npm run backup has named no base backup:\n${log}`);
  return id;
};

/** Stops Patroni on both machines, the one that leads last. @returns them, that one first */
const stopCluster = async (cluster: Cluster): Promise<[Machine, Machine]> => {
  const [led, followed] = [await cluster.leader(), await cluster.other()];
  await cluster.stopPatroni(followed);
  await cluster.stopPatroni(led);
  return [led, followed];
};

/** What etcd knows about the cluster goes; Patroni takes up the database that it finds. */
const forget = (cluster: Cluster): Promise<void> =>
  cluster.ctl(['remove', 'touchline'], ['touchline', 'Yes I am aware']);

/** One machine is lost with all it had, and a new one takes its place. */
const replaceMachine = async ({ cluster, during }: Site): Promise<void> => {
  await during('the machine of the standby replaced by an empty one', async () => {
    const [left, lost] = [await cluster.leader(), await cluster.other()];
    await lost.kill();
    await wipe(cluster.dataOf(lost));
    await wipe(join(lost.folder, 'etcd'));
    const list = await cluster.etcdctl(left, ['member', 'list']);
    const id = new RegExp(`^([0-9a-f]+), \\w+, ${lost.name},`, 'm').exec(list)?.[1];
    if (id === undefined) throw new Error(`etcd does not know ${lost.name}:\n${list}`);
    await cluster.etcdctl(left, ['member', 'remove', id]);
    await cluster.etcdctl(left, ['member', 'add', lost.name, `--peer-urls=${cluster.peerOf(lost)}`]);
    await cluster.remake({ ETCD_STATE: 'existing' });
    await cluster.restart(lost);
    return nothing;
  });
};

/** What a minor version takes: both nodes are restarted, the standby first. */
const restartBoth = async ({ cluster, during }: Site): Promise<void> => {
  await during('PostgreSQL restarted on both machines (minor version)', async () => {
    const [first, second] = [await cluster.other(), await cluster.leader()];
    const before = [await cluster.postmasterOf(first), await cluster.postmasterOf(second)];
    await cluster.ctl(['restart', 'touchline', first.name, '--force']);
    await cluster.whole();
    await cluster.switchOver();
    await cluster.whole();
    await cluster.ctl(['restart', 'touchline', second.name, '--force']);
    await cluster.whole();
    const after = [await cluster.postmasterOf(first), await cluster.postmasterOf(second)];
    if (after.some((pid, i) => pid === before[i])) throw new Error('a PostgreSQL was not restarted');
    return nothing;
  });
};

/** Restores a backup into the cluster. The servers are stopped until it is done. */
const restoreBackup = async (
  { cluster, during, stopServers, startServers, backup, folder }: Site,
  base: string,
): Promise<void> => {
  await archiveTool('backup', ['check', '--programs', cluster.programs()], backup);
  await during('a backup restored into the cluster', async () => {
    await stopServers();
    // The servers have stopped, so the archive has all they wrote once this is complete.
    await backUp(backup);
    const [first, second] = await stopCluster(cluster);
    await forget(cluster);
    const into = join(folder, 'restored');
    const log = await archiveTool(
      'restore',
      ['--to', 'latest', '--into', into, '--base', base, '--programs', cluster.programs()],
      backup,
    );
    const restored = /Its cluster is in (\S+)\.$/m.exec(log)?.[1];
    if (restored === undefined || !log.includes('all agree'))
      throw new Error(`the restored database does not agree:\n${log}`);
    await wipe(cluster.dataOf(first));
    await rename(restored, cluster.dataOf(first));
    await cluster.startPatroni(first);
    await cluster.leads(first);
    await wipe(cluster.dataOf(second));
    await cluster.startPatroni(second);
    await cluster.whole();
    await startServers();
    return nothing;
  });
};

/**
 * Carries out the steps of docs/deploy-and-recover.md that people take, each while members bet.
 * @param base id of a base backup that was made before
 */
export const runRunbook = async (site: Site, base: string): Promise<void> => {
  await replaceMachine(site);
  await restartBoth(site);
  await restoreBackup(site, base);
};
