import { Type } from 'typebox';
import { refusalReasons } from '../refusal-reasons.ts';
import { Amount, Id, Moment, oneOf } from './common.ts';
import { Receipt } from './receipt.ts';
import type { Shape } from '../sendable.ts';

/** How money comes in. */
export const rechargeMethods = ['usdt', 'card', 'scan'] as const;
/** The state of a recharge. */
export const rechargeStates = ['created', 'awaiting', 'credited', 'expired', 'rejected'] as const;
export type RechargeState = (typeof rechargeStates)[number];

/** What was unusual about a payment; each kind has its own outcome. */
export const paymentCases = [
  'late',
  'short',
  'excess',
  'duplicate',
  'wrong_network',
  'wrong_currency',
  'unknown_token',
  'orphaned',
] as const;
export type PaymentCase = (typeof paymentCases)[number];

/** A way to recharge, with what it costs and when it is open. */
export const RechargeChannel = Type.Object({
  id: Type.String(),
  method: oneOf([...rechargeMethods]),
  name: Type.String(),
  /** What is paid in: the currency of the wallet, or USDT. */
  currency: Type.String(),
  network: Type.Optional(Type.String()),
  min: Amount,
  max: Amount,
  fee: Type.String({ description: 'percent of the amount, e.g. "1.50"' }),
  feeFixed: Amount,
  rate: Type.Optional(Type.String({ description: 'wallet currency for one USDT' })),
  eta: Type.Integer({ description: 'minutes until it is usually credited' }),
  expires: Type.Integer({ description: 'minutes until an unpaid recharge expires' }),
  open: Type.Boolean(),
  opensAt: Type.Optional(Moment),
  sandbox: Type.Boolean({ description: 'a rail that moves no real money' }),
  testNetwork: Type.Optional(
    Type.String({
      description: 'name of the test network it is paid on, such as "Nile": no real money there',
    }),
  ),
});
export type RechargeChannel = Shape<typeof RechargeChannel>;

/** A payment that arrived for a recharge. */
export const Payment = Type.Object({
  id: Id,
  reference: Type.String({ description: 'of the rail: a transaction hash, a number of the provider' }),
  paid: Type.String({ description: 'what arrived, in `currency`, or else in that of the channel' }),
  currency: Type.Optional(Type.String({ description: 'where it came in another than that of the channel' })),
  state: oneOf(['seen', 'credited', 'in_review', 'refused', 'orphaned']),
  case: Type.Optional(oneOf([...paymentCases])),
  credited: Type.Optional(Amount),
  confirmations: Type.Optional(Type.Integer()),
  confirmationsNeeded: Type.Optional(Type.Integer()),
  at: Moment,
});
export type Payment = Shape<typeof Payment>;

export const Recharge = Type.Object({
  id: Id,
  channel: Type.String(),
  method: oneOf([...rechargeMethods]),
  amount: Amount,
  fee: Amount,
  receive: Type.String({ description: 'what the wallet gets: amount less fee' }),
  credited: Type.Optional(Amount),
  usdtAmount: Type.Optional(Type.String()),
  rate: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
  network: Type.Optional(Type.String()),
  qr: Type.Optional(Type.String({ description: 'what the QR code says' })),
  payUrl: Type.Optional(Type.String()),
  reference: Type.String(),
  state: oneOf([...rechargeStates]),
  case: Type.Optional(oneOf([...paymentCases])),
  reason: Type.Optional(oneOf([...refusalReasons])),
  payments: Type.Array(Payment),
  expiresAt: Moment,
  createdAt: Moment,
  creditedAt: Type.Optional(Moment),
  voucher: Type.Optional(Type.Object({ id: Id, url: Type.String() })),
  sandbox: Type.Boolean({ description: 'paid over a rail that moves no real money' }),
  testNetwork: Type.Optional(
    Type.String({
      description: 'name of the test network it is paid on, such as "Nile": no real money there',
    }),
  ),
  receipts: Type.Optional(
    Type.Array(Receipt, {
      description:
        'of its payments, as they were heard of, and of its entries in the wallet; missing in lists',
    }),
  ),
});
export type Recharge = Shape<typeof Recharge>;

export const payoutTypes = ['bank', 'usdt-trc20', 'usdt-erc20'] as const;
export type PayoutType = (typeof payoutTypes)[number];

const short = { maxLength: 60 };
/** The fields of a payout method that a member writes. */
export const payoutFields = {
  type: oneOf([...payoutTypes]),
  bankName: Type.Optional(Type.String(short)),
  branch: Type.Optional(Type.String(short)),
  branchNumber: Type.Optional(Type.String({ maxLength: 20 })),
  bankCode: Type.Optional(Type.String({ maxLength: 20 })),
  holder: Type.Optional(Type.String(short)),
  account: Type.Optional(Type.String({ maxLength: 40 })),
  alias: Type.Optional(Type.String({ maxLength: 30 })),
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  /** Of the wallet; of a bank card, where the bank is. */
  address: Type.Optional(Type.String({ maxLength: 120 })),
};

export const Payout = Type.Object({
  id: Id,
  ...payoutFields,
  usableFrom: Moment,
  createdAt: Moment,
  receipts: Type.Optional(Type.Array(Receipt, { description: 'of its changes; missing in lists' })),
});
export type Payout = Shape<typeof Payout>;

export const withdrawalStates = ['in_progress', 'success', 'finished', 'refused', 'cancelled'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];
/** Where a withdrawal in progress is. */
export const withdrawalStages = ['in_review', 'paying'] as const;

export const Withdrawal = Type.Object({
  id: Id,
  amount: Amount,
  fee: Amount,
  receive: Amount,
  state: oneOf([...withdrawalStates]),
  stage: Type.Optional(oneOf([...withdrawalStages])),
  wallet: Type.Object({
    id: Id,
    ...payoutFields,
    usableFrom: Type.Optional(Moment),
    createdAt: Type.Optional(Moment),
  }),
  requestedAt: Moment,
  arrivesBy: Moment,
  paidAt: Type.Optional(Moment),
  endedAt: Type.Optional(Moment),
  reference: Type.Optional(Type.String()),
  rate: Type.Optional(
    Type.String({ description: 'wallet currency for one USDT, fixed when it was requested' }),
  ),
  usdtAmount: Type.Optional(Type.String({ description: 'what is sent to a crypto wallet' })),
  reason: Type.Optional(oneOf([...refusalReasons])),
  /** What the operator wrote for the member, if anything. */
  note: Type.Optional(Type.String()),
  cancellable: Type.Boolean(),
  receipts: Type.Optional(
    Type.Array(Receipt, {
      description: 'of its steps, and of its entries in the wallet; missing in lists',
    }),
  ),
});
export type Withdrawal = Shape<typeof Withdrawal>;

/** What holds for a withdrawal asked for now: shown before anything is confirmed. */
export const WithdrawalTerms = Type.Object({
  min: Amount,
  max: Amount,
  feePercent: Type.String(),
  feeFixed: Amount,
  feeMin: Amount,
  window: Type.Object({
    days: Type.Array(Type.Integer({ description: '1 Monday … 7 Sunday' })),
    from: Type.String({ examples: ['00:00'] }),
    to: Type.String({ examples: ['23:59'] }),
    timeZone: Type.String(),
    open: Type.Boolean(),
    opensAt: Type.Optional(Moment),
  }),
  arrivalHours: Type.Integer(),
  arrivesBy: Moment,
  turnoverLeft: Amount,
  turnoverMultiple: Type.String(),
  available: Amount,
  /** Total of 24 hours above which a request needs the password or the code. */
  passwordAbove: Amount,
  /** What is left of it now: a larger amount asks for the password or the code. */
  passwordFree: Amount,
  coolingHours: Type.Number(),
  rates: Type.Array(
    Type.Object({
      type: oneOf([...payoutTypes]),
      rate: Type.String({ description: 'wallet currency for one USDT' }),
    }),
    { description: 'of the crypto wallets; the request fixes it' },
  ),
});
export type WithdrawalTerms = Shape<typeof WithdrawalTerms>;

/** One step of the turnover: a recharge adds to what is owed, a settled bet takes from it. */
export const TurnoverStep = Type.Object({
  kind: oneOf(['recharge', 'bet']),
  ref: Id,
  at: Moment,
  amount: Type.String({ description: 'the recharge, or the stake that counts' }),
  counted: Type.String({
    description:
      'how much nearer to a withdrawal: what a bet has done, or below zero what a recharge asks for',
  }),
  left: Amount,
  name: Type.Optional(Type.String()),
});
export type TurnoverStep = Shape<typeof TurnoverStep>;

export const uploadPurposes = ['voucher', 'identity'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** The file of a form: there are none in JSON. */
const FileBytes = Type.Refine(
  Type.Unsafe<Uint8Array>({ description: 'an image; in a multipart form only', format: 'binary' }),
  (value) => value instanceof Uint8Array,
);
/** An image: either a form with `file`, or JSON about an object that was sent to the storage directly. */
export const UploadInput = Type.Object(
  {
    purpose: oneOf([...uploadPurposes]),
    file: Type.Optional(FileBytes),
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'of the object' })),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'bytes' })),
    mime: Type.Optional(Type.String({ maxLength: 40 })),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
);
export type UploadInput = Shape<typeof UploadInput>;

export const Upload = Type.Object({
  id: Id,
  url: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  sha256: Type.String(),
});
export type Upload = Shape<typeof Upload>;
