import { filePath } from '@touchline/contract/paths';
import type { Payment, Recharge } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import { currencyOf } from '@touchline/money/currency';
import type { Network } from '../../core/config/payments.ts';
import { parseAddress } from '../chain/address.ts';
import { stripeScale } from '../stripe/money.ts';
import type { PaymentRow } from './payment-queries.ts';
import type { Deposits } from './ports.ts';
import type { RechargeRow } from './queries.ts';

const usdtScale = 6;

/** USDT with two decimals, or as many as it has. */
export const usdtText = (micro: bigint): string => formatAmount(micro, usdtScale).replace(/0{1,4}$/, '');

/** "6.00" for millionths that are a rate. */
export const rateText = (micro: bigint): string => usdtText(micro);

/** Rails of the chains pay in USDT. */
export const networkOf = (rail: string): Network | undefined =>
  rail === 'usdt-trc20' || rail === 'usdt-erc20' ? rail : undefined;

/** Decimals of the minor unit of a currency; one that is none of ours can only have been charged by Stripe. */
const scaleOf = (code: string): number => currencyOf(code)?.scale ?? stripeScale(code);

const paidText = (row: PaymentRow, scale: number): string => {
  if (row.currency !== null) return formatAmount(row.paid, scaleOf(row.currency));
  return networkOf(row.rail) === undefined ? formatAmount(row.paid, scale) : usdtText(row.paid);
};

const toPayment = async (row: PaymentRow, scale: number, deposits: Deposits): Promise<Payment> => {
  const network = networkOf(row.rail);
  const seen =
    network !== undefined && row.block !== null && row.state === 'seen'
      ? await deposits.confirmations(network, row.block)
      : undefined;
  return {
    id: row.id,
    reference: network === undefined ? row.ref : (row.ref.split(':')[0] ?? row.ref),
    paid: paidText(row, scale),
    currency: row.currency ?? undefined,
    state: row.state,
    case: row.payment_case ?? undefined,
    credited: row.state === 'credited' ? formatAmount(row.credited, scale) : undefined,
    confirmations: seen?.have,
    confirmationsNeeded: seen?.need,
    at: row.seen_at.toISOString(),
  };
};

/** Where to pay: a page of the provider, or for a sandbox chain the page that plays the payer. */
const payUrlOf = (row: RechargeRow, deposits: Deposits): Pick<Recharge, 'payUrl'> => {
  if (row.pay_url !== null) return { payUrl: row.pay_url };
  const network = networkOf(row.channel);
  if (!row.sandbox || network === undefined || row.usdt_micro === null) return {};
  const address = parseAddress(network, row.address ?? '');
  return address === undefined
    ? {}
    : { payUrl: deposits.payPage({ network, address, micro: row.usdt_micro }) };
};

/** The test network of a recharge: neither a sandbox nor a real chain has one. */
const testNetworkOf = (
  { channel, sandbox }: RechargeRow,
  deposits: Deposits,
): Pick<Recharge, 'testNetwork'> => {
  const network = networkOf(channel);
  const name = network === undefined || sandbox ? undefined : deposits.testNetwork(network);
  return name === undefined ? {} : { testNetwork: name };
};

/** A recharge with its payments on the wire. */
export const toWireRecharge = async (
  row: RechargeRow,
  payments: readonly PaymentRow[],
  { scale, deposits }: { scale: number; deposits: Deposits },
): Promise<Recharge> => ({
  id: row.id,
  channel: row.channel,
  method: row.method,
  amount: formatAmount(row.amount, scale),
  fee: formatAmount(row.fee, scale),
  receive: formatAmount(row.amount - row.fee, scale),
  credited: row.credited_at === null ? undefined : formatAmount(row.credited, scale),
  creditedAt: row.credited_at?.toISOString(),
  usdtAmount: row.usdt_micro === null ? undefined : usdtText(row.usdt_micro),
  rate: row.rate_micro === null ? undefined : rateText(row.rate_micro),
  address: row.address ?? undefined,
  network: networkOf(row.channel) === undefined ? undefined : row.channel,
  qr: row.qr ?? undefined,
  ...payUrlOf(row, deposits),
  reference: row.reference,
  state: row.state,
  case: row.payment_case ?? undefined,
  reason: row.reason ?? undefined,
  payments: await Promise.all(payments.map((payment) => toPayment(payment, scale, deposits))),
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  voucher: row.voucher === null ? undefined : { id: row.voucher, url: `${filePath}?id=${row.voucher}` },
  sandbox: row.sandbox,
  ...testNetworkOf(row, deposits),
});
