import { paths } from '@touchline/contract/paths';
import { expect, test } from 'vitest';
import { cashierRows } from './cashier-rows.ts';
import { contentRows } from './content-rows.ts';
import { factorRows } from './factor-rows.ts';
import { matchesRows } from './matches-rows.ts';
import { namesRows } from './names-rows.ts';
import { peopleRows } from './people-rows.ts';
import { rulesRows } from './rules-rows.ts';
import { signInRows } from './sign-in-rows.ts';
import { tradingRows } from './trading-rows.ts';
import type { BadWorld } from './world.ts';

const rooms = [
  ...[cashierRows, contentRows, factorRows, matchesRows, namesRows],
  ...[peopleRows, rulesRows, signInRows, tradingRows],
];
const nowhere = (): BadWorld => {
  throw new Error('Rows are made without a world');
};

test('every call by which the office changes something has its row, in one room', () => {
  const writing = Object.entries(paths).flatMap(([name, [method]]) =>
    name.startsWith('office') && method !== 'GET' ? [name] : [],
  );
  const rows = rooms.flatMap((of) => Object.keys(of(nowhere)));
  expect(rows.toSorted()).toEqual(writing.toSorted());
});
