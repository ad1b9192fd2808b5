import type { RouteName } from '@touchline/contract/paths';
import { routes, type Output } from '@touchline/contract/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { testEvent } from '../testing/book.ts';
import {
  memberPassword,
  outcomeOf,
  testTouchline,
  type Answer,
  type TestMember,
  type TestTouchline,
} from '../testing/touchline.ts';

// Every member call, as a member who is excluded, one in a time-out, and one whose limits are reached. A call
// that changes something and is in neither list fails.

type Fields = Record<string, unknown>;
type Person = TestMember;
type Who = 'free' | 'excluded' | 'timedOut' | 'limited';

const password = memberPassword;
let site: TestTouchline;
let event: string;
let people: Record<Who, Person>;

const ask = <Name extends RouteName>(name: Name, input: Fields, person: Person): Promise<Answer<Name>> =>
  person.call(name, input);

const register = (account: string): Promise<Person> => site.member({ account });
const recharge = (amount: string): Fields => ({ key: newId(), channel: 'scan-code', amount });
/** A payment arrives for a recharge of a member. */
const pay = async (person: Person, recharged: { id: string }, minor: bigint): Promise<void> => {
  await site.modules.cashier.service.arrivals.final({
    ...person.owner,
    rechargeId: recharged.id,
    rail: 'sandbox-scan',
    ref: newId(),
    paidUnits: minor,
    seenAt: new Date(),
  });
};
const done = async <Name extends RouteName>(work: Promise<Answer<Name>>): Promise<Output<Name>> => {
  const { code, data } = await work;
  if (code !== 1) throw new Error(JSON.stringify(data));
  return data;
};
const balanceOf = async (person: Person) => (await done(ask('userInfo', {}, person))).balance;

beforeAll(async () => {
  site = await testTouchline({
    background: true,
    env: {
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      PAYOUT_COOLING_HOURS: '0',
      PAYOUT_RAIL: 'manual',
      PLAY_GRANT: '1000',
    },
  });
  event = (await testEvent(site.database.pool)).id;
  await site.modules.book.service.board.refresh([event]);
  people = {
    free: await register('free.one'),
    excluded: await register('excluded.one'),
    timedOut: await register('timed.out'),
    limited: await register('limited.one'),
  };
  // All owe turnover: they never staked what they recharged.
  for (const person of Object.values(people)) {
    await pay(person, await done(ask('createRecharge', recharge('50'), person)), 5_000n);
  }
  await done(ask('playExclude', { length: '6m', password }, people.excluded));
  await done(ask('playTimeOut', { length: '24h' }, people.timedOut));
  for (const kind of ['deposit', 'stake']) {
    await done(ask('playLimitSave', { kind, period: 'week', amount: '5' }, people.limited));
  }
}, 60_000);
afterAll(() => site.close());

const payout = async (person: Person): Promise<string> => {
  const address = `0x${newId().replaceAll('-', '')}00000000`;
  return (await done(ask('walletSave', { type: 'usdt-erc20', address, password }, person))).id;
};

type Door = { input: (person: Person) => Fields | Promise<Fields> } & Record<Who, string>;
const closed = { excluded: 'excluded', timedOut: 'excluded' };
const open = { free: 'done', excluded: 'done', timedOut: 'done', limited: 'done' };

/** Calls that take money, give some, or invite, with the answer to each person. */
const doors: { [N in RouteName]?: Door } = {
  orderAdd: {
    input: () => ({
      key: newId(),
      type: 'single',
      stake: '10.00',
      accept: 'any',
      again: true,
      legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
    }),
    ...closed,
    free: 'done',
    limited: 'limit_reached',
  },
  createRecharge: { input: () => recharge('10'), ...closed, free: 'done', limited: 'limit_reached' },
  checkIn: { input: () => ({ key: newId() }), ...closed, free: 'done', limited: 'done' },
  inviteInfo: { input: () => ({}), excluded: 'closed', timedOut: 'closed', free: 'done', limited: 'done' },
  // Withdrawals stay open. An exclusion waives the turnover owed before it, a time-out does not.
  createWithdraw: {
    input: async (person) => ({ key: newId(), wallet: await payout(person), amount: '20' }),
    excluded: 'done',
    timedOut: 'turnover_left',
    free: 'turnover_left',
    limited: 'turnover_left',
  },
  walletSave: {
    input: () => ({ type: 'usdt-erc20', address: `0x${newId().replaceAll('-', '')}00000000`, password }),
    ...open,
  },
};

/** Calls that change something, but take no money, give none and do not invite. */
const others: readonly RouteName[] = [
  // Earlier bets, recharges and requests: cash out, naming a transfer, cancelling.
  'builderQuote',
  'builderMarks',
  'cashOutQuote',
  'cashOut',
  'cashOutOffers',
  'alertInfo',
  'alertSave',
  'favouriteList',
  'favouriteSave',
  'cashOutAuto',
  // Its order is judged like any other, once the sale of the old bet is (editing.pg.test.ts).
  'betEdit',
  'updateRecharge',
  'cancelWithdraw',
  // The account and its security.
  'identitySave',
  'upload',
  'logout',
  'liveTicket',
  'visitorTicket',
  'changePassword',
  'profileSave',
  'contactSave',
  'sessionEnd',
  'termsAccept',
  'otpBegin',
  'otpConfirm',
  'otpRenew',
  'otpEnd',
  'passkeyBegin',
  'passkeySave',
  'passkeyDel',
  // Safer play itself.
  'playLimitSave',
  'playLimitConfirm',
  'playLimitCancel',
  'playTimeOut',
  'playExclude',
  'playReturn',
  'realitySave',
  'realitySeen',
  // Reading, and where messages go; whether one is sent is decided when it is written.
  'teamList',
  'noticeRead',
  'noticeDel',
  'pushSave',
  'pushDel',
];

const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name);
const named = Object.keys(routes).filter(isRoute);

test('every call that changes something is in one of the lists', () => {
  const changing = named.filter((name) => routes[name].auth === 'member' && routes[name].method === 'POST');
  const known = [...Object.keys(doors), ...others];
  expect(changing.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name, i) => known.indexOf(name) !== i)).toEqual([]);
});

const outcomeAtDoor = (answer: { code: number; data: object }): string => {
  const isClosed = answer.code === 1 && 'open' in answer.data && answer.data.open === false;
  return isClosed ? 'closed' : outcomeOf(answer);
};

describe.each(named.filter((name) => doors[name] !== undefined))('%s', (name) => {
  test.each<Who>(['free', 'excluded', 'timedOut', 'limited'])('as %s', async (who) => {
    const door = doors[name];
    if (!door) throw new Error('no door');
    const attempt = async (as: Who) => ask(name, await door.input(people[as]), people[as]);
    const before = await balanceOf(people[who]);
    const outcome = outcomeAtDoor(await attempt(who));
    expect(outcome).toBe(door[who]);
    const movesMoney = ['orderAdd', 'createWithdraw', 'checkIn'].includes(name);
    expect((await balanceOf(people[who])) === before).toBe(!(movesMoney && outcome === 'done'));
  });
});

describe('a member who is excluded', () => {
  test('is refused with the reason, and sees the terms of a withdrawal', async () => {
    const user = await done(ask('userInfo', {}, people.excluded));
    expect(user).toMatchObject({ restriction: { kind: 'excluded' }, turnoverLeft: '0.00' });
    const { data } = await ask(
      'orderAdd',
      await (doors.orderAdd?.input(people.excluded) ?? {}),
      people.excluded,
    );
    expect(data).toMatchObject({ reason: 'excluded', restriction: 'excluded' });
    const { terms } = await done(ask('withdrawList', {}, people.excluded));
    expect(terms).toMatchObject({ turnoverLeft: '0.00' });
  });

  test('owes the turnover again once betting is open again', async () => {
    const back = await register('came.back');
    await pay(back, await done(ask('createRecharge', recharge('50'), back)), 5_000n);
    await done(ask('playExclude', { length: '6m', password }, back));
    const terms = async () => Object((await done(ask('withdrawList', {}, back))).terms);
    expect(await terms()).toMatchObject({ turnoverLeft: '0.00' });
    const { shard, memberId } = back.owner;
    await site.database.pool.query(
      "update play set until = now() - interval '2 days', opens_at = now() where shard = $1 and member_id = $2",
      [shard, memberId],
    );
    expect(await terms()).toMatchObject({ turnoverLeft: '50.00' });
  });

  test('signs in, and cannot undo the exclusion by a time-out or a shorter one', async () => {
    const signedIn = await site.call('login', { account: 'excluded.one', password });
    expect(signedIn.code).toBe(1);
    const until = (await site.modules.play.service.restrictionOf(people.excluded.owner))?.until;
    expect(outcomeOf(await ask('playTimeOut', { length: '24h' }, people.excluded))).toBe('excluded');
    expect(outcomeOf(await ask('playReturn', {}, people.excluded))).toBe('excluded');
    await done(ask('playExclude', { length: '6m', password }, people.timedOut));
    const again = await done(ask('playExclude', { length: '6m', password }, people.excluded));
    expect(Date.parse(String(Object(again.restriction).until))).toBeGreaterThanOrEqual(
      Date.parse(until ?? ''),
    );
    const wrong = await ask('playExclude', { length: 'permanent', password: 'not-mine-1' }, people.excluded);
    expect(outcomeOf(wrong)).toBe('wrong_credentials');
    expect(
      outcomeOf(await ask('playLimitSave', { kind: 'loss', period: 'day', amount: '1' }, people.excluded)),
    ).toBe('done');
    expect(outcomeOf(await ask('playLimitSave', { kind: 'loss', period: 'day' }, people.excluded))).toBe(
      'excluded',
    );
  });

  test('is credited payments sent before', async () => {
    const late = await register('late.payer');
    const input = recharge('30');
    const begun = await done(ask('createRecharge', input, late));
    await done(ask('playExclude', { length: 'permanent', password }, late));
    const before = Number(await balanceOf(late));
    await pay(late, begun, 3_000n);
    expect(Number(await balanceOf(late)) - before).toBe(30);
    // The key of a recharge begun before answers as it did.
    expect((await done(ask('createRecharge', input, late))).id).toBe(begun.id);
  });
});

describe('a member with a time-out', () => {
  test('owes the turnover as before, and sees what is left and when betting opens', async () => {
    const paused = await register('paused.one');
    await pay(paused, await done(ask('createRecharge', recharge('600'), paused)), 60_000n);
    await done(ask('playTimeOut', { length: '24h' }, paused));
    const input = { key: newId(), wallet: await payout(paused), amount: '1500', password };
    const refused = await ask('createWithdraw', input, paused);
    expect(refused.data).toMatchObject({ reason: 'turnover_left', left: '600.00' });
    const user = await done(ask('userInfo', {}, paused));
    expect(user).toMatchObject({
      turnoverLeft: '600.00',
      restriction: { kind: 'time_out', until: expect.any(String) },
    });
    expect((await done(ask('withdrawList', {}, paused))).terms).toMatchObject({ turnoverLeft: '600.00' });
  });
});

describe('limits of recharges', () => {
  test('of several devices at once let in what fits and no more', async () => {
    for (let round = 0; round < 4; round++) {
      const one = await register(`depositor${round}`);
      await done(ask('playLimitSave', { kind: 'deposit', period: 'month', amount: '25' }, one));
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(() => ask('createRecharge', recharge('10'), one)),
      );
      const outcomes = answers.map(outcomeOf).toSorted();
      expect(outcomes).toEqual(['done', 'done', 'limit_reached', 'limit_reached', 'limit_reached']);
      const refused = answers.find(({ code }) => code !== 1);
      expect(refused?.data).toMatchObject({ limit: 'deposit', period: 'month', left: '5.00' });
      const info = await done(ask('playInfo', {}, one));
      expect(info.limits).toMatchObject([{ kind: 'deposit', used: '20.00', left: '5.00' }]);
    }
  });

  test('the same key at once is one recharge, also where only one fits', async () => {
    const one = await register('double.tap');
    await done(ask('playLimitSave', { kind: 'deposit', period: 'day', amount: '10' }, one));
    const input = recharge('10');
    const answers = await Promise.all([1, 2, 3, 4].map(() => done(ask('createRecharge', input, one))));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test('count credits, and not cancelled recharges', async () => {
    const one = await register('counted.one');
    await done(ask('playLimitSave', { kind: 'deposit', period: 'day', amount: '100' }, one));
    const { id } = await done(ask('createRecharge', recharge('60'), one));
    expect(outcomeOf(await ask('createRecharge', recharge('60'), one))).toBe('limit_reached');
    await done(ask('updateRecharge', { id, cancel: true }, one));
    const paid = await done(ask('createRecharge', recharge('60'), one));
    await pay(one, paid, 6_000n);
    expect(outcomeOf(await ask('createRecharge', recharge('41'), one))).toBe('limit_reached');
    expect(outcomeOf(await ask('createRecharge', recharge('40'), one))).toBe('done');
  });
});

describe('the statement of play', () => {
  test('adds up by days', async () => {
    const one = await register('stated.one');
    await pay(one, await done(ask('createRecharge', recharge('50'), one)), 5_000n);
    for (const stake of ['10.00', '2.50']) {
      const input = await (doors.orderAdd?.input(one) ?? {});
      await done(ask('orderAdd', { ...input, stake }, one));
    }
    const today = new Date().toISOString().slice(0, 10);
    const sums = { deposits: '50.00', stakes: '12.50', returns: '0.00', open: '12.50', net: '0.00', bets: 2 };
    const said = await done(ask('playStatement', { from: '2026-01-01', to: today }, one));
    expect(said).toMatchObject({ ...sums, withdrawals: '0.00', rewards: '1000.00' });
    expect(said.days).toMatchObject([sums]);
    expect(await done(ask('playInfo', {}, one))).toMatchObject({
      openStakes: '12.50',
      net: { day: { stakes: '12.50' }, all: { stakes: '12.50', returns: '0.00', net: '0.00' } },
    });
  });

  test.each([
    ['2026-06-02', '2026-06-01'],
    ['2025-01-01', '2026-02-05'],
    ['2026-02-31', '2026-03-05'],
  ])('not from %s to %s', async (from, to) => {
    expect(outcomeOf(await ask('playStatement', { from, to }, people.free))).toBe('validation');
  });
});

describe('help lines', () => {
  test('are those of a country and of all', async () => {
    const { data } = await site.call('helpLines', { country: 'GB' });
    const countries = new Set(Object(data.list).map(({ country }: { country?: string }) => country));
    expect(countries).toEqual(new Set(['GB', undefined]));
    const all = await site.call('helpLines', {});
    const known = new Set(Object(all.data.list).map(({ country }: { country?: string }) => country));
    expect(known.size).toBeGreaterThan(40);
  });
});

test('an operator excludes a member, which is in the audit log, and open stakes are returned', async () => {
  const one = await register('cared.for');
  await done(ask('orderAdd', await (doors.orderAdd?.input(one) ?? {}), one));
  const office = site.modules.office.service;
  const support = await site.operator('support');
  const input = { member: one.id, length: '1y', reason: 'Asked for it by telephone' };
  const { data } = await support.call('officePlayExclude', input);
  expect(data).toMatchObject({
    member: { id: one.id },
    play: { restriction: { kind: 'excluded' }, openStakes: '0.00' },
  });
  // It ended every session; signing in stays open.
  expect(await ask('userInfo', {}, one)).toMatchObject({ code: 303 });
  const { token } = await site.ask('login', { account: 'cared.for', password });
  const again = { 'ba-user-token': token };
  expect(await site.ask('userInfo', {}, again)).toMatchObject({ balance: '1000.00' });
  const log = await office.auditLog(
    {
      operator: undefined,
      subject: undefined,
      from: undefined,
      to: undefined,
      member: one.id,
      action: 'member_excluded',
    },
    { limit: 5, offset: 0 },
  );
  expect(log.rows).toMatchObject([{ detail: { length: '1y', reason: input.reason } }]);
  const { list } = await site.ask('orderList', {}, again);
  const { timeline } = await site.ask('orderDetail', { id: list[0]?.id }, again);
  expect(timeline).toMatchObject([
    { what: 'placed' },
    { what: 'void', why: 'excluded' },
    { what: 'settled', amount: '10.00' },
  ]);
});
