import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { createNotify, type Notify } from './notices.ts';
import type { Rail, RailSink } from './rail.ts';
import { createCourier } from './sandbox/courier.ts';
import { createSandboxCard, createSandboxScan } from './sandbox/rail.ts';
import { createSandboxDesk, type SandboxDesk } from './sandbox/service.ts';
import { createOrderTokens } from './sandbox/token.ts';
import { createStripeRail } from './stripe/rail.ts';

export type RailsOptions = {
  pool: pg.Pool;
  clock: Clock;
  /** The server's signing secret; those of the sandbox are made from it. */
  secret: Uint8Array;
  config: Pick<
    Config,
    | 'MODE'
    | 'SITE_NAME'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRETS'
    | 'STRIPE_API_URL'
    | 'STRIPE_PLAY_CURRENCY'
  >;
  log: Log;
  /** Told of payments. */
  sink: RailSink;
};

export type Rails = {
  /** By id: the sandbox rails in play mode, Stripe where it is configured. */
  rails: ReadonlyMap<string, Rail>;
  /** Hears a notice: the one way in for what providers tell, the sandbox included. */
  notify: Notify;
  /** What the sandbox pages do; in play mode only. */
  sandbox?: SandboxDesk;
  /** Sends the sandbox's notices again that nobody answered: a routine of every few seconds. @returns how many were */
  resend: () => Promise<number>;
};

/** Puts the rails together. */
export const createRails = ({ pool, clock, secret, config, log, sink }: RailsOptions): Rails => {
  const rails = new Map<string, Rail>();
  const add = (rail: Rail): void => void rails.set(rail.id, rail);
  const notify = createNotify({ pool, clock, log, rails, sink });

  if (config.STRIPE_SECRET_KEY !== undefined) {
    add(
      createStripeRail({
        secretKey: config.STRIPE_SECRET_KEY,
        webhookSecrets: config.STRIPE_WEBHOOK_SECRETS.split(',').filter((one) => one !== ''),
        baseUrl: config.STRIPE_API_URL,
        playCurrency: config.STRIPE_PLAY_CURRENCY,
        get site() {
          return config.SITE_NAME;
        },
        log,
      }),
    );
  }
  if (config.MODE !== 'play') return { rails, notify, resend: async () => 0 };

  const tokens = createOrderTokens(secret);
  const noticeSecret = createHmac('sha256', secret).update('sandbox-notice').digest();
  const courier = createCourier({ pool, clock, log, secret: noticeSecret, notify });
  add(createSandboxCard({ pool, tokens, noticeSecret }));
  add(createSandboxScan({ pool, tokens, noticeSecret }));
  const sandbox = createSandboxDesk({ pool, clock, tokens, courier });
  return { rails, notify, sandbox, resend: courier.resend };
};
