/** What a sandbox card does. */
export type CardOutcome = 'pays' | 'declined' | 'challenge' | 'stolen';

/** The cards of the sandbox. Numbers of no real card: the networks keep them for tests. */
export const sandboxCards = [
  { outcome: 'pays', number: '4242424242424242' },
  { outcome: 'challenge', number: '4000000000003220' },
  { outcome: 'declined', number: '4000000000000002' },
  { outcome: 'stolen', number: '4000000000009979' },
] as const satisfies readonly { outcome: CardOutcome; number: string }[];

/** The code that passes the challenge. */
export const challengeCode = '123456';

/** Wrong codes until the payment has failed. */
export const challengeTriesMax = 3;

export type CardFields = { number: string; expiry: string; cvc: string };
export type CardField = keyof CardFields;

/**
 * Luhn's check digit: every second digit from the right doubled, its digits summed, the whole a multiple of
 * ten.
 */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const counted = i % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return digits.length > 0 && sum % 10 === 0;
};

const isNumber = (text: string): boolean => /^[0-9]{12,19}$/.test(text) && passesLuhn(text);

/** A card is valid to the end of its month, by UTC here. */
const isCurrent = (text: string, now: Date): boolean => {
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2]) ?\/ ?(?:20)?([0-9]{2})$/.exec(text) ?? [];
  if (month === '') return false;
  const ends = Date.UTC(2000 + Number(year), Number(month));
  return now.getTime() < ends && ends < now.getTime() + 30 * 365 * 86_400_000;
};

/**
 * Reads a typed card.
 * @returns its outcome, `unknown` for a card outside of the sandbox, or the wrong fields
 */
export const readCard = (
  { number, expiry, cvc }: CardFields,
  now: Date,
): { outcome: CardOutcome | 'unknown' } | { wrong: readonly CardField[] } => {
  const digits = number.replaceAll(/[ -]/g, '');
  const checks: readonly [CardField, boolean][] = [
    ['number', isNumber(digits)],
    ['expiry', isCurrent(expiry.trim(), now)],
    ['cvc', /^[0-9]{3,4}$/.test(cvc.trim())],
  ];
  const wrong = checks.flatMap(([field, isRight]) => (isRight ? [] : [field]));
  if (wrong.length > 0) return { wrong };
  return { outcome: sandboxCards.find((card) => card.number === digits)?.outcome ?? 'unknown' };
};
