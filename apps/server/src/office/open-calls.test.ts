import { routes } from '@touchline/contract/routes';
import { operatorRoles } from '@touchline/contract/shapes/office';
import { expect, test } from 'vitest';
import { callsOf } from './sign-in-routes.ts';

const office = Object.values(routes).filter(({ auth }) => auth === 'operator');

test('every call of the office is open to a role, and none without one', () => {
  expect(callsOf(operatorRoles).toSorted()).toEqual(office.map(({ name }) => name).toSorted());
  expect(callsOf([])).toEqual([]);
});

test('an auditor changes nothing but their own account', () => {
  const changing = office.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  const own = callsOf([]).concat(
    office.filter(({ roles }) => operatorRoles.every((role) => roles.includes(role))).map(({ name }) => name),
  );
  expect(changing.length).toBeGreaterThan(50);
  const open = callsOf(['auditor']);
  expect(changing.filter((name) => open.includes(name) && !own.includes(name))).toEqual([]);
});
