import type { Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import { Type, type Static, type TObject, type TProperties } from 'typebox';
import { Value } from 'typebox/value';
import type { Log } from '../../core/logging/log.ts';
import type { Owner } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import type { Channel } from '../../core/config/payments.ts';

/** A recharge as a payment provider receives it. */
export type RailOrder = Owner & {
  rechargeId: string;
  /** Unique and short; shown to the member. */
  reference: string;
  amountMinor: bigint;
  currency: { code: string; scale: number };
  expiresAt: Date;
  lan: Lan;
  /** Where the member app is, for return addresses: "https://host". */
  origin: string;
};

/**
 * An order that the provider has accepted. `payUrl` is a page to pay on, `qr` the text of a QR code for
 * paying.
 */
export type AcceptedOrder = { providerRef: string; payUrl?: string; qr?: string };

/** A provider's event: verified, parsed, in our terms. `at` is its time by the provider's clock. */
export type RailNews = { eventId: string; at: Date } & (
  | {
      kind: 'paid';
      rechargeId: string;
      /** The payment's own reference: a second payment for the same recharge has another. */
      paymentRef: string;
      amountMinor: bigint;
      currency: string;
    }
  | { kind: 'failed' | 'expired'; rechargeId: string }
  | { kind: 'ignored' }
);

/** Headers of a notice, unchanged. */
export type NoticeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One provider of hosted payments. */
export type Rail = {
  /** Part of the address that its notices are sent to: "sandbox-card", "stripe". */
  id: string;
  /** Moves no real money. */
  sandbox: boolean;
  /**
   * Gives the order to the provider; the same recharge again gives the same order.
   * @throws RailAway when the provider does not accept it
   */
  begin(order: RailOrder): Promise<AcceptedOrder>;
  /**
   * Returns when the provider takes no (further) payment for the order, in any state.
   * @throws RailAway when that is not certain
   */
  cancel(providerRef: string): Promise<void>;
  /**
   * Reads a notice.
   * @throws BadNotice when it is not from the provider, too old or unreadable
   */
  readNotice(raw: Buffer, headers: NoticeHeaders, now: Date): Promise<RailNews>;
};

/** Variables of the environment as they are set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a rail may use of the server. */
export type RailGround = {
  pool: pg.Pool;
  log: Log;
  /** The server's signing secret; those of the sandbox are made from it. */
  secret: Uint8Array;
  mode: 'play' | 'real';
  /** The name of the site, which owners may change while the server runs. */
  site: () => string;
};

/** A rail as the table of rails has it. */
export type RailEntry = {
  /** The channels that it serves, by what members pay with. */
  method: Exclude<Channel['method'], 'usdt'>;
  /** Its settings in the environment. */
  settings: TProperties;
  /** Settings that do not go together, each as a sentence. Never names the value of a secret. */
  problems(env: Environment): string[];
  /**
   * Opens the rail.
   * @param config the settings of the server, read by `readConfig`
   * @returns undefined where the settings do not ask for it
   */
  open(config: object, ground: RailGround): Rail | undefined;
};

/** Makes the entry of a rail from its settings and the function that opens it by their values. */
export const defineRail = <Settings extends TProperties>(rail: {
  method: RailEntry['method'];
  settings: Settings;
  problems?: RailEntry['problems'];
  open: (settings: Static<TObject<Settings>>, ground: RailGround) => Rail | undefined;
}): RailEntry => ({
  method: rail.method,
  settings: rail.settings,
  problems: (env) => rail.problems?.(env) ?? [],
  open(config, ground) {
    if (Value.Check(Type.Object(rail.settings), config)) return rail.open(config, ground);
    throw new Error(`Not read from the environment: ${Object.keys(rail.settings).join(', ')}`);
  },
});

/**
 * Receives payments. Each is delivered at least once: again after a failure, or when the process died before
 * that was recorded. `ignored` events are not delivered.
 */
export type RailSink = { heard(rail: string, news: RailNews): Promise<void> };

/** A provider that does not answer, or not as agreed: the member may try again. */
export class RailAway extends Refused {
  /** For the log; never contains a secret. */
  readonly why: string;
  constructor(why: string) {
    super('rail_away');
    this.why = why;
  }
}

/** An invalid notice. */
export class BadNotice extends Refused {
  readonly why: 'signature' | 'stale' | 'malformed' | 'mode' | 'contradiction';
  constructor(why: BadNotice['why']) {
    super('bad_request');
    this.why = why;
  }
}
