import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { type VerifierKey, formatVerifierKey, parseVerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import { parseNote } from '@touchline/verify/note';
import type { Fault } from './fault.ts';
import { look, nothingFollowed, type FollowedLog } from './follow.ts';
import { createLogSource, LogAway, type LogSource } from './log-source.ts';
import { readState, StateError, writeState } from './state.ts';

const usage = `Follows the public log of a house from outside: signatures, growth, every entry, and the sums of what is public.

usage: npm run audit -- https://site.example [options]

  --key VKEY        the log's key, as the house published it; else the site is asked at the first look
  --witness VKEY    a witness whose cosignatures count; may be repeated
  --enough N        how many of them must have cosigned each checkpoint (default: 0)
  --state FILE      where to go on from, and what is written after each look
  --once            looks once and ends
  --every SECONDS   time between two looks (default: 10)
  --metrics PORT    figures for Prometheus at http://127.0.0.1:PORT/metrics
  --figures         prints the figures of the house at the end, as JSON
  --json            one line of JSON for each look
  --help

The exit code is 0 when nothing was wrong, 1 when the log did what it must never do, and 2 when it could not be read.
`;

/** Options that cannot be used. The message says why. */
class UsageError extends Error {}

const DEADLINE_MS = 30_000;

type Options = {
  /** Of the log. */
  address: string;
  /** Undefined where the site is asked. */
  log: VerifierKey | undefined;
  witnesses: readonly VerifierKey[];
  enough: number;
  statePath: string | undefined;
  isOnce: boolean;
  everyMs: number;
  metricsPort: number | undefined;
  showsFigures: boolean;
  isJson: boolean;
};

/** @returns undefined where help is asked for @throws UsageError */
function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    options: {
      key: { type: 'string' },
      witness: { type: 'string', multiple: true, default: [] },
      enough: { type: 'string', default: '0' },
      state: { type: 'string' },
      once: { type: 'boolean', default: false },
      every: { type: 'string', default: '10' },
      metrics: { type: 'string' },
      figures: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  const [site, ...more] = positionals;
  if (values.help) return undefined;
  if (site === undefined || more.length > 0) throw new UsageError(usage);
  return {
    address: `${site.replace(/\/+$/, '')}/log`,
    log: values.key === undefined ? undefined : keyOf(values.key),
    witnesses: values.witness.map(keyOf),
    enough: count(values.enough, '--enough'),
    statePath: values.state === undefined ? undefined : pathOf(values.state),
    isOnce: values.once,
    everyMs: count(values.every, '--every') * 1_000,
    metricsPort: values.metrics === undefined ? undefined : count(values.metrics, '--metrics'),
    showsFigures: values.figures,
    isJson: values.json,
  };
}

/** Runs the command. @returns the exit code */
async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) {
    process.stdout.write(usage);
    return 0;
  }
  const { address, statePath, metricsPort, isOnce, everyMs, showsFigures } = options;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  const source = createLogSource(address, { deadlineMs: DEADLINE_MS, signal: stop.signal });
  const followed = statePath === undefined ? nothingFollowed : await readState(statePath, address);
  const audit = new Audit(options, { source, followed });
  const metrics = metricsPort === undefined ? undefined : serveMetrics(() => audit.progress);
  if (metrics) {
    metrics.listen(metricsPort, '127.0.0.1');
    await once(metrics, 'listening');
  }
  while (!stop.signal.aborted) {
    await audit.look();
    if (isOnce) break;
    await wait(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  metrics?.close();
  const figures = audit.figures();
  if (showsFigures && figures) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  return audit.exitCode();
}

/** Follows one log, look by look. */
class Audit {
  progress: Progress;
  readonly #options: Options;
  readonly #source: LogSource;
  #followed: FollowedLog;
  #log: VerifierKey | undefined;
  /** How many were found, by code. */
  readonly #faults = new Map<string, number>();
  #couldRead = true;

  constructor(options: Options, { source, followed }: { source: LogSource; followed: FollowedLog }) {
    this.#options = options;
    this.#source = source;
    this.#followed = followed;
    this.#log = options.log;
    this.progress = progressOf(options.address, followed, {
      faults: this.#faults,
      witnesses: 0,
      lookedAt: 0,
      isThere: false,
    });
  }

  /** Looks at the log once; that it does not answer is noted. */
  async look(): Promise<void> {
    try {
      await this.#follow(await this.#key());
      this.#couldRead = true;
    } catch (error) {
      if (!(error instanceof LogAway)) throw error;
      this.#couldRead = false;
      this.progress = { ...this.progress, isThere: false };
      process.stderr.write(`The log did not answer: ${error.message}\n`);
    }
  }

  /** The published figures that the entries lead to. */
  figures(): object | undefined {
    return this.#followed.house?.published;
  }

  exitCode(): number {
    if (this.#faults.size > 0) return 1;
    return this.#couldRead ? 0 : 2;
  }

  async #key(): Promise<VerifierKey> {
    if (this.#log !== undefined) return this.#log;
    const log = keyOf(await this.#source.vkey());
    this.#log = log;
    process.stderr.write(
      `The site says that its key is\n  ${formatVerifierKey(log)}\nCompare it with another source, and give it with --key.\n`,
    );
    return log;
  }

  async #follow(log: VerifierKey): Promise<void> {
    const { address, witnesses, enough, statePath, isJson } = this.#options;
    const seen = await look(this.#followed, { source: this.#source, log: [log], witnesses, enough });
    this.#followed = seen.followed;
    for (const { code } of seen.faults) this.#faults.set(code, (this.#faults.get(code) ?? 0) + 1);
    this.progress = progressOf(address, this.#followed, {
      faults: this.#faults,
      witnesses: seen.witnesses.length,
      lookedAt: Date.now() / 1_000,
      isThere: true,
    });
    if (statePath !== undefined) await writeState(statePath, address, this.#followed);
    say(seen.faults, this.#followed, seen.witnesses, isJson);
  }
}

/** Prints the result of a look: one line for people, or one of JSON. */
function say(
  faults: readonly Fault[],
  { size, note, tallies, house }: FollowedLog,
  witnesses: readonly string[],
  isJson: boolean,
): void {
  if (isJson) {
    process.stdout.write(
      `${JSON.stringify({ size, witnesses, faults, tallies, house: house?.published })}\n`,
    );
    return;
  }
  for (const { code, detail } of faults) process.stdout.write(`FAULT ${code}: ${detail}\n`);
  if (note === '') return;
  const { origin } = parseCheckpoint(parseNote(note).text);
  const by = witnesses.length === 0 ? '' : `, cosigned by ${witnesses.join(', ')}`;
  const verdict = faults.length === 0 ? 'agrees' : 'has faults';
  process.stdout.write(`${origin} ${verdict}: ${size} entries${by}\n`);
}

/** What the auditor says of itself and of the log. */
type Progress = {
  log: string;
  /** Entries read and led to a signed root. */
  size: number;
  /** Entries that the figures of the house are as of, and the days that were summed up. */
  figuresSize: number;
  days: number;
  entries: Readonly<Record<string, number>>;
  /** Faults by code, since the start. */
  faults: Readonly<Record<string, number>>;
  witnesses: number;
  /** When the log last answered, in seconds since 1970; 0 before. */
  lookedAt: number;
  /** Whether the log answered the last time. */
  isThere: boolean;
};

/** Figures in the text format of Prometheus. */
function formatMetrics(progress: Progress): string {
  const lines = [
    '# TYPE touchline_audit_log_size gauge',
    `touchline_audit_log_size ${progress.size}`,
    '# TYPE touchline_audit_figures_size gauge',
    `touchline_audit_figures_size ${progress.figuresSize}`,
    '# TYPE touchline_audit_days gauge',
    `touchline_audit_days ${progress.days}`,
    '# TYPE touchline_audit_entries gauge',
    ...Object.entries(progress.entries).map(
      ([kind, entries]) => `touchline_audit_entries{kind=${JSON.stringify(kind)}} ${entries}`,
    ),
    '# TYPE touchline_audit_faults_total counter',
    ...Object.entries(progress.faults).map(
      ([code, count]) => `touchline_audit_faults_total{code=${JSON.stringify(code)}} ${count}`,
    ),
    '# TYPE touchline_audit_witnesses gauge',
    `touchline_audit_witnesses ${progress.witnesses}`,
    '# TYPE touchline_audit_looked_at_seconds gauge',
    `touchline_audit_looked_at_seconds ${progress.lookedAt}`,
    '# TYPE touchline_audit_log_up gauge',
    `touchline_audit_log_up ${progress.isThere ? 1 : 0}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Serves the figures at `/metrics`. @param progress asked at each request */
function serveMetrics(progress: () => Progress): Server {
  return createServer((request, response) => {
    const isFound = request.method === 'GET' && request.url === '/metrics';
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(isFound ? formatMetrics(progress()) : 'not found\n');
  });
}

function progressOf(
  log: string,
  { size, tallies, house }: FollowedLog,
  parts: { faults: ReadonlyMap<string, number> } & Pick<Progress, 'witnesses' | 'lookedAt' | 'isThere'>,
): Progress {
  const entries = Object.fromEntries(
    Object.entries(tallies.kinds).map(([kind, { entries: number }]) => [kind, number]),
  );
  const published = house?.published;
  return {
    ...parts,
    log,
    size,
    figuresSize: published?.size ?? 0,
    days: published?.figures.days ?? 0,
    entries,
    faults: Object.fromEntries(parts.faults),
  };
}

function keyOf(text: string): VerifierKey {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (error instanceof Malformed) throw new UsageError(`not a verifier key: ${text}`);
    throw error;
  }
}

function count(text: string, option: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${option} must be a whole number`);
  return Number(text);
}

/** npm runs this in the project's folder; names are meant from where npm was called. */
function pathOf(file: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', file);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const forReader = error instanceof UsageError || error instanceof StateError || isUsage(error);
  process.stderr.write(forReader && error instanceof Error ? `${error.message}\n` : `${String(error)}\n`);
  process.exitCode = 2;
}

/** Whether an option is wrong. */
function isUsage(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
