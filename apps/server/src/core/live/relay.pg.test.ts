import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { LiveHub } from './hub.ts';
import { createNodes } from '../database/nodes.ts';
import { openLiveRelay, type LiveRelay } from './relay.ts';

const secret = new Uint8Array(32).fill(5);
const anna = { id: 'anna', sessionId: 'a1' };

type Process = { hub: LiveHub; relay: LiveRelay; errors: Error[]; heard: string[] };
let database: TestDatabase;
const processes: Process[] = [];

/** A process with one stream of Anna's, which keeps all its messages. */
const start = async (): Promise<Process> => {
  const errors: Error[] = [];
  const relay = await openLiveRelay(createNodes(database.url), (error) => errors.push(error));
  const hub = new LiveHub({ secret, relay });
  const heard: string[] = [];
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.write = (chunk: unknown): boolean => {
    heard.push(String(chunk));
    return true;
  };
  hub.attach(anna, response);
  const process = { hub, relay, errors, heard };
  processes.push(process);
  return process;
};

let one: Process;
let two: Process;
beforeAll(async () => {
  database = await testDatabase();
  one = await start();
  two = await start();
});
afterAll(async () => {
  for (const { hub, relay } of processes) {
    hub.close();
    await relay.close();
  }
  await database.close();
});

const numbers = (heard: string[]): number[] =>
  heard
    .join('')
    .match(/"n\d+"/g)
    ?.map((text) => Number(text.slice(2, -1))) ?? [];
const say = (hub: LiveHub, n: number, memberId?: string): void =>
  hub.publish('price', { event: `n${n}`, markets: [] }, memberId === undefined ? {} : { memberId });

test('a message of one process reaches both, once and in order', async () => {
  const all = Array.from({ length: 300 }, (_, i) => i);
  for (const n of all) say(one.hub, n);
  await expect.poll(() => numbers(two.heard), { timeout: 20_000 }).toEqual(all);
  expect(numbers(one.heard)).toEqual(all);
});

test('a message for a member reaches only them in another process', async () => {
  say(two.hub, 1_000, 'anna');
  say(two.hub, 1_001, 'ben');
  say(two.hub, 1_002, 'anna');
  await expect.poll(() => numbers(one.heard).slice(-2), { timeout: 20_000 }).toEqual([1_000, 1_002]);
});

test('a ticket of one process opens one stream in all of them', async () => {
  const { ticket } = one.hub.ticket(anna);
  const taken = await Promise.all([one.hub.redeem(ticket), two.hub.redeem(ticket)]);
  expect(taken.filter((member) => member !== undefined)).toEqual([anna]);
  expect(await two.hub.redeem(one.hub.ticket(anna).ticket)).toEqual(anna);
});

test('statements that are asked at once take turns on the connection', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', onWarning);
  const tickets = Array.from({ length: 20 }, () => one.hub.ticket(anna).ticket);
  const taken = await Promise.all(tickets.map((ticket) => two.hub.redeem(ticket)));
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  expect(taken).toEqual(tickets.map(() => anna));
  expect(warnings).toEqual([]);
});

test('after a lost connection it reconnects and delivers what was missed', async () => {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'touchline live' and datname = current_database()`,
  );
  await expect.poll(() => one.errors.length * two.errors.length, { timeout: 20_000 }).toBeGreaterThan(0);
  say(one.hub, 2_000);
  await expect.poll(() => numbers(two.heard).at(-1), { timeout: 20_000 }).toBe(2_000);
});
