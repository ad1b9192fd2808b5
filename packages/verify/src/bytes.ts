import { Malformed } from './malformed.ts';

const encoder = new TextEncoder();
// A byte order mark is a character like others, or two texts would have the same bytes.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes of a text in UTF-8. A text with half a surrogate pair has none: check it before. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of bytes in UTF-8. @throws Malformed when they are none */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Malformed('not UTF-8');
  }
}

/** The parts one after another. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether two sequences have the same bytes. Takes a time that depends on them, so it is for public values only. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Bytes in lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes in base64 (RFC 4648, section 4), with padding. */
export function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Bytes of a base64 text (RFC 4648, section 4). One value has one text: padding is demanded, and spaces or bits that belong to no
 * byte are refused.
 * @throws Malformed
 */
export function fromBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new Malformed('not base64');
  }
  if (btoa(binary) !== text) throw new Malformed('not base64 in its only form');
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * A whole number in decimal without sign and leading zeros, as sizes and indices are written.
 * @throws Malformed also above 2^53 − 1, which no log reaches
 */
export function parseDecimal(text: string): number {
  if (!/^(0|[1-9]\d{0,15})$/.test(text))
    throw new Malformed(`not a number: ${JSON.stringify(text.slice(0, 40))}`);
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Malformed(`number too large: ${text}`);
  return value;
}
