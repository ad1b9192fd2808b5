/** Version of the terms in force. */
export const termsVersion = '1';

/** Every version that was ever published, the newest first, with the day it came into force. */
export const publishedTerms = [{ version: '1', publishedAt: '2026-11-21' }] as const;

/** The sections of the terms, in their order. Their texts are the messages `terms.<version>.<section>.title` and `.body`. */
export const termsSections = [
  'who',
  'play_money',
  'account',
  'identity',
  'recharges',
  'betting',
  'withdrawals',
  'safer_play',
  'team',
  'rewards',
  'privacy',
  'changes',
] as const;
