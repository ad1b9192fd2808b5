import { dayMs } from '@touchline/contract/durations';
import type pg from 'pg';
import type { Config } from '../../core/config/config.ts';
import type { Outbox } from '../../core/outbox/service.ts';
import { refusedCountries } from '../../core/http/request-origin.ts';
import { createAttempts } from '../throttle/attempts.ts';
import { createCodeHashes } from './domain.ts';
import { purgeFlows } from './flow-queries.ts';
import { createProveCode, type ProveCode } from './prove.ts';
import { purgeCodes } from './queries.ts';
import { createSendCode } from './send.ts';

export type CodesOptions = {
  pool: pg.Pool;
  /** The key of the hashes of codes and addresses; the same in all processes. */
  secret: Uint8Array;
  outbox: Outbox;
  now: () => Date;
  config: Pick<
    Config,
    'SITE_CALLING_CODE' | 'COUNTRIES_REFUSED' | 'CODES_PER_MINUTE' | 'CODES_PER_ADDRESS_HOUR'
  >;
};

export type Codes = {
  send: ReturnType<typeof createSendCode>;
  prove: ProveCode;
  /** Deletes expired rows. */
  tidy: () => Promise<void>;
};

/** Codes that prove that a person reads an address or number. */
export const createCodes = ({ pool, secret, outbox, now, config }: CodesOptions): Codes => {
  const hashes = createCodeHashes(secret);
  return {
    send: createSendCode({
      pool,
      hashes,
      outbox,
      now,
      callingCode: () => config.SITE_CALLING_CODE,
      refusedCountries: () => refusedCountries(config.COUNTRIES_REFUSED),
      budgets: () => ({
        perMinute: config.CODES_PER_MINUTE,
        perAddressHour: config.CODES_PER_ADDRESS_HOUR,
      }),
    }),
    prove: createProveCode({ db: pool, hashes, attempts: createAttempts({ db: pool, now }), outbox, now }),
    tidy: async () => {
      const before = new Date(now().getTime() - dayMs);
      await purgeCodes(pool, before);
      await purgeFlows(pool, before);
    },
  };
};
