import { setTimeout as wait } from 'node:timers/promises';
import { Client, type QueryResult, type QueryResultRow } from 'pg';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isAway } from '../database/faults.ts';
import { newId } from '../ids.ts';
import type { Nodes } from '../database/nodes.ts';

/** The receivers of a frame: everyone, one member, or the streams of one language. */
export type Audience = { memberId?: string; lan?: string };

const channel = 'touchline_live';
/** Frames are sent together this often: a goal's hundred prices make one row, not a hundred. */
const batchMs = 25;
/** Rows kept for a process whose connection broke, and how often the older ones go. */
const keepSeconds = 60;
/** Frames waiting while the database is away; live messages of the past are of no use. */
const waitingMax = 10_000;

type Row = { id: string; origin: string; frames: unknown };
const select = 'select id::text, origin, frames from live_batch';

const Frames = Compile(
  Type.Array(
    Type.Object({
      frame: Type.String(),
      memberId: Type.Optional(Type.String()),
      lan: Type.Optional(Type.String()),
    }),
  ),
);

/** How long the connection may take to be made and to answer, and how often its node is checked. */
const connectWithinMs = 4_000;
const answerWithinMs = 8_000;
const lookMs = 5_000;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Ends a connection that may not answer any more, without waiting for it. */
const end = (client: Client): void => void client.end().catch(() => undefined);

/** One connection to the node that can write, which listens to the channel and is made again when it breaks. */
class ListeningConnection {
  readonly #nodes: Nodes;
  readonly #onNumber: (id: string) => void;
  readonly #onReconnected: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #client: Client | undefined;
  #isClosed = false;
  /** The last statement of the connection: the next one waits for its answer, since a client runs one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param of.onNumber called with what is notified
   * @param of.onReconnected called after a lost connection was made again
   */
  constructor(of: {
    nodes: Nodes;
    onNumber: (id: string) => void;
    onReconnected: () => Promise<void>;
    onError: (error: unknown) => void;
  }) {
    this.#nodes = of.nodes;
    this.#onNumber = of.onNumber;
    this.#onReconnected = of.onReconnected;
    this.#onError = of.onError;
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Runs a statement on the connection after those before it. One that finds the node away gives the connection up. */
  ask<Found extends QueryResultRow>(text: string, values: unknown[] = []): Promise<QueryResult<Found>> {
    const client = this.#client;
    if (client === undefined) throw new Error('Connection terminated');
    const run = async (): Promise<QueryResult<Found>> => {
      if (this.#client !== client) throw new Error('Connection terminated');
      try {
        return await client.query<Found>(text, values);
      } catch (error) {
        if (this.#client === client && isAway(error)) this.#giveUp(client);
        throw error;
      }
    };
    const answer = this.#last.then(run);
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async connect(): Promise<void> {
    const node = await this.#nodes.find();
    const client = new Client({
      connectionString: node,
      application_name: 'touchline live',
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    });
    client.on('error', (error) => {
      if (this.#client !== client) return;
      this.#onError(error);
      this.#giveUp(client);
    });
    client.on('notification', ({ payload = '' }) => this.#onNumber(payload));
    try {
      await client.connect();
      // A standby takes no listener.
      await client.query(`listen ${channel}`);
    } catch (error) {
      end(client);
      if (isAway(error)) this.#nodes.lost(node);
      throw error;
    }
    this.#client = client;
  }

  /** A frozen node closes no connection, so that only a query finds it. */
  async look(): Promise<void> {
    if (this.#client !== undefined) await this.ask('select 1');
  }

  /** Makes no connection any more. */
  stop(): void {
    this.#isClosed = true;
  }

  async close(): Promise<void> {
    await this.#client?.end();
  }

  /** Gives up a connection that failed or does not answer, and makes another. */
  #giveUp(client: Client): void {
    this.#client = undefined;
    // The next connection does not wait for statements of this one.
    this.#last = Promise.resolve();
    end(client);
    void this.#reconnect();
  }

  /** Tries until it is connected or closed, then catches up. */
  async #reconnect(): Promise<void> {
    await wait(500 + Math.random() * 500, undefined, { ref: false });
    if (this.#isClosed || this.#client !== undefined) return;
    try {
      await this.connect();
      await this.#onReconnected();
    } catch (error) {
      this.#onError(error);
      await this.#reconnect();
    }
  }
}

/**
 * Carries frames of the live stream between the processes of a server, over PostgreSQL. Messages go into small rows of an unlogged
 * table; only the row's number is notified, by one connection of each process, so that no transaction of the money path ever takes the
 * notification lock.
 */
export class LiveRelay {
  readonly #origin = newId();
  readonly #connection: ListeningConnection;
  readonly #onError: (error: unknown) => void;
  #onFrame: ((frame: string, to: Audience) => void) | undefined;
  #waiting: ({ frame: string } & Audience)[] = [];
  #notified: string[] = [];
  #lastId = 0n;
  readonly #timers: NodeJS.Timeout[] = [];

  /**
   * @param nodes leads to the node that can write
   * @param onError receives lost connections; the relay reconnects automatically
   */
  constructor(nodes: Nodes, onError: (error: Error) => void) {
    this.#onError = (error) => onError(asError(error));
    this.#connection = new ListeningConnection({
      nodes,
      onNumber: (id) => {
        this.#notified.push(id);
        void this.#readNotified().catch(this.#onError);
      },
      onReconnected: () => this.#readMissed(),
      onError: this.#onError,
    });
  }

  /** Connects; frames are carried from then on. */
  async open(): Promise<void> {
    await this.#connection.connect();
    const { rows } = await this.#connection.ask<{ id: string }>(
      'select coalesce(max(id), 0)::text as id from live_batch',
    );
    this.#lastId = BigInt(rows[0]?.id ?? '0');
    this.#every(batchMs, () => this.#flush());
    this.#every(keepSeconds * 1_000, () => this.#clean());
    this.#every(lookMs, () => this.#connection.look());
  }

  /** Hands a frame to the other processes, soon and without waiting for it. */
  send(frame: string, to: Audience = {}): void {
    if (this.#waiting.length < waitingMax) this.#waiting.push({ frame, ...to });
  }

  /** Calls `deliver` with each frame another process sent. */
  onMessage(deliver: (frame: string, to: Audience) => void): void {
    this.#onFrame = deliver;
  }

  /** True for the first process that claims a ticket's nonce. */
  async claim(nonce: string): Promise<boolean> {
    const { rowCount } = await this.#connection.ask(
      'insert into live_ticket (nonce, used_at) values ($1, site_now()) on conflict do nothing',
      [nonce],
    );
    return rowCount === 1;
  }

  async close(): Promise<void> {
    this.#connection.stop();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#flush().catch(this.#onError);
    await this.#connection.close();
  }

  #every(ms: number, work: () => Promise<void>): void {
    this.#timers.push(setInterval(() => void work().catch(this.#onError), ms).unref());
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0 || !this.#connection.isConnected) return;
    const frames = this.#waiting;
    this.#waiting = [];
    await this.#connection.ask(
      `with batch as (insert into live_batch (origin, frames, at) values ($1, $2, site_now()) returning id)
       select pg_notify('${channel}', id::text) from batch`,
      [this.#origin, JSON.stringify(frames)],
    );
  }

  async #clean(): Promise<void> {
    if (!this.#connection.isConnected) return;
    await this.#connection.ask(
      `with old_batches as (delete from live_batch where at < site_now() - make_interval(secs => $1))
       delete from live_ticket where used_at < site_now() - make_interval(secs => $1)`,
      [keepSeconds],
    );
  }

  /** Reads the rows that were notified, each once; by number, since rows do not become visible in their order. */
  async #readNotified(): Promise<void> {
    const ids = this.#notified;
    this.#notified = [];
    if (ids.length === 0) return;
    const { rows } = await this.#connection.ask<Row>(`${select} where id = any($1) order by id`, [ids]);
    this.#deliverRows(rows);
  }

  /** Reads what was sent while the connection was broken. */
  async #readMissed(): Promise<void> {
    const { rows } = await this.#connection.ask<Row>(`${select} where id > $1 order by id`, [
      this.#lastId.toString(),
    ]);
    this.#deliverRows(rows);
  }

  /** Delivers rows of other processes. */
  #deliverRows(rows: readonly Row[]): void {
    for (const row of rows) {
      if (BigInt(row.id) > this.#lastId) this.#lastId = BigInt(row.id);
      if (row.origin === this.#origin || !Frames.Check(row.frames)) continue;
      for (const { frame, ...to } of row.frames) this.#onFrame?.(frame, to);
    }
  }
}

/** The relay of this process, connected. @see LiveRelay */
export const openLiveRelay = async (nodes: Nodes, onError: (error: Error) => void): Promise<LiveRelay> => {
  const relay = new LiveRelay(nodes, onError);
  await relay.open();
  return relay;
};
