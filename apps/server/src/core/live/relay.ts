import { setTimeout as wait } from 'node:timers/promises';
import { Client, type QueryResult, type QueryResultRow } from 'pg';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isAway } from '../database/faults.ts';
import { newId } from '../ids.ts';
import type { Nodes } from '../database/nodes.ts';

/** The receivers of a frame: everyone, one member, or the streams of one language. */
export type Audience = { memberId?: string; lan?: string };

/** Carries frames of the live stream between the processes of a server. */
export type LiveRelay = {
  /** Hands a frame to the other processes, soon and without waiting for it. */
  send(frame: string, to?: Audience): void;
  /** Called with each frame another process sent. */
  onMessage(deliver: (frame: string, to: Audience) => void): void;
  /** True for the first process that claims a ticket's nonce. */
  claim: (nonce: string) => Promise<boolean>;
  close(): Promise<void>;
};

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

/**
 * A relay over PostgreSQL. Messages go into small rows of an unlogged table; only the row's number is
 * notified, by one connection of each process, so that no transaction of the money path ever takes the
 * notification lock.
 * @param nodes leads to the node that can write
 * @param onError receives lost connections; the relay reconnects automatically
 */
export const createLiveRelay = async (nodes: Nodes, onError: (error: Error) => void): Promise<LiveRelay> => {
  const origin = newId();
  let deliver: ((frame: string, to: Audience) => void) | undefined;
  let waiting: ({ frame: string } & Audience)[] = [];
  let lastId = 0n;
  let notified: string[] = [];
  let closed = false;
  let client: Client | undefined;
  /** The last statement of the connection: the next one waits for its answer, since a client runs one at a time. */
  let last: Promise<unknown> = Promise.resolve();

  /** Runs a statement on the connection after those before it. One that finds the node away gives the connection up. */
  const ask = <Found extends QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<QueryResult<Found>> => {
    const asked = connected();
    const run = async (): Promise<QueryResult<Found>> => {
      if (client !== asked) throw new Error('Connection terminated');
      try {
        return await asked.query<Found>(text, values);
      } catch (error) {
        if (client === asked && isAway(error)) giveUp(asked);
        throw error;
      }
    };
    const answer = last.then(run);
    last = answer.catch(() => undefined);
    return answer;
  };

  /** Delivers rows of other processes. */
  const deliverRows = (rows: Row[]): void => {
    for (const row of rows) {
      if (BigInt(row.id) > lastId) lastId = BigInt(row.id);
      if (row.origin === origin || !Frames.Check(row.frames)) continue;
      for (const { frame, ...to } of row.frames) deliver?.(frame, to);
    }
  };

  /** Reads the rows that were notified, each once; by number, since rows do not become visible in their order. */
  const readNotified = async (): Promise<void> => {
    const ids = notified;
    notified = [];
    if (ids.length === 0) return;
    const { rows } = await ask<Row>(`${select} where id = any($1) order by id`, [ids]);
    deliverRows(rows);
  };

  /** Reads what was sent while the connection was broken. */
  const readMissed = async (): Promise<void> => {
    const { rows } = await ask<Row>(`${select} where id > $1 order by id`, [lastId.toString()]);
    deliverRows(rows);
  };

  const connected = (): Client => {
    if (client === undefined) throw new Error('Connection terminated');
    return client;
  };

  const report = (error: unknown): void => onError(error instanceof Error ? error : new Error(String(error)));

  /** Ends a connection that may not answer any more, without waiting for it. */
  const end = (one: Client): void => void one.end().catch(() => undefined);

  /** Gives up a connection that failed or does not answer, and makes another. */
  const giveUp = (one: Client): void => {
    client = undefined;
    // The next connection does not wait for statements of this one.
    last = Promise.resolve();
    end(one);
    void reconnect();
  };

  /** A frozen node closes no connection, so that only a query finds it. */
  const look = async (): Promise<void> => {
    if (client !== undefined) await ask('select 1');
  };

  const connect = async (): Promise<void> => {
    const node = await nodes.find();
    const next = new Client({
      connectionString: node,
      application_name: 'touchline live',
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    });
    next.on('error', (error) => {
      if (client !== next) return;
      report(error);
      giveUp(next);
    });
    next.on('notification', ({ payload = '' }) => {
      notified.push(payload);
      void readNotified().catch(report);
    });
    try {
      await next.connect();
      // A standby takes no listener.
      await next.query(`listen ${channel}`);
    } catch (error) {
      end(next);
      if (isAway(error)) nodes.lost(node);
      throw error;
    }
    client = next;
  };

  /** Tries until it is connected or closed, then catches up. */
  const reconnect = async (): Promise<void> => {
    await wait(500 + Math.random() * 500, undefined, { ref: false });
    if (closed || client !== undefined) return;
    try {
      await connect();
      await readMissed();
    } catch (error) {
      report(error);
      await reconnect();
    }
  };

  const flush = async (): Promise<void> => {
    if (waiting.length === 0 || client === undefined) return;
    const frames = waiting;
    waiting = [];
    await ask(
      `with batch as (insert into live_batch (origin, frames, at) values ($1, $2, site_now()) returning id)
       select pg_notify('${channel}', id::text) from batch`,
      [origin, JSON.stringify(frames)],
    );
  };

  const clean = async (): Promise<void> => {
    if (client === undefined) return;
    await ask(
      `with old_batches as (delete from live_batch where at < site_now() - make_interval(secs => $1))
       delete from live_ticket where used_at < site_now() - make_interval(secs => $1)`,
      [keepSeconds],
    );
  };

  await connect();
  const { rows } = await ask<{ id: string }>('select coalesce(max(id), 0)::text as id from live_batch');
  lastId = BigInt(rows[0]?.id ?? '0');
  const flushing = setInterval(() => void flush().catch(report), batchMs);
  const cleaning = setInterval(() => void clean().catch(report), keepSeconds * 1_000);
  const looking = setInterval(() => void look().catch(report), lookMs);
  flushing.unref();
  looking.unref();
  cleaning.unref();

  return {
    send: (frame, to = {}) => {
      if (waiting.length < waitingMax) waiting.push({ frame, ...to });
    },
    onMessage: (next) => {
      deliver = next;
    },
    claim: async (nonce) => {
      const { rowCount } = await ask(
        'insert into live_ticket (nonce, used_at) values ($1, site_now()) on conflict do nothing',
        [nonce],
      );
      return rowCount === 1;
    },
    close: async () => {
      closed = true;
      clearInterval(flushing);
      clearInterval(looking);
      clearInterval(cleaning);
      await flush().catch(report);
      await client?.end();
    },
  };
};
