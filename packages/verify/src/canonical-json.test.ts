import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, canonicalJson, parseCanonicalJson, parseCanonicalObject } from './canonical-json.ts';
import { Malformed } from './malformed.ts';

describe('examples of RFC 8785', () => {
  test('section 3.2.2: literals, numbers, strings', () => {
    const value: Json = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('section 3.2.3: keys by UTF-16 code units', () => {
    const value: Json = JSON.parse(String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`);
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('appendix B: %s is %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%s is refused', (value) => {
  expect(() => canonicalJson({ a: [value] })).toThrow(Malformed);
});

test.each(['\ud800', 'a\udc00b', '\udc00\ud800'])(
  'half a surrogate pair is refused, also in keys',
  (text) => {
    expect(() => canonicalJson(text)).toThrow(Malformed);
    expect(() => canonicalJson({ [text]: 1 })).toThrow(Malformed);
    expect(() => parseCanonicalJson(JSON.stringify(text))).toThrow(Malformed);
  },
);

test.each([
  ['undefined', undefined],
  ['bigint', 1n],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(2)],
])('%s is not JSON, wherever it comes from', (_, value) => {
  const holder: { a: Json } = { a: null };
  Object.assign(holder, { a: value });
  expect(() => canonicalJson(holder)).toThrow(Malformed);
});

test('a hole in an array is refused', () => {
  const items: Json[] = [];
  items[1] = 1;
  expect(() => canonicalJson(items)).toThrow(Malformed);
});

test('a value of many levels is refused before it ends the stack', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(parseCanonicalJson(deep(100))).toEqual(JSON.parse(deep(100)));
  expect(() => parseCanonicalJson(deep(101))).toThrow(Malformed);
  expect(() => parseCanonicalJson(deep(5_000))).toThrow(Malformed);
});

test.each([
  ['spaces', '{"a": 1}'],
  ['order', '{"b":1,"a":1}'],
  ['a key twice', '{"a":1,"a":1}'],
  ['a number in another form', '{"a":1.0}'],
  ['an escape that is not needed', String.raw`{"a":"\u0041"}`],
  ['minus zero', '-0'],
  ['more after the value', '{}1'],
  ['nothing', ''],
])('a text with %s is not canonical', (_, text) => {
  expect(() => parseCanonicalJson(text)).toThrow(Malformed);
});

test.each(['[]', '1', '"a"', 'null'])('%s is no object', (text) => {
  expect(() => parseCanonicalObject(text)).toThrow(Malformed);
});

test('a key named __proto__ is a key like others', () => {
  expect(canonicalJson(parseCanonicalJson('{"__proto__":{"a":1},"b":2}'))).toBe(
    '{"__proto__":{"a":1},"b":2}',
  );
});

test('equal values have one text, which reads back to the value', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      const value: Json = JSON.parse(json);
      const text = canonicalJson(value);
      expect(JSON.stringify(sorted(JSON.parse(text)))).toBe(JSON.stringify(sorted(value)));
      expect(canonicalJson(parseCanonicalJson(text))).toBe(text);
    }),
  );
});

/** The value with its keys in one order, whichever. */
function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
