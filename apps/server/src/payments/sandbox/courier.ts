import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/logging/log.ts';
import type { Notify } from '../providers/notices.ts';
import { signNotice, type NoticeSecret } from '../providers/signature.ts';
import {
  noticeDelivered,
  selectNotices,
  selectWaiting,
  type SandboxNoticeRow,
  type SandboxOrderKey,
} from './queries.ts';

/** A notice without an answer is sent again after this long at the earliest. */
const pauseMs = 5_000;

/** Carries the notices of the sandbox rails to the handler that real providers reach by HTTP. */
export type Courier = {
  /** Sends the waiting notices of one order. Never throws: unanswered ones stay. */
  deliver: (key: SandboxOrderKey) => Promise<void>;
  /** Sends the waiting notices of all orders again. @returns how many notices were answered */
  resend: () => Promise<number>;
};

export const createCourier = (options: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  secret: NoticeSecret;
  notify: Notify;
}): Courier => {
  const { pool, clock, log, secret, notify } = options;

  const send = async (notice: SandboxNoticeRow): Promise<boolean> => {
    const body = Buffer.from(notice.body);
    try {
      const now = clock.now();
      await notify(notice.rail, body, { 'sandbox-signature': signNotice(secret, body, now) });
      await noticeDelivered(pool, notice, now);
      return true;
    } catch (error) {
      log.warn({ err: error, rail: notice.rail, notice: notice.id }, 'a sandbox notice was not answered');
      return false;
    }
  };

  const sendAll = async (notices: readonly SandboxNoticeRow[]): Promise<number> => {
    let answered = 0;
    // One after the other, as a provider keeps the order of its events.
    for (const notice of notices) answered += (await send(notice)) ? 1 : 0;
    return answered;
  };

  return {
    async deliver(key) {
      await sendAll(await selectNotices(pool, key, { waitingOnly: true }));
    },
    async resend() {
      return sendAll(await selectWaiting(pool, new Date(clock.now().getTime() - pauseMs)));
    },
  };
};
