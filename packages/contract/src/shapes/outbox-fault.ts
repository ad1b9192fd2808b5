/** Why a mail or short message was not sent; `other` is every unrecognised fault. */
export const outboxFaults = [
  'no_carrier',
  'too_late',
  'withdrawn',
  'fault',
  'timeout',
  'unreachable',
  'not_encrypted',
  'sign_in',
  'sender',
  'address',
  'message',
  'not_now',
  'other',
] as const;
export type OutboxFault = (typeof outboxFaults)[number];
