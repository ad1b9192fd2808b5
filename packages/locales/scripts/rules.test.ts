import { describe, expect, test } from 'vitest';
import { valuesType } from './arguments.ts';
import { compile, type Catalogue } from './catalogue.ts';
import { mismatchedArguments, untidy, untranslated, wrongPlurals } from './rules.ts';
import { usageIn } from './usage.ts';

const typeOf = (text: string): string => valuesType(compile('a.b', text));
const one = (text: string): Catalogue => new Map([['a.b', text]]);

describe('the rules for translations', () => {
  test('find a value lost, added or used in another way', () => {
    expect(mismatchedArguments(one('{min} to {max}'), one('{max} bis {min}'))).toEqual([]);
    expect(mismatchedArguments(one('{min}'), one('null'))).toHaveLength(1);
    expect(mismatchedArguments(one('none'), one('{min}'))).toHaveLength(1);
    expect(mismatchedArguments(one('{n}'), one('{n, plural, other {#}}'))).toHaveLength(1);
    expect(
      mismatchedArguments(one('{s, select, a {1} other {2}}'), one('{s, select, b {1} other {2}}')),
    ).toHaveLength(1);
  });

  test('ask for the plural forms of each language', () => {
    const english = one('{n, plural, one {# leg} other {# legs}}');
    expect(wrongPlurals('en', english)).toEqual([]);
    expect(wrongPlurals('ar', english)).toHaveLength(4);
    expect(wrongPlurals('zh-CN', english)).toEqual(['a.b: n has one']);
    expect(wrongPlurals('zh-CN', one('{n, plural, =0 {none} other {#}}'))).toEqual([]);
    expect(wrongPlurals('fr', english)).toEqual([]);
    expect(wrongPlurals('ru', english)).toEqual(['a.b: n lacks many', 'a.b: n lacks few']);
  });

  test('find what was left in English', () => {
    expect(untranslated(one('Cancel'), one('Cancel'), [])).toEqual(['a.b: Cancel']);
    expect(untranslated(one('Live'), one('Live'), ['Live'])).toEqual([]);
    expect(untranslated(one('{team} {line}'), one('{team} {line}'), [])).toEqual([]);
  });

  test('find untidy texts', () => {
    expect(untidy(one(' a'))).toHaveLength(1);
    expect(untidy(one('a  b'))).toHaveLength(1);
    expect(untidy(one('wait...'))).toHaveLength(1);
    expect(untidy(one('wait…'))).toEqual([]);
  });
});

test('a message names the values it takes', () => {
  expect(typeOf('none')).toBe('undefined');
  expect(typeOf('{b} of {a}')).toBe('{ a: string | number; b: string | number }');
  expect(typeOf('{n} {n, plural, one {# of {total}} other {#}}')).toBe(
    '{ n: number; total: string | number }',
  );
  expect(typeOf('{side, select, home {1} other {2}}')).toBe('{ side: string }');
  expect(() => typeOf('{open')).toThrow('a.b');
});

test('ids are found as literals and through typed prefixes', () => {
  const isUsed = usageIn([
    't(\'slip.place\'); const id = "slip.clear";',
    't(`error.${reason}`, values); t(`record.${tab}.empty`); t(`event.state.${event.state}`)',
    '`/api/${path}` `${a}.${b}`',
  ]);
  const ids = ['slip.place', 'slip.clear', 'error.locked', 'record.win.empty', 'event.state.live'];
  expect(ids.filter((id) => !isUsed(id))).toEqual([]);
  expect(['slip.plac', 'error', 'record.win.title', 'market.1x2'].filter(isUsed)).toEqual([]);
});
