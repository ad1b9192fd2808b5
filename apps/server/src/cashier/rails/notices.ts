import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Refused } from '../../platform/refusal.ts';
import { eventHandled, leaveEvent, takeEvent } from './queries.ts';
import { BadNotice, type NoticeHeaders, type Rail, type RailNews, type RailSink } from './rail.ts';

/** The result of a notice: processed now, processed before, or about nothing of ours. */
type NoticeOutcome = 'heard' | 'replayed' | 'ignored';

/**
 * Processes a notice of a provider.
 * @throws Refused `unknown_path` when there is no such rail, `unavailable` while the same notice is being
 *   processed
 * @throws BadNotice when it is invalid; nothing of it is stored
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
