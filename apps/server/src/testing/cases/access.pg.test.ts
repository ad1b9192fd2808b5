import type { RouteName } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownedData, ownedDataSettings, type Operator, type OwnedData } from '../scenarios/owned-data.ts';
import { outcomeOf, testTouchline, type Answer } from '../touchline.ts';
import { allCases } from './cases.ts';
import type { Fields, MemberCase, OfficeCase, PublicCase } from './kinds.ts';

// Every route of the contract, called without a token, as a member, as another member with the ids of the
// first, as an operator of each role, and with tokens of the wrong kind.

let site: OwnedData;
let operators: Record<OperatorRole, Operator>;
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

const cases = allCases(() => site);
type AnyCase = PublicCase | MemberCase | OfficeCase;

const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name);
const named = Object.keys(routes)
  .filter(isRoute)
  .map((name): { name: RouteName; one: AnyCase } => ({ name, one: cases[name] }));
const memberCalls = named.flatMap(({ name, one }) => ('other' in one ? [{ name, one }] : []));
const officeCalls = named.flatMap(({ name, one }) => ('roles' in one ? [{ name, one }] : []));
const publicCalls = named.flatMap(({ name, one }) =>
  'other' in one || 'roles' in one ? [] : [{ name, one }],
);

type AnyAnswer = Answer<RouteName>;

const expectNoSecrets = (answer: AnyAnswer): void => {
  for (const secret of site.secrets) expect(JSON.stringify(answer)).not.toContain(secret);
};

test.each(publicCalls)('$name is for everyone', async ({ name, one }) => {
  expect(outcomeOf(await site.call(name, await one.input()))).toBe(one.refused ?? 'done');
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
    expect(outcomeOf(await ask(site.owner, await one.input()))).toBe(one.refused ?? 'done');
  });
});

const byRole = officeCalls.flatMap((call) => operatorRoles.map((role) => ({ ...call, role })));
const mayCall = ({ one, role }: { one: OfficeCase; role: OperatorRole }): boolean => one.roles.includes(role);

const askAs = async ({ name, one, role }: (typeof byRole)[number]): Promise<AnyAnswer> => {
  const by = one.ends ? await site.operator([role]) : operators[role];
  return site.call(name, await one.input(by), { 'ba-office-token': by.token });
};

test.each(byRole.filter(mayCall))('$name as $role', async (call) => {
  expect(outcomeOf(await askAs(call))).toBe(call.one.refused ?? 'done');
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
