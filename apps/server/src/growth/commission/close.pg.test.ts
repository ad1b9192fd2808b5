import { hourMs } from '@touchline/contract/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLists } from '../../testing/commands.ts';
import { testTeams, type TestTeams } from '../../testing/teams.ts';
import { closePoints } from './points.ts';
import type { Owner } from '../../core/owner.ts';

const noon = new Date('2026-10-24T10:00:00Z');
class Killed extends Error {}

describe('closing a day', () => {
  let teams: TestTeams;
  beforeAll(async () => {
    teams = await testTeams();
  });
  beforeEach(() => teams.clear(noon));
  afterAll(() => teams.close());

  const later = (hours: number) => teams.clock.set(new Date(teams.clock.now().getTime() + hours * hourMs));
  /** A leader with three generations below. */
  const line = async (): Promise<[Owner, Owner, Owner, Owner]> => {
    const leader = await teams.join();
    const first = await teams.join(leader);
    const second = await teams.join(first);
    return [leader, first, second, await teams.join(second)];
  };

  it('pays each generation its share of the house’s average margin, the same for a win as for a loss', async () => {
    const [leader, first, second, third] = await line();
    await teams.bet(first, 100_000n, 47_619, 'win');
    await teams.bet(second, 100_000n, 47_619, 'lose');
    await teams.bet(third, 100_000n, 47_619, 'lose');
    await teams.bet(third, 500_000n, 47_619, 'refund');
    later(24);
    expect(await teams.team.close()).toEqual(['2026-10-24']);
    // 1000.00 × 4.7619 % = 47.619; 8 % of it 3.80952, 3 % 1.42857, 1 % 0.47619, each rounded down.
    expect(await teams.available(leader)).toBe(380n + 142n + 47n);
    expect(await teams.available(first)).toBe(380n + 142n);
    expect(await teams.available(second)).toBe(380n);
    expect(await teams.available(third)).toBe(0n);
    expect(await teams.team.close()).toEqual([]);
    expect(teams.letters.filter((one) => one.template === 'commission_paid')).toHaveLength(3);
    expect(await teams.differences()).toEqual([]);
  });

  it('belongs to the day on which a bet was first settled, by the clock of the site', async () => {
    const [leader, first] = await line();
    // 23:30 in Berlin on the day the clocks go back, then half an hour past midnight.
    teams.clock.set(new Date('2026-10-25T22:30:00Z'));
    await teams.bet(first, 100_000n, 47_619, 'win');
    teams.clock.set(new Date('2026-10-25T23:30:00Z'));
    await teams.bet(first, 100_000n, 47_619, 'lose');
    teams.clock.set(new Date('2026-10-26T00:00:00Z'));
    expect(await teams.team.close()).toEqual(['2026-10-24', '2026-10-25']);
    expect(await teams.available(leader)).toBe(380n);
    teams.clock.set(new Date('2026-10-27T00:00:00Z'));
    expect(await teams.team.close()).toEqual(['2026-10-26']);
    expect(await teams.available(leader)).toBe(760n);
  });

  it('waits until the day is over and all its bets are recorded', async () => {
    teams.clock.set(new Date('2026-10-24T22:01:00Z'));
    expect(await teams.team.close()).toEqual([]);
    teams.clock.set(new Date('2026-10-24T22:02:00Z'));
    expect(await teams.team.close()).toEqual(['2026-10-24']);
  });

  it('books the difference when a bet is void afterwards, and nothing when a win becomes a loss', async () => {
    const [leader, first] = await line();
    const kept = await teams.bet(first, 100_000n, 47_619, 'win');
    const lost = await teams.bet(first, 100_000n, 47_619, 'win');
    later(24);
    await teams.team.close();
    expect(await teams.available(leader)).toBe(761n);
    await teams.settleAgain(kept, 'lose');
    await teams.settleAgain(lost, 'refund');
    later(24);
    await teams.team.close();
    expect(await teams.available(leader)).toBe(380n);
    const { list } = await teams.team.commissions(leader, { limit: 10, offset: 0 });
    expect(list).toMatchObject([{ day: '2026-10-24', amount: '3.80', state: 'paid' }]);
    const detail = await teams.team.commission(leader, list[0]?.id ?? '');
    expect(detail?.lines).toMatchObject([
      { kind: 'day', people: 1, stakes: '2000.00', theoretical: '95.238', rate: '8', amount: '7.61' },
      {
        kind: 'correction',
        people: 1,
        stakes: '-1000.00',
        theoretical: '-47.619',
        rate: '8',
        amount: '-3.81',
      },
    ]);
    // Revoked: the day is whole again.
    await teams.settleAgain(lost, 'open');
    await teams.settleAgain(lost, 'win');
    later(24);
    await teams.team.close();
    expect(await teams.available(leader)).toBe(761n);
    expect(await teams.differences()).toEqual([]);
  });

  it('claws back what is available, and the rest from later commission only', async () => {
    const [leader, first] = await line();
    const bet = await teams.bet(first, 100_000n, 47_619, 'win');
    later(24);
    await teams.team.close();
    await teams.drain(leader);
    await teams.wallet.post([
      { ...leader, key: 'a-little', kind: 'grant', amountMinor: 100n, counterAccount: 'promotions' },
    ]);
    await teams.settleAgain(bet, 'refund');
    later(24);
    await teams.team.close();
    expect(await teams.available(leader)).toBe(0n);
    const [day] = (await teams.team.commissions(leader, { limit: 10, offset: 0 })).list;
    expect(day).toMatchObject({ amount: '0.00', state: 'owed' });
    // Money of another source is left alone.
    await teams.wallet.post([
      {
        ...leader,
        key: 'recharge-1',
        kind: 'recharge',
        amountMinor: 5_000n,
        counterAccount: 'external:test',
      },
    ]);
    await teams.bet(first, 50_000n, 47_619, 'lose');
    later(24);
    await teams.team.close();
    expect(await teams.available(leader)).toBe(5_000n);
    await teams.bet(first, 100_000n, 47_619, 'lose');
    later(24);
    await teams.team.close();
    // 2.80 were owed: 1.90 came of the first bet, 0.90 of the second's 3.80.
    expect(await teams.available(leader)).toBe(5_290n);
    expect(await teams.differences()).toEqual([]);
  });

  it('leaves out a member who may be the leader, until the flag is cleared', async () => {
    const [leader, first, second] = await line();
    await teams.flag(second, leader);
    await teams.bet(second, 100_000n, 47_619, 'win');
    await teams.bet(first, 100_000n, 47_619, 'win');
    later(24);
    await teams.team.close();
    expect(await teams.available(leader)).toBe(380n);
    expect(await teams.available(first)).toBe(380n);
    const { rows } = await teams.team.flags.list('open', { limit: 10, offset: 0 });
    expect(rows).toMatchObject([
      { member_id: second.memberId, leader_id: leader.memberId, reason: 'same_device' },
    ]);
    await teams.team.flags.decide(
      { id: rows[0]?.id ?? '', version: 0, decision: 'clear', operatorId: leader.memberId },
      () => Promise.resolve(),
    );
    later(24);
    await teams.team.close();
    expect(await teams.available(leader)).toBe(380n + 142n);
    expect(await teams.differences()).toEqual([]);
  });

  it('uses the level of the day: conditions of the whole team, bets of the day among them', async () => {
    const leader = await teams.join();
    const friends = await Promise.all(Array.from({ length: 5 }, () => teams.join(leader)));
    await teams.pool.query(
      `insert into team_fact (shard, member_id, recharged) select shard, member_id, 10000 from team_tree`,
    );
    for (const friend of friends)
      for (let n = 0; n < 10; n++) await teams.bet(friend, 10_000n, 100_000, 'lose');
    later(24);
    await teams.team.close();
    // 5000.00 × 10 % × 9 %.
    expect(await teams.available(leader)).toBe(4_500n);
    expect(await teams.team.level(leader)).toBe(2);
  });

  it.each(closePoints)('continues where it was killed: %s', async (point) => {
    const [leader, first, second] = await line();
    await teams.bet(first, 100_000n, 47_619, 'win');
    await teams.bet(second, 200_000n, 47_619, 'win');
    later(24);
    let passed = 0;
    teams.onPoint((name) => {
      if (name === point && passed++ === 0) throw new Killed();
    });
    await expect(teams.team.close()).rejects.toThrow(Killed);
    await teams.team.close();
    expect(passed).toBeGreaterThan(0);
    expect(await teams.available(leader)).toBe(380n + 285n);
    expect(await teams.available(first)).toBe(761n);
    expect(await teams.differences()).toEqual([]);
  });

  it('is done once by several processes at once', async () => {
    const [leader, first, second] = await line();
    await teams.bet(first, 100_000n, 47_619, 'win');
    await teams.bet(second, 200_000n, 47_619, 'win');
    later(24);
    await Promise.all([teams.team.close(), teams.team.close(), teams.team.close()]);
    expect(await teams.available(leader)).toBe(380n + 285n);
    expect(await teams.differences()).toEqual([]);
  });

  const member = fc.nat(11);
  const command = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('bet' as const),
        member,
        stake: fc.integer({ min: 1, max: 900_000 }),
        micro: fc.integer({ min: 0, max: 200_000 }),
        state: fc.constantFrom('win' as const, 'lose' as const, 'refund' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('again' as const),
        bet: fc.nat(),
        state: fc.constantFrom('win' as const, 'lose' as const, 'refund' as const, 'open' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('flag' as const), member, generation: fc.nat(2) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('decide' as const), flag: fc.nat(), clear: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const), member }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('close' as const),
        point: fc.constantFrom(...closePoints),
        nth: fc.nat(3),
      }),
    },
  );

  type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

  it('equals the plain sum of the final facts, after any events and kills', async () => {
    const inviters = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        inviters,
        commandLists(command, { minLength: 5, maxLength: 40 }),
        async (above, commands) => {
          await teams.clear(noon);
          for (const [i, n] of above.entries()) await teams.join(i === 0 ? undefined : teams.members[n % i]);
          for (const one of commands) await play(one);
          teams.onPoint(() => undefined);
          later(30);
          await teams.team.close();
          later(30);
          await teams.team.close();
          const booked = await teams.booked();
          const reckoned = await teams.recomputed();
          for (const key of new Set([...booked.keys(), ...reckoned.keys()])) {
            expect([key, booked.get(key) ?? 0n]).toEqual([key, reckoned.get(key) ?? 0n]);
          }
          expect(await teams.differences()).toEqual([]);
          await expectBooks();
        },
      ),
      { numRuns: 12 },
    );
  });

  /** The office's figures agree with the ledger, with the statements of each closing, and with the tree. */
  const expectBooks = async (): Promise<void> => {
    const { desk } = teams.team;
    const { accounts } = await teams.wallet.trial(new Date());
    const balance = (name: string): bigint =>
      accounts.find(({ account }) => account === name)?.balanceMinor ?? 0n;
    const books = await desk.books();
    expect(balance('commission')).toBe(books.taken - books.credits);
    expect(balance('clearing:commission')).toBe(books.waiting);
    const { rows: closings } = await desk.runs({}, { limit: 100, offset: 0 });
    for (const { day, credits, back, leaders } of closings) {
      const { rows } = await desk.statements({ run: day, show: 'all' }, { limit: 1_000, offset: 0 });
      const sum = (sign: bigint): bigint =>
        rows.reduce((all, { amount }) => (amount * sign > 0n ? all + amount * sign : all), 0n);
      expect([day, sum(1n), sum(-1n)]).toEqual([day, credits, back]);
      expect(new Set(rows.filter(({ amount }) => amount > 0n).map((row) => row.leader_id)).size).toBe(
        leaders,
      );
      expect(await desk.statementsAfter(day, undefined, 1_000)).toEqual(rows);
    }
    const { rows: counted } = await teams.pool.query(
      `select leader_id as "memberId", count(*)::int as people from team_tree group by 1 order by 2 desc, 1`,
    );
    // Sizes include joins once no older transaction runs in the cluster, in any database.
    const sizes = async () => {
      const { rows } = await desk.teams(undefined, { limit: 1_000, offset: 0 });
      return rows.map(({ memberId, people }) => ({ memberId, people }));
    };
    await expect.poll(sizes).toEqual(counted);
  };

  const play = async (one: Command): Promise<void> => {
    const who = (n: number): Owner => teams.members[n % teams.members.length] ?? { shard: 0, memberId: '' };
    if (one.do === 'bet') await teams.bet(who(one.member), BigInt(one.stake), one.micro, one.state);
    if (one.do === 'again') {
      const bet = teams.bets[one.bet % Math.max(1, teams.bets.length)];
      if (bet) await teams.settleAgain(bet, one.state);
    }
    if (one.do === 'wait') later(one.hours);
    if (one.do === 'drain') await teams.drain(who(one.member));
    if (one.do === 'flag') {
      const { rows } = await teams.pool.query<Owner>(
        `select leader_shard as shard, leader_id as "memberId" from team_tree where member_id = $1 order by generation`,
        [who(one.member).memberId],
      );
      const leader = rows[one.generation];
      if (leader) await teams.flag(who(one.member), leader);
    }
    if (one.do === 'decide') {
      const { rows } = await teams.team.flags.list('open', { limit: 100, offset: 0 });
      const flag = rows[one.flag % Math.max(1, rows.length)];
      const decision = one.clear ? 'clear' : 'confirm';
      const note = () => Promise.resolve();
      if (flag)
        await teams.team.flags.decide(
          { id: flag.id, version: flag.version, decision, operatorId: flag.member_id },
          note,
        );
    }
    if (one.do === 'close') {
      let left = one.nth;
      teams.onPoint((name) => {
        if (name === one.point && left-- === 0) throw new Killed();
      });
      await teams.team.close().catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      teams.onPoint(() => undefined);
    }
  };
});
