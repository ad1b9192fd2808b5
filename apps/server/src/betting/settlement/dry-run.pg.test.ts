import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatAmount } from '@touchline/money/amount';
import { testWallet } from '../../testing/book.ts';
import { commandLists } from '../../testing/commands.ts';
import { pick, testSettling, type TestSettling } from '../../testing/settling.ts';
import type { Assumed } from './dry-run.ts';

let book: TestSettling;
beforeAll(async () => {
  book = await testSettling();
});
afterAll(() => book.close());

const rows = async () => {
  const { rows: found } = await book.database.pool.query(
    `select (select jsonb_agg(b order by b.id) from bet b) as bets, (select jsonb_agg(w order by w.member_id) from wallet w)
       as wallets, (select count(*) from entry) as entries, (select count(*) from graded) as grades,
       (select jsonb_agg(s order by s.event_id) from standing s) as standings`,
  );
  return found;
};

describe('a dry run', () => {
  it('reports what a run would do, by market and in all, and changes nothing', async () => {
    const [a = '', b = ''] = await book.open(2);
    const member = await testWallet(book.database.pool, 100_000n);
    await book.bet(member, [pick.home(a)]);
    await book.bet(member, [pick.over(a)]);
    await book.bet(member, [pick.home(a), pick.draw(b)]);
    await book.bet(member, [pick.draw(a), pick.draw(b)]);
    await book.events.rulings.recordResult(a, {
      ft: { home: 2, away: 1 },
      ht: { home: 0, away: 0 },
      source: 'x',
    });
    const before = await rows();
    expect(await book.settlement.dryRun(a, { result: 1 })).toMatchObject({
      bets: 3,
      paysMinor: 2_100n + 1_900n,
      takesMinor: 0n,
      settled: 3,
      resettled: 0,
      reopened: 0,
      open: 0,
      markets: {
        '1x2': { bets: 2, paysMinor: 2_100n, takesMinor: 0n },
        over_under: { bets: 1, paysMinor: 1_900n, takesMinor: 0n },
      },
    });
    expect(await rows()).toEqual(before);
    await book.events.rulings.confirmResult(a, 1, 'ada');
    await book.settle();
    await book.events.rulings.recordResult(a, { ft: { home: 2, away: 2 }, source: 'y' });
    expect(await book.settlement.dryRun(a, { result: 2 })).toMatchObject({
      bets: 3,
      paysMinor: 0n,
      takesMinor: 2_100n,
      settled: 1,
      resettled: 1,
      reopened: 1,
    });
  });

  it('refuses an unknown proposal or void', async () => {
    const [a = ''] = await book.open(1);
    await expect(book.settlement.dryRun(a, { result: 3 })).rejects.toMatchObject({
      problem: 'not_proposed',
    });
    await expect(book.settlement.dryRun(a, { undone: 1 })).rejects.toMatchObject({
      problem: 'no_such_void',
    });
    expect(await book.settlement.dryRun(a, 'ruled')).toMatchObject({ bets: 0, open: 0 });
  });
});

type Step =
  | { does: 'result'; on: number; home: number; away: number }
  | { does: 'void'; on: number; market: boolean }
  | { does: 'undo'; on: number }
  | { does: 'spend' };
const steps = commandLists(
  fc.oneof(
    fc.record({ does: fc.constant('result' as const), on: fc.nat(2), home: fc.nat(2), away: fc.nat(2) }),
    fc.record({ does: fc.constant('void' as const), on: fc.nat(2), market: fc.boolean() }),
    fc.record({ does: fc.constant('undo' as const), on: fc.nat(2) }),
    fc.record({ does: fc.constant('spend' as const) }),
  ),
  { minLength: 3, maxLength: 9 },
);

it('equals the run that follows, after any earlier rulings and spending', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (path: Step[]) => {
      const events = await book.open(3);
      const [a = '', b = '', c = '', spare = ''] = [...events, ...(await book.open(1))];
      const members = await Promise.all(
        [4_000n, 40_000n].map((money) => testWallet(book.database.pool, money)),
      );
      for (const member of members) {
        await book.bet(member, [pick.home(a)], { stake: '3.33' });
        await book.bet(member, [pick.draw(a), pick.over(b)], { stake: '1.01' });
        await book.bet(member, [pick.home(a), pick.over(b), pick.home(c)], { stake: '2.77' });
        await book.bet(member, [pick.home(a), pick.over(b), pick.home(c)], {
          type: 'system',
          k: 2,
          stake: '0.37',
        });
      }
      const voids = new Map<string, number>();
      for (const step of path) {
        const on = 'on' in step ? (events[step.on] ?? a) : a;
        if (step.does === 'spend') {
          for (const member of members) {
            const left = await book.available(member);
            const stake = formatAmount(left, 2);
            if (left > 0n) await book.bet(member, [pick.home(spare)], { stake });
          }
          continue;
        }
        const [assumed, act] = planOf(step, on, voids);
        if (!assumed || !act) continue;
        const told = await book.settlement.dryRun(on, await assumed());
        await act();
        const [key] = await book.due();
        const done = key
          ? await book.settlement.run(key)
          : { bets: 0, paidMinor: 0n, takenMinor: 0n, lostMinor: 0n };
        expect({ bets: done.bets, pays: done.paidMinor, takes: done.takenMinor + done.lostMinor }).toEqual({
          bets: told.bets,
          pays: told.paysMinor,
          takes: told.takesMinor,
        });
        const markets = Object.values(told.markets);
        expect(markets.reduce((sum, { paysMinor }) => sum + paysMinor, 0n)).toBe(told.paysMinor);
        expect(markets.reduce((sum, { bets }) => sum + bets, 0)).toBe(told.bets);
        expect(told.settled + told.resettled + told.reopened).toBe(told.bets);
      }
    }),
    { numRuns: 6 },
  );
  expect(await book.differences()).toEqual([]);
});

/** A step's assumption, and its execution; neither when it is meaningless now. */
const planOf = (
  step: Exclude<Step, { does: 'spend' }>,
  on: string,
  voids: Map<string, number>,
): [(() => Promise<Assumed>)?, (() => Promise<unknown>)?] => {
  if (step.does === 'void') {
    const scope = step.market ? { market: '1x2' } : {};
    return [
      async () => ({ voided: scope }),
      async () => voids.set(on, await book.events.rulings.voidBets(on, scope, { by: 'ada', why: 'test' })),
    ];
  }
  if (step.does === 'undo') {
    const version = voids.get(on);
    if (version === undefined) return [];
    voids.delete(on);
    return [
      async () => ({ undone: version }),
      () => book.events.rulings.undoVoid(on, version, { by: 'ada', why: 'test' }),
    ];
  }
  let version = 0;
  return [
    async () => {
      const ft = { home: step.home, away: step.away };
      await book.events.rulings.recordResult(on, { ft, ht: { home: 0, away: 0 }, source: 'x' });
      const waiting = await book.events.rulings.waitingResults();
      version = waiting.findLast(({ eventId }) => eventId === on)?.version ?? 0;
      return version === 0 ? 'ruled' : { result: version };
    },
    async () => (version === 0 ? undefined : book.events.rulings.confirmResult(on, version, 'ada')),
  ];
};
