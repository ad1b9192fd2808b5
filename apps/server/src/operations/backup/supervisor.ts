import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Gauge, type Registry } from '@prometheus-io/client';
import { Value } from 'typebox/value';
import type { Config } from '../../core/config/config.ts';
import type { Log } from '../../core/logging/log.ts';
import { FromArchiver, type ToArchiver } from './messages.ts';

/** How far the archive of the database is. */
export type BackupProgress = {
  /** All that the database had written by then is archived; undefined while this process has archived nothing. */
  archivedAt: Date | undefined;
  /** Whether the last try failed. */
  isFailing: boolean;
};

/** Registers how far the archive is. Of several processes one archives, and the others have no values. */
export const registerBackup = (metrics: Registry, progress: (() => BackupProgress) | undefined): void => {
  new Gauge({
    name: 'touchline_backup_archived_timestamp_seconds',
    help: 'All that the database had written by then is archived, in seconds since 1970; of the process that archives',
    registers: [metrics],
    collect() {
      const archivedAt = progress?.().archivedAt;
      if (archivedAt === undefined) this.remove();
      else this.set(archivedAt.getTime() / 1_000);
    },
  });
  new Gauge({
    name: 'touchline_backup_failing',
    help: '1 while the archive of the database is stopped',
    registers: [metrics],
    collect() {
      if (progress === undefined) this.remove();
      else this.set(progress().isFailing ? 1 : 0);
    },
  });
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

type ArchivingConfig = Config & { BACKUP_TO: string };

/** Archives in a process of its own, from `start` until `stop`. */
export class Archiving {
  readonly #begin: ToArchiver;
  readonly #log: Log;
  readonly #behindMs: number;
  readonly #startedMs = Date.now();
  #child: ChildProcess | undefined;
  #replacing: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #isStopping = false;
  #archivedMs: number | undefined;
  #failure: string | undefined;
  #isBehind = false;

  constructor({ config, url, log }: { config: ArchivingConfig; url: string; log: Log }) {
    const everyMs = config.BACKUP_SECONDS * 1_000;
    this.#begin = beginMessage(config, url, everyMs);
    this.#behindMs = behindMs(everyMs);
    this.#log = log;
  }

  start(): void {
    this.#startProcess();
    this.#looking = setInterval(() => this.#look(), lookMs);
  }

  /** How far it is: all that the database had written by `archivedAt` is archived, and whether the last try failed. */
  progress(): BackupProgress {
    return {
      archivedAt: this.#archivedMs === undefined ? undefined : new Date(this.#archivedMs),
      isFailing: this.#failure !== undefined,
    };
  }

  /** Uploads what has come, and ends the process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#looking);
    clearTimeout(this.#replacing);
    const running = this.#child;
    if (running === undefined) return;
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    const stop: ToArchiver = { kind: 'stop' };
    running.send(stop);
    const timer = setTimeout(() => running.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(timer);
  }

  #startProcess(): void {
    const env = Object.fromEntries(
      passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    const started = fork(program, [], {
      env,
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = started;
    const ended = (why: string): void => {
      if (this.#child !== started) return;
      this.#child = undefined;
      if (this.#isStopping) return;
      this.#setFailure(this.#failure ?? why);
      this.#replacing = setTimeout(() => this.#startProcess(), replaceMs);
    };
    started.on('message', (message) => this.#hear(message));
    started.on('error', (error) => ended(error.message));
    started.on('exit', (code, signal) => ended(`the process ended with ${signal ?? code}`));
    started.send(this.#begin);
  }

  #hear(message: unknown): void {
    if (!Value.Check(FromArchiver, message)) return;
    if (message.kind === 'failed') this.#setFailure(message.text);
    else if (message.kind === 'gap') {
      this.#log.error(
        { alarm: 'backup_gap', gap: message.text },
        'the archive has a gap: make a base backup now (npm run backup)',
      );
    } else {
      this.#archivedMs = message.atMs;
      this.#failure = undefined;
    }
  }

  #setFailure(text: string): void {
    if (this.#failure !== text) this.#log.warn({ failure: text }, 'the archive of the database is stopped');
    this.#failure = text;
  }

  /** Raises the alarm once while the archive is behind. */
  #look(): void {
    const failure = this.#failure;
    // Where another process archives, this one has nothing to say.
    if (this.#archivedMs === undefined && failure === undefined) return;
    const behind = Date.now() - (this.#archivedMs ?? this.#startedMs);
    if (behind > this.#behindMs) {
      if (!this.#isBehind) {
        this.#log.error(
          { alarm: 'backup_behind', seconds: Math.round(behind / 1_000), failure },
          'the archive of the database is behind',
        );
      }
      this.#isBehind = true;
    } else if (this.#isBehind) {
      this.#isBehind = false;
      this.#log.warn('the archive of the database has caught up');
    }
  }
}

const beginMessage = (config: ArchivingConfig, url: string, everyMs: number): ToArchiver => ({
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
});
