// What other modules may use of this one.
export { type Hex, parseAddress, showAddress, toBytes, toHex } from './chain/address.ts';
export type { Chain } from './chain/service.ts';
export { openCashier, type OpenCashier } from './open.ts';
export type { RailState } from './rail-states.ts';
export type { RechargeOnDesk } from './recharges/review.ts';
export { feesSaved, type FeesSaved, paymentRecords } from './records.ts';
export type { Cashier } from './service.ts';
export { verifyCashier } from './verify.ts';
export type { WithdrawalOnDesk } from './withdrawals/desk.ts';
export { readPaidDurations } from './withdrawals/durations.ts';
