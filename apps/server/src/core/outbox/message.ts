import type { CodePurpose } from '@touchline/contract/shapes/account';
import type { Lan } from '@touchline/locales/locales';

/** A mail or short message without its words: they are found when it is sent, or read in the office. */
export type OutMessage = { channel: Channel; to: string; lan: Lan } & MessageText;
export type Channel = 'email' | 'sms';

/** The content of a message. Its texts are `mail.<template>…` and `sms.<template>` of the catalogues. */
export type MessageText =
  | { template: 'code'; fields: { purpose: CodePurpose; code?: string } }
  | { template: 'account_exists' | 'contact_changed' | 'password_changed'; fields: { code?: never } }
  /** Uses the texts of the letters of the same names. */
  | { template: 'factor_asked' | 'factor_ended'; fields: { code?: never } };

/** A message in words; a short message has no subject. */
export type Worded = { subject: string; text: string };

/**
 * The result of sending: final, or to be tried again. `why` is for operators and names no address and no
 * code.
 */
export type Delivery = { ok: true } | { ok: false; why: string; again: boolean };

/** Sends a message that was put into words. Never throws. */
export type Carrier = (message: { id: string; to: string; lan: Lan } & Worded) => Promise<Delivery>;
