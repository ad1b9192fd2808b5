import { hourMs, minuteMs } from '@touchline/contract/durations';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@touchline/contract/limits';
import type { CodePurpose } from '@touchline/contract/shapes/account';

/** A new code: six digits, uniformly distributed. */
export const newCode = (): string =>
  String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');

export const codeMs = limits.codeMinutes * minuteMs;

/**
 * Codes and addresses are stored as hashes under a key of the server, so that a copy of the table reveals
 * neither.
 */
export const createCodeHashes = (secret: Uint8Array) => {
  const key = createHmac('sha256', secret).update('contact-code').digest();
  const hash = (...parts: string[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return {
    /** @param subject the address in its one spelling (identityKey) */
    address: (subject: string): Buffer => hash('address', subject),
    code: (of: { id: string; purpose: CodePurpose; code: string }): Buffer =>
      hash('code', of.id, of.purpose, of.code),
  };
};
export type CodeHashes = ReturnType<typeof createCodeHashes>;

export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/**
 * How often an address gets a code: the n-th code before must be at least this old. The first rule is the
 * pause between two.
 */
export const flowRules = [
  { codes: 1, withinMs: minuteMs },
  { codes: 5, withinMs: hourMs },
  { codes: 10, withinMs: 24 * hourMs },
] as const;

/**
 * When the next code may be sent to an address.
 * @param sent times of codes sent there, the newest first
 */
export const nextCodeAt = (sent: readonly Date[]): Date =>
  new Date(
    Math.max(
      0,
      ...flowRules.map(({ codes, withinMs }) => {
        const oldest = sent[codes - 1];
        return oldest === undefined ? 0 : oldest.getTime() + withinMs;
      }),
    ),
  );
