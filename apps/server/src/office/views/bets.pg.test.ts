import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Reports } from '../../betting/report/service.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { testEvent } from '../../testing/book.ts';
import { outcomeOf, testTouchline, type TestMember, type TestTouchline } from '../../testing/touchline.ts';
import { Wallet } from '../../ledger/service.ts';

let site: TestTouchline;
let owner: TestTouchline['call'];
beforeAll(async () => {
  site = await testTouchline({ env: { PLAY_GRANT: '1000', SITE_TIME_ZONE: 'Pacific/Kiritimati' } });
  owner = (await site.operator('owner')).call;
});
afterAll(() => site.close());

type Person = TestMember;
const opened = async (competition?: string): Promise<string> => {
  const { pool } = site.database;
  const { id } = await testEvent(pool);
  if (competition !== undefined) {
    await pool.query(`insert into competition (id, name) values ($1, $1) on conflict do nothing`, [
      competition,
    ]);
    await pool.query('update event set competition_id = $2 where id = $1', [id, competition]);
  }
  await site.modules.book.service.board.refresh([id]);
  return id;
};
const bet = async (member: Person, stake: string, ...events: string[]): Promise<string> => {
  const legs = events.map((event) => ({ event, market: '1x2', selection: 'X', odds: '3.40' }));
  const type = legs.length === 1 ? 'single' : 'accumulator';
  const answer = await member.call('orderAdd', { key: newId(), type, stake, accept: 'none', legs });
  expect(answer).toMatchObject({ code: 1 });
  return answer.data.id;
};
const booked = async (
  member: Person,
  ref: string,
  kind: 'payout' | 'refund' | 'correction',
  amountMinor: bigint,
) => {
  const counterAccount = kind === 'refund' ? 'stakes' : 'payouts';
  const of = { memberId: member.id, shard: shardOf(member.id), key: newId(), ref };
  const [done] = await new Wallet(site.database).post([{ ...of, kind, amountMinor, counterAccount }]);
  expect(done).toMatchObject({ outcome: 'applied' });
};
const dayOf = (days: number): string =>
  new Date(Date.now() + (14 + 24 * days) * 3_600_000).toISOString().slice(0, 10);
const span = { from: dayOf(-3), to: dayOf(1) };

/** What a plain sum over entries and legs gives. */
const recomputed = async (): Promise<unknown> => {
  const { rows } = await site.database.pool.query(
    `select c.id, (sum(-amount) filter (where kind = 'stake'))::bigint as stakes,
       coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as refunds,
       coalesce(sum(amount) filter (where counter_account = 'payouts'), 0)::bigint as payouts,
       count(*) filter (where kind = 'stake') as bets
     from entry e
     cross join lateral (
       select case when count(distinct v.competition_id) = 1 then min(v.competition_id) else '' end as id
       from bet_leg l join event v on v.id = l.event_id
       where l.shard = e.shard and l.member_id = e.member_id and l.bet_id = e.ref
     ) c
     where counter_account in ('stakes', 'payouts') group by 1 order by 2 desc, 1`,
  );
  return rows;
};
const kept = async (): Promise<unknown> => {
  const { rows } = await site.database.pool.query(
    `select competition_id as id, sum(stakes)::bigint as stakes, sum(refunds)::bigint as refunds,
       sum(payouts)::bigint as payouts, sum(bets)::bigint as bets
     from report_day where competition_id <> '*' group by 1 order by 2 desc, 1`,
  );
  return rows;
};

describe('bets over all members', () => {
  test('are summed by competition as the entries say, each on the day it is booked', async () => {
    const [one, two, member, other] = [
      await opened('league-a'),
      await opened('league-b'),
      await site.member(),
      await site.member(),
    ];
    const won = await bet(member, '10.00', one);
    await bet(member, '20.00', two);
    await bet(other, '5.00', one, two);
    const pushed = await bet(other, '4.00', two);
    await booked(member, won, 'payout', 34_00n);
    await booked(other, pushed, 'refund', 4_00n);
    const competitions = async () => {
      await site.folded();
      return (await owner('officeReportCompetitions', span)).data.list;
    };
    expect(await competitions()).toEqual([
      {
        competition: { id: 'league-b', name: 'league-b' },
        stakes: '24.00',
        refunds: '4.00',
        payouts: '0.00',
        ggr: '20.00',
        hold: '100.00',
        bets: 2,
      },
      {
        competition: { id: 'league-a', name: 'league-a' },
        stakes: '10.00',
        refunds: '0.00',
        payouts: '34.00',
        ggr: '-24.00',
        hold: '-240.00',
        bets: 1,
      },
      { stakes: '5.00', refunds: '0.00', payouts: '0.00', ggr: '5.00', hold: '100.00', bets: 1 },
    ]);
    const { csv, name } = (await owner('officeReportExport', { ...span, table: 'competitions' })).data;
    expect(name).toBe(`competitions-${span.from}-${span.to}.csv`);
    expect(csv.trim().split(/\r?\n/)).toEqual([
      'id,competition,stakes,refunds,payouts,ggr,hold_percent,bets',
      'league-b,league-b,24.00,4.00,0.00,20.00,100.00,2',
      'league-a,league-a,10.00,0.00,34.00,-24.00,-240.00,1',
      ',,5.00,0.00,0.00,5.00,100.00,1',
    ]);
    // Settled again: it is of the day that is booked, and the day before stays as it was reported.
    await site.database.pool.query(`update report_day set day = day - 1; `);
    await booked(member, won, 'correction', -34_00n);
    await site.folded();
    const today = { from: dayOf(0), to: dayOf(0) };
    expect((await owner('officeReportCompetitions', today)).data.list).toMatchObject([
      { competition: { id: 'league-a' }, stakes: '0.00', payouts: '-34.00', ggr: '34.00', bets: 0 },
    ]);
    await site.database.pool.query('update report_mark set zone = null');
    await competitions();
    expect(await kept()).toEqual(await recomputed());
    // Days come from the entries again, and each member counts once a day.
    const [day] = (await owner('officeReportDays', today)).data.list;
    expect(day).toMatchObject({ day: dayOf(0), bets: 4, members: 2 });
  });

  test('are folded exactly by several servers while members bet', async () => {
    const events = await Promise.all(['league-a', 'league-b', 'league-c'].map((id) => opened(id)));
    const members = await Promise.all(Array.from({ length: 6 }, () => site.member()));
    const done = new AbortController();
    const roll = async (): Promise<void> => {
      while (!done.signal.aborted) await owner('officeReportCompetitions', span);
    };
    const rolling = [roll(), roll()];
    await Promise.all(
      members.map(async (member, m) => {
        for (const [e, event] of events.entries()) {
          const id = await bet(member, `${m + e + 1}.00`, event);
          await booked(member, id, 'payout', BigInt(m + 1));
        }
      }),
    );
    done.abort();
    await Promise.all(rolling);
    await expect
      .poll(async () => {
        await owner('officeReportCompetitions', span);
        return kept();
      })
      .toEqual(await recomputed());
  });

  test('are shown one by one with their history, for their member only', async () => {
    const [event, member, other] = [await opened(), await site.member(), await site.member()];
    const id = await bet(member, '12.00', event);
    const { data } = await owner('officeMemberBet', { member: member.id, id });
    expect(data).toMatchObject({
      id,
      stake: '12.00',
      legs: [{ event, market: '1x2', selection: 'X' }],
      timeline: [{ what: 'placed', amount: '-12.00' }],
    });
    const listed = (await owner('officeMemberBets', { member: member.id })).data;
    const { timeline: _, receipts, kept, ...plain } = data;
    expect(kept, 'percent of the stake').toMatch(/^\d+\.\d\d$/);
    expect(receipts, 'their nonces are the member’s alone').toEqual([]);
    expect(listed.list).toEqual([plain]);
    for (const strange of [
      { member: other.id, id },
      { member: member.id, id: newId() },
      { member: newId(), id },
      { member: 'nobody', id: 'nothing' },
    ]) {
      expect(outcomeOf(await owner('officeMemberBet', strange))).toBe('not_found');
    }
  });

  test('are listed by what they may return, while they are open', async () => {
    const { pool } = site.database;
    const [event, member] = [await opened(), await site.member()];
    const ids: string[] = [];
    for (const stake of ['300.00', '100.00', '200.00']) ids.push(await bet(member, stake, event));
    await site.folded();
    const large = async (input = {}) => (await owner('officeBigBets', { limit: 2, ...input })).data;
    const first = await large();
    expect(first).toMatchObject({
      list: [
        { bet: { id: ids[0], stake: '300.00', potential: '1020.00' }, member: { account: member.account } },
        { bet: { id: ids[2], potential: '680.00' } },
      ],
      more: true,
    });
    expect((await large({ page: 2 })).list[0]?.bet.id).toBe(ids[1]);
    await pool.query(`update bet set state = 'lose', settled_at = now(), payout = 0 where id = $1`, [ids[0]]);
    expect((await large()).list.map(({ bet: { id } }) => id)).toEqual([ids[2], ids[1]]);
    // Those that no query meets are removed by the sweep; a bet that is open again is put back.
    const reports = new Reports({ pool, timeZone: 'UTC' });
    const kept = async (): Promise<unknown[]> =>
      (await pool.query('select bet_id from large_bet where bet_id = any ($1)', [ids])).rows.map(
        (row) => row.bet_id,
      );
    await pool.query(`update bet set state = 'lose', settled_at = now(), payout = 0 where id = $1`, [ids[1]]);
    expect(await kept()).toEqual(expect.arrayContaining([ids[1], ids[2]]));
    await reports.sweep();
    expect(await kept()).toEqual([ids[2]]);
    await pool.query(`update bet set state = 'open', settled_at = null, payout = null where id = $1`, [
      ids[1],
    ]);
    await pool.query(
      `insert into bet_notice (shard, member_id, bet_id, n, event_id, ruling, state_before, payout_before, settled_before,
         state_after, booked)
       select shard, member_id, id, 1, $2, 1, 'lose', 0, now(), 'open', 0 from bet where id = $1`,
      [ids[1], event],
    );
    await reports.tidy();
    expect(await kept()).toEqual(expect.arrayContaining([ids[1], ids[2]]));
    const support = (await site.operator('support', 'cashier', 'content')).call;
    expect(await support('officeBigBets')).toMatchObject({ status: 403 });
  });
});
