import { beforeEach, describe, expect, test } from 'vitest';
import { sharedSites } from '../../testing/shared-sites.ts';
import {
  memberPassword,
  testTouchline,
  type TestMember,
  type TestTouchline,
} from '../../testing/touchline.ts';
import { headersOf, home, unusedAddresses } from '../../testing/callers.ts';
import { lettersOf } from '../../testing/sent-messages.ts';
import type { ManualClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';

const newAddress = unusedAddresses();
const password = memberPassword;

let site: TestTouchline<ManualClock>;
sharedSites.beforeAll(({ frozenSite }) => {
  site = frozenSite;
});

let anna: TestMember;
beforeEach(async () => {
  anna = await site.member();
});

const signIn = async (
  of: TestMember,
  from: { address?: string; userAgent?: string } = {},
  typed = password,
) => {
  const { data } = await site.call('login', { account: of.account, password: typed }, headersOf(from));
  return { token: data.token, refreshToken: data.refreshToken };
};
const userInfo = (token: string) => site.call('userInfo', {}, headersOf({ token }));
const refresh = (refreshToken: string) => site.call('refreshToken', { refreshToken });
type Listed = { id: string; current: boolean };
const list = async (token: string): Promise<Listed[]> => {
  const { data } = await site.call('sessionList', {}, headersOf({ token }));
  const found: Listed[] = [];
  if (Array.isArray(data.list)) found.push(...data.list);
  return found;
};

/** Connections that wait for a row. */
const waiting = async (): Promise<number> => {
  const { rows } = await site.database.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

const done = { code: 1 };
const signInAgain = { code: 303, data: { reason: 'sign_in' } };
const refused = (reason: string) => ({ code: 0, data: { reason } });

describe('open sessions', () => {
  test('are listed with browser, system and network, the present one first', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    site.clock.advance(1_000);
    await signIn(anna, { address: '2001:db8:1:2::9', userAgent });
    site.clock.advance(1_000);
    const { data } = await site.call('sessionList', {}, headersOf({ token: anna.token }));
    expect(data.list).toMatchObject([
      { current: true, address: '127.0.0.x' },
      { current: false, address: '2001:db8:1:x', browser: 'Firefox', system: 'Windows' },
    ]);
    expect(JSON.stringify(data)).not.toContain(home);
  });

  test('that are over, or of others, are not listed', async () => {
    const ben = await site.member();
    const { token } = await signIn(anna);
    await site.call('logout', {}, headersOf({ token }));
    expect(await list(anna.token)).toHaveLength(1);
    expect(await list(ben.token)).toHaveLength(1);
  });
});

describe('ending a session', () => {
  test('refuses its tokens at once, and no others', async () => {
    const lost = await signIn(anna);
    const other = (await list(anna.token)).find(({ current }) => !current);
    const answer = await site.call('sessionEnd', { id: other?.id }, headersOf({ token: anna.token }));
    expect(answer).toMatchObject({ code: 1, data: { list: [{ current: true }] } });
    expect(await userInfo(lost.token)).toMatchObject(signInAgain);
    expect(await refresh(lost.refreshToken)).toMatchObject(signInAgain);
    expect(await userInfo(anna.token)).toMatchObject(done);
  });

  test('or all others', async () => {
    const lost = [await signIn(anna), await signIn(anna), await signIn(anna)];
    expect(await site.call('sessionEnd', { others: true }, headersOf({ token: anna.token }))).toMatchObject({
      code: 1,
      data: { list: [{ current: true }] },
    });
    for (const { token } of lost) expect(await userInfo(token)).toMatchObject(signInAgain);
    expect(await userInfo(anna.token)).toMatchObject(done);
  });

  test('of another member finds nothing and ends nothing', async () => {
    const ben = await site.member();
    const [theirs] = await list(ben.token);
    const answer = await site.call('sessionEnd', { id: theirs?.id }, headersOf({ token: anna.token }));
    expect(answer).toMatchObject(refused('not_found'));
    expect(await userInfo(ben.token)).toMatchObject(done);
    for (const id of ['x', "' or 1=1", theirs?.id.toUpperCase()]) {
      expect(await site.call('sessionEnd', { id }, headersOf({ token: anna.token }))).toMatchObject(
        refused('not_found'),
      );
    }
  });

  test('twice finds it gone', async () => {
    await signIn(anna);
    const other = (await list(anna.token)).find(({ current }) => !current);
    await site.call('sessionEnd', { id: other?.id }, headersOf({ token: anna.token }));
    expect(await site.call('sessionEnd', { id: other?.id }, headersOf({ token: anna.token }))).toMatchObject(
      refused('not_found'),
    );
  });

  test.each([[{}], [{ id: 'x', others: true }]])('%j says not which', async (input) => {
    expect(await site.call('sessionEnd', input, headersOf({ token: anna.token }))).toMatchObject(
      refused('validation'),
    );
    expect(await userInfo(anna.token)).toMatchObject(done);
  });

  test('is what a lock or an exclusion does to all of them, and to their live streams', async () => {
    const other = await signIn(anna);
    const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
    const { data } = await site.call('liveTicket', {}, headersOf({ token: other.token }));
    const stream = await fetch(`${url}/api/live?token=${encodeURIComponent(data.ticket)}`);
    expect(site.context.live.size()).toBe(1);
    await site.modules.members.service.endSessions(anna.id, {}, 'excluded');
    for (const { token } of [anna, other]) expect(await userInfo(token)).toMatchObject(signInAgain);
    expect(site.context.live.size()).toBe(0);
    // If the stream did not end, this test would wait forever.
    expect(await stream.text()).toContain('retry');
    const again = await signIn(anna);
    expect(await userInfo(again.token)).toMatchObject(done);
  });

  test('reaches other processes that run', async () => {
    const elsewhere = await testTouchline({ frozenAt: site.clock.now(), beside: site });
    const there = async () => {
      const answer = await elsewhere.app.inject({
        url: '/api/user/userInfo',
        headers: { 'ba-user-token': anna.token },
      });
      return answer.json();
    };
    expect(await there()).toMatchObject(done);
    await site.modules.members.service.endSessions(anna.id, {}, 'excluded');
    await expect.poll(there, { timeout: 20_000 }).toMatchObject(signInAgain);
    await elsewhere.close();
  });

  test('can spare one', async () => {
    const other = await signIn(anna);
    const present = (await list(anna.token)).find(({ current }) => current);
    await site.modules.members.service.endSessions(anna.id, { except: present?.id ?? '' }, 'locked');
    expect(await userInfo(anna.token)).toMatchObject(done);
    expect(await userInfo(other.token)).toMatchObject(signInAgain);
    const { rows } = await site.database.pool.query(
      'select ended_why from session where member_id = $1 and ended_at is not null',
      [anna.id],
    );
    expect(rows).toEqual([{ ended_why: 'locked' }]);
  });
});

describe('changing the password', () => {
  const newPassword = 'offside & 3 flags';
  const change = (input: object, from: { token?: string; address?: string } = {}) =>
    site.call(
      'changePassword',
      { oldPassword: password, newPassword, confirmPassword: newPassword, ...input },
      headersOf({ token: anna.token, ...from }),
    );
  const chosen = (text: string) => ({ newPassword: text, confirmPassword: text });

  test('lets the new one sign in and not the old one; all other sessions end', async () => {
    const other = await signIn(anna);
    expect(await change(chosen('whistle 90+4'))).toMatchObject({ code: 1, data: {} });
    expect(await userInfo(anna.token)).toMatchObject(done);
    expect(await refresh(anna.refreshToken)).toMatchObject(done);
    expect(await userInfo(other.token)).toMatchObject(signInAgain);
    expect(await refresh(other.refreshToken)).toMatchObject(signInAgain);
    const login = (typed: string) => site.call('login', { account: anna.account, password: typed });
    expect(await login('whistle 90+4')).toMatchObject(done);
    expect(await login(password)).toMatchObject(refused('wrong_credentials'));
    const { data } = await site.call('securityInfo', {}, headersOf({ token: anna.token }));
    expect(data.passwordChangedAt).toBe(site.clock.now().toISOString());
    expect(lettersOf(site, anna.id)).toMatchObject([{ template: 'password_changed' }]);
  });

  test.each([
    ['common', chosen('password1'), refused('password_common')],
    ['too short', chosen('w4!lk'), { code: 0, data: { rules: { newPassword: 'password_length' } } }],
    ['not repeated', { confirmPassword: 'another 4-4-2' }, refused('password_mismatch')],
    ['the old one', chosen(password), { code: 0, data: { rules: { newPassword: 'password_same' } } }],
  ])('to one that is %s is refused', async (_what, input, answer) => {
    const told = await change({ ...chosen('whistle 90+4'), ...input });
    expect(told).toMatchObject(answer);
    expect(await site.call('login', { account: anna.account, password })).toMatchObject(done);
  });

  test('to the account name is refused', async () => {
    expect(await change(chosen(anna.account))).toMatchObject(refused('password_common'));
  });

  test('requires the old one, and guessing is slowed as at sign-in', async () => {
    const address = newAddress();
    const guess = () => change({ ...chosen('whistle 90+4'), oldPassword: 'guess 1' }, { address });
    for (let i = 0; i < 5; i++) expect(await guess()).toMatchObject(refused('wrong_credentials'));
    expect(await guess()).toMatchObject(refused('locked'));
    expect(await change(chosen('whistle 90+4'), { address })).toMatchObject(refused('locked'));
    // The usual address of the member is not blocked.
    expect(await change(chosen('whistle 90+4'))).toMatchObject(done);
  });

  test('of two at once, one counts', async () => {
    const answers = await Promise.all([change(chosen('whistle 90+4')), change(chosen('whistle 45+2'))]);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 1]));
  });

  test('leaves no session that was begun with the old one at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const ben = await site.member();
      const [changed, ...begun] = await Promise.all([
        site.call(
          'changePassword',
          { oldPassword: password, ...chosen('whistle 90+4') },
          headersOf({ token: ben.token }),
        ),
        ...Array.from({ length: 3 }, () => site.call('login', { account: ben.account, password })),
      ]);
      expect(changed).toMatchObject(done);
      for (const { data } of begun) {
        expect(await userInfo(data.token)).toMatchObject(signInAgain);
      }
      expect(await list(ben.token)).toHaveLength(1);
    }
  });

  test('a session that begins while the password changes ends with the others', async () => {
    const { pool } = site.database;
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select 1 from member where id = $1 for share', [anna.id]);
    const changing = change(chosen('whistle 90+4'));
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await client.query(
      `insert into session (id, member_id, created_at, last_used_at, user_agent, address, refresh_hash, rotated_at, expires_at)
       values ($1, $2, $3, $3, '', '', '', $3, $4)`,
      [newId(), anna.id, site.clock.now(), new Date(site.clock.now().getTime() + 60_000)],
    );
    await client.query('commit');
    client.release();
    expect(await changing).toMatchObject(done);
    expect(await list(anna.token)).toMatchObject([{ current: true }]);
  });

  test('a sign-in whose password changes before its session begins is refused', async () => {
    const { pool } = site.database;
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`update member set password_hash = password_hash || 'x' where id = $1`, [anna.id]);
    const signingIn = site.call('login', { account: anna.account, password });
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await client.query('commit');
    client.release();
    expect(await signingIn).toMatchObject(refused('wrong_credentials'));
    expect(await list(anna.token)).toHaveLength(1);
  });
});

describe('sessions that are long over', () => {
  const days = (n: number) => n * 24 * 60 * 60_000;
  const kept = async (of: TestMember) => {
    const { rows } = await site.database.pool.query<{ address: string }>(
      'select address from session where member_id = $1 order by created_at, id',
      [of.id],
    );
    return rows.map(({ address }) => address);
  };

  test('are deleted after 90 days, except the latest from each address, which is known for a year', async () => {
    const ben = await site.member();
    const away = newAddress();
    await signIn(ben);
    await signIn(ben, { address: away });
    await signIn(ben, { address: away });
    await site.modules.members.service.tidy();
    expect(await kept(ben)).toEqual([home, home, away, away]);
    // 30 days until they are over, and 90 more.
    site.clock.advance(days(121));
    await site.modules.members.service.tidy();
    expect(await kept(ben)).toEqual([home, away]);
    // Known there, so that failing neighbours do not block the member.
    for (let i = 0; i < 51; i++) {
      await site.call('login', { account: `guessed${i}`, password: 'guess' }, headersOf({ address: away }));
    }
    expect(
      await site.call('login', { account: 'guessed', password: 'guess' }, headersOf({ address: away })),
    ).toMatchObject(refused('locked'));
    expect(
      await site.call('login', { account: ben.account, password }, headersOf({ address: away })),
    ).toMatchObject(done);
    site.clock.advance(days(280));
    await site.modules.members.service.tidy();
    expect(await kept(ben)).toEqual([away]);
  });

  test('of operators too', async () => {
    const added = await site.modules.office.service.operators.add(
      { account: 'keeper', roles: ['auditor'] },
      { address: '' },
    );
    for (let i = 0; i < 3; i++) {
      await site.call('officeLogin', { account: 'keeper', password: added.password });
      site.clock.advance(days(31));
    }
    const count = async () => {
      const { rows } = await site.database.pool.query(
        'select count(*)::int as n from operator_session where operator_id = $1',
        [added.row.id],
      );
      return rows[0].n;
    };
    await site.modules.office.service.tidy();
    expect(await count()).toBe(2);
    site.clock.advance(days(60));
    await site.modules.office.service.tidy();
    expect(await count()).toBe(1);
  });
});
