import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clusterFolder,
  dataDirFile,
  outsideClusters,
  stopCluster,
  type Cluster,
} from '../postgres/embedded.ts';
import { findBinaries, type Binaries } from '../postgres/binaries.ts';
import { postgresUser } from '../postgres/user.ts';
import { restoreFiles } from './data-files.ts';
import { extractCluster } from './extract.ts';
import { isAhead, keptStates, newestOf, readState, unknownSince, writeState } from './newest-state.ts';
import { CannotRestore, planRestore, type Plan, type Target } from './plan.ts';
import { recoverCluster } from './recover.ts';
import type { Repository } from './repository.ts';

export type RestoreOptions = {
  repository: Repository;
  target: Target;
  timeline?: number | undefined;
  baseId?: string | undefined;
  /** The new data folder: it is empty or not there. */
  into: string;
  /** The data folder of the lost server, where it is still there: what it has signed counts if it is newer. */
  newestFrom?: string | undefined;
  /** A folder with `pg_ctl` and `postgres` of the cluster's version; without it the embedded ones. */
  programs?: string | undefined;
  /** A trial: what the public log has signed is left out, since nothing will be signed here. */
  isTrial: boolean;
  say: (line: string) => void;
};

export type Restored = {
  plan: Plan;
  /** Since when it is unknown what the public log signed; undefined where that is known. */
  newest: { unknownAfter: string | undefined };
  cluster: Cluster;
  port: number;
  /** Stops the database. */
  stop: () => Promise<void>;
};

const isEmpty = async (folder: string): Promise<boolean> =>
  !existsSync(folder) || (await readdir(folder)).length === 0;

/** Where the cluster of a restore goes: nothing may be there. @throws CannotRestore */
const emptyPlaces = async (into: string, cluster: string): Promise<void> => {
  for (const folder of [into, cluster]) {
    if (!(await isEmpty(folder))) {
      throw new CannotRestore(`${folder} is not empty: a restore never overwrites, name another folder`);
    }
  }
};

const binariesIn = (programs: string): Binaries => {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const pgCtl = join(programs, `pg_ctl${ending}`);
  if (!existsSync(pgCtl)) throw new CannotRestore(`There is no pg_ctl in ${programs}`);
  return { initdb: join(programs, `initdb${ending}`), pgCtl };
};

/**
 * Restores a cluster and the data folder around it, and starts the database on a free port of this machine.
 * @throws CannotRestore, NotOpened
 */
export const restore = async ({
  repository,
  target,
  timeline,
  baseId,
  into,
  newestFrom,
  programs,
  isTrial,
  say,
}: RestoreOptions): Promise<Restored> => {
  const user = await postgresUser();
  const folder = await clusterFolder(into, user);
  await emptyPlaces(into, folder);
  const states = await keptStates(repository);
  const archivedMs = states.flatMap(({ archivedAt }) =>
    archivedAt === null ? [] : [Date.parse(archivedAt)],
  );
  const endsAt = archivedMs.length === 0 ? undefined : new Date(Math.max(...archivedMs));
  const plan = await planRestore(repository, { target, timeline, baseId, endsAt });
  const { base, wal } = plan;
  say(`base    ${base.id}, ${(base.bytes / 1e6).toFixed(1)} MB, ended ${base.endedAt}`);
  say(`log     ${wal.length} files on timeline ${plan.timeline}, the last of ${plan.end.at.toISOString()}`);
  if (target === 'latest') say('to      the end of the archive: what was not archived yet is lost');
  else
    say(
      `to      ${target.toISOString()}: everything after it is lost, bets, payments, limits and passwords alike`,
    );

  // The user of PostgreSQL must pass; what is secret below is readable by its owner alone.
  await mkdir(into, { recursive: true });
  const own = newestFrom === undefined ? undefined : await readState(newestFrom);
  const kept = newestOf(states);
  // The machine's own folder knows best: it has all that was signed on it.
  const isOwnNewer = own !== undefined && !isAhead(kept?.signed ?? null, own.signed);
  const newest = isOwnNewer ? own : kept;
  if (newest === undefined) throw new CannotRestore(`${repository.where} has no keys of the data folder`);
  // A machine that was restored before and has not continued since knows no more than then.
  const unknownAfter = newest.signed?.unknownAfter ?? (own === undefined ? unknownSince(states) : undefined);
  const signed =
    isTrial || newest.signed === null
      ? null
      : { ...newest.signed, ...(unknownAfter !== undefined && { unknownAfter }) };
  await writeState(into, { files: newest.files, signed });
  const files = await restoreFiles(repository, into);
  say(`files   ${files.length} images and proofs, ${Object.keys(newest.files).length} keys and passwords`);

  const binaries = programs === undefined ? await findBinaries(user, outsideClusters) : binariesIn(programs);
  const cluster: Cluster = { binaries, user, folder };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await extractCluster(repository, plan, folder);
  if (existsSync(join(folder, dataDirFile))) await writeFile(join(folder, dataDirFile), `${into}\n`);
  await chmod(folder, 0o700);
  say('replay  the base backup is whole, PostgreSQL replays the log');
  const port = await recoverCluster(cluster, { target, plan });
  return { plan, newest: { unknownAfter }, cluster, port, stop: () => stopCluster(cluster) };
};
