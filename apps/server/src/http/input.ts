import type { Route } from '@touchline/contract/route';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Refused } from '../platform/refusal.ts';
import { brokenRules } from './field-rules.ts';
import { unsafeTexts } from './text-guard.ts';

// All broken rules of a form in one answer; still a bound for hostile input.
Settings.Set({ maxErrors: 32 });

/** A JSON body: its value, and whether a string of it can hold what only an escape can write. */
export type JsonBody = { value: unknown; escaped: boolean };

const refuseUnsafe = (value: unknown): void => {
  const unsafe = unsafeTexts(value);
  if (unsafe.length === 0) return;
  throw new Refused('validation', {
    rules: Object.fromEntries(unsafe.map((field) => [field, 'format'] as const)),
  });
};

/** Numbers of a query string arrive as text; only plain integers where the schema asks for one are read as such. */
const readQuery = (route: Route, query: unknown): unknown => {
  if (typeof query !== 'object' || query === null) return query;
  const properties: Record<string, unknown> =
    'properties' in route.input && typeof route.input.properties === 'object'
      ? { ...route.input.properties }
      : {};
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const schema = properties[name];
    const wantsInteger =
      typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'integer';
    const isInteger = typeof value === 'string' && /^-?\d{1,15}$/.test(value);
    Object.defineProperty(read, name, {
      value: wantsInteger && isInteger ? Number(value) : value,
      enumerable: true,
    });
  }
  return read;
};

/**
 * The check of a route's input, compiled once. Bodies are taken as they are, without coercion; query strings know only
 * text, so integers are read from it.
 * @returns a guard: throws `validation` with every broken rule, or returns with the input known to be valid
 */
export const createInputReader = (
  route: Route,
): ((body: JsonBody | undefined, query: unknown) => unknown) => {
  const validator = Compile(route.input);
  const check = (input: unknown): unknown => {
    if (validator.Check(input)) return input;
    throw new Refused('validation', { rules: brokenRules(validator.Errors(input)) });
  };
  if (route.method === 'POST') {
    return (body) => {
      const input = body === undefined ? {} : body.value;
      if (body?.escaped === true) refuseUnsafe(input);
      return check(input);
    };
  }
  return (_body, query) => {
    refuseUnsafe(query);
    return check(readQuery(route, query));
  };
};
