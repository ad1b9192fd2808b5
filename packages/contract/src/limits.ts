/** Every bound a client and the server must agree on. The names carry the units. */
export const limits = {
  passwordMinLength: 6,
  passwordMaxLength: 16,
  accountMinLength: 3,
  accountMaxLength: 32,
  keyMinLength: 8,
  keyMaxLength: 64,
  legsMax: 20,
  /** Selections of one match that a builder names. */
  builderPartsMin: 2,
  builderPartsMax: 6,
  /** Lines of a system bet. */
  linesMax: 1_000,
  /** The longest stretch of days that the days with matches are asked of. */
  eventDaysMax: 31,
  quoteMaxLength: 8_192,
  pageMax: 10_000,
  /** Largest version, ruling or other counted number: what the database can hold. */
  numberMax: 2_147_483_647,
  listLimitMax: 100,
  listLimitDefault: 20,
  /** Entries of a wallet, and bets, of one page with what proves them. */
  entryProofsMax: 200,
  betProofsMax: 50,
  searchMaxLength: 60,
  /** Lines of one part of a CSV file. */
  csvRowsMax: 5_000,
  /** Days of one report. */
  reportDaysMax: 400,
  bodyMaxBytes: 64 * 1024,
  /** Largest body with texts in all languages: 17 texts of 8,000 characters of three bytes, and their escapes. */
  wordsMaxBytes: 640 * 1024,
  /** Largest body of an imported file, and its rows. */
  importMaxBytes: 512 * 1024,
  importMaxRows: 2_000,
  /** A member or payout method that is younger at a withdrawal is new: operators see it as a risk. */
  riskNewDays: 7,
  uploadMaxBytes: 10 * 1024 * 1024,
  uploadMaxPixels: 25_000_000,
  payoutMethodsMax: 10,
  rechargesOpenMax: 10,
  codeDigits: 6,
  codeMinutes: 10,
  codeTries: 5,
  nicknameMinLength: 2,
  nicknameMaxLength: 20,
  passkeysMax: 10,
  /** Recovery codes of a second factor, made together. */
  recoveryCodes: 10,
  /** Generations of a team below its leader. */
  teamGenerations: 3,
  /** How long a member waits before a higher limit can be confirmed, and how long it then can be. */
  limitWaitHours: 24,
  limitConfirmHours: 168,
  requestTimeoutMs: 60_000,
  loadingDelayMs: 200,
  toastMs: 1_500,
  /** How long a finger rests on an image before it is a long press, and how far it may slip while it rests. */
  longPressMs: 350,
  longPressTolerancePx: 10,
  /** How long the controls of a playing video stay after the last move. */
  videoControlsMs: 3_000,
  languageReloadMs: 100,
  /** How long a banner is shown, and how long it takes to give way. */
  swiperIntervalMs: 5_000,
  swiperDurationMs: 500,
} as const;

/** The page of the member app with questions, answers and support. */
export const helpPage = '/pages/help/help';
/** Usernames: letters, digits, dot, dash and underscore, beginning with a letter. */
export const accountPattern = '^[A-Za-z][A-Za-z0-9._-]{2,31}$';
/** Amounts on the wire: plain decimal, no sign, no exponent, no leading zero. The currency's scale is checked after. */
export const amountPattern = '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$';
/** The same where it may be negative. */
export const signedAmountPattern = amountPattern.replace('^', '^-?');
/** Odds on the wire: decimal, at most three decimals. */
export const oddsPattern = '^[1-9][0-9]{0,5}(\\.[0-9]{1,3})?$';
/** A share of a bet: above 0, at most 1, at most four decimals; that it is not 0 is checked after. */
export const sharePattern = '^(0\\.[0-9]{1,4}|1(\\.0{1,4})?)$';
/** An idempotency key made by the client: letters, digits, dash and underscore. */
export const keyPattern = '^[A-Za-z0-9_-]{8,64}$';
/** The hash of a transfer: 32 bytes in hex, with or without 0x. */
export const txHashPattern = '^(0x)?[0-9a-fA-F]{64}$';
