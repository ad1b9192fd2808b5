import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { competitionName } from './competition-names.ts';
import { lans } from './locales.ts';

test('the World Cup has a name in each language', () => {
  expect(competitionName({ name: 'World Cup 2026' }, 'zh-CN')).toBe('2026 年世界杯');
  expect(competitionName({ name: 'World Cup' }, 'de')).toBe('Weltmeisterschaft');
  expect(lans.filter((lan) => competitionName({ name: 'FIFA World Cup 2026' }, lan).includes('{'))).toEqual(
    [],
  );
});

test('leagues the server ships have one in Chinese, each its own', () => {
  const file = new URL('../../../apps/server/data/feeds/competitions.json', import.meta.url);
  const { competitions }: { competitions: { id: string; name: string }[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const names = competitions.map((each) => competitionName(each, 'zh-CN'));
  expect(names.filter((name) => /[a-z]/i.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(competitions.length);
  expect(competitions.map((each) => competitionName(each, 'en'))).toEqual(
    competitions.map(({ name }) => name),
  );
});

test('the name the site has given a competition replaces the shipped one', () => {
  const shipped = { id: 'en.1', name: 'Premier League' };
  expect(competitionName({ ...shipped, names: { 'zh-CN': '英格兰超级联赛' } }, 'zh-CN')).toBe(
    '英格兰超级联赛',
  );
  expect(competitionName({ ...shipped, names: { 'zh-CN': '英格兰超级联赛' } }, 'ja')).toBe('プレミアリーグ');
  expect(competitionName({ ...shipped, name: 'English Premier League' }, 'zh-CN')).toBe(
    'English Premier League',
  );
  expect(competitionName({ id: 'ru.1', name: 'Premier League' }, 'zh-CN')).toBe('Premier League');
});
