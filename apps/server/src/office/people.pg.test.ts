import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberPassword, testTouchline, type TestTouchline } from '../testing/touchline.ts';

let site: TestTouchline;
beforeAll(async () => {
  site = await testTouchline();
});
afterAll(() => site.close());

const why = 'Asked by telephone';
const reason = (name: string) => ({ code: 0, data: { reason: name } });

describe('a member in the office', () => {
  test('is shown with wallet, limits, sessions and notes, and without what is personal', async () => {
    const support = await site.operator('support');
    const max = await site.member();
    await site.database.pool.query(
      `update member set email = 'max.power@example.com', area_code = '44', mobile = '7700900121', real_name = 'Max Power',
         verified_at = now() where id = $1`,
      [max.id],
    );
    const { data } = await support.call('officeMemberDetail', { member: max.id });
    expect(data).toMatchObject({
      member: {
        id: max.id,
        account: max.account,
        balance: '1000.00',
        held: '0.00',
        email: 'ma•••@example.com',
        mobile: '+44 •••21',
        realName: 'M••• P•••',
      },
      turnoverLeft: '0.00',
      openBets: 0,
      notes: [],
      sessions: [{ address: '127.0.0.x' }],
    });
    const { data: list } = await support.call('officeMemberList', { limit: 1 });
    expect(list.list).toEqual([data.member]);
    for (const told of [data, list]) expect(JSON.stringify(told)).not.toMatch(/power|7700900|1990-01-01/i);
  });

  test('is found in the list by account, e-mail or id, also among those that are locked alone', async () => {
    const support = await site.operator('support');
    const [max, eva] = [await site.member(), await site.member()];
    await site.database.pool.query('update member set email = $2, email_folded = lower($2) where id = $1', [
      max.id,
      'Max@Example.com',
    ]);
    const found = async (given: Record<string, unknown>) =>
      (await support.call('officeMemberList', given)).data;
    for (const q of [max.account.toUpperCase(), ' max@example.com ', max.id]) {
      expect(await found({ q })).toMatchObject({ list: [{ id: max.id }], total: 1, page: 1 });
    }
    expect(await found({ q: 'member' })).toMatchObject({
      list: expect.arrayContaining([expect.objectContaining({ id: eva.id })]),
    });
    expect(await found({ q: max.id, locked: 'yes' })).toMatchObject({ list: [], total: 0 });
    await support.call('officeMemberLock', { member: max.id, version: 0, locked: true, why });
    expect(await found({ q: max.id, locked: 'yes' })).toMatchObject({ list: [{ id: max.id }] });
    await site.database.pool.query('update member set agent_code = $2 where id = $1', [max.id, 'Agent 7']);
    for (const given of [{ agent: 'Agent 7' }, { agent: ' Agent 7 ' }, { agent: 'Agent 7', q: max.id }]) {
      expect(await found(given)).toMatchObject({ list: [{ id: max.id, agentCode: 'Agent 7' }], total: 1 });
    }
    for (const given of [{ agent: 'agent' }, { agent: 'Agent 7', q: eva.id }]) {
      expect(await found(given)).toMatchObject({ list: [], total: 0 });
    }
    // Signs of a pattern are nothing but signs.
    expect(await found({ q: '%' })).toMatchObject({ list: [], total: 0 });
  });

  test('is shown with the team: leaders, level, flags, and how far the name is', async () => {
    const support = await site.operator('support');
    const max = await site.member();
    const { data: user } = await max.call('userInfo');
    const { data } = await site.call('register', {
      account: 'house.invited',
      password: memberPassword,
      confirmPassword: memberPassword,
      birthDate: '1990-01-01',
      invitationCode: user.invitationCode,
    });
    const eva = String(Object(data.user).id);
    await site.database.pool.query(
      `insert into team_flag (shard, member_id, leader_shard, leader_id, reason, id, from_day, raised_at)
       select shard, member_id, leader_shard, leader_id, 'same_device', gen_random_uuid(), current_date, now()
       from team_tree where member_id = $1`,
      [eva],
    );
    await site.database.pool.query(
      `insert into identity_request
         (shard, member_id, id, real_name, birth_date, document, state, reason, submitted_at, decided_by, decided_at)
       select shard, id, gen_random_uuid(), 'Eva', birth_date, gen_random_uuid(), 'refused', 'name_differs', now(),
         gen_random_uuid(), now()
       from member where id = $1`,
      [eva],
    );
    expect(await support.call('officeMemberDetail', { member: eva })).toMatchObject({
      data: {
        identity: { state: 'refused', reason: 'name_differs' },
        team: {
          people: 0,
          level: 1,
          leaders: [{ id: max.id, account: max.account }],
          flags: [{ reason: 'same_device', state: 'open', leader: { id: max.id }, member: { id: eva } }],
        },
      },
    });
    expect(await support.call('officeMemberDetail', { member: max.id })).toMatchObject({
      data: { identity: { state: 'none' }, team: { people: 1, leaders: [], flags: [] } },
    });
  });

  test('is opened for a reason, which is recorded', async () => {
    const [support, auditor] = [await site.operator('support'), await site.operator('auditor')];
    const max = await site.member();
    expect(await support.call('officeMemberOpen', { member: max.id })).toMatchObject(reason('validation'));
    const { data } = await support.call('officeMemberOpen', { member: max.id, why });
    expect(data).toEqual({ birthDate: '1990-01-01' });
    const { data: log } = await auditor.call('officeAuditList', { member: max.id });
    expect(log.list).toMatchObject([
      { action: 'member_opened', operator: { id: support.id }, member: { id: max.id }, detail: { why } },
    ]);
  });

  test('has bets and money page by page', async () => {
    const cashier = await site.operator('cashier');
    const max = await site.member();
    expect(await cashier.call('officeMemberBets', { member: max.id, tab: 'all' })).toMatchObject({
      data: { list: [], total: 0, page: 1 },
    });
    expect(await cashier.call('officeMemberMoney', { member: max.id })).toMatchObject({
      data: { list: [{ kind: 'grant', amount: '1000.00' }], total: 1 },
    });
  });

  test('has notes of operators, newest first', async () => {
    const support = await site.operator('support');
    const max = await site.member();
    expect(await support.call('officeMemberNoteAdd', { member: max.id, text: '  ' })).toMatchObject(
      reason('validation'),
    );
    for (const text of ['One', ' Two ']) await support.call('officeMemberNoteAdd', { member: max.id, text });
    const { data } = await support.call('officeMemberDetail', { member: max.id });
    expect(data.notes).toMatchObject([
      { text: 'Two', by: { id: support.id, account: support.account } },
      { text: 'One' },
    ]);
  });
});

describe('a locked account', () => {
  const signIn = (account: string, password: string) => site.call('login', { account, password });

  test('has no session, begins none, and is open again when it is unlocked', async () => {
    const support = await site.operator('support');
    const max = await site.member();
    const { data } = await support.call('officeMemberLock', {
      member: max.id,
      version: 0,
      locked: true,
      why,
    });
    expect(data).toMatchObject({ id: max.id, locked: { why } });
    expect(await max.call('userInfo')).toMatchObject({ code: 303 });
    expect(await signIn(max.account, memberPassword)).toMatchObject(reason('account_locked'));
    // Only to who knows the password.
    expect(await signIn(max.account, 'wrong & wrong')).toMatchObject(reason('wrong_credentials'));
    const { data: locked } = await support.call('officeMemberList', { locked: 'yes' });
    expect(locked.list).toContainEqual(expect.objectContaining({ id: max.id }));
    const { data: open } = await support.call('officeMemberLock', {
      member: max.id,
      version: 1,
      locked: false,
      why,
    });
    expect(open.locked).toBeUndefined();
    expect(await signIn(max.account, memberPassword)).toMatchObject({ code: 1 });
  });

  test('is locked once, by the first of two operators', async () => {
    const two = [await site.operator('support'), await site.operator('owner')];
    const max = await site.member();
    const answers = await Promise.all(
      two.map((one) => one.call('officeMemberLock', { member: max.id, version: 0, locked: true, why })),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(answers.find(({ code }) => code === 0)).toMatchObject(reason('outdated'));
    const auditor = await site.operator('auditor');
    const { data: log } = await auditor.call('officeAuditList', { member: max.id });
    expect(log.list).toHaveLength(1);
  });

  test('lets no sign-in slip through that happens at once', async () => {
    const support = await site.operator('support');
    for (let round = 0; round < 5; round++) {
      const max = await site.member();
      const [, began] = await Promise.all([
        support.call('officeMemberLock', { member: max.id, version: 0, locked: true, why }),
        signIn(max.account, memberPassword),
      ]);
      if (began.code !== 1) continue;
      const after = await site.call('userInfo', {}, { 'ba-user-token': began.data.token });
      expect(after).toMatchObject({ code: 303 });
    }
  });
});

test('sessions are ended for a reason', async () => {
  const support = await site.operator('support');
  const max = await site.member();
  expect(await support.call('officeMemberSessionsEnd', { member: max.id, why })).toMatchObject({ code: 1 });
  expect(await max.call('userInfo')).toMatchObject({ code: 303 });
});

test.each(['nobody', '0197a000-0000-7000-8000-000000000009'])('there is no member %s', async (member) => {
  const owner = await site.operator('owner');
  const calls = [
    owner.call('officeMemberDetail', { member }),
    owner.call('officeMemberOpen', { member, why }),
    owner.call('officeMemberBets', { member }),
    owner.call('officeMemberMoney', { member }),
    owner.call('officeMemberLock', { member, version: 0, locked: true, why }),
    owner.call('officeMemberSessionsEnd', { member, why }),
    owner.call('officeMemberNoteAdd', { member, text: 'x' }),
  ];
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(reason('not_found'));
});
