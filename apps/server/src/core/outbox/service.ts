import { dayMs, minuteMs } from '@touchline/contract/durations';
import { limits } from '@touchline/contract/limits';
import { fallbackLan, isLan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../logging/log.ts';
import { maskRecipient } from '../logging/mask.ts';
import { createSealer } from '../sealed-bytes.ts';
import {
  readText,
  wordsOf,
  type Carrier,
  type Channel,
  type Delivery,
  type MessageText,
  type OutMessage,
  type Worded,
} from './words.ts';
import {
  claimMessages,
  findMessage,
  insertMessage,
  pageOfMessages,
  settleMessage,
  tidyMessages,
  withdrawMessages,
  type OutboxRow,
} from './queries.ts';

export type OutboxOptions = {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  /** The current name of the site. */
  site: () => string;
  /** Seals waiting codes, so that a reader of the table cannot sign in by one. */
  secret: Uint8Array;
  /** Prints codes without a carrier; absent where the console of the server must not show any. */
  console?: CodeConsole | undefined;
  /** The carrier of each channel; messages of other channels are only kept. */
  carriers: Partial<Record<Channel, Carrier>>;
};

/** Longer than any carrier takes: a process has a message for this long. */
const leaseMs = 120_000;
/** Messages taken up at once. */
const batch = 5;
const triesMax = 8;
/** The mean pause before the second try; doubled before each later one. */
const pauseMs = 3_000;
const pauseMaxMs = 15 * minuteMs;
/** Messages are deleted after this. */
const keptMs = 30 * dayMs;

/** @param line as a person reads it, with the recipient masked */
export type CodeConsole = (line: string, about: { to: string; code: string }) => void;

/** How a code goes out on a channel: by a carrier, on the console of the server, or not at all. */
export type CodeWay = 'carrier' | 'console' | 'none';

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Outgoing mails and short messages: written where something happened, within its transaction, and sent in
 * the background. A message is sent once; only where an answer was lost may it be sent again, under the same
 * id.
 */
export const createOutbox = (options: OutboxOptions) => {
  const { pool, clock, log, site, carriers } = options;
  const sealer = createSealer(options.secret, 'outbox code');
  const inWords = (row: OutboxRow, text: MessageText): Worded =>
    wordsOf(text, row.channel, isLan(row.lan) ? row.lan : fallbackLan, site());
  const wayOf = (channel: Channel): CodeWay =>
    carriers[channel] === undefined ? (options.console === undefined ? 'none' : 'console') : 'carrier';

  /** The message as its reader gets it, with its code. */
  const readable = (row: OutboxRow): MessageText => {
    const text = readText(row);
    if (text.template !== 'code' || text.fields.code === undefined) return text;
    const { purpose } = text.fields;
    const code = sealer.open(Buffer.from(text.fields.code, 'base64url'), row.id)?.toString();
    return { template: 'code', fields: code === undefined ? { purpose } : { purpose, code } };
  };

  /** The message as operators see it: without the code, by which they could sign in. */
  const shown = (row: OutboxRow): Worded => {
    const text = readText(row);
    return inWords(
      row,
      text.template === 'code' ? { template: 'code', fields: { purpose: text.fields.purpose } } : text,
    );
  };

  /** Prints a code without a carrier, for the operator of the server. */
  const print = (row: OutboxRow, toConsole: CodeConsole): void => {
    const text = readable(row);
    if (text.template !== 'code' || text.fields.code === undefined) return;
    const { purpose, code } = text.fields;
    toConsole(
      `Code for ${maskRecipient(row.recipient)}: ${code} (${purpose}), valid ${limits.codeMinutes} minutes`,
      { to: row.recipient, code },
    );
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
      error: delivery.why,
      nextAt,
      sentAt: null,
    });
  };

  const carry = async (row: OutboxRow): Promise<void> => {
    const carrier = carriers[row.channel];
    const now = clock.now();
    if (carrier === undefined && options.console !== undefined && row.template === 'code') {
      if (row.useless_at === null || row.useless_at > now) print(row, options.console);
      return settleMessage(pool, row, { state: 'kept', error: null, nextAt: now, sentAt: null });
    }
    // Taken up by a process that has no carrier any more, or too late to be of use.
    if (carrier === undefined) return settle(row, { ok: false, why: 'no carrier', again: true });
    if (row.useless_at !== null && row.useless_at <= now) {
      return settle(row, { ok: false, why: 'too late', again: false });
    }
    const lan = isLan(row.lan) ? row.lan : fallbackLan;
    // A message that cannot be worded is given up after as many tries as any other.
    const delivery = await Promise.resolve()
      .then(() => carrier({ id: row.id, to: row.recipient, lan, ...inWords(row, readable(row)) }))
      .catch((error: unknown): Delivery => {
        log.error({ err: error, id: row.id }, 'a message could not be carried');
        return { ok: false, why: 'fault', again: true };
      });
    return settle(row, delivery);
  };

  return {
    /**
     * Hands a message in, as part of the caller's transaction.
     * @param message.about its subject, by which it can be withdrawn
     * @param message.uselessAt not sent any more from then on
     * @param message.wanted false to do the same work without a message
     */
    put: async (
      client: Queryable,
      message: OutMessage & { about?: string; uselessAt?: Date; wanted?: boolean },
    ): Promise<void> => {
      const { channel, to, lan, template, fields, about, uselessAt, wanted = true } = message;
      const id = newId();
      const goes = carriers[channel] !== undefined || (template === 'code' && wayOf(channel) === 'console');
      const { code, ...plain } = fields;
      // A code without any way out is not stored at all.
      const sealed =
        goes && code !== undefined ? sealer.seal(Buffer.from(code), id).toString('base64url') : undefined;
      await insertMessage(
        client,
        {
          id,
          channel,
          recipient: to,
          template,
          lan,
          fields: sealed === undefined ? plain : { ...plain, code: sealed },
          about: about ?? null,
          useless_at: uselessAt ?? null,
          now: clock.now(),
          state: goes ? 'waiting' : 'kept',
        },
        wanted,
      );
    },

    /** Removes the codes of the messages about `about`, and does not send them any more. */
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

    /** How codes go out on a channel. */
    wayOf,

    /** One message for operators, put into words. */
    find: async (id: string) => {
      const row = await findMessage(pool, id);
      return row && { row, ...shown(row) };
    },

    /** Messages for operators, the newest first, put into words. */
    list: async (filter: { to: string | undefined; limit: number; offset: number }) => {
      const { rows, total } = await pageOfMessages(pool, filter);
      return { list: rows.map((row) => ({ row, ...shown(row) })), total };
    },

    /** Removes expired codes and deletes old messages; a routine calls it. */
    tidy: (): Promise<void> => {
      const now = clock.now();
      return tidyMessages(pool, { now, before: new Date(now.getTime() - keptMs) });
    },
  };
};
