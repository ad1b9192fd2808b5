import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { clusterFolder, startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { postgresUser } from '../../apps/server/src/operations/postgres/user.ts';
import { prepareDatabase } from '../../apps/server/src/core/database/prepare.ts';
import { makeDataFolder, type DataFolder } from '../fixtures/data-folder.ts';

const run = promisify(execFile);
/** The data folder that the others of a run are copies of. */
const original = (): string => join(tmpdir(), 'migrated');

/** Makes the data folder that `makeMigratedFolder` copies, once for a run of tests. */
export const makeOriginal = async (): Promise<void> => {
  await mkdir(original());
  await chmod(original(), 0o711);
  const postgres = await startEmbedded(original());
  await prepareDatabase({ url: postgres.serverUrl('touchline'), ownerUrl: postgres.ownerUrl('touchline') });
  await postgres.stop();
};

/** Copies a data folder whose server and database do not run. */
export const copyFolder = async (from: Pick<DataFolder, 'path' | 'cluster'>): Promise<DataFolder> => {
  const folder = await makeDataFolder();
  for (const name of await readdir(from.path)) {
    if (name !== basename(from.cluster)) await run('cp', ['-a', join(from.path, name), folder.path]);
  }
  await run('cp', ['-a', from.cluster, folder.cluster]);
  return folder;
};

/** Makes a data folder whose cluster is there and migrated, which takes a fraction of the time of a first start. */
export const makeMigratedFolder = async (): Promise<DataFolder> =>
  copyFolder({ path: original(), cluster: await clusterFolder(original(), await postgresUser()) });
