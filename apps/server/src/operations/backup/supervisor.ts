import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import type { Config } from '../../core/config/config.ts';
import type { Log } from '../../core/logging/log.ts';
import type { BackupFigures } from './metrics.ts';
import { FromArchiver, type ToArchiver } from './messages.ts';

/** The process that archives, as the server sees it. */
export type Archiving = {
  /** How far it is: all that the database had written by `archivedAt` is archived, and whether the last try failed. */
  figures: () => BackupFigures;
  /** Uploads what has come, and ends the process. */
  stop: () => Promise<void>;
};

const program = fileURLToPath(new URL('process.ts', import.meta.url));
/** A process that ended is replaced after this long. */
const replaceMs = 5_000;
/** How long a stop waits for the last uploads. The next start continues with what is left. */
const stopMs = 15_000;
const lookMs = 1_000;
/** An archive that is behind by more is an alarm. */
const behindMs = (everyMs: number): number => Math.max(60_000, 6 * everyMs);

/** The environment of the process, without the server's settings and secrets: it receives those that it needs in a message. */
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
];

/** Archives in a process of its own for as long as the server runs. */
export const startArchiving = ({
  config,
  url,
  log,
}: {
  config: Config & { BACKUP_TO: string };
  url: string;
  log: Log;
}): Archiving => {
  const everyMs = config.BACKUP_SECONDS * 1_000;
  const startedMs = Date.now();
  let child: ChildProcess | undefined;
  let replacing: NodeJS.Timeout | undefined;
  let isStopping = false;
  let archivedMs: number | undefined;
  let failure: string | undefined;
  let isBehind = false;

  const begin: ToArchiver = {
    kind: 'begin',
    url,
    dataDir: config.DATA_DIR,
    everyMs,
    settings: {
      BACKUP_TO: config.BACKUP_TO,
      ...(config.BACKUP_KEY !== undefined && { BACKUP_KEY: config.BACKUP_KEY }),
      ...(config.BACKUP_S3_ENDPOINT !== undefined && { BACKUP_S3_ENDPOINT: config.BACKUP_S3_ENDPOINT }),
      BACKUP_S3_REGION: config.BACKUP_S3_REGION,
      ...(config.BACKUP_S3_KEY_ID !== undefined && { BACKUP_S3_KEY_ID: config.BACKUP_S3_KEY_ID }),
      ...(config.BACKUP_S3_SECRET !== undefined && { BACKUP_S3_SECRET: config.BACKUP_S3_SECRET }),
    },
  };

  const failed = (text: string): void => {
    if (failure !== text) log.warn({ failure: text }, 'the archive of the database is stopped');
    failure = text;
  };
  const hear = (message: unknown): void => {
    if (!Value.Check(FromArchiver, message)) return;
    if (message.kind === 'failed') failed(message.text);
    else if (message.kind === 'gap') {
      log.error(
        { alarm: 'backup_gap', gap: message.text },
        'the archive has a gap: make a base backup now (npm run backup)',
      );
    } else {
      archivedMs = message.atMs;
      failure = undefined;
    }
  };
  const start = (): void => {
    const env = Object.fromEntries(
      passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    const started = fork(program, [], {
      env,
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child = started;
    const ended = (why: string): void => {
      if (child !== started) return;
      child = undefined;
      if (isStopping) return;
      failed(failure ?? why);
      replacing = setTimeout(start, replaceMs);
    };
    started.on('message', hear);
    started.on('error', (error) => ended(error.message));
    started.on('exit', (code, signal) => ended(`the process ended with ${signal ?? code}`));
    started.send(begin);
  };
  const look = (): void => {
    // Where another process archives, this one has nothing to say.
    if (archivedMs === undefined && failure === undefined) return;
    const behind = Date.now() - (archivedMs ?? startedMs);
    if (behind > behindMs(everyMs)) {
      if (!isBehind) {
        log.error(
          { alarm: 'backup_behind', seconds: Math.round(behind / 1_000), failure },
          'the archive of the database is behind',
        );
      }
      isBehind = true;
    } else if (isBehind) {
      isBehind = false;
      log.warn('the archive of the database has caught up');
    }
  };
  start();
  const looking = setInterval(look, lookMs);
  return {
    figures: () => ({
      archivedAt: archivedMs === undefined ? undefined : new Date(archivedMs),
      isFailing: failure !== undefined,
    }),
    async stop() {
      isStopping = true;
      clearInterval(looking);
      clearTimeout(replacing);
      const running = child;
      if (running === undefined) return;
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      const stop: ToArchiver = { kind: 'stop' };
      running.send(stop);
      const timer = setTimeout(() => running.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(timer);
    },
  };
};
