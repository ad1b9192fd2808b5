import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { createEmail } from './email.ts';
import type { Carrier } from './message.ts';
import { createOutbox, type Outbox } from './service.ts';
import { createSms } from './sms.ts';

export type OutboxConfig = Pick<
  Config,
  | 'MODE'
  | 'SITE_NAME'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'SMS_URL'
  | 'SMS_TOKEN'
  | 'SMS_FROM'
  | 'SMS_AUTHORIZATION'
  | 'SMS_BODY'
>;

/** The outbox with the carriers that are configured. The one for mails is loaded with the first of them. */
export const openOutbox = (given: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  config: OutboxConfig;
}): Outbox => {
  const { pool, clock, log, config } = given;
  return createOutbox({
    ...{ pool, clock, log, site: () => config.SITE_NAME, showsKeptCodes: config.MODE === 'play' },
    carriers: { ...emailOf(config), ...smsOf(config) },
  });
};

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
          ...{ url: config.SMS_URL, token: config.SMS_TOKEN, from: config.SMS_FROM },
          ...{ authorization: config.SMS_AUTHORIZATION, body: config.SMS_BODY },
        }),
      };
