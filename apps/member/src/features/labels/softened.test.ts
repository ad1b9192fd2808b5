import { readFileSync } from 'node:fs';
import { lans } from '@touchline/locales/locales';
import { teamName } from '@touchline/locales/team-names';
import { expect, it } from 'vitest';
import { softened } from './softened.ts';

const file = new URL('../../../../server/data/teams/national-teams.json', import.meta.url);
const teams = [...readFileSync(file, 'utf8').matchAll(/"name": "([^"]+)", "flag": "([^"]+)"/g)].map(
  ([, name = '', flag = '']) => ({ name, flag }),
);

it('breaks a long word where it is hyphenated', () => {
  expect(softened('Elfenbeinküste oder Remis')).toBe('Elfenbein\u00ADküste oder Remis');
  expect(softened('Brasilien')).toBe('Brasilien');
});

it.each(lans)(
  'knows the words in names of national teams in %s that are wider than a narrow place',
  (lan) => {
    const longest = lan === 'de' ? /^\p{Script=Latin}{11,}$/u : /^\p{Script=Latin}{12,}$/u;
    expect(teams.length).toBeGreaterThan(40);
    const words = teams.flatMap((team) => softened(teamName(team, lan)).split(/[\s-]/));
    expect(words.filter((word) => longest.test(word))).toEqual([]);
  },
);
