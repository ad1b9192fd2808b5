import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { ChainDesk } from '../../sandbox/pages/chain-page.ts';
import { registerSandboxPages } from '../../sandbox/pages/pages.ts';
import { testHttp, testSecret } from '../../../core/http/testing/test-http.ts';
import { manualClock } from '../../../core/clock.ts';
import { readConfig } from '../../../core/config/config.ts';
import { newId, shardOf } from '../../../core/ids.ts';
import { createLog } from '../../../core/logging/log.ts';
import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import type { Rail, RailNews, RailOrder } from '../rail.ts';
import { registerPaymentNotices } from '../notices.ts';
import { createRails, type Rails } from '../service.ts';

export type TestRails = Omit<Rails, 'rails'> & {
  rail(id: string): Rail;
  app: FastifyInstance;
  database: TestDatabase;
  clock: ReturnType<typeof manualClock>;
  /** Deliveries to the sink, in order. */
  heard: { rail: string; news: RailNews }[];
  /** Lets the sink fail, as often as said. */
  failNext(times: number): void;
  /** Runs `work` before the sink has processed. */
  meanwhile(work: () => Promise<void>): void;
  close(): Promise<void>;
};

export const start = new Date('2026-06-11T12:00:00Z');
/** Where the tests call from. */
export const host = 'bets.example';

/**
 * The rails behind HTTP, with a clock that the test sets. They need no other module; a sink of their own records what they deliver,
 * and fails when the test says so.
 */
export const testRails = async (
  options: { env?: Record<string, string>; chain?: ChainDesk } = {},
): Promise<TestRails> => {
  const database = await testDatabase();
  const clock = manualClock(start);
  const heard: TestRails['heard'] = [];
  let failures = 0;
  let work: () => Promise<void> = async () => undefined;
  const { rails, ...rest } = createRails({
    pool: database.pool,
    clock,
    secret: testSecret,
    log: createLog('silent'),
    config: readConfig({ SITE_NAME: 'Bets & <Co>', ...options.env }),
    sink: {
      heard: async (rail, news) => {
        await work();
        if (failures > 0) {
          failures -= 1;
          throw new Error('the sink is away');
        }
        heard.push({ rail, news });
      },
    },
  });
  const { sandbox: desk, notify } = rest;
  const chain = options.chain === undefined ? {} : { chain: options.chain };
  const app = await testHttp(
    {},
    {
      routes: [
        (app, { counts }) => registerPaymentNotices(app, { hearNotice: notify, counts }),
        (app, tools) => {
          if (desk) registerSandboxPages(app, { desk, payee: () => 'Bets & <Co>', ...chain, ...tools });
        },
      ],
    },
  );
  return {
    ...rest,
    rail: (id) => {
      const rail = rails.get(id);
      if (rail === undefined) throw new Error(`There is no rail ${id}`);
      return rail;
    },
    app,
    database,
    clock,
    heard,
    failNext: (times) => {
      failures = times;
    },
    meanwhile: (next) => {
      work = next;
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};

export const orderOf = (over: Partial<RailOrder> = {}): RailOrder => {
  const memberId = newId();
  return {
    rechargeId: newId(),
    memberId,
    shard: shardOf(memberId),
    reference: 'R-7K2M',
    amountMinor: 2_550n,
    currency: { code: 'PLAY', scale: 2 },
    lan: 'en',
    expiresAt: new Date(start.getTime() + 30 * 60_000),
    origin: `https://${host}`,
    ...over,
  };
};

/** A page as a browser asks for it. */
export const ask = (app: FastifyInstance, url: string, lan = 'en'): Promise<LightMyRequestResponse> =>
  app.inject({ url, headers: { host, 'accept-language': lan } });

/** A form as a browser sends it from a page of this host. */
export const send = (
  app: FastifyInstance,
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

/** The value of the hidden field of a name in a page. */
export const hidden = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
