import { parseAmount } from '@touchline/money/amount';
import { remember, type Config } from '../core/config/config.ts';
import type { Currency } from '@touchline/money/currency';
import { readChannels, type Channel } from '../core/config/payments.ts';
import type { WithdrawalRules } from './withdrawals/terms.ts';

type CashierConfig = Pick<
  Config,
  | 'CHANNELS'
  | 'SITE_TIME_ZONE'
  | 'TURNOVER_MULTIPLE'
  | 'WITHDRAW_MIN'
  | 'WITHDRAW_MAX'
  | 'WITHDRAW_FEE_BP'
  | 'WITHDRAW_FEE_FIXED'
  | 'WITHDRAW_FEE_MIN'
  | 'WITHDRAW_DAYS'
  | 'WITHDRAW_FROM'
  | 'WITHDRAW_TO'
  | 'WITHDRAW_ARRIVAL_HOURS'
  | 'WITHDRAW_PASSWORD_ABOVE'
  | 'WITHDRAW_TWO_ABOVE'
  | 'PAYOUT_COOLING_HOURS'
  | 'PAYOUT_RAIL'
  | 'PAYOUT_SANDBOX_SECONDS'
>;

/** The channels and rules of the cashier as the settings have them now: owners change some while the server runs. */
export class CashierSettings {
  readonly #config: CashierConfig;
  /** The currency of the wallets. */
  readonly currency: Currency;
  readonly #readOpen: (text: string) => Channel[];

  constructor({ config, currency }: { config: CashierConfig; currency: Currency }) {
    this.#config = config;
    this.currency = currency;
    this.#readOpen = remember((text: string) => readChannels(text, currency.scale));
  }

  /** Decimals of the wallets' currency. */
  get scale(): number {
    return this.currency.scale;
  }

  get timeZone(): string {
    return this.#config.SITE_TIME_ZONE;
  }

  /** The open channels. */
  channels(): Channel[] {
    return this.#readOpen(this.#config.CHANNELS);
  }

  /** The wallet's currency for one USDT by a channel, or by a kind of payout method, in millionths; undefined where it has no rate. */
  rateOf(channel: string): bigint | undefined {
    return this.channels().find(({ id }) => id === channel)?.rateMicro;
  }

  rules(): WithdrawalRules {
    return readRules(this.#config, this.scale);
  }
}

/** The turnover multiple "1.0" in hundredths of a percent. */
const multipleBp = (text: string): number => Math.round(Number(text) * 10_000);

/** The withdrawal terms of the settings. @param scale of the wallet's currency */
const readRules = (config: CashierConfig, scale: number): WithdrawalRules => {
  const read = (name: keyof CashierConfig): bigint => {
    const minor = parseAmount(String(config[name]), scale);
    if (minor === undefined) throw new Error(`${name} "${config[name]}" is no amount`);
    return minor;
  };
  return {
    minMinor: read('WITHDRAW_MIN'),
    maxMinor: read('WITHDRAW_MAX'),
    fee: {
      feeBp: config.WITHDRAW_FEE_BP,
      feeFixedMinor: read('WITHDRAW_FEE_FIXED'),
      feeMinMinor: read('WITHDRAW_FEE_MIN'),
    },
    window: {
      days: [...new Set(config.WITHDRAW_DAYS.split(',').map(Number))].toSorted((a, b) => a - b),
      from: config.WITHDRAW_FROM,
      to: config.WITHDRAW_TO,
      timeZone: config.SITE_TIME_ZONE,
    },
    arrivalHours: config.WITHDRAW_ARRIVAL_HOURS,
    passwordAboveMinor: read('WITHDRAW_PASSWORD_ABOVE'),
    twoAboveMinor: read('WITHDRAW_TWO_ABOVE'),
    coolingHours: config.PAYOUT_COOLING_HOURS,
    turnoverBp: multipleBp(config.TURNOVER_MULTIPLE),
  };
};
