import { globSync } from 'node:fs';
import { paths } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { expect, test } from 'vitest';
import { allCases, officeCases } from './cases.ts';
import { isExempt } from './kinds.ts';
import { memberCases } from './members.ts';
import { writingCases } from './misuse.ts';

const nowhere = () => {
  throw new Error('Cases are made without a site');
};
const areas = [memberCases, ...Object.values(officeCases)];
const writing = Object.values(officeCases).flatMap((of) => writingCases(of(nowhere)));

/** Fields with the version that the page showed. */
const versionFields = ['version', 'seen', 'from', 'ruling', 'hash'];

test('every call has its case, in one area', () => {
  const names = areas.flatMap((of) => Object.keys(of(nowhere)));
  expect(names.toSorted()).toEqual(Object.keys(routes).toSorted());
});

test('every case is of its kind', () => {
  const kinds = Object.entries(allCases(nowhere)).map(([name, one]) => [
    name,
    'other' in one ? 'member' : 'roles' in one ? 'operator' : 'public',
  ]);
  expect(Object.fromEntries(kinds)).toEqual(
    Object.fromEntries(Object.entries(routes).map(([name, { auth }]) => [name, auth])),
  );
});

test('misuse is tried of every call by which the office changes something, each area in its file', () => {
  const changing = Object.entries(paths).flatMap(([name, [method]]) =>
    name.startsWith('office') && method !== 'GET' ? [name] : [],
  );
  expect(writing.map(({ name }) => name).toSorted()).toEqual(changing.toSorted());
  expect(globSync('misuse-*.pg.test.ts', { cwd: import.meta.dirname }).toSorted()).toEqual(
    Object.keys(officeCases)
      .map((area) => `misuse-${area}.pg.test.ts`)
      .toSorted(),
  );
});

test('every call that is tried with an outdated version has to name the version', () => {
  const tried = new Set<string>(writing.flatMap(({ name, one }) => (isExempt(one.stale) ? [] : [name])));
  const silent = Object.entries(routes).flatMap(([name, { input }]) => {
    const { properties, required = [] }: { properties: object; required?: readonly string[] | undefined } =
      input;
    // A call that creates an item without an id needs the version only with an id.
    const asked = required.includes('id') || !('id' in properties) ? required : Object.keys(properties);
    const says = versionFields.some((field) => asked.includes(field));
    return tried.has(name) && !says ? [name] : [];
  });
  expect(silent).toEqual([]);
});
