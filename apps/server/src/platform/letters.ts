/**
 * What the house writes to one member of itself. Each has the texts `letter.<template>.title` and `.body` in the catalogues;
 * they are put into words when they are read, in the reader's language.
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

/** Letters that are of the member's own account and money go to everybody; these do not reach members who are excluded. */
export const invitingTemplates: readonly LetterTemplate[] = ['welcome', 'commission_paid', 'level_up'];

export type Letter = {
  template: LetterTemplate;
  /**
   * What the text says: amounts as on the wire ("12.50") under names that begin with `amount`, moments as ISO 8601 under names
   * that begin with `at` or `until`, all else as it is to be read.
   */
  fields?: Record<string, string>;
  /** A page of the member app, "/pages/…". */
  link?: string;
  /** What the letter is about: a second one of the same template about the same is not written. */
  about?: string;
};

/** Writes letters. Nothing waits for them, and one that fails is logged. */
export type SendLetter = (owner: { shard: number; memberId: string }, letter: Letter) => void;
