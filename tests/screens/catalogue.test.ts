import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { memberPictures, memberScreens } from './member.ts';
import { officeScreens } from './office.ts';

it.each([
  ['member', memberScreens],
  ['office', officeScreens],
])('gives each screen of the %s app a name of its own', (_app, screens) => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('has a screen for each picture that is kept, and a picture for each that the gate compares', async () => {
  const kept = await readdir(new URL('../fixtures/kept/pictures', import.meta.url));
  expect(memberPictures.map(({ file }) => file).toSorted()).toEqual(kept.toSorted());
});
