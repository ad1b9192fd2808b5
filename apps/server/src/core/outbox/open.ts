import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { createEmail, createSms } from './carriers.ts';
import type { Carrier } from './words.ts';
import { isLoopback } from '../config/messaging.ts';
import { Outbox, type CodeConsole } from './service.ts';

export type OutboxConfig = Pick<
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
