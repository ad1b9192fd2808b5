import type { Route } from '@touchline/contract/route';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Refused } from '../refusal.ts';
import { brokenRules } from './field-rules.ts';

// All broken rules of a form in one answer, with a bound for hostile input.
Settings.Set({ maxErrors: 32 });

/** A JSON body: its value, and whether a string of it can contain escaped characters. */
export type JsonBody = { value: unknown; escaped: boolean };

const refuseUnsafe = (value: unknown): void => {
  const unsafe = unsafeTexts(value);
  if (unsafe.length === 0) return;
  throw new Refused('validation', {
    rules: Object.fromEntries(unsafe.map((field) => [field, 'format'] as const)),
  });
};

/**
 * The value of a text in a query string where the schema has another type: plain integers, true and false.
 */
const readText = (schema: unknown, value: unknown): unknown => {
  if (typeof schema !== 'object' || schema === null || !('type' in schema)) return value;
  if (schema.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) {
    return Number(value);
  }
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
};

/** The known parameters of a query string; others are ignored, as links and proxies add their own. */
const knownParameters = (route: Route, query: unknown): Record<string, unknown> => {
  const known =
    'properties' in route.input && typeof route.input.properties === 'object'
      ? new Map<string, unknown>(Object.entries(route.input.properties ?? {}))
      : new Map<string, unknown>();
  const read: Record<string, unknown> = {};
  if (typeof query !== 'object' || query === null) return read;
  for (const [name, value] of Object.entries(query)) {
    if (known.has(name)) read[name] = readText(known.get(name), value);
  }
  return read;
};

/**
 * The check of a route's input, compiled once. Bodies are not coerced, and an unknown field is refused. Query
 * strings are text, so integers and booleans are read from it, and unknown parameters are ignored.
 * @returns a guard: throws `validation` with every broken rule, or returns with the input known to be valid
 */
export const createInputReader = (
  route: Route,
): ((body: JsonBody | undefined, query: unknown) => unknown) => {
  const validator = compileOnce(route.input);
  const check = (input: unknown): unknown => {
    if (validator.Check(input)) return input;
    throw new Refused('validation', {
      rules: brokenRules(validator.Errors(input), { input, call: route.name }),
    });
  };
  if (route.method === 'POST') {
    return (body) => {
      const input = body === undefined ? {} : body.value;
      if (body?.escaped === true) refuseUnsafe(input);
      return check(input);
    };
  }
  return (_body, query) => {
    const input = knownParameters(route, query);
    refuseUnsafe(input);
    return check(input);
  };
};

/**
 * Text that PostgreSQL cannot store or UTF-8 cannot encode: a null character, or half of a surrogate pair.
 */
const isUnsafe = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Unsafe texts are named up to this many. */
const foundMax = 32;

/**
 * Paths of the strings (or names) inside `value` that hold a null character or half a surrogate pair: "legs.0.market".
 * Walks with a list instead of recursion, so that deep nesting costs no stack.
 */
export const unsafeTexts = (value: unknown): string[] => {
  const found: string[] = [];
  const open: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = open.pop(); next !== undefined && found.length < foundMax; next = open.pop()) {
    const { value: at, path } = next;
    if (typeof at === 'string') {
      if (isUnsafe(at)) found.push(path);
    } else if (typeof at === 'object' && at !== null) {
      for (const [name, inner] of Object.entries(at)) {
        if (isUnsafe(name)) found.push(path);
        else open.push({ value: inner, path: path === '' ? name : `${path}.${name}` });
      }
    }
  }
  return found;
};

const validators = new WeakMap<TSchema, Validator>();

/** The validator of a schema. Servers of one process share it: compiling those of all calls took half of a start. */
export const compileOnce = (schema: TSchema): Validator => {
  const known = validators.get(schema);
  if (known) return known;
  const made = Compile(schema);
  validators.set(schema, made);
  return made;
};
