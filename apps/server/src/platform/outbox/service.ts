import { fallbackLan, isLan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Carrier, Channel, Delivery, OutMessage, Worded } from './message.ts';
import {
  claimMessages,
  insertMessage,
  pageOfMessages,
  settleMessage,
  tidyMessages,
  withdrawMessages,
  type OutboxRow,
} from './queries.ts';
import { readText, wordsOf } from './words.ts';

export type OutboxOptions = {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  /** The name of the site as it is now. */
  site: () => string;
  /** Whether operators may read a code that was kept instead of sent. */
  showsKeptCodes: boolean;
  /** Who carries the messages of a channel; those of the others are kept. */
  carriers: Partial<Record<Channel, Carrier>>;
};

/** Longer than any carrier takes: who takes a message up has it for so long. */
const leaseMs = 120_000;
/** Taken up at once. */
const batch = 5;
const triesMax = 8;
/** Before the second try, in the middle; doubled before each later one. */
const pauseMs = 3_000;
const pauseMaxMs = 15 * 60_000;
/** Messages are kept so long. */
const keptMs = 30 * 24 * 60 * 60_000;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Mails and short messages on their way out: written where something happened, within its transaction, and sent in the
 * background. A message is sent once; only where an answer was lost may it be sent again, under the same id.
 */
export const createOutbox = ({ pool, clock, log, site, showsKeptCodes, carriers }: OutboxOptions) => {
  const worded = (row: OutboxRow): Worded =>
    wordsOf(readText(row), row.channel, isLan(row.lan) ? row.lan : fallbackLan, site());

  /** As operators read it. Who can read a code can sign in by it: only what was sent to nobody shows one. */
  const shown = (row: OutboxRow): Worded => {
    const text = readText(row);
    const isShown = text.template !== 'code' || (showsKeptCodes && row.state === 'kept');
    const { code: _, ...fields } = text.template === 'code' ? text.fields : { code: '' };
    return worded(isShown ? row : { ...row, fields });
  };

  const settle = async (row: OutboxRow, delivery: Delivery): Promise<void> => {
    const now = clock.now();
    if (delivery.ok) {
      return settleMessage(pool, row, { state: 'sent', error: null, nextAt: now, sentAt: now });
    }
    const pause = Math.min(pauseMaxMs, pauseMs * 2 ** (row.tries - 1)) * (0.5 + Math.random());
    const nextAt = new Date(now.getTime() + pause);
    const over = !delivery.again || row.tries >= triesMax;
    if (over) log.warn({ channel: row.channel, id: row.id, why: delivery.why }, 'a message was not sent');
    return settleMessage(pool, row, {
      state: over ? 'failed' : 'waiting',
      ...{ error: delivery.why, nextAt, sentAt: null },
    });
  };

  const carry = async (row: OutboxRow): Promise<void> => {
    const carrier = carriers[row.channel];
    // Taken up again by a process that has no carrier any more, or too late to be of use.
    if (carrier === undefined) return settle(row, { ok: false, why: 'no carrier', again: true });
    if (row.useless_at !== null && row.useless_at <= clock.now()) {
      return settle(row, { ok: false, why: 'too late', again: false });
    }
    const lan = isLan(row.lan) ? row.lan : fallbackLan;
    // A message that cannot even be put into words is given up after as many tries as any other.
    const delivery = await Promise.resolve()
      .then(() => carrier({ id: row.id, to: row.recipient, lan, ...worded(row) }))
      .catch((error: unknown): Delivery => {
        log.error({ err: error, id: row.id }, 'a message could not be carried');
        return { ok: false, why: 'fault', again: true };
      });
    return settle(row, delivery);
  };

  return {
    /**
     * Hands a message in, as part of the caller's transaction.
     * @param message.about what it belongs to, by which it can be withdrawn
     * @param message.uselessAt not sent any more from then on
     * @param message.wanted false to do the work of it without a message
     */
    put: async (
      client: Queryable,
      message: OutMessage & { about?: string; uselessAt?: Date; wanted?: boolean },
    ): Promise<void> => {
      const { channel, to, lan, template, fields, about, uselessAt, wanted = true } = message;
      await insertMessage(
        client,
        {
          ...{ id: newId(), channel, recipient: to, template, lan, fields: { ...fields } },
          ...{ about: about ?? null, useless_at: uselessAt ?? null, now: clock.now() },
          state: carriers[channel] === undefined ? 'kept' : 'waiting',
        },
        wanted,
      );
    },

    /** Takes the code out of what belongs to `about`, and does not send it any more. */
    withdraw: (client: Queryable, about: string): Promise<void> => withdrawMessages(client, about),

    /** Sends what is due. @returns how many messages were taken up */
    sendDue: async (): Promise<number> => {
      let taken = 0;
      for (;;) {
        const now = clock.now();
        const until = new Date(now.getTime() + leaseMs);
        const rows = await claimMessages(pool, { now, until, limit: batch });
        await Promise.all(rows.map(carry));
        taken += rows.length;
        if (rows.length < batch) return taken;
      }
    },

    /** Messages for operators, the newest first, put into words. */
    list: async (filter: { to: string | undefined; limit: number; offset: number }) => {
      const { rows, total } = await pageOfMessages(pool, filter);
      return { list: rows.map((row) => ({ row, ...shown(row) })), total };
    },

    /** Takes codes out that are no longer good, and forgets old messages; called now and then. */
    tidy: (): Promise<void> => {
      const now = clock.now();
      return tidyMessages(pool, { now, before: new Date(now.getTime() - keptMs) });
    },
  };
};
