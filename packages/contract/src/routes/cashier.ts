import { Type } from 'typebox';
import { moneyKinds } from '../kinds.ts';
import { route } from '../route.ts';
import { Otp } from '../shapes/account.ts';
import {
  RechargeChannel,
  payoutFields,
  Payout,
  Recharge,
  TurnoverStep,
  Upload,
  UploadInput,
  Withdrawal,
  WithdrawalTerms,
} from '../shapes/cashier.ts';
import { Amount, Id, Key, listOf, oneOf, pageFields } from '../shapes/common.ts';
import { MoneyEntry } from '../shapes/money.ts';
import { Receipt } from '../shapes/receipt.ts';

const closed = { additionalProperties: false };
/** What proves more than the session: the password, or the code of a second factor. */
const proof = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  code: Type.Optional(Otp),
};
const listInput = Type.Object({ id: Type.Optional(Id), ...pageFields }, closed);

export const cashierRoutes = {
  channelList: route('channelList', 'GET /api/payment/channelList', {
    auth: 'member',
    summary: 'The ways to recharge, with limits, fees, rate and hours',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(RechargeChannel),
  }),
  createRecharge: route('createRecharge', 'POST /api/payment/createRecharge', {
    auth: 'member',
    summary: 'Begin a recharge: rate, fee, address and expiry are fixed now',
    input: Type.Object({ key: Key, channel: Type.String({ maxLength: 40 }), amount: Amount }, closed),
    output: Recharge,
    reasons: [
      'not_found',
      'amount_min',
      'amount_max',
      'channel_closed',
      'too_many_open',
      'key_reused',
      'rail_away',
      'excluded',
      'account_review',
      'limit_reached',
    ],
  }),
  updateRecharge: route('updateRecharge', 'POST /api/payment/updateRecharge', {
    auth: 'member',
    summary: 'Add a voucher or the hash of the transfer, or cancel a recharge that nothing was paid for',
    input: Type.Object(
      {
        id: Id,
        voucher: Type.Optional(Id),
        txHash: Type.Optional(
          Type.String({ minLength: 1, maxLength: 120, description: '32 bytes in hex, as copied' }),
        ),
        cancel: Type.Optional(Type.Literal(true)),
      },
      closed,
    ),
    output: Recharge,
    reasons: ['not_found', 'recharge_state', 'voucher_used', 'tx_not_found', 'tx_used', 'rail_away'],
  }),
  rechargeList: route('rechargeList', 'GET /api/payment/rechargeList', {
    auth: 'member',
    summary: "The member's recharges, newest first; with `id` that one",
    input: listInput,
    output: listOf(Recharge),
    reasons: ['not_found'],
  }),
  walletSave: route('walletSave', 'POST /api/user/walletSave', {
    auth: 'member',
    summary:
      'Add a bank card or crypto wallet for withdrawals, or change one; a new destination asks for the code or the password and waits before its first use',
    input: Type.Object({ id: Type.Optional(Id), ...payoutFields, ...proof }, closed),
    output: Payout,
    reasons: [
      'not_found',
      'not_verified',
      'name_mismatch',
      'payout_exists',
      'payout_in_use',
      'payout_many',
      'password_needed',
      'wrong_credentials',
      'otp_needed',
      'otp_wrong',
      'locked',
    ],
  }),
  walletDetail: route('walletDetail', 'GET /api/user/walletDetail', {
    auth: 'member',
    summary: 'One payout method',
    input: Type.Object({ id: Id }, closed),
    output: Payout,
    reasons: ['not_found'],
  }),
  walletList: route('walletList', 'GET /api/user/walletList', {
    auth: 'member',
    summary: 'The bank cards and crypto wallets of the member, newest first',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(Payout),
  }),
  walletDel: route('walletDel', 'DELETE /api/user/walletDel', {
    auth: 'member',
    summary: 'Remove a payout method',
    input: Type.Object({ id: Id }, closed),
    output: Type.Object({
      receipts: Type.Array(Receipt, { description: 'of its changes, and of its removal' }),
    }),
    reasons: ['not_found', 'payout_in_use'],
  }),
  createWithdraw: route('createWithdraw', 'POST /api/payment/createWithdraw', {
    auth: 'member',
    summary: 'Withdraw to a payout method; the money is held at once',
    input: Type.Object(
      {
        key: Key,
        wallet: Id,
        amount: Amount,
        // The fee that was shown: another one by now is refused, and nothing moves.
        fee: Type.Optional(Amount),
        // The rate that was shown, to a crypto wallet; the same holds for it.
        rate: Type.Optional(Type.String({ maxLength: 30 })),
        ...proof,
      },
      closed,
    ),
    output: Withdrawal,
    reasons: [
      'not_found',
      'amount_min',
      'amount_max',
      'insufficient',
      'turnover_left',
      'withdraw_window',
      'address_cooling',
      'withdraw_held',
      'not_verified',
      'name_mismatch',
      'password_needed',
      'otp_needed',
      'otp_wrong',
      'wrong_credentials',
      'locked',
      'withdraw_stopped',
      'outdated',
      'key_reused',
    ],
  }),
  cancelWithdraw: route('cancelWithdraw', 'POST /api/payment/cancelWithdraw', {
    auth: 'member',
    summary: 'Take back a withdrawal that is still in review; the money is free again',
    input: Type.Object({ id: Id }, closed),
    output: Withdrawal,
    reasons: ['not_found', 'withdraw_state'],
  }),
  withdrawList: route('withdrawList', 'GET /api/payment/withdrawList', {
    auth: 'member',
    summary: "The member's withdrawals, newest first, and the terms that hold now; with `id` that one",
    input: listInput,
    output: Type.Object({ ...listOf(Withdrawal).properties, terms: WithdrawalTerms }),
    reasons: ['not_found'],
  }),
  turnoverList: route('turnoverList', 'GET /api/payment/turnoverList', {
    auth: 'member',
    summary: 'What turnover is left, and the recharges and bets that made it so, newest first',
    input: Type.Object({ ...pageFields }, closed),
    output: Type.Object({ ...listOf(TurnoverStep).properties, left: Amount, multiple: Type.String() }),
  }),
  upload: route('upload', 'POST /api/alioss/callback', {
    auth: 'member',
    body: 'form',
    summary:
      'Send an image: a multipart form with `file` and `purpose`, or JSON about one that was sent to the storage directly',
    input: UploadInput,
    output: Upload,
    reasons: ['upload_type', 'upload_size', 'upload_damaged', 'upload_many', 'bad_request', 'media_type'],
  }),
};

const Day = Type.String({ format: 'date', description: 'a day in the time zone of the site' });

export const moneyRoutes = {
  moneyLogList: route('moneyLogList', 'GET /api/user/moneyLogList', {
    auth: 'member',
    summary: 'Every entry of the wallet, newest first, with the balance after it; with `id` that one',
    input: Type.Object(
      {
        id: Type.Optional(Id),
        kind: Type.Optional(oneOf([...moneyKinds])),
        from: Type.Optional(Day),
        to: Type.Optional(Day),
        ...pageFields,
      },
      { additionalProperties: false },
    ),
    output: listOf(MoneyEntry),
    reasons: ['not_found'],
  }),
};
