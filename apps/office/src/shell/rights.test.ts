import { routes } from '@touchline/contract/routes';
import { expect, test } from 'vitest';
import { opens, type Right, rights } from './rights.ts';

const names = Object.keys(rights).filter((name): name is Right => Object.hasOwn(rights, name));

test.each(names)('%s opens to those the contract says', (name) => {
  expect([...rights[name]].sort()).toEqual([...routes[name].roles].sort());
});

test('an auditor opens no call that changes anything', () => {
  const changing = names.filter((name) => routes[name].method === 'POST');
  expect(changing.length).toBeGreaterThan(10);
  expect(changing.filter((name) => opens(['auditor'], name))).toEqual([]);
});

test('nobody without a role opens anything', () => {
  expect(names.filter((name) => opens([], name))).toEqual([]);
});
