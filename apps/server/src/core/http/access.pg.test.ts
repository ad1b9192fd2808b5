import type { RouteName } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  AnyCase,
  Fields,
  MemberCase,
  OfficeCase,
  PublicCase,
} from '../../testing/access-cases/kinds.ts';
import { memberCases } from '../../testing/access-cases/member-cases.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import { ownedData, ownedDataSettings, type OwnedData } from '../../testing/scenarios/owned-data.ts';
import { outcomeOf, testTouchline, type Answer } from '../../testing/touchline.ts';

// Every route of the contract, called without a token, as a member, as another member with the ids of the
// first, as an operator of each role, and with tokens of the wrong kind. A route without a case fails.

let site: OwnedData;
let operators: Record<OperatorRole, { token: string }>;
beforeAll(async () => {
  site = await ownedData(await testTouchline({ env: ownedDataSettings }));
  operators = {
    owner: await site.operator(['owner']),
    trader: await site.operator(['trader']),
    cashier: await site.operator(['cashier']),
    support: await site.operator(['support']),
    auditor: await site.operator(['auditor']),
    content: await site.operator(['content']),
  };
}, 60_000);
afterAll(() => site.close());

const cases = { ...memberCases(() => site), ...officeCases(() => site) };

const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name);
const named = Object.keys(routes).filter(isRoute);
const casesOf = <C>(isCase: (one: AnyCase) => one is AnyCase & C): { name: RouteName; one: C }[] =>
  named.flatMap((name) => {
    const one: AnyCase = cases[name];
    return isCase(one) ? [{ name, one }] : [];
  });
const publicCalls = casesOf((one): one is PublicCase => 'nobody' in one);
const memberCalls = casesOf((one): one is MemberCase => 'owner' in one);
const officeCalls = casesOf((one): one is OfficeCase => 'may' in one);

type AnyAnswer = Answer<RouteName>;

const expectNoSecrets = (answer: AnyAnswer): void => {
  for (const secret of site.secrets) expect(JSON.stringify(answer)).not.toContain(secret);
};

test('every route has a case of its kind', () => {
  const kinds = [
    ...publicCalls.map(({ name }) => [name, 'public']),
    ...memberCalls.map(({ name }) => [name, 'member']),
    ...officeCalls.map(({ name }) => [name, 'operator']),
  ];
  expect(Object.fromEntries(kinds)).toEqual(
    Object.fromEntries(named.map((name) => [name, routes[name].auth])),
  );
});

test.each(publicCalls)('$name is for everyone', async ({ name, one }) => {
  expect(outcomeOf(await site.call(name, await one.input()))).toBe(one.nobody);
});

describe.each([
  ...memberCalls.map(({ name }) => ({ name, wrong: () => operators.owner.token })),
  ...officeCalls.map(({ name }) => ({ name, wrong: () => site.owner.token })),
])('$name needs a session', ({ name, wrong }) => {
  test.each([
    ['without a token', () => ({})],
    ['with a token that is none', () => ({ 'ba-user-token': 'x', 'ba-office-token': 'x'.repeat(43) })],
    ["with a token of the other kind in the member's header", () => ({ 'ba-user-token': wrong() })],
    ["with a token of the other kind in the office's header", () => ({ 'ba-office-token': wrong() })],
  ])('%s', async (_how, headers) => {
    const answer = await site.call(name, {}, headers());
    expect(answer).toMatchObject({ status: 200, code: 303, data: { reason: 'sign_in' } });
  });
});

describe.each(memberCalls)('$name', ({ name, one }) => {
  const ask = async (person: OwnedData['owner'], input: Fields): Promise<AnyAnswer> => {
    const token = one.ends ? (await site.session(person)).token : person.token;
    return site.call(name, input, { 'ba-user-token': token });
  };

  test("as another member, with the owner's ids", async () => {
    const answer = await ask(site.other, await one.input());
    expect(outcomeOf(answer)).toBe(one.other);
    expectNoSecrets(answer);
  });

  test('as the member', async () => {
    expect(outcomeOf(await ask(site.owner, await one.input()))).toBe(one.owner);
  });
});

const byRole = officeCalls.flatMap((call) => operatorRoles.map((role) => ({ ...call, role })));
const mayCall = ({ one, role }: { one: OfficeCase; role: OperatorRole }): boolean => one.roles.includes(role);

const askAs = async ({ name, one, role }: (typeof byRole)[number]): Promise<AnyAnswer> => {
  const fresh = one.ends ? await site.operator([role]) : undefined;
  const headers = { 'ba-office-token': (fresh ?? operators[role]).token };
  return site.call(name, await one.input(fresh?.password ?? ''), headers);
};

test.each(byRole.filter(mayCall))('$name as $role', async (call) => {
  expect(outcomeOf(await askAs(call))).toBe(call.one.may);
});

test.each(byRole.filter((call) => !mayCall(call)))('$name not as $role', async (call) => {
  const answer = await askAs(call);
  expect(answer).toMatchObject({ status: 403, code: 0, data: { reason: 'forbidden' } });
  expectNoSecrets(answer);
});

test('an auditor changes nothing: their POST calls concern their own account', () => {
  const changing = officeCalls.filter(
    ({ name, one }) => routes[name].method === 'POST' && mayCall({ one, role: 'auditor' }),
  );
  expect(changing.map(({ name }) => name)).toEqual([
    'officeLogout',
    'officePasswordRenew',
    'officeOtpBegin',
    'officeOtpConfirm',
    'officeOtpRenew',
    'officePasskeyBegin',
    'officePasskeySave',
    'officePasskeyName',
    'officePasskeyDel',
    'officeSessionEnd',
  ]);
});
