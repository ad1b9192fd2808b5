import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import { Refused } from '../../../core/refusal.ts';
import { createFairQueue } from '../../../core/fair-queue.ts';
import { DecoderAnswer, type CleanImage, type DecoderTask } from './messages.ts';

/** Decodes images outside of the server. */
export type Decoder = {
  /**
   * @param owner the sender of the image: owners take turns, so that many images of one do not delay the
   *   others
   * @throws Refused `upload_damaged` when the image cannot be decoded, or crashed the decoder; `too_many`
   *   when too many of the owner wait, with the time to come back; `unavailable` when too many wait in all or
   *   the server stops
   */
  decode(owner: string, task: DecoderTask): Promise<CleanImage>;
  /** Ends the process; waiting images are refused. */
  close(): Promise<void>;
};

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
 * A decoder with one process, started when it is needed. A process and not a thread: a crash in native code,
 * or a loop, ends with that process, which knows no secret of the server.
 */
export const createDecoder = ({
  waitingOfOwnerMax = 4,
  waitingMax = 64,
  hungMs = 30_000,
  idleMs = 60_000,
  onLost = () => undefined,
  program = ownProgram,
}: DecoderOptions = {}): Decoder => {
  const waiting = createFairQueue<Job>({ ofOwner: waitingOfOwnerMax, inAll: waitingMax });
  let child: ChildProcess | undefined;
  let current: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const start = (): ChildProcess => {
    const started = fork(program, [], {
      env: {},
      execArgv: ['--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', (message) => {
      if (child === started) answered(message);
    });
    started.on('error', (error) => lost(started, error.message));
    started.on('exit', (code, signal) => lost(started, `ended with ${signal ?? code}`));
    return started;
  };

  const next = (): void => {
    if (closed || current !== undefined) return;
    clearTimeout(timer);
    current = waiting.shift();
    if (current === undefined) {
      timer = setTimeout(end, idleMs);
      timer.unref();
      return;
    }
    child ??= start();
    const asked = child;
    timer = setTimeout(() => lost(asked, 'hung'), hungMs);
    asked.send(current.task, (error) => {
      if (error) lost(asked, error.message);
    });
  };

  const answered = (message: unknown): void => {
    const job = current;
    current = undefined;
    const image = Value.Check(DecoderAnswer, message) ? message.image : undefined;
    if (image === undefined) job?.reject(new Refused('upload_damaged'));
    else job?.resolve(image);
    next();
  };

  /** The process is gone or has to go; its image is not tried again. */
  const lost = (which: ChildProcess, why: string): void => {
    which.kill('SIGKILL');
    if (child !== which) return;
    child = undefined;
    if (current !== undefined) onLost(why);
    current?.reject(new Refused('upload_damaged'));
    current = undefined;
    next();
  };

  const end = (): void => {
    const ended = child;
    child = undefined;
    ended?.kill('SIGKILL');
  };

  return {
    decode: (owner, task) =>
      new Promise((resolve, reject) => {
        const place = closed ? 'full' : waiting.push(owner, { task, resolve, reject });
        if (place === 'owner_full') {
          const until = new Date(Date.now() + comeBackMs).toISOString();
          reject(new Refused('too_many', { until }));
        } else if (place === 'full') reject(new Refused('unavailable'));
        else next();
      }),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      for (const job of [current, ...waiting.drain()]) job?.reject(new Refused('unavailable'));
      current = undefined;
      const exited = child?.exitCode === null ? new Promise((done) => child?.once('exit', done)) : undefined;
      end();
      await exited;
    },
  };
};
