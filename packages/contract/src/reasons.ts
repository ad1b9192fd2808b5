/** Codes of the envelope. */
export const codes = {
  success: 1,
  message: 0,
  signInAgain: 303,
  tokenExpired: 409,
  insufficient: 1003,
} as const;
export type Code = (typeof codes)[keyof typeof codes];

/**
 * The one table of refusals: the envelope's code and the HTTP status of each reason.
 * Its text in the caller's language is the message `error.<reason>` of the catalogues.
 */
export const reasons = {
  validation: { code: 0, status: 200 },
  sign_in: { code: 303, status: 200 },
  token_expired: { code: 409, status: 200 },
  insufficient: { code: 1003, status: 200 },
  price_changed: { code: 0, status: 200 },
  suspended: { code: 0, status: 200 },
  closed: { code: 0, status: 200 },
  stake_min: { code: 0, status: 200 },
  stake_max: { code: 0, status: 200 },
  key_reused: { code: 0, status: 200 },
  not_found: { code: 0, status: 200 },
  bet_type: { code: 0, status: 200 },
  same_event: { code: 0, status: 200 },
  too_many_lines: { code: 0, status: 200 },
  duplicate: { code: 0, status: 200 },
  quote_moved: { code: 0, status: 200 },
  no_cash_out: { code: 0, status: 200 },
  wrong_credentials: { code: 0, status: 200 },
  locked: { code: 0, status: 200 },
  account_taken: { code: 0, status: 200 },
  password_common: { code: 0, status: 200 },
  password_mismatch: { code: 0, status: 200 },
  invitation_unknown: { code: 0, status: 200 },
  area_not_allowed: { code: 0, status: 200 },
  under_age: { code: 0, status: 200 },
  unknown_path: { code: 0, status: 404 },
  method_not_allowed: { code: 0, status: 405 },
  bad_request: { code: 0, status: 400 },
  too_large: { code: 0, status: 413 },
  media_type: { code: 0, status: 415 },
  too_many: { code: 0, status: 429 },
  fault: { code: 0, status: 500 },
  unavailable: { code: 0, status: 503 },
} as const satisfies Record<string, { code: Code; status: number }>;

export type Reason = keyof typeof reasons;

/** Rules a field can break; their texts are the messages `rule.<name>`. */
export const fieldRules = [
  'required',
  'unknown',
  'type',
  'format',
  'length',
  'range',
  'choice',
  'amount',
  'odds',
  'key',
  'password_length',
  'email',
  'mobile',
  'area_code',
  'account',
  'birth_date',
  'one_of',
] as const;
export type FieldRule = (typeof fieldRules)[number];
