import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { manualClock } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../logging/log.ts';
import { openOutbox } from './service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** What a server with these settings does with a code. */
const codeWith = async (env: Record<string, string>, mode: 'play' | 'real' = 'play') => {
  const printed: string[] = [];
  const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
  const outbox = openOutbox({
    pool: database.pool,
    clock,
    log: createLog('silent'),
    secret: Buffer.alloc(32, 7),
    // Real money does not start in this version; the outbox must be safe without that check.
    config: { ...readConfig(env), MODE: mode },
    console: (line) => void printed.push(line),
  });
  await database.pool.query('delete from outbox_message');
  const message = { channel: 'email', to: 'ann@example.org', lan: 'en' } as const;
  const fields = { purpose: 'register', code: '314159' } as const;
  await outbox.put(database.pool, { ...message, template: 'code', fields });
  await outbox.put(database.pool, { ...message, template: 'password_changed', fields: {} });
  const { rows: before } = await database.pool.query<{ text: string }>(
    'select m::text as text from outbox_message m',
  );
  await outbox.sendDue();
  const { rows: after } = await database.pool.query<{ state: string; code: boolean }>(
    "select state, fields ? 'code' as code from outbox_message order by id",
  );
  return { way: outbox.wayOf('email'), printed, before: before.map(({ text }) => text).join(), after };
};

const line = 'Code for a***@example.org: 314159 (register), valid 10 minutes';
const kept = [
  { state: 'kept', code: false },
  { state: 'kept', code: false },
];

test.each<[Record<string, string>, 'play' | 'real', 'console' | 'none']>([
  [{}, 'play', 'console'],
  [{ HOST: '127.0.0.1' }, 'play', 'console'],
  [{ HOST: 'localhost' }, 'play', 'console'],
  [{ HOST: '0.0.0.0' }, 'play', 'none'],
  [{ HOST: '192.0.2.7' }, 'play', 'none'],
  [{ HOST: '::' }, 'play', 'none'],
  [{ HOST: '0.0.0.0', CODES_ON_CONSOLE: 'beyond-loopback' }, 'play', 'console'],
  [{ CODES_ON_CONSOLE: 'never' }, 'play', 'none'],
  [{}, 'real', 'none'],
  [{ CODES_ON_CONSOLE: 'beyond-loopback' }, 'real', 'none'],
])('%j in %s mode: %s', async (env, mode, way) => {
  const done = await codeWith(env, mode);
  expect(done.way).toBe(way);
  expect(done.printed).toEqual(way === 'console' ? [line] : []);
  expect(done.before).not.toContain('314159');
  expect(done.after).toEqual(kept);
});

test('a mail server carries codes instead, and nothing is printed', async () => {
  const done = await codeWith({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'house@example.org' });
  expect(done).toMatchObject({ way: 'carrier', printed: [] });
  expect(done.before).not.toContain('314159');
});
