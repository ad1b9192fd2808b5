import { expect, test } from 'vitest';
import { locales } from './locales.ts';
import { regionName, teamName } from './team-names.ts';

// Every national team of the World Cups of 2018, 2022 and 2026.
const flags = (
  'dz ar au at be ba br ca cv co hr cw cz cd ec eg gb-eng fr de gh ht ir iq ci jp jo mx ma nl nz no pa py pt qa ' +
  'sa gb-sct sn za kr es se ch tn tr us uy uz cr dk is ng pe pl ru rs cm gb-wls'
).split(' ');

test('every national team has a distinct name in every language', () => {
  for (const { lan } of locales.filter(({ lan }) => lan !== 'en')) {
    const names = flags.map((flag) => teamName({ flag, name: '?' }, lan));
    expect(names).not.toContain('?');
    expect(new Set(names).size).toBe(flags.length);
  }
});

test('names are the ones football uses', () => {
  expect(teamName({ flag: 'kr', name: 'South Korea' }, 'de')).toBe('Südkorea');
  expect(teamName({ flag: 'us', name: 'USA' }, 'de')).toBe('USA');
  expect(teamName({ flag: 'ci', name: 'Ivory Coast' }, 'de')).toBe('Elfenbeinküste');
  expect(teamName({ flag: 'gb-sct', name: 'Scotland' }, 'ar')).toBe('اسكتلندا');
  expect(teamName({ flag: 'gb-eng', name: 'England' }, 'zh-CN')).toBe('英格兰');
});

test('English and clubs keep the name of the feed', () => {
  expect(teamName({ flag: 'ci', name: 'Ivory Coast' }, 'en')).toBe('Ivory Coast');
  expect(teamName({ name: 'Arsenal' }, 'de')).toBe('Arsenal');
  expect(teamName({ flag: 'xx-yyy', name: 'Elsewhere' }, 'de')).toBe('Elsewhere');
});

test('countries are named in the language of the reader', () => {
  expect(regionName('de', 'zh-CN')).toBe('德国');
  expect(regionName('JP', 'ar')).toBe('اليابان');
  expect(regionName('zz9', 'de')).toBeUndefined();
});
