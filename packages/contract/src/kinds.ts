/** Choices of the wire that clients list; without the schemas, which cost a phone much to load. */

/** Why money moved in a wallet. */
export const moneyKinds = [
  'grant',
  'stake',
  'live_delay',
  'live_refused',
  'payout',
  'refund',
  'cash_out',
  'correction',
  'recharge',
  'recharge_fee',
  'withdrawal',
  'withdrawal_paid',
  'withdrawal_fee',
  'withdrawal_returned',
  'adjustment',
  'check_in',
  'commission',
  'commission_reversed',
] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** The two kinds of messages: to everybody, and to one member. */
export const noticeBoxes = ['system', 'letter'] as const;
export type NoticeBox = (typeof noticeBoxes)[number];

/** The ways to recharge that a site may open; `core/config/payments.ts` of the server has what each costs. */
export const channelIds = ['usdt-trc20', 'usdt-erc20', 'cash-card', 'scan-code'] as const;
export type ChannelId = (typeof channelIds)[number];

/** How a match can end for its bets. */
export const resultKindNames = ['played', 'abandoned', 'postponed', 'cancelled', 'awarded'] as const;
