import { formatDecimal } from '@touchline/locales/format';
import type { Lan } from '@touchline/locales/locales';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { plainText } from '@touchline/kit/typed-text';

/** One key of the number pad. A quick amount adds whole units of the currency; a written amount replaces what was typed. */
export type PadKey =
  | { kind: 'digit'; digit: string }
  | { kind: 'point' }
  | { kind: 'back' }
  | { kind: 'clear' }
  | { kind: 'add'; units: number }
  | { kind: 'write'; amount: string };

/** Longest whole part one can type: more than any stake or payment taken, short enough to stay on one line. */
const MAX_WHOLE_DIGITS = 7;

/**
 * The amount as typed after a key. The text may be half-written ("", "12.") but never wrong: a key that would make
 * it so leaves it as it is.
 * @param text amount so far, as typed
 * @param key the key pressed
 * @param scale decimals of the currency
 */
export function pressKey(text: string, key: PadKey, scale: number): string {
  switch (key.kind) {
    case 'digit':
      return appendDigit(text, key.digit, scale);
    case 'point':
      if (scale === 0 || text.includes('.')) return text;
      return text === '' ? '0.' : `${text}.`;
    case 'back':
      return text === '0.' ? '' : text.slice(0, -1);
    case 'clear':
      return '';
    case 'write':
      return writeMinor(typedMinor(key.amount, scale) ?? 0n, scale) ?? text;
    case 'add':
      return addUnits(text, key.units, scale);
    default:
      return key satisfies never;
  }
}

function appendDigit(text: string, digit: string, scale: number): string {
  if (!/^\d$/.test(digit)) return text;
  const [whole = '', decimals] = text.split('.');
  if (decimals !== undefined) return decimals.length < scale ? text + digit : text;
  if (whole === '0') return digit;
  return whole.length < MAX_WHOLE_DIGITS ? text + digit : text;
}

function addUnits(text: string, units: number, scale: number): string {
  const sum = (typedMinor(text, scale) ?? 0n) + BigInt(units) * 10n ** BigInt(scale);
  return writeMinor(sum, scale) ?? text;
}

/** An amount as one would type it: "12", "12.50"; nothing for none. @returns undefined when it is too long to type */
function writeMinor(minor: bigint, scale: number): string | undefined {
  if (minor === 0n) return '';
  const written = formatAmount(minor, scale);
  const [whole = '', decimals = ''] = written.split('.');
  if (whole.length > MAX_WHOLE_DIGITS) return undefined;
  return /^0*$/.test(decimals) ? whole : written;
}

/** Reads an amount as typed, also half-written. @returns minor units, or undefined while there is no number */
export function typedMinor(text: string, scale: number): bigint | undefined {
  return parseAmount(text.endsWith('.') ? text.slice(0, -1) : text, scale);
}

/**
 * The key a physical keyboard means, or undefined for one that is not the pad's. Digits and decimal marks are those of any
 * script.
 */
export function keyOfKeyboard(name: string): PadKey | undefined {
  const key = plainText(name);
  if (/^[0-9]$/.test(key)) return { kind: 'digit', digit: key };
  if (['.', ',', '\u066b', '。', '、'].includes(key)) return { kind: 'point' };
  if (name === 'Backspace') return { kind: 'back' };
  if (name === 'Delete') return { kind: 'clear' };
  return undefined;
}

/** The mark between whole and decimals in `lan`: "." or ",". */
export const decimalMark = (lan: Lan): string => formatDecimal('0.5', lan).replaceAll(/\d/g, '');

/** The amount as typed so far, grouped and marked as `lan` writes numbers: "1234." is "1,234."; nothing typed is "0". */
export const typedText = (typed: string, lan: Lan): string => {
  const [whole = '', decimals] = typed.split('.');
  const figure = formatDecimal(whole === '' ? '0' : whole, lan);
  return decimals === undefined ? figure : `${figure}${decimalMark(lan)}${decimals}`;
};
