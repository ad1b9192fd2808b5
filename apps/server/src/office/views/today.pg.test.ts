import type { RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from '../../core/ids.ts';
import { testEvent } from '../../testing/book.ts';
import {
  testTouchline,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../../testing/touchline.ts';

let site: TestTouchline;
const people = new Map<OperatorRole, TestOperator>();
beforeAll(async () => {
  site = await testTouchline({
    env: {
      PLAY_GRANT: '1000',
      SITE_TIME_ZONE: 'Pacific/Kiritimati',
      EXPOSURE_CAP_MARKET: '30.00',
      CHANNELS: '[{ "id": "scan-code", "off": true }]',
    },
  });
  for (const role of operatorRoles) people.set(role, await site.operator(role));
});
afterAll(() => site.close());

const ask = <Name extends RouteName>(
  role: OperatorRole,
  name: Name,
  input: Record<string, unknown> = {},
): Promise<Output<Name>> => {
  const operator = people.get(role);
  if (!operator) throw new Error(`There is no ${role}`);
  return operator.ask(name, input);
};
const bet = async (member: TestMember, event: string, selection: string, odds: string, stake = '10.00') => {
  const legs = [{ event, market: '1x2', selection, odds }];
  const input = { key: newId(), type: 'single', stake, accept: 'none', legs };
  expect(await member.call('orderAdd', input)).toMatchObject({ code: 1 });
};
const opened = async (state = 'scheduled'): Promise<string> => {
  const { id } = await testEvent(site.database.pool, { state });
  await site.modules.book.service.board.refresh([id]);
  return id;
};

describe('today', () => {
  test('is the money of the day, what is at risk, matches in play, and what is wrong', async () => {
    const [event, live, member] = [await opened(), await opened('live'), await site.member()];
    await bet(member, event, 'X', '3.40');
    await bet(member, event, '1', '2.10');
    await site.database.pool.query('update event set silent = true where id = $1', [live]);
    await site.modules.book.service.board.refresh([live]);
    await site.folded();
    const data = await ask('owner', 'officeToday');
    // The site's day has begun fourteen hours before that of UTC.
    expect(data.day).toBe(new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10));
    expect(data.money).toMatchObject({
      stakes: '20.00',
      payouts: '0.00',
      ggr: '20.00',
      hold: '100.00',
      bets: 2,
      promotions: '1000.00',
      ngr: '-980.00',
      recharges: '0.00',
      withdrawals: '0.00',
    });
    expect(data.exposure).toMatchObject({ events: 1, site: { used: '14.00' }, worst: { id: event } });
    expect(data.live).toMatchObject([{ id: live, state: 'live' }]);
    expect(data.alarms).toMatchObject([
      { alarm: 'feed_silent', page: 'events', count: 1, names: ['One – Two'] },
      { alarm: 'rail_off', page: 'rails', count: 1, names: ['scan-code'] },
      { alarm: 'owner_alone', page: 'operators', count: 1, names: [] },
    ]);
    await bet(member, event, 'X', '3.40', '6.00');
    expect((await ask('trader', 'officeToday')).alarms).toMatchObject([
      { alarm: 'feed_silent' },
      { alarm: 'cap_near', page: 'risk', count: 1 },
    ]);
  });

  test('counts what waits, and since when the oldest does', async () => {
    const { pool } = site.database;
    const { id } = await site.member();
    const proposer = people.get('cashier');
    for (const amount of ['1', '2']) {
      await proposer?.call('officeAdjustmentAdd', {
        key: newId(),
        member: id,
        amount,
        reason: 'To be counted',
      });
    }
    await pool.query(
      `update proposal set proposed_at = now() - interval '3 hours' where body ->> 'amountMinor' = '100'`,
    );
    await pool.query(
      `insert into identity_request (shard, member_id, id, real_name, birth_date, document, submitted_at)
       values ($1, $2, $3, 'Somebody Here', '1990-01-01', $3, now() - interval '1 hour')`,
      [shardOf(id), id, newId()],
    );
    await pool.query(
      `insert into team_flag (shard, member_id, leader_shard, leader_id, reason, id, from_day, raised_at)
       values ($1, $2, $1, $3, 'same_device', $3, current_date, now() - interval '2 days')`,
      [shardOf(id), id, newId()],
    );
    await pool.query(
      `insert into result (event_id, version, ht_home, ht_away, ft_home, ft_away, source, state, proposed_at)
       values ($1, 1, 0, 0, 1, 0, 'feed', 'proposed', now() - interval '10 minutes')`,
      [await opened()],
    );
    const { queues } = await ask('auditor', 'officeToday');
    const waiting = queues.map(({ queue, count, waitedSeconds }) => [
      queue,
      count,
      typeof waitedSeconds === 'number' ? Math.floor(waitedSeconds / 60) : undefined,
    ]);
    expect(waiting).toEqual([
      ['recharges', 0, undefined],
      ['withdrawals_in_review', 0, undefined],
      ['withdrawals_paying', 0, undefined],
      ['identity', 1, 60],
      ['adjustments', 2, 180],
      ['team_flags', 1, 2 * 24 * 60],
      ['likenesses', 0, undefined],
      ['results', 1, 10],
      ['settings', 0, undefined],
      ['team_rules', 0, undefined],
      ['reward_rules', 0, undefined],
      ['house_texts', 0, undefined],
      ['factor_ends', 0, undefined],
      ['operator_changes', 0, undefined],
    ]);
  });

  test('counts what one operator has proposed, until another decides it', async () => {
    const settings = await ask('owner', 'officeSettingList');
    const [team] = (await ask('owner', 'officeTeamRules')).list;
    const [rewards] = (await ask('owner', 'officeRewardRules')).list;
    const reason = 'To be counted';
    const from = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const texts = { en: { title: 'Title', body: 'Body' } };
    const { change } = await ask('owner', 'officeSettingSave', {
      version: settings.version,
      settings: [{ name: 'MIN_AGE', value: '19' }],
      reason,
    });
    const { id: levels } = await ask('owner', 'officeTeamRulesSave', {
      levels: team?.levels,
      seen: team?.version,
      reason,
    });
    const { id: rules } = await ask('owner', 'officeRewardRulesSave', {
      rules: rewards?.rules,
      seen: rewards?.version,
      reason,
    });
    const { text } = await ask('owner', 'officeHouseTextAdd', {
      key: newId(),
      kind: 'terms',
      seen: 0,
      texts,
      from,
      reason,
    });
    await site.database.pool.query(
      `update proposal set proposed_at = now() - interval '1 hour' where kind = 'setting'`,
    );
    const waiting = async () => (await ask('owner', 'officeToday')).queues.slice(2, 6);
    const queues = await waiting();
    expect(queues).toMatchObject([
      { queue: 'settings', page: 'settings', count: 1 },
      { queue: 'team_rules', page: 'team_rules', count: 1 },
      { queue: 'reward_rules', page: 'reward_rules', count: 1 },
      { queue: 'house_texts', page: 'house_texts', count: 1, kind: 'terms' },
    ]);
    expect(queues[0]?.waitedSeconds).toBeGreaterThanOrEqual(3_600);
    const decision = 'withdraw';
    const { version } = await ask('owner', 'officeSettingList');
    await ask('owner', 'officeSettingDecide', { id: change?.id, version, decision });
    await ask('owner', 'officeTeamRulesDecide', { id: levels, seen: 0, decision });
    await ask('owner', 'officeRewardRulesDecide', { id: rules, seen: 0, decision });
    await ask('owner', 'officeHouseTextDecide', { id: text.id, seen: 0, decision });
    expect((await waiting()).map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  });

  test('shows a breach of the ledger to the operators whose work it stops', async () => {
    await site.database.pool.query(
      `insert into audit_breach (id, shard, invariant, detail) values ($1, 3, 'I3', '{}'), ($2, 3, 'I4', '{}')`,
      [newId(), newId()],
    );
    expect((await ask('cashier', 'officeToday')).alarms).toMatchObject([
      { alarm: 'ledger_breach', page: 'ledger', count: 2, names: ['I3', 'I4'] },
      { alarm: 'payments_stopped', page: 'withdrawals', count: 1 },
      { alarm: 'rail_off' },
    ]);
  });

  test('warns every role while all betting is stopped, and counts proposed voids', async () => {
    const waiting = async () =>
      (await ask('trader', 'officeToday')).queues.find(({ queue }) => queue === 'results')?.count ?? 0;
    const before = await waiting();
    const event = await opened();
    const { seen } = await ask('trader', 'officeEventDetail', { id: event });
    await ask('trader', 'officeVoidAdd', { event, seen, scope: {}, reason: 'For the test' });
    expect(await waiting()).toBe(before + 1);

    await ask('trader', 'officeSuspend', { reason: 'For the test' });
    for (const role of operatorRoles) {
      const { alarms } = await ask(role, 'officeToday');
      expect(alarms).toContainEqual(expect.objectContaining({ alarm: 'betting_stopped', page: 'events' }));
    }
    const [stop] = (await ask('trader', 'officeStopList')).list;
    await ask('trader', 'officeOpen', { stop: stop?.id, reason: 'For the test' });
    expect((await ask('content', 'officeToday')).alarms).toEqual([]);
  });

  test.each([
    [
      'owner',
      ['money', 'exposure'],
      [
        'adjustments',
        'results',
        'settings',
        'team_rules',
        'reward_rules',
        'house_texts',
        'factor_ends',
        'operator_changes',
      ],
      ['ledger_breach', 'payments_stopped', 'feed_silent', 'rail_off', 'cap_near', 'owner_alone'],
    ],
    ['trader', ['exposure'], ['results'], ['feed_silent', 'cap_near']],
    [
      'cashier',
      [],
      [
        'recharges',
        'withdrawals_in_review',
        'withdrawals_paying',
        'identity',
        'adjustments',
        'team_rules',
        'reward_rules',
      ],
      ['ledger_breach', 'payments_stopped', 'rail_off'],
    ],
    ['support', [], ['team_flags', 'likenesses', 'team_rules', 'reward_rules', 'factor_ends'], []],
    ['content', [], ['house_texts'], []],
  ] as const)('shows %s what the role may see, and no more', async (role, parts, queues, alarms) => {
    const data = await ask(role, 'officeToday');
    expect((['money', 'exposure'] as const).filter((part) => data[part] !== undefined)).toEqual(parts);
    expect(data.queues.map(({ queue }) => queue)).toEqual(queues);
    expect(data.alarms.map(({ alarm }) => alarm)).toEqual(alarms);
  });
});

describe('the report by day', () => {
  test('is the plain sum over entries, and its days are those of the site', async () => {
    const { pool } = site.database;
    const member = await site.member();
    await bet(member, await opened(), 'X', '3.40');
    // As if the member had come the day before.
    await site.database.owner.query(
      `update entry set at = at - interval '1 day' where shard = $1 and member_id = $2 and kind = 'grant'`,
      [shardOf(member.id), member.id],
    );
    await pool.query('update ledger_mark set zone = null');
    await site.folded();
    const [from, to] = [-2, 1].map((days) =>
      new Date(Date.now() + (14 + 24 * days) * 3_600_000).toISOString().slice(0, 10),
    );
    const data = await ask('auditor', 'officeReportDays', { from, to });
    const { rows } = await pool.query<{ day: string; stakes: string; promotions: string; bets: number }>(
      `select (at at time zone 'Pacific/Kiritimati')::date as day,
         (-sum(amount) filter (where counter_account = 'stakes') / 100.0)::numeric(12, 2)::text as stakes,
         (sum(amount) filter (where counter_account = 'promotions') / 100.0)::numeric(12, 2)::text as promotions,
         (count(*) filter (where kind = 'stake'))::int as bets
       from entry group by 1 order by 1 desc`,
    );
    expect(
      data.list.map(({ day, stakes, promotions, bets }) => ({
        day,
        stakes,
        promotions,
        bets,
      })),
    ).toEqual(rows.map((row) => ({ ...row, stakes: row.stakes ?? '0.00' })));
    expect(data.list).toHaveLength(2);
    expect(data.total.bets).toBe(rows.reduce((sum, { bets }) => sum + bets, 0));
    expect(data.promotions).toMatchObject([{ kind: 'grant' }]);
  });

  test('has the use of safer play', async () => {
    const member = await site.member();
    await member.call('playLimitSave', { kind: 'stake', period: 'day', amount: '50' });
    const excluded = await site.member();
    expect(await excluded.call('playExclude', { length: '6m', password: 'flag & whistle' })).toMatchObject({
      code: 1,
    });
    const today = (await ask('owner', 'officeToday')).day;
    const { play } = await ask('owner', 'officeReportDays', { from: today, to: today });
    expect(play).toEqual({
      limits: [{ kind: 'stake', period: 'day', members: 1 }],
      limitMembers: 1,
      timeOuts: 0,
      timeOutsNow: 0,
      exclusions: 1,
      exclusionsNow: 1,
    });
  });

  test('leaves as CSV, table by table', async () => {
    const today = (await ask('owner', 'officeToday')).day;
    await site.folded();
    const days = await ask('owner', 'officeReportExport', { from: today, to: today, table: 'days' });
    expect(days.name).toBe(`days-${today}-${today}.csv`);
    const [head, line, end] = days.csv.split('\r\n');
    expect(head).toBe(
      'day,recharges,withdrawals,fees,stakes,refunds,payouts,ggr,promotions,commission,ngr,hold_percent,bets',
    );
    expect(line).toMatch(
      new RegExp(`^${today},0\\.00,0\\.00,0\\.00,36\\.00,0\\.00,0\\.00,36\\.00,.*,-.*,100\\.00,4$`),
    );
    expect(end).toBe('');
    for (const table of ['methods', 'promotions']) {
      expect((await ask('owner', 'officeReportExport', { from: today, to: today, table })).csv).toMatch(
        /^(rail|kind),/,
      );
    }
  });
});
