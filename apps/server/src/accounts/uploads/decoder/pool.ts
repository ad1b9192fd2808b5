import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import { Refused } from '../../../core/refusal.ts';
import { createFairQueue, type FairQueue } from '../../fair-queue.ts';
import { DecoderAnswer, type CleanImage, type DecoderTask } from './messages.ts';

export type DecoderOptions = {
  /** Images that may wait for the one being decoded: of one owner, and in all. */
  waitingOfOwnerMax?: number;
  waitingMax?: number;
  /** After this long the process counts as hung. */
  hungMs?: number;
  /** After this long without work the process is ended; the next image starts another. */
  idleMs?: number;
  /** Called when the process had to be replaced. */
  onLost?: (why: string) => void;
  /** The program of the process; tests give programs that hang or crash. */
  program?: string;
};

/** When an owner whose images wait may send another one: one of the largest takes some seconds. */
const comeBackMs = 10_000;

const ownProgram = fileURLToPath(new URL('./process.ts', import.meta.url));

type Job = {
  task: DecoderTask;
  resolve: (image: CleanImage) => void;
  reject: (error: Error) => void;
};

/**
 * Decodes images outside of the server, in one process that is started when it is needed. A process and not a thread: a crash in
 * native code, or a loop, ends with that process, which knows no secret of the server.
 */
export class Decoder {
  readonly #waiting: FairQueue<Job>;
  readonly #hungMs: number;
  readonly #idleMs: number;
  readonly #onLost: (why: string) => void;
  readonly #program: string;
  #child: ChildProcess | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({
    waitingOfOwnerMax = 4,
    waitingMax = 64,
    hungMs = 30_000,
    idleMs = 60_000,
    onLost = () => undefined,
    program = ownProgram,
  }: DecoderOptions = {}) {
    this.#waiting = createFairQueue<Job>({ ofOwner: waitingOfOwnerMax, inAll: waitingMax });
    this.#hungMs = hungMs;
    this.#idleMs = idleMs;
    this.#onLost = onLost;
    this.#program = program;
  }

  /**
   * @param owner the sender of the image: owners take turns, so that many images of one do not delay the
   *   others
   * @throws Refused `upload_damaged` when the image cannot be decoded, or crashed the decoder; `too_many`
   *   when too many of the owner wait, with the time to come back; `unavailable` when too many wait in all or
   *   the server stops
   */
  decode(owner: string, task: DecoderTask): Promise<CleanImage> {
    return new Promise((resolve, reject) => {
      const place = this.#isClosed ? 'full' : this.#waiting.push(owner, { task, resolve, reject });
      if (place === 'owner_full') {
        const until = new Date(Date.now() + comeBackMs).toISOString();
        reject(new Refused('too_many', { until }));
      } else if (place === 'full') reject(new Refused('unavailable'));
      else this.#next();
    });
  }

  /** Ends the process; waiting images are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const job of [this.#current, ...this.#waiting.drain()]) job?.reject(new Refused('unavailable'));
    this.#current = undefined;
    const child = this.#child;
    const exited = child?.exitCode === null ? new Promise((done) => child.once('exit', done)) : undefined;
    this.#end();
    await exited;
  }

  #start(): ChildProcess {
    const started = fork(this.#program, [], {
      env: {},
      execArgv: ['--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (message) => {
      if (this.#child === started) this.#answer(message);
    });
    started.on('error', (error) => this.#lose(started, error.message));
    started.on('exit', (code, signal) => this.#lose(started, `ended with ${signal ?? code}`));
    return started;
  }

  #next(): void {
    if (this.#isClosed || this.#current !== undefined) return;
    clearTimeout(this.#timer);
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => this.#end(), this.#idleMs);
      this.#timer.unref();
      return;
    }
    const asked = (this.#child ??= this.#start());
    this.#timer = setTimeout(() => this.#lose(asked, 'hung'), this.#hungMs);
    asked.send(this.#current.task, (error) => {
      if (error) this.#lose(asked, error.message);
    });
  }

  /** Takes the answer to the current image. */
  #answer(message: unknown): void {
    const job = this.#current;
    this.#current = undefined;
    const image = Value.Check(DecoderAnswer, message) ? message.image : undefined;
    if (image === undefined) job?.reject(new Refused('upload_damaged'));
    else job?.resolve(image);
    this.#next();
  }

  /** The process is gone or has to go; its image is not tried again. */
  #lose(which: ChildProcess, why: string): void {
    which.kill('SIGKILL');
    if (this.#child !== which) return;
    this.#child = undefined;
    if (this.#current !== undefined) this.#onLost(why);
    this.#current?.reject(new Refused('upload_damaged'));
    this.#current = undefined;
    this.#next();
  }

  #end(): void {
    const ended = this.#child;
    this.#child = undefined;
    ended?.kill('SIGKILL');
  }
}
