import { setTimeout as wait } from 'node:timers/promises';
import type { RouteName } from '@touchline/contract/paths';
import { paths } from '@touchline/contract/paths';
import { compose, type Server } from '../compose.ts';
import { auditKey } from '../audit/key.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { createPasswordHashers, type PasswordHashers } from '../platform/password-hash.ts';
import { testDatabase, type TestDatabase } from './database.ts';

type Answer = { status: number; code: number; msg: string; data: Record<string, unknown> };

export type TestServer = {
  server: Server;
  database: TestDatabase;
  /** A call as a client makes it; the body of a POST may be any text. */
  call(
    name: RouteName,
    input: string | Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Waits for the newest code that was sent to an address. */
  codeTo(to: string): Promise<string>;
  close(): Promise<void>;
};

/** Seals the audit logs of tests. */
export const testAuditKey = auditKey(Buffer.alloc(32, 8));

/** Hashers with a thousandth of the real cost, and hashes of the same length. */
const quickHashers = (): PasswordHashers => createPasswordHashers({ memoryKib: 64 });

/** The whole server over a new database, without a feed. Every answer is checked against the contract. */
export const testServer = async (env: Record<string, string> = {}): Promise<TestServer> => {
  const database = await testDatabase();
  const codes = new Map<string, string>();
  const server = await compose({
    console: (_line, { to, code }) => void codes.set(to, code),
    config: readConfig({
      REPLAY: 'false',
      RATE_LIMIT_PER_MINUTE: '100000',
      TRANSACTION_GUARD: 'throw',
      ...env,
    }),
    database,
    databaseUrl: database.url,
    log: createLog('silent'),
    clock: systemClock,
    secret: Buffer.alloc(32, 7),
    auditKey: testAuditKey,
    checkAnswers: true,
    // Test files share a process and a machine, and composing a server may block both for seconds.
    overloadMs: 60_000,
    hashers: quickHashers(),
  });
  await server.start();
  return {
    server,
    database,
    async call(name, input, headers = {}) {
      const [method, url] = paths[name];
      const response = await server.app.inject({
        method,
        url,
        headers: { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(method === 'POST'
          ? { payload: typeof input === 'string' ? input : JSON.stringify(input) }
          : { query: typeof input === 'string' ? input : toQuery(input) }),
      });
      return { status: response.statusCode, ...response.json<Omit<Answer, 'status'>>() };
    },
    async codeTo(to) {
      for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
        const code = codes.get(to);
        if (code !== undefined) return code;
        await wait(50);
      }
      throw new Error(`No code went to ${to}`);
    },
    async close() {
      await server.stop();
      await database.close();
    },
  };
};

const toQuery = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
