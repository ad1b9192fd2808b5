import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import {
  memberPassword,
  outcomeOf,
  testTouchline,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../testing/touchline.ts';

// An excluded person opens another account: what it shares with the excluded one is found before it recharges.

let site: TestTouchline;
let support: TestOperator;
beforeAll(async () => {
  site = await testTouchline({ env: { PAYOUT_COOLING_HOURS: '0' } });
  support = await site.operator('support');
}, 60_000);
afterAll(() => site.close());

/** A member who is excluded from now on. */
const exclude = async (member: TestMember, length: '6m' | 'permanent' = '6m'): Promise<void> => {
  await member.ask('playExclude', { length, password: memberPassword });
};
const recharge = async (member: TestMember): Promise<string> =>
  outcomeOf(await member.call('createRecharge', { key: newId(), channel: 'scan-code', amount: '50' }));
const begin = async (member: TestMember): Promise<string> =>
  (await member.ask('createRecharge', { key: newId(), channel: 'scan-code', amount: '50' })).id;
/** A payment arrives for a recharge of a member. */
const arrive = async (member: TestMember, id: string): Promise<void> => {
  await site.modules.cashier.service.arrivals.final({
    ...member.owner,
    rechargeId: id,
    rail: 'sandbox-scan',
    ref: newId(),
    paidUnits: 5_000n,
    seenAt: site.clock.now(),
  });
};
const addresses = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
] as const;
const savePayout = async (member: TestMember, address: (typeof addresses)[number]): Promise<void> => {
  await member.ask('walletSave', { type: 'usdt-erc20', address, password: memberPassword });
};
/** A name that a member submitted for review. */
const submitName = async ({ owner }: TestMember, name: string, birthDate: string): Promise<void> => {
  const { pool } = site.database;
  await pool.query('update member set birth_date = $2 where id = $1', [owner.memberId, birthDate]);
  await pool.query(
    `insert into identity_request (shard, member_id, id, real_name, birth_date, document, submitted_at)
     values ($1, $2, $3, $4, $5, $3, now())`,
    [owner.shard, owner.memberId, newId(), name, birthDate],
  );
};
const likenessesOf = async (member: TestMember) =>
  (await support.ask('officeLikenessList', { limit: 100 })).list.filter(
    (one) => one.member.id === member.owner.memberId,
  );
const decide = async (member: TestMember, decision: 'clear' | 'confirm'): Promise<void> => {
  for (const { id, version, state } of await likenessesOf(member)) {
    if (state === 'open') await support.ask('officeLikenessDecide', { id, version, decision });
  }
};

test.each([
  {
    reason: 'same_device',
    pair: async () => {
      const device = 'a-device-of-the-test-7';
      return [await site.member({ device }), await site.member({ device })] as const;
    },
  },
  {
    reason: 'same_payment',
    pair: async () => {
      const two = [await site.member(), await site.member()] as const;
      for (const member of two) await savePayout(member, addresses[0]);
      return two;
    },
  },
  {
    reason: 'same_person',
    pair: async () => {
      const two = [await site.member(), await site.member()] as const;
      await submitName(two[0], 'Łukasz O’Neill-Müller', '1984-02-29');
      await submitName(two[1], 'LUKASZ ONEILL MUELLER', '1984-02-29');
      return two;
    },
  },
])('an account with the $reason as an excluded one waits for an operator', async ({ reason, pair }) => {
  const [first, second] = await pair();
  await exclude(first);
  expect(await recharge(second)).toBe('account_review');
  // Asked for again, it is one thing to decide.
  expect(await recharge(second)).toBe('account_review');
  expect(await likenessesOf(second)).toMatchObject([
    { reason, state: 'open', excluded: { id: first.owner.memberId } },
  ]);
  await decide(second, 'clear');
  expect(await recharge(second)).toBe('done');
  // What was cleared stays cleared, and each decision is a line of the log.
  expect(await likenessesOf(second)).toMatchObject([{ state: 'cleared', decidedBy: {} }]);
  const [{ id } = { id: '' }] = await likenessesOf(second);
  const { list } = await (await site.operator('auditor')).ask('officeAuditList', { subject: id });
  expect(list).toMatchObject([{ action: 'likeness_cleared', member: { id: second.owner.memberId } }]);
});

test('a confirmed likeness excludes the account for as long, and ends its sessions', async () => {
  const device = 'a-device-of-the-test-8';
  const [first, second] = [await site.member({ device }), await site.member({ device })];
  await exclude(first, 'permanent');
  expect(await recharge(second)).toBe('account_review');
  await decide(second, 'confirm');
  expect(await recharge(second)).toBe('sign_in');
  const { restriction } = await site.modules.play.service.info(second.owner);
  expect(restriction).toMatchObject({ kind: 'excluded', until: undefined });
  const facts = await site.database.pool.query(
    'select kind from member_fact where member_id = $1 and kind = $2',
    [second.owner.memberId, 'restriction'],
  );
  expect(facts.rowCount).toBe(1);
  const [{ id, version } = { id: '', version: 0 }] = await likenessesOf(second);
  expect(outcomeOf(await support.call('officeLikenessDecide', { id, version, decision: 'clear' }))).toBe(
    'decided_already',
  );
  expect(outcomeOf(await support.call('officeLikenessDecide', { id, version: 0, decision: 'clear' }))).toBe(
    'outdated',
  );
  expect(
    outcomeOf(await support.call('officeLikenessDecide', { id: newId(), version: 0, decision: 'clear' })),
  ).toBe('not_found');
});

test('a device counts before the first recharge alone, a payout method before each', async () => {
  const device = 'a-device-of-the-test-9';
  const [first, second] = [await site.member({ device }), await site.member({ device })];
  await arrive(second, await begin(second));
  await exclude(first);
  expect(await recharge(second)).toBe('done');
  await savePayout(first, addresses[1]);
  await savePayout(second, addresses[1]);
  expect(await recharge(second)).toBe('account_review');
  expect(await likenessesOf(second)).toMatchObject([{ reason: 'same_payment' }]);
});

test('what was found waits also where nothing is shared any more', async () => {
  const device = 'a-device-of-the-test-12';
  const [first, second, third] = [
    await site.member({ device }),
    await site.member({ device }),
    await site.member(),
  ];
  const begun = await begin(second);
  await savePayout(first, addresses[3]);
  await savePayout(third, addresses[3]);
  await exclude(first);
  expect(await recharge(second)).toBe('account_review');
  expect(await recharge(third)).toBe('account_review');
  // A device counts before the first recharge alone, and one that had begun is credited.
  await arrive(second, begun);
  expect(await recharge(second)).toBe('account_review');
  const { list } = await third.ask('walletList');
  await third.ask('walletSave', {
    id: list[0]?.id,
    type: 'usdt-erc20',
    address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    password: memberPassword,
  });
  expect(await recharge(third)).toBe('account_review');
  for (const member of [second, third]) {
    await decide(member, 'clear');
    expect(await recharge(member)).toBe('done');
  }
});

test('nothing waits for members who share with others that are not excluded, or on a time-out', async () => {
  const device = 'a-device-of-the-test-10';
  const [first, second] = [await site.member({ device }), await site.member({ device })];
  expect(await recharge(second)).toBe('done');
  await first.ask('playTimeOut', { length: '24h' });
  expect(await recharge(second)).toBe('done');
  expect(await likenessesOf(second)).toEqual([]);
});

test('another name, or another birth date, is another person', async () => {
  const [first, second, third] = [await site.member(), await site.member(), await site.member()];
  await submitName(first, 'Grace Hopper', '1976-12-09');
  await submitName(second, 'Grace Hopper', '1976-12-10');
  await submitName(third, 'Grace Kelly', '1976-12-09');
  await exclude(first);
  expect(await recharge(second)).toBe('done');
  expect(await recharge(third)).toBe('done');
});

test('an account that shares several things is excluded by the first that is confirmed', async () => {
  const device = 'a-device-of-the-test-11';
  const [first, second] = [await site.member({ device }), await site.member({ device })];
  await savePayout(first, addresses[2]);
  await savePayout(second, addresses[2]);
  await exclude(first);
  expect(await recharge(second)).toBe('account_review');
  const [one] = await likenessesOf(second);
  expect(await likenessesOf(second)).toHaveLength(2);
  await support.ask('officeLikenessDecide', { id: one?.id, version: 0, decision: 'confirm' });
  expect(await site.modules.play.service.restrictionOf(second.owner)).toMatchObject({ kind: 'excluded' });
});
