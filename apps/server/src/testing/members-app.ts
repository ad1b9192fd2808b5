import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../platform/handler.ts';
import { testApp, testSecret } from '../http/testing/test-app.ts';
import { siteHandlers } from '../http/site.ts';
import { createEndedSessions } from '../members/ended-sessions.ts';
import { createPasswordHasher } from '../platform/password-hash.ts';
import { memberHandlers } from '../profile/routes.ts';
import { createUserView } from '../profile/user.ts';
import { createMembers, type ClaimDocument, type Members } from '../members/service.ts';
import { officeOutboxHandlers } from '../office/outbox-routes.ts';
import { officeHandlers } from '../office/routes.ts';
import { officeSignInHandlers } from '../office/sign-in-routes.ts';
import { createOffice, type Office } from '../office/service.ts';
import { manualClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import type { Letter } from '../platform/letters.ts';
import { createLog } from '../platform/log.ts';
import { openOutbox } from '../platform/outbox/open.ts';
import type { Outbox } from '../platform/outbox/service.ts';
import { createLiveHub, type LiveHub } from '../platform/live/hub.ts';
import { paymentRecords } from '../cashier/records.ts';
import { findSessionsAt } from '../members/session-queries.ts';
import { openAudit } from '../audit/open.ts';
import { createBus } from '../platform/bus.ts';
import { createWallet } from '../wallet/service.ts';
import { testDatabase, type TestDatabase } from './database.ts';

export type MembersApp = {
  app: FastifyInstance;
  members: Members;
  office: Office;
  live: LiveHub;
  database: TestDatabase;
  clock: ReturnType<typeof manualClock>;
  /** Outgoing mails and short messages. There is no carrier, so they are kept and their codes are printed. */
  outbox: Outbox;
  /** Printed codes, with their lines on the console. */
  printed: { line: string; to: string; code: string }[];
  /** Letters to members. */
  letters: (Letter & { memberId: string })[];
  close: () => Promise<void>;
};

/** The members' room and the office behind HTTP over a new database, with a clock that the test turns and quick hashes. */
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
  const config = readConfig(env);
  const wallet = createWallet({ pool: database.pool });
  const hasher = createPasswordHasher({ memoryKib: 64, running: 4, waiting: 10_000 });
  const printed: MembersApp['printed'] = [];
  const outbox = openOutbox({
    pool: database.pool,
    clock,
    log: createLog('silent'),
    config,
    secret: testSecret,
    console: (line, { to, code }) => void printed.push({ line, to, code }),
  });
  const letters: MembersApp['letters'] = [];
  const bus = createBus(createLog('silent'));
  bus.on('lettersDue', (due) => void letters.push(...due.map(({ shard: _shard, ...letter }) => letter)));
  const members = createMembers({
    pool: database.pool,
    wallet,
    config,
    currency: currencies.PLAY,
    clock,
    secret: testSecret,
    hasher,
    ended,
    claimDocument: options.claimDocument ?? (() => Promise.resolve('not_found')),
    outbox,
    bus,
  });
  const userOf = createUserView({
    members,
    wallet,
    currency: currencies.PLAY,
    factsOf: () => Promise.resolve({ vipLevel: 0, teamLevel: 0, turnoverLeftMinor: 0n }),
  });
  const office = createOffice({
    pool: database.pool,
    members,
    wallet,
    currency: currencies.PLAY,
    clock,
    hasher,
    audit: openAudit({ clock }, { ...paymentRecords, sessionsAt: findSessionsAt }).service,
    config,
    secret: testSecret,
    timeZone: config.SITE_TIME_ZONE,
    bus: createBus(createLog('silent')),
  });
  const app = await testApp(
    {
      ...memberHandlers({ members, userOf, live }),
      ...officeSignInHandlers({ office }),
      ...officeHandlers({ office, currency: currencies.PLAY }),
      ...officeOutboxHandlers({ pool: database.pool, outbox, audit: office.audit }),
      ...siteHandlers({ config, currency: currencies.PLAY }),
      ...options.handlers,
    },
    {
      auth: members.auth,
      officeAuth: office.auth,
      live,
      openAudit: office.openAudit,
      refusals: office.refusals,
    },
    env,
  );
  return {
    app,
    members,
    office,
    live,
    database,
    clock,
    outbox,
    letters,
    printed,
    close: async () => {
      await app.close();
      ended.stop();
      if (options.database === undefined) await database.close();
    },
  };
};
