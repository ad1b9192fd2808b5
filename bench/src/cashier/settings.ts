/** Settings of every server of the comparison: nothing but the money itself refuses a call, on any day. */
export const settings = {
  REPLAY: 'false',
  RATE_LIMIT_PER_MINUTE: '10000000',
  CASHIER_CONNECTIONS: '16',
  WITHDRAW_DAYS: '1,2,3,4,5,6,7',
  WITHDRAW_PASSWORD_ABOVE: '100000000.00',
  PAYOUT_COOLING_HOURS: '0',
  // Notices are limited by address, without a setting; behind a proxy each names its own.
  TRUST_PROXY: '127.0.0.1',
} as const;
