import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '@touchline/server/tools/database';
import { addOperator, fillSite } from '@touchline/server/tools/people';
import type pg from 'pg';
import { serveChild } from '../lib/child.ts';
import type { BenchCluster } from '../lib/database.ts';
import { asker, type Ask } from './ask.ts';
import { progress } from '../lib/report.ts';
import { findAny } from './find.ts';
import { writeLog } from './log-lines.ts';
import { dayBefore } from './read.ts';

/** A filled database, and the password of an operator who may read everything. */
export type Filled = { url: string; database: Database; password: string };

/** @param closedDays whose commission the server closes when it starts */
export const fillOffice = async (
  cluster: BenchCluster,
  size: Parameters<typeof fillSite>[1],
  closedDays: number,
): Promise<Filled> => {
  const { url, database } = await cluster.create('office');
  await fillSite(database.pool, size, { password: 'Touchline-Load-1', say: progress });
  const password = await addOperator(database.pool, account);
  await openTeams(database.pool, closedDays);
  await writeLog(database.pool, { lines: size.members, days: size.days, members: size.members });
  return { url, database, password };
};

/** Starts a server in a separate process and waits until the history is folded in and the days that are over are closed. */
export const serveOffice = async ({
  url,
  password,
}: Filled): Promise<{ ask: Ask; pid: number; stop: () => Promise<void> }> => {
  const program = fileURLToPath(new URL('./server.ts', import.meta.url));
  const server = await serveChild(program, { name: 'office', env: { DATABASE_URL: url } });
  let token = '';
  const ask = asker(server.port, () => token);
  try {
    token = tokenOf((await ask('officeLogin', { account, password })).data);
    await foldedIn(ask);
    await daysClosed(ask);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ask, pid: server.pid, stop: () => server.stop() };
};

const account = 'bench';

const tokenOf = (data: unknown): string => {
  if (typeof data !== 'object' || data === null || !('token' in data) || typeof data.token !== 'string')
    throw new Error('the operator was not signed in');
  return data.token;
};

/** Teams had their first day this many days ago. */
const openTeams = (pool: pg.Pool, days: number): Promise<unknown> =>
  pool.query(`update team_mark set read_to = now() - $1 * interval '1 day'`, [days]);

/** How often the server is asked whether it has caught up. */
const lookMs = 500;

/** Waits until the reports have folded in the history: calls during that time may be refused. */
const foldedIn = async (ask: Ask): Promise<void> => {
  for (let left = 240; ; left--) {
    try {
      await ask('officeBigBets', {});
      return;
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(lookMs);
    }
  }
};

/** Waits until the days that are over are closed, and paid. */
const daysClosed = async (ask: Ask): Promise<void> => {
  for (;;) {
    const runs = (await ask('officeCommissionRuns', {})).data;
    const [day, state] = [findAny(runs, 'list', 0, 'day'), findAny(runs, 'list', 0, 'state')];
    if (day === dayBefore(1) && state === 'closed') return;
    await setTimeout(lookMs);
  }
};
