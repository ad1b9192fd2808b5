import { randomBytes } from 'node:crypto';
import type { RouteName } from '@touchline/contract/paths';
import type { Reason } from '@touchline/contract/reasons';
import { routes, type Routes } from '@touchline/contract/routes';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { accessWorld, type AccessWorld } from '../testing/access-world.ts';

// Every route of the contract, tried as nobody, as a member, as another member with the ids of the first, as an operator of
// each role, and with tokens of the wrong kind. A route without a case fails.

let world: AccessWorld;
let operators: Record<OperatorRole, { token: string }>;
beforeAll(async () => {
  world = await accessWorld();
  operators = {
    cashier: await world.operator(['cashier']),
    identity: await world.operator(['identity']),
    finance: await world.operator(['finance']),
    content: await world.operator(['content']),
    care: await world.operator(['care']),
    auditor: await world.operator(['auditor']),
    admin: await world.operator(['admin']),
  };
}, 60_000);
afterAll(() => world.close());

/** What is answered: success, or this refusal. */
type Outcome = 'done' | Reason;
type Given = Record<string, unknown>;
type Made = Given | Promise<Given>;

/** What is sent, made anew for each try; the ids in it are the owner's. */
type PublicCase = { input: () => Made; nobody: Outcome };
type MemberCase = { input: () => Made; owner: Outcome; other: Outcome; ends?: true };
type OfficeCase = {
  roles: readonly OperatorRole[];
  input: (password: string) => Made;
  may: Outcome;
  ends?: true;
};
type AnyCase = PublicCase | MemberCase | OfficeCase;
type CaseOf<N extends RouteName> = Routes[N]['auth'] extends 'public'
  ? PublicCase
  : Routes[N]['auth'] extends 'member'
    ? MemberCase
    : OfficeCase;

const nothing = () => ({});
/** A call of the member's own things, which names no ids. */
const own: MemberCase = { input: nothing, owner: 'done', other: 'done' };
const reading = { input: nothing, may: 'done' } as const;
const everyone: OfficeCase = { ...reading, roles: operatorRoles };
const form = { password: 'Anstoss-1908', confirmPassword: 'Anstoss-1908', birthDate: '1990-05-05' };
const newAddress = (): string => `0x${randomBytes(20).toString('hex')}`;
const banner = { kind: 'banner', texts: { en: { title: 'For the test', body: '' } } };
let names = 0;

const cases: { [N in RouteName]?: CaseOf<N> } = {
  systemConfig: { input: nothing, nobody: 'done' },
  rules: { input: nothing, nobody: 'done' },
  register: { input: () => ({ ...form, account: `somebody${names++}` }), nobody: 'done' },
  login: { input: () => ({ account: world.owner.account, password: form.password }), nobody: 'done' },
  refreshToken: {
    input: async () => ({ refreshToken: (await world.session(world.owner)).refreshToken }),
    nobody: 'done',
  },
  officeLogin: {
    input: async () => {
      const { account, password } = await world.operator(['auditor']);
      return { account, password };
    },
    nobody: 'done',
  },

  home: own,
  eventList: own,
  eventDetail: { input: () => ({ id: world.event }), owner: 'done', other: 'done' },
  priceHistory: { input: () => ({ event: world.event, market: '1x2' }), owner: 'done', other: 'done' },
  orderAdd: {
    input: () => ({
      ...{ key: newId(), type: 'single', stake: '10.00', accept: 'any', again: true },
      legs: [{ event: world.event, market: '1x2', selection: 'X', odds: '3.40' }],
    }),
    ...{ owner: 'done', other: 'done' },
  },
  orderList: own,
  orderDetail: { input: () => ({ id: world.bet }), owner: 'done', other: 'not_found' },
  // The match of the test has no fair price to sell at, which only the owner of the bet is told.
  cashOutQuote: { input: () => ({ bet: world.bet }), owner: 'no_cash_out', other: 'not_found' },
  cashOut: {
    input: () => ({ key: newId(), bet: world.bet, quote: 'none' }),
    ...{ owner: 'quote_moved', other: 'not_found' },
  },
  userInfo: own,
  identitySave: {
    input: () => ({ realName: 'Olivia Owner', document: newId() }),
    ...{ owner: 'identity_fixed', other: 'not_found' },
  },
  moneyLogList: own,
  logout: { ...own, ends: true },
  liveTicket: own,

  walletSave: {
    input: async () => ({ id: await world.payout(), type: 'usdt-erc20', address: newAddress() }),
    ...{ owner: 'done', other: 'not_found' },
  },
  walletDetail: { input: async () => ({ id: await world.payout() }), owner: 'done', other: 'not_found' },
  walletList: own,
  walletDel: { input: async () => ({ id: await world.payout() }), owner: 'done', other: 'not_found' },
  channelList: own,
  createRecharge: {
    input: () => ({ key: newId(), channel: 'scan-code', amount: '5' }),
    ...{ owner: 'done', other: 'done' },
  },
  updateRecharge: {
    input: async () => ({ id: await world.recharge(), cancel: true }),
    ...{ owner: 'done', other: 'not_found' },
  },
  rechargeList: { input: async () => ({ id: await world.recharge() }), owner: 'done', other: 'not_found' },
  createWithdraw: {
    input: async () => ({ key: newId(), wallet: await world.payout(), amount: '20' }),
    ...{ owner: 'done', other: 'not_found' },
  },
  cancelWithdraw: {
    input: async () => ({ id: (await world.withdrawal()).id }),
    ...{ owner: 'done', other: 'not_found' },
  },
  withdrawList: {
    input: async () => ({ id: (await world.withdrawal()).id }),
    ...{ owner: 'done', other: 'not_found' },
  },
  turnoverList: own,
  // As JSON it names what was sent to a bucket before; here there is none.
  upload: {
    input: () => ({
      ...{ key: 'incoming/x', size: 1, mime: 'image/png', sha256: '0'.repeat(64) },
      purpose: 'voucher',
    }),
    ...{ owner: 'validation', other: 'validation' },
  },

  // Each of them once: the day is then taken.
  checkIn: { input: () => ({ key: newId() }), owner: 'done', other: 'done' },
  checkInInfo: own,
  levelList: own,
  noticeList: { input: () => ({ box: 'letter' }), owner: 'done', other: 'done' },
  noticeRead: { input: async () => ({ id: await world.letter() }), owner: 'done', other: 'not_found' },
  noticeDel: {
    input: async () => ({ box: 'letter', id: await world.letter() }),
    ...{ owner: 'done', other: 'not_found' },
  },
  pushInfo: own,
  // The site of the test has no contact, so it pushes nothing.
  pushSave: {
    input: () => ({ endpoint: 'https://push.example.org/x', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) }),
    ...{ owner: 'push_off', other: 'push_off' },
  },
  pushDel: { input: () => ({ endpoint: 'https://push.example.org/x' }), owner: 'done', other: 'done' },
  helpList: { input: nothing, nobody: 'done' },
  supportList: { input: nothing, nobody: 'done' },
  companyProfile: { input: nothing, nobody: 'done' },
  activityList: { input: nothing, nobody: 'done' },
  officeContentList: { ...reading, roles: ['content', 'auditor'] },
  officeContentSave: { roles: ['content'], input: () => banner, may: 'done' },
  officeContentDel: {
    roles: ['content'],
    input: async () => ({ id: await world.content() }),
    may: 'done',
  },
  // As JSON there is no picture in it.
  officePictureAdd: { roles: ['content'], input: nothing, may: 'validation' },
  officeLetterSend: {
    roles: ['content', 'care'],
    input: () => ({ key: newId(), member: world.owner.id, texts: banner.texts }),
    may: 'done',
  },

  officeLogout: { ...everyone, ends: true },
  officeMe: everyone,
  officePasswordRenew: { ...everyone, input: (password) => ({ password }), ends: true },
  officeOperatorList: { ...reading, roles: ['admin', 'auditor'] },
  officeOperatorSave: {
    roles: ['admin'],
    input: () => ({ account: `new-operator${names++}`, roles: ['auditor'] }),
    may: 'done',
  },
  officeIdentityList: { ...reading, roles: ['identity', 'auditor'] },
  officeIdentityDetail: {
    roles: ['identity', 'auditor'],
    input: async () => ({ id: await world.identity() }),
    may: 'done',
  },
  officeIdentityDecide: {
    roles: ['identity'],
    input: async () => ({ id: await world.identity(), decision: 'refuse', reason: 'other' }),
    may: 'done',
  },
  officeAdjustmentList: { ...reading, roles: ['finance', 'auditor'] },
  officeAdjustmentAdd: {
    roles: ['finance'],
    input: () => ({ key: newId(), member: world.owner.id, amount: '1', reason: 'For the test' }),
    may: 'done',
  },
  officeAdjustmentDecide: {
    roles: ['finance'],
    input: async () => ({ id: await world.adjustment(), decision: 'apply' }),
    may: 'done',
  },
  officeAuditList: { ...reading, roles: ['auditor'] },
  officeRechargeList: { ...reading, roles: ['cashier', 'auditor'] },
  officeRechargeDetail: {
    roles: ['cashier', 'auditor'],
    input: async () => ({ member: world.owner.id, id: await world.recharge() }),
    may: 'done',
  },
  officePaymentDecide: {
    roles: ['cashier'],
    input: async () => ({ ...(await world.payment()), decision: 'credit' }),
    may: 'done',
  },
  officeRechargeReject: {
    roles: ['cashier'],
    input: async () => ({ member: world.owner.id, id: await world.recharge(), reason: 'not_received' }),
    may: 'done',
  },
  officeWithdrawList: { ...reading, roles: ['cashier', 'auditor'] },
  officeWithdrawDetail: { roles: ['cashier', 'auditor'], input: () => world.withdrawal(), may: 'done' },
  officeWithdrawDecide: {
    roles: ['cashier'],
    input: async () => ({ ...(await world.withdrawal()), decision: 'approve' }),
    may: 'done',
  },
  officeWithdrawPaid: {
    roles: ['cashier'],
    input: async () => ({ ...(await world.withdrawal('approved')), reference: newId() }),
    may: 'done',
  },
  officeWithdrawFinish: {
    roles: ['cashier'],
    input: () => world.withdrawal('approved', 'paid'),
    may: 'done',
  },
  officeWithdrawReturned: {
    roles: ['cashier'],
    input: async () => ({ ...(await world.withdrawal('approved', 'paid')), reason: 'returned_by_bank' }),
    may: 'done',
  },
  officeRailList: { ...reading, roles: ['finance', 'auditor'] },
  officeMemberFind: {
    roles: ['cashier', 'identity', 'finance', 'auditor'],
    input: () => ({ q: world.owner.account }),
    may: 'done',
  },
};

const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name);
const named = Object.keys(routes).filter(isRoute);
const casesOf = <C>(isCase: (one: AnyCase) => one is AnyCase & C): { name: RouteName; one: C }[] =>
  named.flatMap((name) => {
    const one: AnyCase | undefined = cases[name];
    return one !== undefined && isCase(one) ? [{ name, one }] : [];
  });
const publicCalls = casesOf((one): one is PublicCase => 'nobody' in one);
const memberCalls = casesOf((one): one is MemberCase => 'owner' in one);
const officeCalls = casesOf((one): one is OfficeCase => 'may' in one);

type Answer = { status: number; code: number; data: Given };

/** What became of a call. */
const outcomeOf = ({ code, data }: Answer): unknown => (code === 1 ? 'done' : data['reason']);

const expectNoSecrets = (answer: Answer): void => {
  for (const secret of world.secrets) expect(JSON.stringify(answer)).not.toContain(secret);
};

test('every route has a case, of its own kind', () => {
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
  expect(outcomeOf(await world.call(name, await one.input()))).toBe(one.nobody);
});

describe.each([
  ...memberCalls.map(({ name }) => ({ name, wrong: () => operators.admin.token })),
  ...officeCalls.map(({ name }) => ({ name, wrong: () => world.owner.token })),
])('$name is not for nobody', ({ name, wrong }) => {
  test.each([
    ['without a token', () => ({})],
    ['with a token that is none', () => ({ 'ba-user-token': 'x', 'ba-office-token': 'x'.repeat(43) })],
    ["with a token of the other kind in the member's header", () => ({ 'ba-user-token': wrong() })],
    ["with a token of the other kind in the office's header", () => ({ 'ba-office-token': wrong() })],
  ])('%s', async (_how, headers) => {
    const answer = await world.call(name, {}, headers());
    expect(answer).toMatchObject({ status: 200, code: 303, data: { reason: 'sign_in' } });
  });
});

describe.each(memberCalls)('$name', ({ name, one }) => {
  const ask = async (person: AccessWorld['owner'], input: Given): Promise<Answer> => {
    const token = one.ends ? (await world.session(person)).token : person.token;
    return world.call(name, input, { 'ba-user-token': token });
  };

  test("as another member, with the owner's ids", async () => {
    const answer = await ask(world.other, await one.input());
    expect(outcomeOf(answer)).toBe(one.other);
    expectNoSecrets(answer);
  });

  test('as the member', async () => {
    expect(outcomeOf(await ask(world.owner, await one.input()))).toBe(one.owner);
  });
});

const byRole = officeCalls.flatMap((call) => operatorRoles.map((role) => ({ ...call, role })));
const mayCall = ({ one, role }: { one: OfficeCase; role: OperatorRole }): boolean => one.roles.includes(role);

const askAs = async ({ name, one, role }: (typeof byRole)[number]): Promise<Answer> => {
  const fresh = one.ends ? await world.operator([role]) : undefined;
  const headers = { 'ba-office-token': (fresh ?? operators[role]).token };
  return world.call(name, await one.input(fresh?.password ?? ''), headers);
};

test.each(byRole.filter(mayCall))('$name as $role', async (call) => {
  expect(outcomeOf(await askAs(call))).toBe(call.one.may);
});

test.each(byRole.filter((call) => !mayCall(call)))('$name not as $role', async (call) => {
  const answer = await askAs(call);
  expect(answer).toMatchObject({ status: 403, code: 0, data: { reason: 'forbidden' } });
  expectNoSecrets(answer);
});

test('an auditor changes nothing: what they may POST is about their own session', () => {
  const changing = officeCalls.filter(
    ({ name, one }) => routes[name].method === 'POST' && mayCall({ one, role: 'auditor' }),
  );
  expect(changing.map(({ name }) => name)).toEqual(['officeLogout', 'officePasswordRenew']);
});
