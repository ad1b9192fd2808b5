/** Why a recharge was rejected, or a payout was refused; each has a text in the catalogues. */
export const refusalReasons = [
  'cancelled',
  'payment_failed',
  'not_received',
  'voucher_unreadable',
  'name_differs',
  'account_wrong',
  'suspicious',
  'returned_by_bank',
  'other',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];
