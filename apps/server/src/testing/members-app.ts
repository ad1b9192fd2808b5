import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../http/handler.ts';
import { testApp, testSecret } from '../http/testing/test-app.ts';
import { createEndedSessions } from '../members/ended-sessions.ts';
import { createPasswordHasher } from '../platform/password-hash.ts';
import { memberHandlers } from '../members/routes.ts';
import { createMembers, type ClaimDocument, type Members } from '../members/service.ts';
import { manualClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { createLiveHub, type LiveHub } from '../platform/live/hub.ts';
import { createWallet } from '../wallet/service.ts';
import { testDatabase, type TestDatabase } from './database.ts';

export type MembersApp = {
  app: FastifyInstance;
  members: Members;
  live: LiveHub;
  database: TestDatabase;
  clock: ReturnType<typeof manualClock>;
  close: () => Promise<void>;
};

/** The members' room behind HTTP over a database of its own, with a clock that the test turns and quick hashes. */
export const membersApp = async (
  options: {
    env?: Record<string, string>;
    handlers?: Partial<Handlers>;
    database?: TestDatabase;
    claimDocument?: ClaimDocument;
  } = {},
): Promise<MembersApp> => {
  const database = options.database ?? (await testDatabase());
  const env = { RATE_LIMIT_PER_MINUTE: '100000', SIGNIN_LIMIT_PER_MINUTE: '100000', ...options.env };
  const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
  const ended = createEndedSessions({ db: database.pool, onError: () => undefined });
  const live = createLiveHub({ secret: testSecret, isEnded: ended.has });
  ended.onEnd((sessionId) => live.endSession(sessionId));
  await ended.start();
  const members = createMembers({
    pool: database.pool,
    wallet: createWallet({ pool: database.pool }),
    config: readConfig(env),
    currency: currencies.PLAY,
    clock,
    secret: testSecret,
    hasher: createPasswordHasher({ memoryKib: 64, running: 4, waiting: 10_000 }),
    ended,
    claimDocument: options.claimDocument ?? (() => Promise.resolve('not_found')),
  });
  const app = await testApp(
    { ...memberHandlers({ members, live }), ...options.handlers },
    { auth: members.auth, live },
    env,
  );
  return {
    app,
    members,
    live,
    database,
    clock,
    close: async () => {
      await app.close();
      ended.stop();
      if (options.database === undefined) await database.close();
    },
  };
};
