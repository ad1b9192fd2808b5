import { createHash } from 'node:crypto';
import { notifyPath } from '@touchline/contract/paths';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { secondsOf, type CallCounts } from '../../core/http/call-log.ts';
import { createRateLimit } from '../../core/http/floods.ts';
import { addressKey } from '../../core/http/request-origin.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { BadNotice, type NoticeHeaders, type Rail, type RailNews, type RailSink } from './rail.ts';

/** How long a process has a notice before another may try. */
const workSeconds = 60;

const take = query.exec(
  'rail-event-take',
  `insert into rail_event (rail, event_id, news_hash, kind, recharge_id, taken_until, received_at)
   values ($1, $2, $3, $4, $5, site_now() + make_interval(secs => $6), site_now())
   on conflict (rail, event_id) do update set taken_until = excluded.taken_until
     where rail_event.handled_at is null and rail_event.taken_until <= site_now()
       and rail_event.news_hash = excluded.news_hash
   returning 1`,
);
const look = query.one<{ same: boolean; handled: boolean }>(
  'rail-event-look',
  `select news_hash = $3 as same, handled_at is not null as handled from rail_event where rail = $1 and event_id = $2`,
);
const handled = statement(
  'rail-event-handled',
  `update rail_event set handled_at = site_now() where rail = $1 and event_id = $2 and handled_at is null`,
);
const leave = query.exec(
  'rail-event-leave',
  `update rail_event set taken_until = site_now() where rail = $1 and event_id = $2 and handled_at is null`,
);

/**
 * Takes a notice up, so that no other delivery of it is processed at the same time.
 * @returns `taken`: it is the caller's; `handled`: processed before; `busy`: another process has it;
 *   `differs`: an event of this id had other content
 */
const takeEvent = async (
  db: Queryable,
  { rail, news, hash }: { rail: string; news: RailNews; hash: Buffer },
): Promise<'taken' | 'handled' | 'busy' | 'differs'> => {
  const rechargeId = news.kind === 'ignored' ? null : news.rechargeId;
  const rowCount = await take(db, [rail, news.eventId, hash, news.kind, rechargeId, workSeconds]);
  if (rowCount === 1) return 'taken';
  const row = await look(db, [rail, news.eventId, hash]);
  if (row?.same === false) return 'differs';
  return row?.handled === true ? 'handled' : 'busy';
};

/** Records that a notice was processed. */
const eventHandled = async (db: Queryable, rail: string, eventId: string): Promise<void> => {
  await db.query(handled([rail, eventId]));
};

/** Leaves a notice to its next delivery. */
const leaveEvent = async (db: Queryable, rail: string, eventId: string): Promise<void> => {
  await leave(db, [rail, eventId]);
};

/** The result of a notice: processed now, processed before, or about no order of ours. */
type NoticeOutcome = 'heard' | 'replayed' | 'ignored';

/**
 * Processes a notice of a provider.
 * @throws Refused `unknown_path` when there is no such rail, `unavailable` while the same notice is being
 *   processed
 * @throws BadNotice when it is invalid; none of it is stored
 * @throws the error of the sink: the provider is to send it again
 */
export type Notify = (railId: string, raw: Buffer, headers: NoticeHeaders) => Promise<NoticeOutcome>;

/** The hash of an event's content: a repeated event has the same one. */
const hashOf = (news: RailNews): Buffer => {
  const said = [
    news.kind,
    news.at.toISOString(),
    ...(news.kind === 'ignored' ? [] : [news.rechargeId]),
    ...(news.kind === 'paid' ? [news.paymentRef, news.amountMinor.toString(), news.currency] : []),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest();
};

/** Processes notices: each is valid only by its signature, and processed once unless that failed. */
export const createNotify =
  (options: {
    pool: pg.Pool;
    clock: Clock;
    log: Log;
    rails: ReadonlyMap<string, Rail>;
    sink: RailSink;
  }): Notify =>
  async (railId, raw, headers) => {
    const { pool, clock, log, rails, sink } = options;
    const rail = rails.get(railId);
    if (rail === undefined) throw new Refused('unknown_path');
    const doubt = (error: BadNotice): BadNotice => {
      log.warn({ rail: rail.id, why: error.why, bytes: raw.length }, 'a payment notice was not believed');
      return error;
    };

    const news = await rail.readNotice(raw, headers, clock.now()).catch((error: unknown) => {
      throw error instanceof BadNotice ? doubt(error) : error;
    });
    const taken = await takeEvent(pool, { rail: rail.id, news, hash: hashOf(news) });
    if (taken === 'handled') return 'replayed';
    if (taken === 'differs') throw doubt(new BadNotice('contradiction'));
    if (taken === 'busy') throw new Refused('unavailable');
    try {
      if (news.kind !== 'ignored') await sink.heard(rail.id, news);
    } catch (error) {
      // Should this fail too, the next delivery waits until the lease ends.
      await leaveEvent(pool, rail.id, news.eventId).catch(() => undefined);
      throw error;
    }
    await eventHandled(pool, rail.id, news.eventId);
    return news.kind === 'ignored' ? 'ignored' : 'heard';
  };

const bodyMaxBytes = 256 * 1024;

/** Notices of one address. A provider sends many at once after an outage, and repeats refused ones. */
const noticesPerMinute = 1_200;

/**
 * The address for notices of payment providers. It has no sign-in: a notice is valid by its signature, which
 * covers the raw bytes.
 */
export const registerPaymentNotices = (
  app: FastifyInstance,
  { hearNotice, counts }: { hearNotice: Notify; counts: CallCounts },
): void => {
  const limit = createRateLimit(noticesPerMinute);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { rail: string }; Body: Buffer | undefined }>(
    notifyPath,
    {
      bodyLimit: bodyMaxBytes,
      onRequest: (request, _reply, done) => {
        const untilMs = limit(addressKey(request.ip), Date.now());
        const until = untilMs === undefined ? undefined : new Date(untilMs).toISOString();
        done(until === undefined ? undefined : new Refused('too_many', { until }));
      },
    },
    async (request, reply) => {
      await hearNotice(request.params.rail, request.body ?? Buffer.alloc(0), request.headers);
      counts.count(notifyPath, 'success', secondsOf(request));
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('{"code":1,"msg":"","data":{}}');
    },
  );
  const others: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  app.route({
    method: others,
    url: notifyPath,
    onRequest: (_request, reply, done) => {
      reply.header('allow', 'POST');
      done(new Refused('method_not_allowed'));
    },
    handler: () => {
      throw new Refused('method_not_allowed');
    },
  });
};
