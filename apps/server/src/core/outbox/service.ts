import { dayMs, minuteMs } from '@touchline/contract/durations';
import { limits } from '@touchline/contract/limits';
import { fallbackLan, isLan, type Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/messaging.ts';
import type { Queryable } from '../database/database.ts';
import { newId } from '../ids.ts';
import { maskRecipient, type Log } from '../logging/log.ts';
import { createSealer, type Sealer } from '../secrets.ts';
import { createEmail, createSms } from './carriers.ts';
import {
  readText,
  wordsOf,
  type Carrier,
  type OutChannel,
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
  carriers: Partial<Record<OutChannel, Carrier>>;
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

/** A message as operators see it. */
type ShownMessage = { row: OutboxRow } & Worded;

const lanOf = ({ lan }: OutboxRow): Lan => (isLan(lan) ? lan : fallbackLan);

/**
 * Outgoing mails and short messages: written where something happened, within its transaction, and sent in
 * the background. A message is sent once; only where an answer was lost may it be sent again, under the same
 * id.
 */
export class Outbox {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #site: () => string;
  readonly #sealer: Sealer;
  readonly #console: CodeConsole | undefined;
  readonly #carriers: OutboxOptions['carriers'];

  constructor(options: OutboxOptions) {
    this.#pool = options.pool;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#site = options.site;
    this.#sealer = createSealer(options.secret, 'outbox code');
    this.#console = options.console;
    this.#carriers = options.carriers;
  }

  /**
   * Hands a message in, as part of the caller's transaction.
   * @param message.about its subject, by which it can be withdrawn
   * @param message.uselessAt not sent any more from then on
   * @param message.wanted false to do the same work without a message
   */
  async put(
    client: Queryable,
    message: OutMessage & { about?: string; uselessAt?: Date; wanted?: boolean },
  ): Promise<void> {
    const { channel, to, lan, template, fields, about, uselessAt, wanted = true } = message;
    const id = newId();
    const hasCarrier = this.#carriers[channel] !== undefined;
    const goes = hasCarrier || (template === 'code' && this.wayOf(channel) === 'console');
    const { code, ...plain } = fields;
    // A code without any way out is not stored at all.
    const sealed =
      goes && code !== undefined ? this.#sealer.seal(Buffer.from(code), id).toString('base64url') : undefined;
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
        now: this.#clock.now(),
        state: goes ? 'waiting' : 'kept',
      },
      wanted,
    );
  }

  /** Removes the codes of the messages about `about`, and does not send them any more. */
  withdraw(client: Queryable, about: string): Promise<void> {
    return withdrawMessages(client, about);
  }

  /** How codes go out on a channel. */
  wayOf(channel: OutChannel): CodeWay {
    if (this.#carriers[channel] !== undefined) return 'carrier';
    return this.#console === undefined ? 'none' : 'console';
  }

  /** Sends what is due. @returns how many messages were taken up */
  async sendDue(): Promise<number> {
    let taken = 0;
    for (;;) {
      const now = this.#clock.now();
      const until = new Date(now.getTime() + leaseMs);
      const rows = await claimMessages(this.#pool, { now, until, limit: batch });
      await Promise.all(rows.map((row) => this.#carry(row)));
      taken += rows.length;
      if (rows.length < batch) return taken;
    }
  }

  /** One message for operators, put into words. */
  async find(id: string): Promise<ShownMessage | undefined> {
    const row = await findMessage(this.#pool, id);
    return row && this.#shown(row);
  }

  /** Messages for operators, the newest first, put into words. */
  async list(filter: {
    to: string | undefined;
    limit: number;
    offset: number;
  }): Promise<{ list: ShownMessage[]; total: number }> {
    const { rows, total } = await pageOfMessages(this.#pool, filter);
    return { list: rows.map((row) => this.#shown(row)), total };
  }

  /** Removes expired codes and deletes old messages; a routine calls it. */
  tidy(): Promise<void> {
    const now = this.#clock.now();
    return tidyMessages(this.#pool, { now, before: new Date(now.getTime() - keptMs) });
  }

  async #carry(row: OutboxRow): Promise<void> {
    const carrier = this.#carriers[row.channel];
    const now = this.#clock.now();
    if (carrier === undefined && this.#console !== undefined && row.template === 'code') {
      if (row.useless_at === null || row.useless_at > now) this.#print(row, this.#console);
      return settleMessage(this.#pool, row, { state: 'kept', error: null, nextAt: now, sentAt: null });
    }
    // Taken up by a process that has no carrier any more, or too late to be of use.
    if (carrier === undefined) return this.#settle(row, { ok: false, why: 'no carrier', again: true });
    if (row.useless_at !== null && row.useless_at <= now) {
      return this.#settle(row, { ok: false, why: 'too late', again: false });
    }
    return this.#settle(row, await this.#send(row, carrier));
  }

  /** Gives a message to its carrier. One that cannot be worded is given up after as many tries as any other. */
  async #send(row: OutboxRow, carrier: Carrier): Promise<Delivery> {
    try {
      const worded = this.#inWords(row, this.#readable(row));
      return await carrier({ id: row.id, to: row.recipient, lan: lanOf(row), ...worded });
    } catch (error) {
      this.#log.error({ err: error, id: row.id }, 'a message could not be carried');
      return { ok: false, why: 'fault', again: true };
    }
  }

  /** Prints a code without a carrier, for the operator of the server. */
  #print(row: OutboxRow, toConsole: CodeConsole): void {
    const text = this.#readable(row);
    if (text.template !== 'code' || text.fields.code === undefined) return;
    const { purpose, code } = text.fields;
    toConsole(
      `Code for ${maskRecipient(row.recipient)}: ${code} (${purpose}), valid ${limits.codeMinutes} minutes`,
      { to: row.recipient, code },
    );
  }

  async #settle(row: OutboxRow, delivery: Delivery): Promise<void> {
    const now = this.#clock.now();
    if (delivery.ok) {
      return settleMessage(this.#pool, row, { state: 'sent', error: null, nextAt: now, sentAt: now });
    }
    const pause = Math.min(pauseMaxMs, pauseMs * 2 ** (row.tries - 1)) * (0.5 + Math.random());
    const nextAt = new Date(now.getTime() + pause);
    const over = !delivery.again || row.tries >= triesMax;
    if (over)
      this.#log.warn({ channel: row.channel, id: row.id, why: delivery.why }, 'a message was not sent');
    return settleMessage(this.#pool, row, {
      state: over ? 'failed' : 'waiting',
      error: delivery.why,
      nextAt,
      sentAt: null,
    });
  }

  /** The message as its reader gets it, with its code. */
  #readable(row: OutboxRow): MessageText {
    const text = readText(row);
    if (text.template !== 'code' || text.fields.code === undefined) return text;
    const { purpose } = text.fields;
    const code = this.#sealer.open(Buffer.from(text.fields.code, 'base64url'), row.id)?.toString();
    return { template: 'code', fields: code === undefined ? { purpose } : { purpose, code } };
  }

  /** The message as operators see it: without the code, by which they could sign in. */
  #shown(row: OutboxRow): ShownMessage {
    const text = readText(row);
    const open: MessageText =
      text.template === 'code' ? { template: 'code', fields: { purpose: text.fields.purpose } } : text;
    return { row, ...this.#inWords(row, open) };
  }

  #inWords(row: OutboxRow, text: MessageText): Worded {
    return wordsOf(text, row.channel, lanOf(row), this.#site());
  }
}

type OutboxConfig = Pick<
  Config,
  | 'MODE'
  | 'HOST'
  | 'CODES_ON_CONSOLE'
  | 'SITE_NAME'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'SMS_URL'
  | 'SMS_TOKEN'
  | 'SMS_FROM'
  | 'SMS_AUTHORIZATION'
  | 'SMS_BODY'
>;

/** The outbox with the configured carriers. The mail library is loaded only with a carrier for mails. */
export const openOutbox = (given: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  config: OutboxConfig;
  secret: Uint8Array;
  /** Prints a line on the console of the server; see isOnConsole. */
  console?: CodeConsole | undefined;
}): Outbox => {
  const { pool, clock, log, config, secret, console: toConsole = printLine } = given;
  return new Outbox({
    pool,
    clock,
    log,
    secret,
    site: () => config.SITE_NAME,
    console: isOnConsole(config) ? toConsole : undefined,
    carriers: { ...emailOf(config), ...smsOf(config) },
  });
};

const printLine: CodeConsole = (line) => void process.stdout.write(`${line}\n`);

/**
 * Whether codes without a carrier are printed for the operator of the server: with play money, and where only
 * this machine reaches the server, unless a setting says otherwise.
 */
const isOnConsole = ({ MODE, HOST, CODES_ON_CONSOLE }: OutboxConfig): boolean =>
  MODE === 'play' &&
  (CODES_ON_CONSOLE === 'beyond-loopback' || (CODES_ON_CONSOLE === 'loopback' && isLoopback(HOST)));

const emailOf = (config: OutboxConfig) => {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  if (url === undefined || from === undefined) return {};
  let carrier: Promise<Carrier> | undefined;
  const email: Carrier = async (message) => {
    carrier ??= createEmail({ url, from, fromName: () => config.SITE_NAME });
    return (await carrier)(message);
  };
  return { email };
};

const smsOf = (config: OutboxConfig) =>
  config.SMS_URL === undefined
    ? {}
    : {
        sms: createSms({
          url: config.SMS_URL,
          token: config.SMS_TOKEN,
          from: config.SMS_FROM,
          authorization: config.SMS_AUTHORIZATION,
          body: config.SMS_BODY,
        }),
      };
