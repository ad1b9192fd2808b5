import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../../core/config/config.ts';
import { reachDatabase } from '../postgres/reach.ts';
import { closeOnSignal } from '../../core/process.ts';
import { slotName } from './archiver.ts';
import { runCommand } from './expected.ts';
import { NoRepository, openRepository } from './open.ts';
import { keptStates } from './newest-state.ts';
import { reachOf } from './plan.ts';
import { connectReplication } from './replication.ts';
import { restore } from './restore.ts';
import { endOf, type Repository } from './repository.ts';
import { restoredSettings } from './restored-settings.ts';
import { prune, takeBase } from './take.ts';
import { runTool } from './tools.ts';
import { formatLsn } from './wal-names.ts';

const usage = `npm run backup
  makes a base backup and removes old ones; the server may run meanwhile or not
    --keep N        base backups to keep (BACKUP_KEEP)
npm run backup -- list
  prints the base backups, and how far a restore from each reaches
npm run backup -- check
  restores the newest one to the end of the archive into a temporary folder, starts its database and verifies it
    --programs DIR  pg_ctl and postgres of the version of your own PostgreSQL
npm run backup -- key
  prints a new key for BACKUP_KEY
npm run backup -- forget
  lets the database go: it keeps nothing more for the archive`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The connection by which the database is copied, and how to let go of it. */
const reach = async (
  config: Config,
): Promise<{ url: string; isAlone: boolean; leave: () => Promise<void> }> => {
  const source = await reachDatabase(config);
  const url = config.BACKUP_DATABASE_URL ?? source.ownerUrl;
  if (url === undefined) throw new NoRepository('BACKUP_DATABASE_URL must name a role that may replicate');
  return { url, isAlone: source.isAlone, leave: source.leave };
};

const take = async (config: Config, repository: Repository, keep: number): Promise<void> => {
  const source = await reach(config);
  try {
    const { url, isAlone } = source;
    const base = await takeBase({ repository, url, dataDir: config.DATA_DIR, isAlone, say: print });
    print(`base    ${base.id} is complete in ${repository.where}, sealed with the key ${repository.keyId}`);
  } finally {
    await source.leave();
  }
  const { bases, wal, files } = await prune(repository, { keep, now: new Date() });
  if (bases.length > 0)
    print(`removed ${bases.length} older, with ${wal} files of the log and ${files} others`);
};

const list = async (repository: Repository): Promise<void> => {
  const about = await repository.about();
  const [bases, kept, histories] = [
    await repository.bases(),
    await repository.wal(about.segmentBytes),
    await repository.histories(),
  ];
  const states = await keptStates(repository);
  print(`place   ${repository.where}, key ${repository.keyId}, cluster ${about.systemId}`);
  const timeline = Math.max(1, ...kept.map(({ segment }) => segment.timeline));
  for (const base of bases) {
    const { wal, gap } = reachOf(base, kept, { timeline, history: histories.get(timeline), about });
    const last = wal.at(-1);
    const at = last && (await repository.readWal(last)).sentAt.toISOString();
    const reaches = last === undefined ? 'nowhere' : `${at} (${formatLsn(endOf(last))})`;
    const size = `${(base.bytes / 1e6).toFixed(1)} MB`;
    print(`base    ${base.id}  ${size.padStart(10)}  timeline ${base.timeline}, restores reach ${reaches}`);
    if (gap !== undefined) print(`        GAP: ${gap}; later times need a later base backup`);
  }
  if (bases.length === 0) print('base    none yet: npm run backup');
  for (const { id } of await repository.unfinished()) print(`begun   ${id}, not complete`);
  for (const { savedAt, isFinal, archivedAt, signed } of states) {
    const log = signed === null ? 'nothing signed' : `${signed.size} entries signed in epoch ${signed.epoch}`;
    const archived = archivedAt === null ? 'nothing archived' : `archived up to ${archivedAt}`;
    print(`machine ${isFinal ? 'stopped' : 'running'} at ${savedAt}, ${archived}, ${log}`);
  }
};

/** Restores into a temporary folder and verifies. @returns whether all agrees */
const check = async (
  config: Config,
  repository: Repository,
  programs: string | undefined,
): Promise<boolean> => {
  const into = await mkdtemp(join(tmpdir(), 'touchline-check-'));
  // PostgreSQL runs as another user if this one is root.
  await chmod(into, 0o711);
  const data = join(into, 'data');
  let stop = (): Promise<void> => Promise.resolve();
  let cluster: string | undefined;
  const clean = async (): Promise<void> => {
    await stop();
    await rm(into, { recursive: true, force: true });
    if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  };
  const stopListening = closeOnSignal(clean);
  try {
    const restored = await restore({
      repository,
      target: 'latest',
      into: data,
      programs,
      isTrial: true,
      say: print,
    });
    cluster = restored.cluster.folder;
    stop = restored.stop;
    const settings = restoredSettings(config, { dataDir: data, port: restored.port });
    const code = await runTool('verify', [], settings);
    print(
      code === 0 ? 'check   the backup can be restored and agrees' : 'check   the backup has differences',
    );
    return code === 0;
  } finally {
    await clean();
    stopListening();
  }
};

/** @returns the exit code */
const run = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      keep: { type: 'string' },
      programs: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [command = 'take', ...rest] = positionals;
  const isKnown = ['take', 'list', 'check', 'key', 'forget'].includes(command);
  if (values.help || rest.length > 0 || !isKnown) {
    print(usage);
    return values.help ? 0 : 1;
  }
  if (command === 'key') {
    print(randomBytes(32).toString('hex'));
    return 0;
  }
  const config = readConfig(process.env);
  if (command === 'forget') {
    const source = await reach(config);
    const replication = await connectReplication(source.url);
    try {
      await replication.dropSlot(slotName);
      print('The database keeps nothing for the archive any more.');
    } finally {
      await replication.close();
      await source.leave();
    }
    return 0;
  }
  const repository = await openRepository(config);
  try {
    const keep = values.keep === undefined ? config.BACKUP_KEEP : Number(values.keep);
    if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep takes a number of at least 1');
    if (command === 'take') await take(config, repository, keep);
    if (command === 'list') await list(repository);
    return command !== 'check' || (await check(config, repository, values.programs)) ? 0 : 1;
  } finally {
    repository.close();
  }
};

await runCommand(() => run(process.argv.slice(2)));
