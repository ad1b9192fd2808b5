import multipart, { type MultipartFile } from '@fastify/multipart';
import {
  amountPattern,
  keyPattern,
  limits,
  oddsPattern,
  signedAmountPattern,
} from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import type { FieldRule } from '@touchline/contract/reasons';
import type { Route } from '@touchline/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { Refused } from '../refusal.ts';
import { createRateLimit } from './floods.ts';

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

/** Which rule each field breaks, by the field's path: `stake`, `legs.0.odds`. */
type BrokenRules = Record<string, FieldRule>;

/** Fields named in one answer at most, and how much of a client's name is repeated in it. */
const fieldsMax = 32;
const nameMax = 64;

const patternRules = new Map<unknown, FieldRule>([
  [amountPattern, 'amount'],
  [signedAmountPattern, 'amount'],
  [oddsPattern, 'odds'],
  [keyPattern, 'key'],
]);

/** Fields whose own rule is more exact than the schema's keyword. */
const ruleOfField = (field: string, rule: FieldRule): FieldRule => {
  if (field === 'areaCode') return 'area_code';
  if (field === 'birthDate' && rule === 'format') return 'birth_date';
  if ((field === 'password' || field === 'newPassword') && rule === 'length') return 'password_length';
  return rule;
};

/** An input and its call. */
type CallInput = { input: unknown; call: RouteName };

/** Rules of fields whose message for an empty value is more exact than "required". */
const emptyRules = new Map<string, FieldRule>([
  ['account', 'account_empty'],
  ['password', 'password_empty'],
  ['oldPassword', 'password_empty'],
  ['newPassword', 'password_empty'],
  ['confirmPassword', 'confirm_empty'],
]);
/** The same for a field of one call. */
const emptyRulesOfCall: Partial<Record<RouteName, Readonly<Record<string, FieldRule>>>> = {
  orderAdd: { stake: 'stake_empty' },
  createWithdraw: { amount: 'withdraw_empty' },
};

const emptyRuleOf = (field: string, call: RouteName): FieldRule =>
  emptyRulesOfCall[call]?.[field] ?? emptyRules.get(field) ?? 'required';

/** Whether the value at a pointer such as "/legs/0/odds" exists, and is blank. */
const isBlankAt = (input: unknown, instancePath: string): boolean => {
  let value = input;
  for (const name of instancePath.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return typeof value === 'string' && value.trim() === '';
};

const keywordRules = new Map<string, FieldRule>([
  ['type', 'type'],
  ['minLength', 'length'],
  ['maxLength', 'length'],
  ['minItems', 'length'],
  ['maxItems', 'length'],
  ['minimum', 'range'],
  ['maximum', 'range'],
  ['enum', 'choice'],
  ['const', 'choice'],
  ['anyOf', 'choice'],
]);

const ruleOf = (error: TValidationError): FieldRule =>
  (error.keyword === 'pattern' ? patternRules.get(error.params.pattern) : keywordRules.get(error.keyword)) ??
  'format';

/** "/legs/0/odds" as "legs.0.odds", with a client's names cut short. */
const fieldOf = (instancePath: string, name?: string): string => {
  const parts = instancePath.split('/').slice(1);
  if (name !== undefined) parts.push(name);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, nameMax)).join('.');
};

/** One finding of the schema: its fields and the broken rule. */
const findings = (error: TValidationError, given: CallInput): [string, FieldRule][] => {
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => {
      const field = fieldOf(error.instancePath, name);
      return [field, emptyRuleOf(field, given.call)];
    });
  }
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => [fieldOf(error.instancePath, name), 'unknown']);
  }
  // The additionalProperties of the enclosing object report it again, with its name.
  if (error.keyword === 'boolean') return [];
  const field = fieldOf(error.instancePath);
  const isEmpty = field !== '' && isBlankAt(given.input, error.instancePath);
  return [[field, isEmpty ? emptyRuleOf(field, given.call) : ruleOfField(field, ruleOf(error))]];
};

/**
 * The broken rules of an input, the first of each field, from the schema's findings; bounded, so that a
 * hostile input does not become a long answer. A missing or empty field is reported as such, even if it
 * breaks other rules too.
 * @param given the input itself, and its call
 */
const brokenRules = (errors: readonly TValidationError[], given: CallInput): BrokenRules => {
  // A Map, since a client may name a field `__proto__`.
  const rules = new Map<string, FieldRule>();
  for (const error of errors) {
    for (const [field, rule] of findings(error, given)) {
      if (rules.size < fieldsMax && !rules.has(field)) rules.set(field, rule);
    }
  }
  return Object.fromEntries(rules);
};

/** Room for the fields of a form and for the text between its parts. */
const aroundFileMaxBytes = 16 * 1024;
/** Forms with files of one member or operator per minute, and how many are read at once: of one, and of all. */
const perMinute = 30;
const atOnceMember = 2;
const atOnce = 16;

/**
 * Lets the routes of `app` take a multipart form with one `file` and a few short fields as well as JSON. The form
 * becomes the body: its fields as text, its file as bytes. It is read only after the caller is known.
 */
export const registerForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, {
    limits: {
      files: 1,
      fileSize: limits.uploadMaxBytes,
      fields: 4,
      fieldSize: 256,
      fieldNameSize: 64,
      parts: 5,
      headerPairs: 16,
    },
    // Checked here, so that the rest of the form is still read.
    throwFileSizeLimit: false,
    // As a form's data has it, also for a file without a name.
    isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
  });
  const limit = createRateLimit(perMinute);
  const reading = new Map<string, number>();
  let readingAll = 0;

  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const key = request.member?.id ?? request.operator?.id ?? '';
    const own = reading.get(key) ?? 0;
    const untilMs = limit(key, Date.now());
    if (untilMs !== undefined) throw new Refused('too_many', { until: new Date(untilMs).toISOString() });
    if (own >= atOnceMember || readingAll >= atOnce) throw new Refused('unavailable');
    if (Number(request.headers['content-length'] ?? 0) > limits.uploadMaxBytes + aroundFileMaxBytes) {
      throw new Refused('upload_size');
    }
    reading.set(key, own + 1);
    readingAll += 1;
    try {
      request.body = await readForm(request);
    } finally {
      readingAll -= 1;
      const left = (reading.get(key) ?? 1) - 1;
      if (left === 0) reading.delete(key);
      else reading.set(key, left);
    }
  });
};

const readForm = async (request: FastifyRequest): Promise<JsonBody> => {
  const fields = new Map<string, unknown>();
  const rules: Record<string, FieldRule> = {};
  try {
    for await (const part of request.parts()) {
      const { fieldname: name } = part;
      if (fields.has(name)) rules[name] = name === 'file' ? 'one_file' : 'unknown';
      if (part.type === 'file') fields.set(name, await bytesOf(part));
      else fields.set(name, part.value);
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    // The rest of a refused form is discarded, so that the connection can be used again.
    request.raw.unpipe();
    request.raw.resume();
  }
  if (Object.keys(rules).length > 0) throw new Refused('validation', { rules });
  return { value: Object.fromEntries(fields), escaped: false };
};

const bytesOf = async (part: MultipartFile): Promise<Buffer> => {
  const bytes = await part.toBuffer();
  if (part.file.truncated) throw new Refused('upload_size');
  return bytes;
};

/** Limits of the form by their codes; other errors mean a malformed form. */
const refusalOf = (error: unknown): Refused => {
  if (error instanceof Refused) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT') return new Refused('validation', { rules: { file: 'one_file' } });
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return new Refused('too_large');
  return new Refused('bad_request');
};
