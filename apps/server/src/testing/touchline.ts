import { setTimeout as wait } from 'node:timers/promises';
import { Registry } from '@prometheus-io/client';
import { paths, type RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import { auditKey } from '../core/audit-log/chain.ts';
import type { BackupProgress } from '../operations/backup/supervisor.ts';
import { Reports } from '../betting/report/service.ts';
import { createEndedSessions } from '../accounts/ended-sessions.ts';
import { openModules, type Modules } from '../modules.ts';
import { createBus, type Bus, type Letter } from '../core/events.ts';
import { manualClock, systemClock, type Clock, type ManualClock } from '../core/clock.ts';
import { primaryAlone } from '../core/database/standby.ts';
import { readConfig } from '../core/config/config.ts';
import { openConnections } from '../core/database/connections.ts';
import type { Failpoint } from '../core/failpoints.ts';
import { shardOf } from '../core/ids.ts';
import { LiveHub } from '../core/live/hub.ts';
import { openCurrentKey } from '../proofs/log/keys.ts';
import { logKey, onlyKey } from '../core/public-log/keys.ts';
import { createLog } from '../core/logging/log.ts';
import { openOutbox, type Outbox } from '../core/outbox/service.ts';
import type { Owner } from '../core/owner.ts';
import { createPasswordHashers, type PasswordHashers } from '../accounts/passwords/password-hash.ts';
import { receiptsOf } from '../core/public-log/receipts.ts';
import type { Context, Module } from '../core/module.ts';
import { Wallet } from '../ledger/service.ts';
import { testDatabase, type TestDatabase } from './database.ts';
import { moveProcessTime } from './process-time.ts';
import { moveDatabaseTime } from './site-time.ts';

/**
 * The envelope of an answer. `data` has the type of a success, and every answer is checked against the contract; a refusal has
 * the shape of `Refusal` instead, which tests compare and do not read.
 */
export type Answer<Name extends RouteName> = {
  status: number;
  code: number;
  msg: string;
  data: Output<Name>;
};

/** Outcome of a call: `done`, or the reason of its refusal. For `data` of any shape, as calls of several names have. */
export const outcomeOf = ({ code, data }: { code: number; data: unknown }): string => {
  if (code === 1) return 'done';
  return typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : `code ${code}`;
};

/** What a call sends: fields, which may be wrong on purpose, or any text as the body of a POST. */
type Sent = string | Record<string, unknown>;
type Headers = Record<string, string>;

type Caller = {
  /** Makes a call. @returns its answer, also if it was refused */
  call: <Name extends RouteName>(name: Name, input?: Sent, headers?: Headers) => Promise<Answer<Name>>;
  /** Makes a call that shall succeed. @returns its data @throws if it was refused */
  ask: <Name extends RouteName>(name: Name, input?: Sent, headers?: Headers) => Promise<Output<Name>>;
};

/** A member or an operator who is signed in and makes calls. */
type Person = Caller & { id: string; account: string; password: string; token: string };
export type TestMember = Person & { refreshToken: string; owner: Owner };
export type TestOperator = Person;

type Opened<Time extends Clock, Name extends keyof Modules> = {
  database: TestDatabase;
  context: Context;
  bus: Bus;
  clock: Time;
  modules: Pick<Modules, Name>;
  /** Letters to members, oldest first. */
  letters: (Letter & { memberId: string })[];
  /**
   * Moves the time forward: of the database, the clock, `Date` and `performance.now()`, until the site closes. Timers stay as they
   * are. For a site that no test at the same time uses.
   */
  later: (byMs: number) => Promise<void>;
  /** Stops what was started, and drops the database unless another site brought it. */
  close: () => Promise<void>;
};

/** Modules without HTTP, as `testTouchline({ modules })` opens them. */
export type TestModules<Name extends keyof Modules> = Opened<ManualClock, Name>;

/** A whole site, as `testTouchline()` boots it. */
export type TestTouchline<Time extends Clock = Clock> = Opened<Time, keyof Modules> &
  Caller & {
    app: FastifyInstance;
    outbox: Outbox;
    /** Makes calls with these headers, as those of a session: `site.as({ 'ba-office-token': token })`. */
    as: (headers: Headers) => Caller;
    /** Codes that were sent, oldest first, with their lines on the console. */
    codes: { line: string; to: string; code: string }[];
    /**
     * A new member, signed in.
     * @param form replaces fields of the registration
     */
    member: (form?: Record<string, unknown>) => Promise<TestMember>;
    /** A new operator, signed in. */
    operator: (...roles: OperatorRole[]) => Promise<TestOperator>;
    /** Waits for the newest code that was sent to an address. */
    codeTo: (to: string) => Promise<string>;
    /** Waits until the sums by day include all entries so far, because transactions of other tests delay them. */
    folded: () => Promise<void>;
    /** Stops the server and keeps its database open. */
    stop: () => Promise<void>;
  };

type SiteOptions = {
  /** Settings, as in the environment of the program. */
  env?: Record<string, string>;
  /** The network address of calls that name no other in `x-forwarded-for`. Without it no call can name one. */
  callFrom?: string;
  /** The site whose database this one shares: then they are two processes of one site. */
  beside?: { database: TestDatabase } | undefined;
  /** What an archiver would say; without it the site keeps no backup. */
  backupProgress?: () => BackupProgress;
  /** Runs jobs and routines, which take a tenth of a processor also when there is nothing to do. */
  background?: boolean;
  /** Compares each answer with the contract, which may take longer than the call: true by default. */
  checkAnswers?: boolean;
};

type ModulesOptions = SiteOptions & {
  /** By default it begins at the present. */
  clock?: ManualClock;
  /** Called at points of settlement and of returns of stakes; a test throws there to end them. */
  failpoint?: Failpoint;
};

/** The password of all members of tests. */
export const memberPassword = 'flag & whistle';

/** Seals the audit logs of tests. */
export const testAuditKey = auditKey(Buffer.alloc(32, 8));
/** Key of the log of tests. */
export const testLogKey = logKey({
  seed: Buffer.alloc(32, 9),
  nonceKey: Buffer.alloc(32, 10),
  origin: 'touchline.example/log',
});

/** Signs the tokens and tickets of tests. */
const testSecret = Buffer.alloc(32, 7);

/** Hashers with a thousandth of the real cost, and hashes of the same length. */
const quickHashers = (): PasswordHashers => createPasswordHashers({ memoryKib: 64 });

/**
 * Boots what a test needs, over a database of its own.
 *
 * - `testTouchline()` is the whole site behind HTTP, composed as the program does it and without a feed. Its answers are checked
 *   against the contract, its password hashes are quick, and no load makes it refuse calls. It runs jobs and routines only with
 *   `background`.
 * - `testTouchline({ frozenAt })` is the same with a clock that only the test moves.
 * - `testTouchline({ modules: ['book', 'play'] })` opens modules over one database without HTTP, jobs and routines. It starts the
 *   named modules, and its clock begins at the present and moves only by the test.
 */
export function testTouchline(options?: SiteOptions): Promise<TestTouchline>;
export function testTouchline(options: SiteOptions & { frozenAt: Date }): Promise<TestTouchline<ManualClock>>;
export function testTouchline<Name extends keyof Modules>(
  options: ModulesOptions & { modules: readonly Name[] },
): Promise<TestModules<Name>>;
export function testTouchline(
  options: ModulesOptions & { frozenAt?: Date; modules?: readonly (keyof Modules)[] } = {},
): Promise<TestTouchline | TestTouchline<ManualClock> | TestModules<keyof Modules>> {
  const { frozenAt, modules, ...site } = options;
  if (modules) return openTestModules(modules, site);
  return composeSite(frozenAt ? manualClock(frozenAt) : systemClock, site);
}

/** Settings of all sites of tests. */
const settings = (env: Headers, { dataDir }: Pick<TestDatabase, 'dataDir'>): Headers => ({
  DATA_DIR: dataDir,
  REPLAY: 'false',
  RATE_LIMIT_PER_MINUTE: '100000',
  SIGNIN_LIMIT_PER_MINUTE: '100000',
  TRANSACTION_GUARD: 'throw',
  LOG_TOGETHER_SECONDS: '0',
  // Test files share a process and a machine, and composing a server may block both for seconds.
  PATIENCE_FACTOR: '10',
  FEED_SILENCE_MS: '600000',
  ...env,
});

const keepLetters = (bus: Bus): Opened<Clock, never>['letters'] => {
  const letters: Opened<Clock, never>['letters'] = [];
  bus.on('lettersDue', (due) => void letters.push(...due.map(({ shard: _shard, ...letter }) => letter)));
  return letters;
};

/** Moves the time of one site. Its clock is the process's, or one that only the test moves. */
const openTime = ({ owner }: Pick<TestDatabase, 'owner'>, clock: Clock | ManualClock) => {
  let aheadMs = 0;
  return {
    later: async (byMs: number): Promise<void> => {
      await moveDatabaseTime(owner, byMs);
      moveProcessTime(byMs);
      aheadMs += byMs;
      if ('advance' in clock) clock.advance(byMs);
    },
    returnProcess: (): void => moveProcessTime(-aheadMs),
  };
};

const openTestModules = async (
  names: readonly (keyof Modules)[],
  { env = {}, beside, clock = manualClock(new Date()), failpoint }: ModulesOptions,
): Promise<TestModules<keyof Modules>> => {
  const database = beside?.database ?? (await testDatabase());
  const log = createLog('silent');
  const config = readConfig(settings(env, database));
  const bus = createBus(log);
  // Settlement waits for these two by name. More connections would take longer to open than many tests take.
  const { lanes, runs } = openConnections(database.url, config, { log });
  const context: Context = {
    config,
    connections: {
      calls: database,
      cashier: database,
      lanes,
      delayed: database,
      runs,
      feed: database,
      probe: database,
      background: database,
    },
    reading: primaryAlone,
    log,
    metrics: new Registry(),
    clock,
    secret: testSecret,
    currency: currencies.PLAY,
    bus,
    live: new LiveHub({ secret: testSecret }),
    receipts: receiptsOf(testLogKey),
  };
  const modules = await openModules(context, {
    outbox: openOutbox({
      pool: database.pool,
      clock,
      log,
      config,
      secret: testSecret,
      console: () => undefined,
    }),
    ended: createEndedSessions({ db: database.pool, onError: () => undefined }),
    hashers: quickHashers(),
    auditKey: testAuditKey,
    logKeys: onlyKey(testLogKey),
    currentKey: await openCurrentKey(database.pool, onlyKey(testLogKey)),
    failpoint,
  });
  const named: readonly Module[] = names.map((name) => modules[name]);
  for (const room of named) await room.start?.(() => undefined);
  const all: readonly Module[] = Object.values(modules);
  const time = openTime(database, clock);
  return {
    database,
    context,
    bus,
    clock,
    modules,
    letters: keepLetters(bus),
    later: time.later,
    async close() {
      time.returnProcess();
      for (const room of all.toReversed()) await room.stop?.();
      await bus.drain();
      context.live.close();
      await Promise.all([lanes.close(), runs.close()]);
      if (!beside) await database.close();
    },
  };
};

const composeSite = async <Time extends Clock>(
  clock: Time,
  { env = {}, callFrom, beside, backupProgress, background = false, checkAnswers = true }: SiteOptions,
): Promise<TestTouchline<Time>> => {
  const database = beside?.database ?? (await testDatabase());
  const codes: TestTouchline['codes'] = [];
  // Tests of modules alone need no HTTP, which takes a while to import.
  const { openServer } = await import('../server.ts');
  const server = await openServer({
    console: (line, { to, code }) => void codes.push({ line, to, code }),
    config: readConfig(
      settings({ ...(callFrom === undefined ? {} : { TRUST_PROXY: '127.0.0.1' }), ...env }, database),
    ),
    database,
    databaseUrl: database.url,
    log: createLog('silent'),
    clock,
    secret: testSecret,
    auditKey: testAuditKey,
    logKeys: onlyKey(testLogKey),
    backupProgress,
    checkAnswers,
    hashers: quickHashers(),
    background,
  });
  const { app, context, outbox, modules } = server;
  const letters = keepLetters(context.bus);
  const time = openTime(database, clock);
  await server.start();

  const call: Caller['call'] = async (name, input = {}, headers = {}) => {
    const [method, url] = paths[name];
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(callFrom === undefined ? {} : { 'x-forwarded-for': callFrom }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST'
        ? { payload: typeof input === 'string' ? input : JSON.stringify(input) }
        : { query: typeof input === 'string' ? input : queryOf(input) }),
    });
    return { status: response.statusCode, ...response.json<Omit<Answer<typeof name>, 'status'>>() };
  };
  const ask: Caller['ask'] = async (name, input, headers) => {
    const answer = await call(name, input, headers);
    if (answer.code !== 1) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const callerWith = (own: Headers): Caller => ({
    call: (name, input, headers) => call(name, input, { ...own, ...headers }),
    ask: (name, input, headers) => ask(name, input, { ...own, ...headers }),
  });

  let people = 0;
  return {
    app,
    database,
    context,
    bus: context.bus,
    clock,
    modules,
    outbox,
    letters,
    later: time.later,
    codes,
    call,
    ask,
    as: callerWith,
    async member(form = {}) {
      const isNamed = ['email', 'mobile', 'account'].some((name) => name in form);
      const names = isNamed ? {} : { account: `member${people++}` };
      const fields = {
        ...names,
        password: memberPassword,
        confirmPassword: memberPassword,
        birthDate: '1990-01-01',
        ...form,
      };
      const { user, token, refreshToken } = await ask('register', fields);
      return {
        id: user.id,
        account: user.account,
        password: fields.password,
        token,
        refreshToken,
        owner: { shard: shardOf(user.id), memberId: user.id },
        ...callerWith({ 'ba-user-token': token }),
      };
    },
    async operator(...roles) {
      const account = `operator${people++}`;
      const { operators } = modules.office.service;
      const { row, password } = await operators.add({ account, roles }, { address: '' });
      const { token } = await ask('officeLogin', { account, password });
      return { id: row.id, account, password, token, ...callerWith({ 'ba-office-token': token }) };
    },
    async codeTo(to) {
      for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
        await outbox.sendDue();
        const sent = codes.findLast((one) => one.to === to);
        if (sent !== undefined) return sent.code;
        await wait(50);
      }
      throw new Error(`No code went to ${to}`);
    },
    async folded() {
      const { pool } = database;
      const timeZone = context.config.SITE_TIME_ZONE;
      const wallet = new Wallet({ pool });
      const reports = new Reports({ pool, timeZone });
      const { rows: now } = await pool.query<{ tx: bigint }>(
        'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as tx',
      );
      for (;;) {
        await wallet.rollUpDays(timeZone);
        await reports.rollUp();
        const { rows } = await pool.query<{ tx: bigint }>(
          'select least(l.tx, r.tx) as tx from ledger_mark l, report_mark r',
        );
        if ((rows[0]?.tx ?? 0n) >= (now[0]?.tx ?? 0n)) return;
        // Advances the transaction number, as no other client does.
        await pool.query('select pg_current_xact_id()');
        await wait(20);
      }
    },
    stop: () => server.stop(),
    async close() {
      time.returnProcess();
      await server.stop();
      if (!beside) await database.close();
    },
  };
};

/** The query string of an input. Fields without a value are left out, as by the client. */
const queryOf = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
