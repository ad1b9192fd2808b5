import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../../core/config/config.ts';
import { openDatabase } from '../../core/database/database.ts';
import { reachDatabase } from '../postgres/reach.ts';
import { prepareDatabase, type DatabaseUrls } from '../../core/database/prepare.ts';
import { runCommand } from './expected.ts';
import { openRepository } from './open.ts';
import type { Repository } from './repository.ts';
import { restore, type RestoreOptions } from './restore.ts';
import { restoredSettings, restoredUrls } from './restored-settings.ts';
import type { Target } from './plan.ts';
import { runTool } from './tools.ts';

/**
 * Holds all payouts of a restored database until an operator has compared the lists of the rails: what they paid after `since` is
 * not in it. The schema is brought up to date before, as a start of the server does.
 */
const holdPayouts = async (urls: DatabaseUrls, since: Date): Promise<void> => {
  await prepareDatabase(urls);
  const database = openDatabase(urls.ownerUrl ?? urls.url, 1, () => undefined);
  try {
    await database.pool.query(
      `insert into payout_hold (reason, since, at) values ('restored', $1, site_clock())
       on conflict ((released_at is null)) where released_at is null
       do update set reason = excluded.reason, since = least(payout_hold.since, excluded.since)`,
      [since],
    );
  } finally {
    await database.close();
  }
};

const usage = `npm run restore -- --to latest|TIME --into FOLDER
  restores the newest base backup and the log after it into a new data folder, and verifies it
    --to latest        to the end of the archive
    --to TIME          to a time with its zone, as 2026-11-26T05:00:00Z or 2026-11-26T05:00:00+01:00
    --into FOLDER      an empty folder, or one that is not there: nothing is ever overwritten
    --newest-from DIR  the data folder of the lost server, if there is one: what it has signed counts
    --base ID          that base backup and no other (npm run backup -- list)
    --timeline N       that life of the cluster, where it was restored before
    --programs DIR     pg_ctl and postgres of the version of your own PostgreSQL
npm run restore -- --adopt --to TIME
  after another tool has restored the database of the settings to a time: holds payouts, and verifies`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Reads a time with its zone; without one it would depend on the machine. */
const readTarget = (text: string): Target | undefined => {
  if (text === 'latest') return text;
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined;
  const moment = new Date(text.replace(' ', 'T'));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
};

/** Holds the payouts of a database that another tool has restored, and verifies it. @returns the exit code */
const adopt = async (config: Config, since: Date): Promise<number> => {
  const source = await reachDatabase(config);
  try {
    await holdPayouts(source, since);
    print(
      `held    Payouts wait until an operator has compared the lists of the rails from ${since.toISOString()} on.`,
    );
  } finally {
    await source.leave();
  }
  const code = await runTool('verify', [], {});
  await runTool('log', ['rebuild'], {});
  return code === 0 ? 0 : 2;
};

/** What the command was asked to do. */
type Request = { kind: 'usage'; isHelp: boolean } | { kind: 'adopt'; since: Date } | RestoreRequest;

type RestoreRequest = { kind: 'restore' } & Omit<RestoreOptions, 'repository' | 'isTrial' | 'say'>;

const readRequest = (args: readonly string[]): Request => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string' },
      into: { type: 'string' },
      'newest-from': { type: 'string' },
      base: { type: 'string' },
      timeline: { type: 'string' },
      programs: { type: 'string' },
      adopt: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const target = values.to === undefined ? undefined : readTarget(values.to);
  const timeline = values.timeline === undefined ? undefined : Number(values.timeline);
  const isWrong = timeline !== undefined && !(Number.isInteger(timeline) && timeline > 0);
  if (values.adopt && target !== undefined && target !== 'latest') return { kind: 'adopt', since: target };
  if (values.help || values.adopt || target === undefined || values.into === undefined || isWrong) {
    return { kind: 'usage', isHelp: values.help };
  }
  return {
    kind: 'restore',
    target,
    into: resolve(values.into),
    timeline,
    baseId: values.base,
    newestFrom: values['newest-from'],
    programs: values.programs,
  };
};

/** @returns the exit code: 0 when all agrees, 2 when it is restored with differences */
const run = async (args: readonly string[]): Promise<number> => {
  const request = readRequest(args);
  if (request.kind === 'usage') {
    print(usage);
    return request.isHelp ? 0 : 1;
  }
  const config = readConfig(process.env);
  if (request.kind === 'adopt') return adopt(config, request.since);
  const repository = await openRepository(config);
  try {
    return await restoreAndVerify(config, repository, request);
  } finally {
    repository.close();
  }
};

/** Restores into a new data folder, holds the payouts and verifies it. @returns the exit code */
const restoreAndVerify = async (
  config: Config,
  repository: Repository,
  request: RestoreRequest,
): Promise<number> => {
  const { target, into } = request;
  const { plan, newest, cluster, port, stop } = await restore({
    ...request,
    repository,
    isTrial: false,
    say: print,
  });
  const settings = restoredSettings(config, { dataDir: into, port });
  let code: number;
  try {
    const since = target === 'latest' ? plan.end.at : target;
    await holdPayouts(await restoredUrls(config, { dataDir: into, port }), since);
    code = await runTool('verify', [], settings);
    // The tiles of the log are made again from the database.
    await runTool('log', ['rebuild'], settings);
  } finally {
    await stop();
  }
  const { unknownAfter } = newest;
  printResult({ into, cluster: cluster.folder, unknownAfter, isSame: code === 0 });
  return code === 0 && unknownAfter === undefined ? 0 : 2;
};

/** Prints where the restored database is, and what an operator has to do. */
const printResult = ({
  into,
  cluster,
  unknownAfter,
  isSame,
}: {
  into: string;
  cluster: string;
  unknownAfter: string | undefined;
  isSame: boolean;
}): void => {
  print(`done    ${into} is a data folder that a server can be started on: DATA_DIR=${into}`);
  print(`        Its cluster is in ${cluster}.`);
  print('        Payouts wait until an operator has compared the lists of the rails (office, Withdrawals).');
  if (unknownAfter !== undefined) {
    print(
      `        What the public log signed after ${unknownAfter} is not known here: it refuses to continue.`,
    );
    print('        With the log/signed.json of the lost machine it continues; else open an epoch:');
    print("        npm run log -- epoch --reason 'what was lost, and why'");
  } else if (!isSame) {
    print(
      '        The differences above are what the restore left: where the log is older than what was signed,',
    );
    print("        it refuses to continue until npm run log -- epoch --reason 'what was lost, and why'");
  }
};

await runCommand(() => run(process.argv.slice(2)));
