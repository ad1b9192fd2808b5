import type { Score } from '@touchline/football/score';
import type { JsonObject } from '@touchline/verify/canonical-json';
import { Malformed } from '@touchline/verify/malformed';

/** Reads the fields of a public entry, of which nothing is sure but that it is JSON. Each throws Malformed for another form. */

export const objectOf = (value: unknown, name: string): JsonObject => {
  if (!isObject(value)) throw new Malformed(`${name} is no object`);
  return value;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (of: JsonObject, name: string): string => {
  const value = of[name];
  if (typeof value !== 'string') throw new Malformed(`${name} is no text`);
  return value;
};

export const textOrNull = (of: JsonObject, name: string): string | null =>
  of[name] === null ? null : textOf(of, name);

/** A whole number from 0 up. */
export const countOf = (of: JsonObject, name: string): number => {
  const value = of[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Malformed(`${name} is no count`);
  return value;
};

export const countOrNull = (of: JsonObject, name: string): number | null =>
  of[name] === null ? null : countOf(of, name);

/** An amount in minor units, of either sign. */
export const amountOf = (of: JsonObject, name: string): bigint => {
  const value = of[name];
  if (typeof value !== 'string' || !/^(?:0|-?[1-9]\d{0,24})$/.test(value))
    throw new Malformed(`${name} is no amount`);
  return BigInt(value);
};

/** The objects of a list. */
export const listOf = (of: JsonObject, name: string): JsonObject[] => {
  const value = of[name];
  if (!Array.isArray(value)) throw new Malformed(`${name} is no list`);
  return value.map((one) => objectOf(one, name));
};

/** A time in UTC, as entries write it: two of them are compared as texts. */
export const timeOf = (of: JsonObject, name: string): string => {
  const value = textOf(of, name);
  if (!isTime(value)) throw new Malformed(`${name} is no time`);
  return value;
};

export const timeOrNull = (of: JsonObject, name: string): string | null =>
  of[name] === null ? null : timeOf(of, name);

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** A day in UTC. */
export const dayOf = (of: JsonObject, name: string): string => {
  const value = textOf(of, name);
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value)))
    throw new Malformed(`${name} is no day`);
  return value;
};

/** A score as entries write it, "2-1". @throws Malformed */
export const parseScore = (text: string): Score => {
  const [, home, away] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  if (home === undefined || away === undefined) throw new Malformed(`no score: ${text}`);
  return { home: Number(home), away: Number(away) };
};

export const scoreOrNone = (text: string | null): Score | undefined =>
  text === null ? undefined : parseScore(text);
