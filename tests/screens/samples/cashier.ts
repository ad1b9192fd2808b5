import type { Output } from '@touchline/contract/routes';
import type { Payment, Payout, Recharge, Withdrawal } from '@touchline/contract/shapes/cashier';
import { inMinutes, pageOf } from './common.ts';

// What the cashier may answer, for states that take a real rail, an operator or a day to reach.

const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
const hash = `0x${'3fa9b2c4d5e6f708'.repeat(4)}`;

export const payment = (change: Partial<Payment> = {}): Payment => ({
  id: `payment-${change.case ?? change.state ?? 'seen'}`,
  reference: hash,
  paid: '100.000017',
  state: 'seen',
  at: inMinutes(-1),
  ...change,
});

export const recharge = (change: Partial<Recharge> = {}): Recharge => ({
  id: `recharge-${change.state ?? 'created'}`,
  channel: 'usdt-trc20',
  method: 'usdt',
  amount: '100.00',
  fee: '1.00',
  receive: '99.00',
  usdtAmount: '100.000017',
  rate: '1.00',
  address: tron,
  qr: tron,
  network: 'usdt-trc20',
  reference: 'TL7KQ4ZD8M2P',
  state: 'created',
  payments: [],
  sandbox: true,
  payUrl: '/sandbox/chain?o=signed',
  expiresAt: inMinutes(24.9),
  createdAt: inMinutes(-5),
  ...change,
});

/** A recharge by a rail that knows no USDT. */
export const hosted = (change: Partial<Recharge>): Recharge => {
  const {
    usdtAmount: _amount,
    rate: _rate,
    address: _address,
    network: _network,
    qr: _qr,
    ...rest
  } = recharge();
  return { ...rest, ...change };
};

/** One payment of each named case. */
export const unusual: Payment[] = [
  payment({ case: 'excess', state: 'credited', credited: '150.00' }),
  payment({ case: 'short', state: 'credited', credited: '40.00' }),
  payment({ case: 'late', state: 'in_review' }),
  payment({ case: 'duplicate', state: 'in_review' }),
  payment({ case: 'wrong_network', state: 'in_review' }),
  payment({ case: 'wrong_currency', state: 'in_review', currency: 'EUR' }),
  payment({ case: 'unknown_token', state: 'refused', paid: '12.00' }),
  payment({ case: 'orphaned', state: 'orphaned' }),
];

/** Two ways to recharge, one of them closed for the night. */
export const channels: Output<'channelList'> = pageOf<Output<'channelList'>['list'][number]>(
  {
    id: 'usdt-trc20',
    method: 'usdt',
    name: 'USDT on TRON (TRC-20)',
    currency: 'USDT',
    network: 'usdt-trc20',
    min: '10.00',
    max: '50000.00',
    fee: '0.00',
    feeFixed: '1.00',
    rate: '1.00',
    eta: 3,
    expires: 60,
    open: true,
    sandbox: false,
    testNetwork: 'Nile',
  },
  {
    id: 'cash-card',
    method: 'card',
    name: 'Cash card',
    currency: 'PLAY',
    min: '5.00',
    max: '5000.00',
    fee: '1.50',
    feeFixed: '0.30',
    eta: 1,
    expires: 45,
    open: false,
    opensAt: inMinutes(26 * 60),
    sandbox: true,
  },
);

const bank: Payout = {
  id: 'payout-bank',
  type: 'bank',
  bankName: 'Norddeutsche Landessparkasse',
  branch: 'Hannover Mitte',
  branchNumber: '0042',
  bankCode: '25050180',
  holder: 'Anneliese Schmidt-Rottluff',
  account: 'DE89370400440532013000',
  phone: '+49 151 2345678',
  usableFrom: inMinutes(-9_000),
  createdAt: inMinutes(-10_000),
};
const cooling: Payout = {
  id: 'payout-tron',
  type: 'usdt-trc20',
  address: tron,
  alias: 'Savings',
  usableFrom: inMinutes(20 * 60),
  createdAt: inMinutes(-4 * 60),
};
const wallet: Payout = {
  id: 'payout-ethereum',
  type: 'usdt-erc20',
  address: ethereum,
  alias: 'Ledger',
  usableFrom: inMinutes(-60),
  createdAt: inMinutes(-25 * 60),
};
export const payouts = [bank, cooling, wallet] as const;

const withdrawal = (change: Partial<Withdrawal>): Withdrawal => ({
  id: `withdrawal-${change.state ?? ''}${change.stage ?? ''}`,
  amount: '250.00',
  fee: '2.50',
  receive: '247.50',
  state: 'finished',
  wallet: bank,
  requestedAt: inMinutes(-60),
  arrivesBy: inMinutes(23 * 60),
  cancellable: false,
  ...change,
});

/** A withdrawal in each of its states. */
export const withdrawals: Withdrawal[] = [
  withdrawal({ state: 'in_progress', stage: 'in_review', cancellable: true }),
  withdrawal({ state: 'in_progress', stage: 'paying', wallet }),
  withdrawal({ state: 'success', reference: hash, paidAt: inMinutes(-20), wallet: cooling }),
  withdrawal({ state: 'finished', reference: 'SEPA-20261121-88213', endedAt: inMinutes(-10) }),
  withdrawal({ state: 'refused', reason: 'name_differs', note: 'M. Meier', endedAt: inMinutes(-5) }),
  withdrawal({ state: 'cancelled', endedAt: inMinutes(-3) }),
];

type Terms = Output<'withdrawList'>['terms'];
export const terms = (change: Partial<Terms> = {}): Terms => ({
  min: '10.00',
  max: '50000.00',
  feePercent: '1.00',
  feeFixed: '0.00',
  feeMin: '1.00',
  window: { days: [1, 2, 3, 4, 5], from: '00:00', to: '23:59', timeZone: 'Europe/Berlin', open: true },
  arrivalHours: 24,
  arrivesBy: inMinutes(30 * 60),
  turnoverLeft: '0.00',
  turnoverMultiple: '1.00',
  available: '1284.50',
  passwordAbove: '500.00',
  passwordFree: '500.00',
  coolingHours: 24,
  rates: [
    { type: 'usdt-trc20', rate: '6.00' },
    { type: 'usdt-erc20', rate: '6.00' },
  ],
  ...change,
});
/** Terms on a Saturday. */
export const weekend = (): Terms => {
  const { window, ...rest } = terms();
  return { ...rest, window: { ...window, open: false, opensAt: inMinutes(40 * 60) } };
};

export const turnover: Output<'turnoverList'> = {
  ...pageOf<Output<'turnoverList'>['list'][number]>(
    {
      kind: 'bet',
      ref: 'bet-2',
      at: inMinutes(-30),
      amount: '12.50',
      counted: '12.50',
      left: '37.50',
      name: 'Bosnia and Herzegovina – Côte d’Ivoire',
    },
    { kind: 'bet', ref: 'bet-1', at: inMinutes(-90), amount: '50.00', counted: '50.00', left: '50.00' },
    {
      kind: 'recharge',
      ref: 'recharge-1',
      at: inMinutes(-120),
      amount: '100.00',
      counted: '-100.00',
      left: '100.00',
    },
  ),
  left: '37.50',
  multiple: '1.00',
};
