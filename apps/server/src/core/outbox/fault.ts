import type { OutboxFault } from '@touchline/contract/shapes/outbox-fault';

/** Failures that the outbox and its carriers word themselves. */
const ours = new Map<string, OutboxFault>([
  ['no carrier', 'no_carrier'],
  ['too late', 'too_late'],
  ['withdrawn', 'withdrawn'],
  ['fault', 'fault'],
  ['timeout', 'timeout'],
  ['unreachable', 'unreachable'],
]);

/** Codes of the mail library that say enough without an answer of the server. */
const byCode = new Map<string, OutboxFault>([
  ['ETIMEDOUT', 'timeout'],
  ['EDNS', 'unreachable'],
  ['ESOCKET', 'unreachable'],
  ['ECONNECTION', 'unreachable'],
  ['ETLS', 'not_encrypted'],
  ['EAUTH', 'sign_in'],
  ['EENVELOPE', 'address'],
  ['EMESSAGE', 'message'],
]);

const ofStatus = (status: number): OutboxFault => {
  if (status === 401 || status === 403) return 'sign_in';
  if (status === 429 || status >= 500) return 'not_now';
  return status >= 400 ? 'message' : 'other';
};

/**
 * The kind of a failure, from its stored text: words of our own, "status 503" of a provider of short
 * messages, or a code of SMTP with the number of the answer, "EENVELOPE 550", and the command where it was
 * about the sender.
 */
export const faultOf = (error: string): OutboxFault => {
  const own = ours.get(error);
  if (own !== undefined) return own;
  const parts = /^(\w+)(?: (\d{3}))?( MAIL FROM)?$/.exec(error);
  const [, code = '', number = '', isSender] = parts ?? [];
  const answer = Number(number);
  if (code === 'status') return ofStatus(answer);
  if (answer >= 400 && answer < 500) return 'not_now';
  if (isSender !== undefined) return 'sender';
  return byCode.get(code) === 'unreachable' && answer > 0 ? 'other' : (byCode.get(code) ?? 'other');
};
