import type { RouteName } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import type { Fields } from './kinds.ts';

type Schema = {
  properties: Record<string, unknown>;
  required?: readonly string[] | undefined;
};

/** Longer than any text but a file. */
const endless = 'x'.repeat(20_000);

const wrongTypes = (schema: unknown): unknown[] => {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
  const all: [string, unknown][] = [
    ['object', { a: 1 }],
    ['array', [1]],
    ['string', 'x'],
    ['integer', 1.5],
    ['integer', 2 ** 40],
    ['integer', -7],
    ['boolean', 'true'],
    ['null', null],
  ];
  const fits = (value: unknown): boolean =>
    type === 'string' ? typeof value === 'string' : type === 'array' ? Array.isArray(value) : false;
  return all.flatMap(([kind, value]) => (fits(value) || (kind === type && kind === 'object') ? [] : [value]));
};

/** Bodies that a call must refuse for their form alone: by name what is wrong, and what is sent. */
export const misshapen = (name: RouteName, good: Fields): [string, string | Fields][] => {
  const { properties, required = [] }: Schema = routes[name].input;
  // A record takes any value under any name, and texts of files and words are long; they are tried by rows of their own.
  const closed = Object.entries(properties).filter(
    ([, schema]) => typeof schema === 'object' && schema !== null && 'type' in schema,
  );
  return [
    ['a field too many', { ...good, zzz: 'x' }],
    ['a field of the prototype', `{"__proto__":{"id":"x"},"constructor":1${rest(good)}}`],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', 'null'],
    ['no JSON', '{"id":'],
    ['a null character', { ...good, [Object.keys(properties)[0] ?? 'zzz']: 'a\0b' }],
    ...required.map((field): [string, Fields] => [
      `no ${field}`,
      Object.fromEntries(Object.entries(good).filter(([each]) => each !== field)),
    ]),
    ...closed.flatMap(([field, schema]) =>
      wrongTypes(schema).map((value): [string, Fields] => [
        `${field}: ${JSON.stringify(value)}`,
        { ...good, [field]: value },
      ]),
    ),
    ...closed
      .filter(([field, schema]) => isText(schema) && !fileFields.has(field))
      .map(([field]): [string, Fields] => [`endless ${field}`, { ...good, [field]: endless }]),
  ];
};

/** The text of a file may be long. */
const fileFields: ReadonlySet<string> = new Set(['text']);

const isText = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string';

const rest = (good: Fields): string => {
  const text = JSON.stringify(good).slice(1, -1);
  return text === '' ? '' : `,${text}`;
};
