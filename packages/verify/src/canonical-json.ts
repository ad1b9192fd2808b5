import { Malformed } from './malformed.ts';

/** What JSON can say. Amounts of money are strings of minor units: a `number` is exact to 2^53 only. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An object of JSON. */
export type JsonObject = { readonly [key: string]: Json };

/** How deep a value may be: deeper ones come from attackers, and would end the stack. */
const DEPTH = 100;

/**
 * The one text of a value (RFC 8785): no spaces, keys in the order of their UTF-16 code units, numbers as ECMAScript writes them.
 * @throws Malformed for NaN and infinities, half surrogate pairs, more than 100 levels, and what JSON does not have (`undefined`,
 * `bigint`), wherever they come from
 */
export function canonicalJson(value: Json): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Malformed(`no number of JSON: ${value}`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw new Malformed(`JSON has no ${typeof value}`);
  if (value === null) return 'null';
  if (depth >= DEPTH) throw new Malformed(`deeper than ${DEPTH} levels`);
  let text = '';
  if (Array.isArray(value)) {
    // An index finds holes too, which a method of arrays would leave out.
    for (let at = 0; at < value.length; at++) text += `${at === 0 ? '' : ','}${write(value[at], depth + 1)}`;
    return `[${text}]`;
  }
  if (!isPlain(value)) throw new Malformed('JSON has no objects of classes');
  // The default order of strings is that of their UTF-16 code units, as RFC 8785 demands.
  for (const key of Object.keys(value).sort()) {
    text += `${text === '' ? '' : ','}${writeString(key)}:${write(value[key], depth + 1)}`;
  }
  return `{${text}}`;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** ASCII without what is escaped: most texts, which this makes three times as fast. */
const UNESCAPED = /^[ !#-[\]-~]*$/;

function writeString(text: string): string {
  if (UNESCAPED.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new Malformed('half a surrogate pair in a string');
  return JSON.stringify(text);
}

/**
 * Reads a text that must be canonical, as the bodies of entries are: what is hashed has one meaning for all readers.
 * @throws Malformed when it is not JSON, or another text says the same
 */
export function parseCanonicalJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Malformed('not JSON');
  }
  // Also finds keys that occur twice, of which JSON.parse takes the last.
  if (canonicalJson(value) !== text) throw new Malformed('JSON is not canonical');
  return value;
}

/** As `parseCanonicalJson`, for a text that must be an object. @throws Malformed */
export function parseCanonicalObject(text: string): JsonObject {
  const value = parseCanonicalJson(text);
  if (!isObject(value)) throw new Malformed('not an object of JSON');
  return value;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
