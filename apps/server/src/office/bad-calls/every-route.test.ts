import { paths } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { expect, test } from 'vitest';
import { cashierRows } from './cashier-rows.ts';
import { contentRows } from './content-rows.ts';
import { factorRows } from './factor-rows.ts';
import { isNot, type Row } from './kinds.ts';
import { matchesRows } from './matches-rows.ts';
import { namesRows } from './names-rows.ts';
import { peopleRows } from './people-rows.ts';
import { rulesRows } from './rules-rows.ts';
import { signInRows } from './sign-in-rows.ts';
import { tradingRows } from './trading-rows.ts';
import type { WatchedSite } from './watched-site.ts';

const modules = [
  cashierRows,
  contentRows,
  factorRows,
  matchesRows,
  namesRows,
  peopleRows,
  rulesRows,
  signInRows,
  tradingRows,
];
const nowhere = (): WatchedSite => {
  throw new Error('Rows are made without a site');
};

/** Fields with the version that the page showed. */
const versionFields = ['version', 'seen', 'from', 'ruling', 'hash'];

test('every call that is tried with an outdated version has to name the version', () => {
  const rows = modules.flatMap((of) => Object.entries<Row>(of(nowhere)));
  const tried = new Set(rows.flatMap(([name, { stale }]) => (isNot(stale) ? [] : [name])));
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

test('every call by which the office changes something has its row, in one module', () => {
  const writing = Object.entries(paths).flatMap(([name, [method]]) =>
    name.startsWith('office') && method !== 'GET' ? [name] : [],
  );
  const rows = modules.flatMap((of) => Object.keys(of(nowhere)));
  expect(rows.toSorted()).toEqual(writing.toSorted());
});
