import type { RechargeChannel, TurnoverStep } from '@touchline/contract/shapes/cashier';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { percentText } from './amounts.ts';
import { hoursAt } from './hours.ts';
import type { Channel } from '../core/config/payments.ts';
import { networkOf, usdtText } from './recharges/wire.ts';
import type { Counted } from './turnover/domain.ts';

/** A channel on the wire, in its present state and in the caller's language. */
export const channelToWire = (
  channel: Channel,
  {
    now,
    timeZone,
    currency,
    lan,
    sandbox,
    testNetwork,
  }: {
    now: Date;
    timeZone: string;
    currency: Currency;
    lan: Lan;
    sandbox: boolean;
    testNetwork: string | undefined;
  },
): RechargeChannel => {
  const { scale, code } = currency;
  const hours = hoursAt(channel, now, timeZone);
  const network = networkOf(channel.id);
  return {
    id: channel.id,
    method: channel.method,
    name: serverTranslator(lan)(`channel.${channel.id}`),
    currency: network === undefined ? code : 'USDT',
    network,
    min: formatAmount(channel.minMinor, scale),
    max: formatAmount(channel.maxMinor, scale),
    fee: percentText(channel.feeBp),
    feeFixed: formatAmount(channel.feeFixedMinor, scale),
    rate: channel.rateMicro === undefined ? undefined : usdtText(channel.rateMicro),
    eta: channel.etaMinutes,
    expires: channel.expiresMinutes,
    open: hours.open,
    opensAt: hours.open ? undefined : hours.opensAt.toISOString(),
    sandbox,
    testNetwork,
  };
};

/** A step of the turnover, with the name of the bet. */
export const stepToWire = (step: Counted, name: string | undefined, { scale }: Currency): TurnoverStep => ({
  kind: step.kind,
  ref: step.ref,
  at: step.at.toISOString(),
  amount: formatAmount(step.amountMinor, scale),
  counted: `${step.kind === 'recharge' && step.countedMinor > 0n ? '-' : ''}${formatAmount(step.countedMinor, scale)}`,
  left: formatAmount(step.leftMinor, scale),
  name,
});
