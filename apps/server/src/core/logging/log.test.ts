import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { Refused } from '../refusal.ts';

/** A log whose lines are kept, as level and message. */
const keptLog = (everyMs: number) => {
  const lines: { level: number; msg: string; failures?: number }[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { log: createLog('warn', { to, everyMs }), lines };
};

const refused = (): Error => Object.assign(new pg.DatabaseError('read only', 9, 'error'), { code: '25006' });

test('failures of a database that is away are logged once, then summed up, and their end is logged', async () => {
  const { log, lines } = keptLog(200);
  for (let n = 0; n < 313; n++) log.error({ err: refused(), routine: 'board' }, 'a routine failed');
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is not reachable', 'a routine failed']);
  await expect
    .poll(() => lines.map(({ msg }) => msg), { timeout: 20_000 })
    .toEqual([
      'the database is not reachable',
      'a routine failed',
      'the database is not reachable: 312 failures',
      'the database is not reachable: over',
    ]);
  expect(lines[2]).toMatchObject({ level: 50, failures: 312 });

  log.error({ err: refused() }, 'a routine failed');
  expect(lines.at(-1)?.msg).toBe('a routine failed');
});

test('other failures are logged each time, also while the database is away', async () => {
  const { log, lines } = keptLog(10_000);
  log.warn({ err: refused() }, 'a connection was lost');
  for (let n = 0; n < 3; n++) log.error({ err: new Error('the disk is full') }, 'fault');
  log.error('no error at all');
  const slow = Object.assign(new pg.DatabaseError('canceling', 9, 'error'), { code: '57014' });
  log.error({ err: slow }, 'fault');
  log.error({ err: slow }, 'fault');
  await wait(0);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the database is not reachable',
    'a connection was lost',
    'fault',
    'fault',
    'fault',
    'no error at all',
    'the database takes too long',
    'fault',
  ]);
});

test('a sum names the requests that failed, as many as may be asked about', async () => {
  const { log, lines } = keptLog(100);
  for (let n = 0; n < 300; n++) log.error({ err: refused(), requestId: `q-${n}` }, 'fault');
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(lines[1]).toMatchObject({ msg: 'fault', requestId: 'q-0' });
  expect(lines[2]).toMatchObject({ failures: 299, requestIds: expect.arrayContaining(['q-1', 'q-200']) });
  expect(lines[2]).not.toMatchObject({ requestIds: expect.arrayContaining(['q-201']) });
});

test('calls that a busy server refuses are summed up too', async () => {
  const { log, lines } = keptLog(100);
  for (let n = 0; n < 3; n++)
    log.warn({ err: new Refused('unavailable'), requestId: `q-${n}` }, 'call failed');
  await expect
    .poll(() => lines.map(({ msg }) => msg), { timeout: 20_000 })
    .toEqual([
      'the server refuses calls that it cannot take',
      'call failed',
      'the server refuses calls that it cannot take: 2 failures',
      'the server refuses calls that it cannot take: over',
    ]);
});

test('passwords and tokens are hidden', () => {
  const texts: string[] = [];
  const log = createLog('warn', { to: { write: (line: string) => void texts.push(line) } });
  const secrets = { password: 'secret-1', token: 'secret-2', refreshToken: 'secret-3' };
  log.warn({ member: secrets, req: { headers: { 'ba-user-token': 'secret-4' } } }, 'a call');
  expect(texts.join('')).toContain('[hidden]');
  expect(texts.join('')).not.toMatch(/secret-\d/);
});
