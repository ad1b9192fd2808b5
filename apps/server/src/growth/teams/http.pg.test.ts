import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awayFromMidnight } from '../../testing/away-from-midnight.ts';
import { testEvent } from '../../testing/book.ts';
import {
  memberPassword,
  outcomeOf,
  testTouchline,
  type Answer,
  type TestTouchline,
} from '../../testing/touchline.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { verifyTeams } from './verify.ts';

type Fields = Record<string, unknown>;
type Person = { id: string; token: string; code: string };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
/** The items of a list, or of a field that is one. */
const itemsOf = (data: unknown, field = 'list'): Fields[] => {
  const list = isFields(data) ? data[field] : undefined;
  return Array.isArray(list) ? list.filter(isFields) : [];
};

const form = { password: memberPassword, confirmPassword: memberPassword, birthDate: '1990-05-05' };

describe('teams over HTTP', () => {
  let site: TestTouchline;
  let members = 0;
  beforeAll(async () => {
    site = await testTouchline({
      background: true,
      env: { PLAY_GRANT: '5000', SITE_TIME_ZONE: awayFromMidnight() },
    });
  }, 60_000);
  afterAll(() => site.close());

  const ask = <Name extends RouteName>(
    name: Name,
    input: Fields,
    who?: { token: string },
    headers: Record<string, string> = {},
  ): Promise<Answer<Name>> =>
    site.call(name, input, { ...(who ? { 'ba-user-token': who.token } : {}), ...headers });
  const done = <Name extends RouteName>(
    name: Name,
    input: Fields,
    who?: { token: string },
  ): Promise<Output<Name>> => site.ask(name, input, who ? { 'ba-user-token': who.token } : {});
  const register = async (over: Fields = {}): Promise<Person> => {
    const { id, token, ask: askAs } = await site.member({ account: `player${members++}`, ...over });
    const { invitationCode } = await askAs('userInfo');
    return { id, token, code: invitationCode };
  };
  const operator = async (
    roles: readonly ('support' | 'owner' | 'auditor')[],
  ): Promise<Record<string, string>> => ({ 'ba-office-token': (await site.operator(...roles)).token });
  const bet = (who: Person, event: string, selection: string, odds: string, stake: string) =>
    done(
      'orderAdd',
      {
        key: newId(),
        type: 'single',
        stake,
        accept: 'any',
        again: true,
        legs: [{ event, market: '1x2', selection, odds }],
      },
      who,
    );
  const yesterday = () =>
    site.database.pool.query(
      `update bet set settled_at = settled_at - interval '1 day' where settled_at > now() - interval '6 hours'`,
    );

  it('pays a leader and two below the amounts of the statement, to the cent', async () => {
    const { pool } = site.database;
    const leader = await register();
    const first = await register({ invitationCode: leader.code });
    const second = await register({
      invitationCode: first.code,
      account: undefined,
      mobile: '15123456712',
      areaCode: '49',
    });
    const third = await register({ invitationCode: second.code });
    const event = (await testEvent(pool)).id;
    await site.modules.book.service.board.refresh([event]);
    // The example of the published rules, with real bets: its stake on a market that shows its margin.
    const { example } = await done('teamRules', {});
    if (!isFields(example)) throw new Error('The team rules have no example');
    const detail1x2 = itemsOf(await done('eventDetail', { id: event }, first), 'markets').find(
      ({ market }) => market === '1x2',
    );
    expect(detail1x2?.margin).toBe(example.marginPercent);
    await bet(first, event, '1', '2.10', example.stake);
    await bet(second, event, '2', '3.60', '1000.00');
    await bet(third, event, '1', '2.10', '700.00');
    await bet(third, event, 'X', '3.40', '300.00');
    await site.modules.book.service.events.rulings.recordResult(event, {
      ht: { home: 1, away: 0 },
      ft: { home: 2, away: 1 },
      source: 'test',
      confirmedBy: 'test',
    });
    const ended = async () =>
      (await pool.query('select from settlement_run where finished_at is not null')).rowCount;
    await expect.poll(ended, { timeout: 10_000 }).toBe(1);
    await yesterday();

    const before = await done('userInfo', {}, leader);
    // Yesterday is to be closed, as if all of this had happened then. The server closes days too, three
    // seconds after its start and each minute: the first one pays and writes the letter.
    await pool.query(`update team_mark set read_to = now() - interval '1 day' where name = 'bets'`);
    await site.modules.team.service.close();
    await expect.poll(async () => (await done('teamInfo', {}, leader)).revenue).toBe('5.69');
    // 1000.00 × 0.047619 (5 % margin) = 47.619: 8 % of it 3.80, 3 % 1.42, 1 % 0.47.
    const info = await done('teamInfo', {}, leader);
    expect(info).toMatchObject({
      revenue: '5.69',
      people: 3,
      recharge: '0.00',
      level: 1,
      levels: [
        { level: 1, people: 1, revenue: '3.80', rate: '8' },
        { level: 2, people: 1, revenue: '1.42', rate: '3' },
        { level: 3, people: 1, revenue: '0.47', rate: '1' },
      ],
      conditions: [
        { condition: 'recharged', each: '100.00', needed: 5, have: 0, met: false },
        { condition: 'sessions', needed: 50, have: 4, met: false },
      ],
    });
    const after = await done('userInfo', {}, leader);
    expect(Number(after.balance) - Number(before.balance)).toBeCloseTo(5.69, 8);
    expect(after.teamLevel).toBe(1);

    const list = await done('commissionList', {}, leader);
    expect(list).toMatchObject({ total: 1, list: [{ amount: '5.69', state: 'paid' }] });
    const id = String(itemsOf(list)[0]?.id);
    const detail = await done('commissionDetail', { id }, leader);
    expect(detail.receipts.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
      { kind: 'entry', type: 'commission', amount: '569', ref: id },
    ]);
    expect(detail).toMatchObject({
      total: '5.69',
      teamLevel: 1,
      rulesVersion: '1',
      lines: [
        {
          kind: 'day',
          generation: 1,
          people: 1,
          stakes: example.stake,
          theoretical: example.theoretical,
          rate: example.rate,
          amount: example.amount,
        },
        { generation: 2, stakes: '1000.00', rate: '3', amount: '1.42' },
        { generation: 3, stakes: '1000.00', rate: '1', amount: '0.47' },
      ],
    });
    const written = async (): Promise<unknown[]> => {
      const { rows } = await pool.query<{ template: string; fields: unknown }>(
        `select template, fields from letter where member_id = $1 and template = 'commission_paid'`,
        [leader.id],
      );
      return rows;
    };
    await expect.poll(written).toMatchObject([{ template: 'commission_paid', fields: { amount: '5.69' } }]);
    const money = await done('moneyLogList', { kind: 'commission' }, leader);
    expect(money).toMatchObject({ total: 1, list: [{ amount: '5.69', ref: id }] });
    expect((await ask('commissionDetail', { id }, first)).data).toMatchObject({ reason: 'not_found' });

    const friends = await done('teamList', { level: 2 }, leader);
    expect(friends).toMatchObject({
      total: 1,
      list: [
        {
          phone: '+49 ••• ••12',
          recharge: '0.00',
          income: '1.00',
          bonus: '1.00',
          sessions: 1,
          teamLevel: 1,
          number: 1,
        },
      ],
      upTo: itemsOf(list)[0]?.day,
    });
    expect((await done('teamInfo', {}, leader)).upTo).toBe(itemsOf(list)[0]?.day);
    expect(JSON.stringify(friends)).not.toContain('15123456712');
    expect((await verifyTeams(pool)).differences).toEqual([]);
  });

  it('shows the invitation with a link to the pages', async () => {
    const leader = await register();
    await register({ invitationCode: leader.code.toLowerCase() });
    const answer = await ask('inviteInfo', {}, leader, { host: 'api.touchline.example' });
    expect(answer.data).toMatchObject({
      code: leader.code,
      people: 1,
      bonus: '0.00',
      open: true,
      link: `http://touchline.example/?icode=${leader.code}#/pages/login/signup`,
    });
    expect(answer.data.qr).toBe(answer.data.link);
  });

  it('refuses an unknown code, a malformed one, and a generation that does not exist', async () => {
    for (const invitationCode of ['ZZZZZZZZ', '‮', "' or 1=1"]) {
      const answer = await ask('register', { ...form, account: `player${members++}`, invitationCode });
      expect(answer.code).toBe(0);
      expect(['invitation_unknown', 'validation']).toContain(outcomeOf(answer));
    }
    const who = await register();
    for (const level of [0, 4, 1.5, 'x']) {
      expect((await ask('teamList', { level }, who)).data).toMatchObject({ reason: 'validation' });
    }
    for (const id of ['x', newId(), "'"]) {
      expect((await ask('commissionDetail', { id }, who)).data).toMatchObject({ reason: 'not_found' });
    }
  });

  it('flags a second account from the same device, and an operator decides once', async () => {
    const device = 'a-device-of-the-test-1';
    const leader = await register({ device });
    const friend = await register({ invitationCode: leader.code, device });
    const care = await operator(['support']);
    const open = await ask('officeTeamFlagList', { state: 'open' }, undefined, care);
    const flag = itemsOf(open.data).find(({ member }) => isFields(member) && member.id === friend.id);
    const id = String(flag?.id);
    expect(flag).toMatchObject({ leader: { id: leader.id }, reason: 'same_device', state: 'open' });
    const decide = (of: string, decision: string, version = 0) =>
      ask('officeTeamFlagDecide', { id: of, version, decision }, undefined, care);
    expect((await decide(id, 'clear')).data).toMatchObject({ state: 'cleared', decidedBy: {} });
    expect((await decide(id, 'confirm')).data).toMatchObject({ reason: 'outdated' });
    expect((await decide(id, 'confirm', 1)).data).toMatchObject({ reason: 'decided_already' });
    expect((await decide(newId(), 'clear')).data).toMatchObject({ reason: 'not_found' });
    const audit = await ask('officeAuditList', { subject: id }, undefined, await operator(['auditor']));
    expect(audit.data).toMatchObject({ list: [{ action: 'team_flag_cleared', member: { id: friend.id } }] });
  });

  it('flags a member with the name and birth date of a leader, spelt in another way', async () => {
    const leader = await register({ device: 'a-device-of-the-test-3' });
    const friend = await register({ invitationCode: leader.code, device: 'a-device-of-the-test-4' });
    const { pool } = site.database;
    for (const [{ id }, name] of [
      [leader, 'José Müller'],
      [friend, 'JOSE MUELLER'],
    ] as const) {
      await pool.query(
        `insert into identity_request (shard, member_id, id, real_name, birth_date, document, submitted_at)
         select shard, id, $2, $3, birth_date, $2, now() from member where id = $1`,
        [id, newId(), name],
      );
    }
    await site.modules.team.service.onName({ memberId: friend.id, shard: shardOf(friend.id) });
    const { rows } = await pool.query('select leader_id, reason from team_flag where member_id = $1', [
      friend.id,
    ]);
    expect(rows).toEqual([{ leader_id: leader.id, reason: 'same_person' }]);
  });

  it('flags a member with the payout method of a leader', async () => {
    const leader = await register();
    const friend = await register({ invitationCode: leader.code });
    const method = {
      type: 'usdt-erc20',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      password: memberPassword,
    };
    await done('walletSave', method, leader);
    await done('walletSave', method, friend);
    const { rows } = await site.database.pool.query(
      'select leader_id, reason from team_flag where shard = $1 and member_id = $2',
      [shardOf(friend.id), friend.id],
    );
    expect(rows).toEqual([{ leader_id: leader.id, reason: 'same_payment' }]);
  });

  describe('team rules', () => {
    const rulesOf = async () => {
      const { rules } = await done('teamRules', {});
      return itemsOf(rules, 'levels');
    };
    const by = (who: Record<string, string>) => ({
      propose: async (rates: (level: number) => string[], over: Fields = {}) =>
        ask(
          'officeTeamRulesSave',
          {
            levels: (await rulesOf()).map((one) => ({ ...one, rates: rates(Number(one.level)) })),
            seen: '1',
            reason: 'A season of growth',
            ...over,
          },
          undefined,
          who,
        ),
      decide: (id: unknown, decision: string) =>
        ask('officeTeamRulesDecide', { id: String(id), seen: 0, decision }, undefined, who),
    });

    it('are proposed by one and applied by another, from the next day, once', async () => {
      const admin = await operator(['owner']);
      const second = await operator(['owner']);
      const { rules, example } = await done('teamRules', {});
      expect(example).toEqual({
        stake: '1000.00',
        marginPercent: '5.00',
        keptPercent: '4.7619',
        theoretical: '47.619',
        rate: '8',
        amount: '3.80',
      });
      expect(rules).toMatchObject({ version: '1' });
      const proposed = await by(admin).propose((level) => [String(10 + level), '4', '2']);
      expect(proposed.data).toMatchObject({ state: 'proposed', basedOn: '1', levels: [{}, {}, {}] });
      const other = await by(admin).propose(() => ['9', '3', '1']);
      const unwanted = await by(admin).propose(() => ['8', '3', '1']);
      expect((await by(second).decide(unwanted.data.id, 'refuse')).data).toMatchObject({ state: 'refused' });
      const id = proposed.data.id;
      expect((await by(admin).decide(id, 'apply')).data).toMatchObject({ reason: 'same_operator' });
      expect((await by(admin).decide(id, 'refuse')).data).toMatchObject({ reason: 'same_operator' });
      expect((await by(second).decide(id, 'withdraw')).data).toMatchObject({ reason: 'forbidden' });
      expect((await ask('officeTeamRules', {}, undefined, admin)).data).toMatchObject({ total: 1 });
      const both = await Promise.all([by(second).decide(id, 'apply'), by(second).decide(id, 'apply')]);
      expect(both.map(({ data }) => data)).toMatchObject([
        { state: 'applied', version: '2' },
        { state: 'applied', version: '2' },
      ]);
      expect(await done('teamRules', {})).toMatchObject({ rules: { version: '1' } });
      const versions = await ask('officeTeamRules', {}, undefined, admin);
      expect(versions.data).toMatchObject({
        total: 2,
        list: [{ version: '2', levels: [{ rates: ['11', '4', '2'] }, {}, {}] }, { version: '1' }],
      });
      // Based on a version that is no longer the newest.
      expect((await by(second).decide(other.data.id, 'apply')).data).toMatchObject({ reason: 'outdated' });
      expect((await by(admin).propose(() => ['9', '3', '1'])).data).toMatchObject({ reason: 'outdated' });
      expect((await by(admin).decide(other.data.id, 'withdraw')).data).toMatchObject({
        state: 'withdrawn',
      });
      expect((await by(second).decide(other.data.id, 'refuse')).data).toMatchObject({
        reason: 'outdated',
      });
      const log = await ask('officeAuditList', { subject: id }, undefined, await operator(['auditor']));
      expect(log.data).toMatchObject({
        list: [
          {
            action: 'team_rules_applied',
            detail: {
              version: '2',
              reason: 'A season of growth',
              before: { levels: expect.arrayContaining([expect.stringContaining('→ 8 / 3 / 1 %')]) },
            },
          },
          { action: 'team_rules_proposed' },
        ],
      });
    });

    it('of two based on the same version one is applied', async () => {
      const admin = by(await operator(['owner']));
      const second = by(await operator(['owner']));
      const third = by(await operator(['owner']));
      const seen = '2';
      const one = await admin.propose(() => ['9', '3', '1'], { seen });
      const two = await admin.propose(() => ['8', '3', '1'], { seen });
      const answers = await Promise.all([
        second.decide(one.data.id, 'apply'),
        third.decide(two.data.id, 'apply'),
      ]);
      const outcomes = answers.map((answer) => (answer.code === 1 ? answer.data.version : outcomeOf(answer)));
      expect(new Set(outcomes)).toEqual(new Set(['3', 'outdated']));
    });

    it('may not fall, take more than half, name a forged id or come without a reason', async () => {
      const admin = by(await operator(['owner']));
      const seen = '3';
      expect((await admin.propose((level) => [String(10 - level), '1', '1'], { seen })).data).toMatchObject({
        reason: 'validation',
      });
      expect((await admin.propose(() => ['40', '10', '1'], { seen })).data).toMatchObject({
        reason: 'validation',
      });
      expect((await admin.propose(() => ['8', '3', '1'], { seen, reason: '     .' })).data).toMatchObject({
        reason: 'reason_needed',
      });
      for (const id of ['x', newId(), "'"]) {
        expect((await admin.decide(id, 'apply')).data).toMatchObject({ reason: 'not_found' });
      }
      const support = by(await operator(['support']));
      expect((await support.propose(() => ['8', '3', '1'])).status).toBe(403);
      expect((await support.decide(newId(), 'apply')).status).toBe(403);
    });
  });
});
