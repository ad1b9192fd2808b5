import type { Owner } from './owner.ts';

/**
 * Letters that the site sends to one member automatically. Each has the texts `letter.<template>.title` and
 * `.body` in the catalogues; they are worded when they are read, in the reader's language.
 */
export const letterTemplates = [
  'welcome',
  'sign_in_new',
  'password_changed',
  'otp_on',
  'otp_off',
  'factor_asked',
  'factor_ended',
  'passkey_added',
  'contact_changed',
  'recharge_credited',
  'recharge_rejected',
  'withdrawal_paid',
  'withdrawal_refused',
  'withdrawal_returned',
  'identity_verified',
  'identity_refused',
  'bet_corrected',
  'bet_settled',
  'bets_settled',
  'bet_sold',
  'adjusted',
  'limit_lowered',
  'limit_ready',
  'limit_raised',
  'time_out',
  'excluded',
  'stakes_returned',
  'commission_paid',
  'level_up',
] as const;
export type LetterTemplate = (typeof letterTemplates)[number];

/** Letters about the results of bets, the news of the page of records. Members choose whether they are pushed. */
export const betTemplates: readonly LetterTemplate[] = ['bet_settled', 'bets_settled', 'bet_sold'];

/** Letters about the member's own account and money reach everybody; these do not reach excluded members. */
export const invitingTemplates: readonly LetterTemplate[] = ['welcome', 'commission_paid', 'level_up'];

export type Letter = {
  template: LetterTemplate;
  /**
   * Values of the text: amounts as on the wire ("12.50") under names that begin with `amount`, times as ISO
   * 8601 under names that begin with `at` or `until`, all others as they are shown.
   */
  fields?: Record<string, string | undefined>;
  /** A page of the member app, "/pages/…". */
  link?: string;
  /**
   * The subject of the letter: a second letter of the same template about the same subject is not written.
   */
  about?: string | undefined;
};

/** Writes letters. Callers do not wait for them, and failures are logged. */
export type SendLetter = (owner: Owner, letter: Letter) => void;
