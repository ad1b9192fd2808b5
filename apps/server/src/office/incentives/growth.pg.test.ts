import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from '../../core/ids.ts';
import { rollUpSizes } from '../../growth/teams/desk/sizes.ts';
import { awayFromMidnight } from '../../testing/away-from-midnight.ts';
import { testTouchline, type TestTouchline } from '../../testing/touchline.ts';

type Member = { id: string; account: string; code: string };
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const listOf = (data: Fields): Fields[] => (Array.isArray(data.list) ? data.list.filter(isFields) : []);
const refused = (name: string) => ({ code: 0, data: { reason: name } });

let site: TestTouchline;
let leader: Member;
let first: Member;
let second: Member;
/** The day that was closed. */
let run = '';
beforeAll(async () => {
  site = await testTouchline({ env: { SITE_TIME_ZONE: awayFromMidnight() } });
  const { pool } = site.database;
  const join = async (inviter?: Member): Promise<Member> => {
    const { id, account, ask } = await site.member(
      inviter === undefined ? {} : { invitationCode: inviter.code },
    );
    const { invitationCode } = await ask('userInfo');
    return { id, account, code: invitationCode };
  };
  leader = await join();
  first = await join(leader);
  second = await join(first);
  for (const [member, stake] of [
    [first, 100_000n],
    [second, 50_000n],
    [second, 20_000n],
  ] as const) {
    await pool.query(
      `insert into bet (shard, member_id, id, type, currency, unit, stake, odds_milli, potential, rules, state, settled_at,
         settlements, margin_micro)
       values ($1, $2, $3, 'single', 'PLAY', $4, $4, 2000, 0, '1', 'lose', now() - interval '1 day', 1, 47619)`,
      [shardOf(member.id), member.id, newId(), stake],
    );
  }
  // Only now is there a day to close: the server closes days automatically, and must not have read it before.
  await pool.query(`update team_mark set read_to = now() - interval '1 day' where name = 'bets'`);
  await site.modules.team.service.close();
  // Sizes count finished transactions only, and those of other tests hold them back.
  const counted = async (): Promise<number> => {
    await rollUpSizes(pool);
    return (await pool.query('select from team_size')).rowCount ?? 0;
  };
  while ((await counted()) < 2) await wait(50);
  const { rows } = await pool.query<{ day: string }>('select max(day) as day from team_run');
  run = rows[0]?.day ?? '';
}, 60_000);
afterAll(() => site.close());

describe('teams', () => {
  test('are listed by size, and found by member', async () => {
    const support = await site.operator('support');
    const { data } = await support.call('officeTeamList');
    expect(data).toMatchObject({
      total: 2,
      list: [
        { member: { id: leader.id }, people: 2, generations: [1, 1, 0], level: 1, recent: '4.79', flags: 0 },
        { member: { id: first.id }, people: 1, generations: [1, 0, 0], recent: '2.66' },
      ],
    });
    expect((await support.call('officeTeamList', { q: second.account })).data).toMatchObject({
      total: 1,
      list: [{ member: { account: second.account }, people: 0, generations: [0, 0, 0] }],
    });
    expect((await support.call('officeTeamList', { q: 'nobody-at-all' })).data).toMatchObject({ total: 0 });
  });

  test('show a member between those above and those below, and the way to each level', async () => {
    const owner = await site.operator('owner');
    const { data } = await owner.call('officeTeamDetail', { member: first.id });
    expect(data).toMatchObject({
      member: { id: first.id },
      restricted: false,
      people: 1,
      revenue: '2.66',
      level: 1,
      upline: [{ generation: 1, member: { id: leader.id } }],
      generations: [
        { generation: 1, people: 1, sessions: 2, revenue: '2.66', rate: '8' },
        { people: 0 },
        { people: 0 },
      ],
      levels: [
        { level: 1, reached: true, conditions: [], rates: ['8', '3', '1'] },
        {
          level: 2,
          reached: false,
          conditions: [
            { condition: 'recharged', each: '100.00', needed: 5, have: 0, met: false },
            { condition: 'sessions', needed: 50, have: 2, met: false },
          ],
        },
        { level: 3, reached: false },
      ],
      flags: [],
    });
    const below = await owner.call('officeTeamMembers', { member: leader.id, generation: 1 });
    expect(below.data).toMatchObject({
      total: 1,
      list: [
        { member: { id: first.id }, people: 1, sessions: 1, income: '3.80', recent: '3.80', flagged: false },
      ],
    });
  });

  test('are refused for an unknown id or generation', async () => {
    const support = await site.operator('support');
    for (const member of ['x', newId(), "' or 1=1"]) {
      expect(await support.call('officeTeamDetail', { member })).toMatchObject(refused('not_found'));
      expect(await support.call('officeTeamMembers', { member, generation: 1 })).toMatchObject(
        refused('not_found'),
      );
    }
    for (const generation of [0, 4, 'x']) {
      const answer = await support.call('officeTeamMembers', { member: leader.id, generation });
      expect(answer).toMatchObject(refused('validation'));
    }
  });
});

describe('commission', () => {
  test('of a day is what its statements say, and agrees with the ledger', async () => {
    const cashier = await site.operator('cashier');
    const { data } = await cashier.call('officeCommissionRuns');
    // 1000.00 and 700.00 at 4.7619 %: 8 % of the first, 3 % of the second for the leader, 8 % of the second for the one below.
    expect(data).toMatchObject({
      books: {
        credits: '7.45',
        waiting: '0.00',
        taken: '0.00',
        owed: '0.00',
        agrees: true,
        commission: '-7.45',
        clearing: '0.00',
      },
      list: [
        {
          day: run,
          state: 'closed',
          members: 2,
          bets: 3,
          stakes: '1700.00',
          theoretical: '80.9523',
          leaders: 2,
          credits: '7.45',
          paid: '7.45',
          back: '0.00',
          held: 0,
        },
      ],
    });
    const { data: list } = await cashier.call('officeCommissionList', { run });
    expect(list).toMatchObject({
      total: 2,
      list: [
        { leader: { id: leader.id }, day: run, kind: 'day', amount: '4.79', state: 'done', level: 1 },
        { leader: { id: first.id }, amount: '2.66' },
      ],
    });
    for (const show of ['back', 'owed', 'waiting', 'held']) {
      expect((await cashier.call('officeCommissionList', { run, show })).data).toMatchObject({ total: 0 });
    }
  });

  test('of a leader goes down to members, masked, whose parts come to the line', async () => {
    const auditor = await site.operator('auditor');
    const { data: list } = await auditor.call('officeCommissionList', { run });
    const id = String(listOf(list)[0]?.id);
    const of = { member: leader.id, id };
    const { data } = await auditor.call('officeCommissionDetail', of);
    expect(data).toMatchObject({
      leader: { id: leader.id },
      restricted: false,
      total: '4.79',
      rulesVersion: '1',
      flags: [],
      lines: [
        { generation: 1, theoretical: '47.619', rate: '8', amount: '3.80' },
        { generation: 2, theoretical: '33.3333', rate: '3', amount: '0.99' },
      ],
    });
    const { data: sources } = await auditor.call('officeCommissionSources', { ...of, generation: 2 });
    expect(sources).toMatchObject({
      total: 1,
      list: [
        { name: 'me•••', bets: 2, stakes: '700.00', theoretical: '33.3333', part: '0.999999', counts: true },
      ],
    });
    for (const told of [second.id, second.account]) expect(JSON.stringify(sources)).not.toContain(told);
    const wrong = [
      { member: first.id, id },
      { member: leader.id, id: newId() },
      { member: 'x', id: "'" },
    ];
    for (const each of wrong) {
      expect(await auditor.call('officeCommissionDetail', each)).toMatchObject(refused('not_found'));
      const sourcesOf = await auditor.call('officeCommissionSources', { ...each, generation: 1 });
      expect(sourcesOf).toMatchObject(refused('not_found'));
    }
  });

  test('is taken along as a table', async () => {
    const owner = await site.operator('owner');
    const { data } = await owner.call('officeCommissionExport', { run });
    expect(data.name).toBe(`commission-${run}.csv`);
    expect(data.csv.split('\r\n')).toEqual([
      '\uFEFFrun,day,kind,leader_id,leader,level,amount,state,taken,at,id',
      expect.stringContaining(`${run},${run},day,${leader.id},${leader.account},1,4.79,done,0.00,`),
      expect.stringContaining(`${first.account},1,2.66,done,`),
      '',
    ]);
    expect(data.next).toBeUndefined();
    expect(await owner.call('officeCommissionExport', { run, after: 'x' })).toMatchObject(
      refused('validation'),
    );
    const after = `479_${leader.id}_${run}`;
    const rest = await owner.call('officeCommissionExport', { run, after });
    expect(rest.data.csv.split('\r\n')).toHaveLength(2);
    expect(await owner.call('officeCommissionExport', { run: '1999-12-31' })).toMatchObject(
      refused('not_found'),
    );
  });
});
