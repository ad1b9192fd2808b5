import { expect, it } from 'vitest';
import { versus } from './match-name.ts';

it('a line begins neither with the dash of a match nor within a Thai name', () => {
  expect(versus('Brazil', 'Saudi Arabia')).toBe('Brazil\u00a0– Saudi Arabia');
  const [home = '', away = ''] = versus('ซาอุดีอาระเบีย', 'อุรุกวัย').split('\u00a0– ');
  expect(home.replaceAll('\u2060', '')).toBe('ซาอุดีอาระเบีย');
  expect(away).toBe('อุ\u2060รุ\u2060ก\u2060วั\u2060ย');
});
