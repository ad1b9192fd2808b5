import type { Duplex } from 'node:stream';
import pg from 'pg';
import { createNodes } from '../../core/database/nodes.ts';
import { formatLsn, parseLsn } from './wal-names.ts';

/** Rows of one answer, columns as text. */
type Rows = readonly (readonly (string | null)[])[];

/** A piece of the write-ahead log as PostgreSQL sends it, or a sign of life without bytes. */
export type WalMessage = {
  /** The position of its first byte; where there are no bytes, the end of what was sent. */
  start: bigint;
  bytes: Uint8Array;
  /** When PostgreSQL sent it, by its clock. */
  sentAt: Date;
  /** PostgreSQL waits for an answer, as it does before it stops. */
  wantsReply: boolean;
};

/** A part of a base backup. */
type BaseMessage =
  | { kind: 'archive'; name: string; tablespace: string }
  | { kind: 'data'; bytes: Uint8Array }
  | { kind: 'manifest' };

export type WalStream = {
  /** Ends when the timeline has ended; rejects when the connection or the stream fails. */
  ended: Promise<void>;
  /** Says up to where the log is kept for good: PostgreSQL need not keep what is before, and answers with a sign of life. */
  confirm(lsn: bigint): void;
  pause(): void;
  resume(): void;
  /** Ends the stream and the connection. */
  close(): Promise<void>;
};

/** The times of the protocol count microseconds from 2000-01-01 UTC. */
const epochMs = Date.UTC(2000, 0, 1);
const microseconds = (at: Date): bigint => BigInt(at.getTime() - epochMs) * 1_000n;
const dateOf = (sinceMicroseconds: bigint): Date => new Date(Number(sinceMicroseconds / 1_000n) + epochMs);

/** A message of the client within a stream of copies. */
const copyFrame = (bytes: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write('d', 'latin1');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
};

/** Ends the client's side of a stream of copies. */
const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);

const statusOf = (lsn: bigint, at: Date): Buffer => {
  const message = Buffer.alloc(34);
  message.write('r', 'latin1');
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(lsn, offset);
  message.writeBigInt64BE(microseconds(at), 25);
  // The answer has the position of PostgreSQL, also when there is nothing new.
  message.writeUInt8(1, 33);
  return copyFrame(message);
};

type Command = {
  /** Called with each message of a stream. Bytes are only there until it returns. */
  onCopy?: (bytes: Buffer) => void;
  /** Called when the server ends its side of a stream. */
  onCopyDone?: () => void;
};

/** PostgreSQL takes no connection that copies it: the role, `pg_hba.conf`, or the encryption that one of the two wants. */
export class NoReplication extends Error {}

/**
 * Opens the connection to the node that can write.
 * @param url of a role with the attribute REPLICATION, or a superuser; it may name several hosts
 * @throws NoReplication with what PostgreSQL said
 */
export const connectReplication = async (url: string): Promise<Replication> => {
  const address = new URL(await createNodes(url).find());
  address.searchParams.set('replication', 'true');
  const client = new pg.Client({
    connectionString: address.href,
    application_name: 'touchline backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const replication = new Replication(client);
  try {
    await client.connect();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new NoReplication(`The database cannot be copied as "${address.username}": ${said}`);
  }
  return replication;
};

/** A connection by the replication protocol: it reads the log and the files of a cluster, and runs no statements. */
export class Replication {
  readonly #client: pg.Client;
  #stream: Duplex | undefined;
  /** Ends the command that runs. */
  #fail: (error: Error) => void = () => undefined;

  constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', (error) => this.#fail(error));
    client.on('end', () => this.#fail(new Error('The connection to PostgreSQL has ended')));
  }

  async identify(): Promise<{ systemId: string; timeline: number; flushed: bigint; segmentBytes: number }> {
    const answers = await this.#run('IDENTIFY_SYSTEM');
    return {
      systemId: textIn(answers, 0),
      timeline: Number(textIn(answers, 1)),
      flushed: parseLsn(textIn(answers, 2)),
      segmentBytes: bytesOf(textIn(await this.#run('SHOW wal_segment_size'), 0)),
    };
  }

  /** The `.history` file of a timeline. */
  async history(timeline: number): Promise<string> {
    return textIn(await this.#run(`TIMELINE_HISTORY ${timeline}`), 1);
  }

  /** Makes a slot unless it is there: PostgreSQL keeps what its reader has not confirmed. */
  async makeSlot(name: string): Promise<void> {
    try {
      await this.#run(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`);
    } catch (error) {
      if (codeOf(error) !== codes.exists) throw error;
    }
  }

  async dropSlot(name: string): Promise<void> {
    try {
      await this.#run(`DROP_REPLICATION_SLOT ${name}`);
    } catch (error) {
      if (codeOf(error) !== codes.missing) throw error;
    }
  }

  streamWal(
    { slot, timeline, at }: { slot: string; timeline: number; at: bigint },
    receive: (message: WalMessage) => void,
  ): WalStream {
    const ended = this.#run(`START_REPLICATION SLOT ${slot} PHYSICAL ${formatLsn(at)} TIMELINE ${timeline}`, {
      onCopy: (chunk) => {
        const message = readWalMessage(chunk);
        if (message !== undefined) receive(message);
      },
      onCopyDone: () => void this.#stream?.write(copyDone),
    }).then(() => undefined);
    return {
      ended,
      confirm: (lsn) => void this.#stream?.write(statusOf(lsn, new Date())),
      pause: () => void this.#stream?.pause(),
      resume: () => void this.#stream?.resume(),
      close: async () => {
        ended.catch(() => undefined);
        await this.#client.end();
      },
    };
  }

  /**
   * Copies all files of the cluster while it runs. PostgreSQL verifies the checksums of all pages on the way.
   * @param receive is given parts in order; while it works, PostgreSQL waits
   * @returns what is needed of the log: a restore is consistent from `stop` on
   */
  async baseBackup(
    label: string,
    receive: (message: BaseMessage) => Promise<void>,
  ): Promise<{ start: bigint; stop: bigint; timeline: number }> {
    const queue = new BaseQueue(receive, () => this.#stream);
    const options = [
      `LABEL '${label.replaceAll("'", "''")}'`,
      "CHECKPOINT 'fast'",
      'WAL false',
      "MANIFEST 'yes'",
      "MANIFEST_CHECKSUMS 'SHA256'",
    ];
    try {
      const answers = await this.#run(`BASE_BACKUP (${options.join(', ')})`, {
        onCopy: (chunk) => {
          const message = readBaseMessage(chunk);
          if (message !== undefined) queue.add(message);
        },
      });
      await queue.drain();
      const [start, stop] = [answers[0]?.[0], answers.at(-1)?.[0]];
      if (typeof start?.[0] !== 'string' || typeof start[1] !== 'string' || typeof stop?.[0] !== 'string') {
        throw new Error('PostgreSQL did not say where the backup begins and ends');
      }
      return { start: parseLsn(start[0]), stop: parseLsn(stop[0]), timeline: Number(start[1]) };
    } catch (error) {
      throw queue.failure ?? error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** Runs a command of the protocol to its end. @returns the rows of each answer */
  #run(text: string, { onCopy, onCopyDone }: Command = {}): Promise<Rows[]> {
    return new Promise((resolve, reject) => {
      const answers: (string | null)[][][] = [];
      this.#fail = reject;
      this.#client.query({
        submit: (connection: pg.Connection): void => {
          this.#stream = connection.stream;
          if (onCopyDone !== undefined) connection.once('copyDone', onCopyDone);
          connection.query(text);
        },
        handleRowDescription: (): void => void answers.push([]),
        handleDataRow: ({ fields }: { fields: (string | null)[] }): void => void answers.at(-1)?.push(fields),
        handleCopyData: ({ chunk }: { chunk: Buffer }): void => onCopy?.(chunk),
        handleCommandComplete: (): void => undefined,
        handleReadyForQuery: (): void => resolve(answers),
        handleError: (error: Error): void => reject(error),
      });
    });
  }
}

/** Messages of a base backup come faster than they are written: the connection is paused while one is, and keeps what it has read already. */
class BaseQueue {
  /** What `receive` failed with. */
  failure: unknown;
  readonly #receive: (message: BaseMessage) => Promise<void>;
  readonly #stream: () => Duplex | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(receive: (message: BaseMessage) => Promise<void>, stream: () => Duplex | undefined) {
    this.#receive = receive;
    this.#stream = stream;
  }

  add(message: BaseMessage): void {
    this.#waiting += 1;
    this.#stream()?.pause();
    this.#work = this.#work
      .then(() => (this.failure === undefined ? this.#receive(message) : undefined))
      .catch((error: unknown) => {
        this.failure ??= error;
        // No part of it is needed any more.
        this.#stream()?.destroy();
      })
      .finally(() => {
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#stream()?.resume();
      });
  }

  /** Waits until all messages are written. @throws what `receive` failed with */
  async drain(): Promise<void> {
    await this.#work;
    if (this.failure !== undefined) throw this.failure;
  }
}

const readWalMessage = (chunk: Buffer): WalMessage | undefined => {
  const kind = chunk.toString('latin1', 0, 1);
  if (kind === 'w') {
    const start = chunk.readBigUInt64BE(1);
    const sentAt = dateOf(chunk.readBigInt64BE(17));
    return { start, bytes: chunk.subarray(25), sentAt, wantsReply: false };
  }
  if (kind === 'k') {
    const start = chunk.readBigUInt64BE(1);
    const sentAt = dateOf(chunk.readBigInt64BE(9));
    return { start, bytes: Buffer.alloc(0), sentAt, wantsReply: chunk[17] === 1 };
  }
  return undefined;
};

const readBaseMessage = (chunk: Buffer): BaseMessage | undefined => {
  const kind = chunk.toString('latin1', 0, 1);
  if (kind === 'n') {
    const [name = '', tablespace = ''] = chunk.toString('utf8', 1).split('\0');
    return { kind: 'archive', name, tablespace };
  }
  if (kind === 'm') return { kind: 'manifest' };
  if (kind === 'd') return { kind: 'data', bytes: Buffer.from(chunk.subarray(1)) };
  return undefined;
};

const textIn = (answers: Rows[], column: number): string => {
  const text = answers[0]?.[0]?.[column];
  if (typeof text !== 'string') throw new Error('PostgreSQL gave another answer than its protocol has');
  return text;
};

/** Conditions of PostgreSQL (SQLSTATE) that are met in replication. */
export const codes = {
  /** The slot is there already. */
  exists: '42710',
  /** There is no such slot. */
  missing: '42704',
  /** Another process reads by the slot. */
  inUse: '55006',
  /** A file of the log is gone. */
  noFile: '58P01',
  /** The slot was given up, since it held too much of the log. */
  slotLost: '55000',
} as const;

/** The SQLSTATE of an error of PostgreSQL. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** A size as PostgreSQL shows it, `16MB`. */
const bytesOf = (text: string): number => {
  const [, count, unit = ''] = /^(\d+)(MB|GB|kB)?$/.exec(text) ?? [];
  const factor = { kB: 1 << 10, MB: 1 << 20, GB: 1 << 30 }[unit] ?? 1;
  return Number(count) * factor;
};
