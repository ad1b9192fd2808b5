import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testEvent } from '../../testing/book.ts';
import { outcomeOf, testTouchline, type TestTouchline } from '../../testing/touchline.ts';

let site: TestTouchline;
let trader: TestTouchline['call'];
beforeAll(async () => {
  site = await testTouchline({
    env: {
      EXPOSURE_CAP_EVENT: '100.00',
      EXPOSURE_CAP_MEMBER: '60.00',
      PLAY_GRANT: '1000',
    },
  });
  trader = (await site.operator('trader')).call;
});
afterAll(() => site.close());

const opened = async (): Promise<string> => {
  const { id } = await testEvent(site.database.pool);
  await site.modules.book.service.board.refresh([id]);
  return id;
};

const leg = (event: string, market: string, selection: string, odds: string) => ({
  event,
  market,
  selection,
  odds,
  line: market === 'over_under' ? '2.5' : undefined,
});
const bet = async (
  member: TestTouchline['call'],
  stake: string,
  ...legs: ReturnType<typeof leg>[]
): Promise<void> => {
  const type = legs.length === 1 ? 'single' : 'accumulator';
  const answer = await member('orderAdd', { key: newId(), type, stake, accept: 'none', legs });
  expect(answer).toMatchObject({ code: 1 });
};

describe('what the house may lose', () => {
  test('is by score over all markets of a match, in money', async () => {
    const [event, member] = [await opened(), await site.member()];
    await bet(member.call, '10.00', leg(event, '1x2', 'X', '3.40'));
    await bet(member.call, '20.00', leg(event, 'over_under', 'over', '1.90'));
    await bet(member.call, '5.00', leg(event, 'ht_1x2', '1', '2.70'));
    const { data } = await trader('officeExposureEvent', { id: event });
    const at = (home: number, away: number, cells = data.cells) =>
      cells.find((cell: { home: number; away: number }) => cell.home === home && cell.away === away);
    // X wins 24, over loses 20, home at half time wins 8.50 or loses 5.
    expect(at(0, 0)).toEqual({ home: 0, away: 0, worst: '1.00', best: '1.00' });
    expect(at(1, 1)).toEqual({ home: 1, away: 1, worst: '-12.50', best: '1.00' });
    expect(at(2, 2)).toEqual({ home: 2, away: 2, worst: '-50.50', best: '-37.00' });
    expect(at(0, 1)).toEqual({ home: 0, away: 1, worst: '35.00', best: '35.00' });
    expect(data).toMatchObject({
      worst: '50.50',
      best: '35.00',
      caps: [
        { scope: 'event', used: '50.50', cap: '100.00', percent: 50 },
        { scope: 'market', used: '24.00' },
        { scope: 'selection', used: '24.00' },
        { scope: 'member', used: '50.50', cap: '60.00', percent: 84 },
      ],
    });
    expect(data.markets.map(({ market, worst }) => [market, worst])).toEqual([
      ['1x2', '24.00'],
      ['over_under', '18.00'],
      ['ht_1x2', '8.50'],
    ]);
    expect(data.markets[1]?.selections).toEqual([
      expect.objectContaining({
        selection: 'over',
        line: '2.5',
        stake: '20.00',
        potential: '38.00',
        cost: '18.00',
      }),
    ]);
    // By half time and full time: what the first half has decided is certain.
    const half = (await trader('officeExposureEvent', { id: event, ht: '1-0' })).data;
    expect(half.ht).toEqual({ home: 1, away: 0 });
    expect(at(0, 0, half.cells)).toBeUndefined();
    expect(at(1, 1, half.cells)).toMatchObject({ worst: '-12.50', best: '-12.50' });
  });

  test('names the parts of bet builders, and counts these by score', async () => {
    const [event, member] = [await opened(), await site.member()];
    await site.database.pool.query('update event set home_mean = 1.5, away_mean = 1.1 where id = $1', [
      event,
    ]);
    await site.modules.book.service.board.refresh([event]);
    const parts = [
      { market: '1x2', selection: '1' },
      { market: 'over_under', selection: 'under', line: '2.5' },
    ];
    const { data: quote } = await member.call('builderQuote', { event, parts });
    const { odds } = quote;
    const legs = [{ event, market: 'builder', selection: 'all', odds, parts }];
    const order = { key: newId(), type: 'single', stake: '10.00', accept: 'none', legs };
    expect(await member.call('orderAdd', order)).toMatchObject({ code: 1 });
    const { data } = await trader('officeExposureEvent', { id: event });
    const cost = (Number(odds) * 10 - 10).toFixed(2);
    expect(data.markets).toEqual([
      expect.objectContaining({
        market: 'builder',
        worst: cost,
        selections: [expect.objectContaining({ selection: 'all', parts, stake: '10.00', cost })],
      }),
    ]);
    const at = data.cells.find(({ home, away }: { home: number; away: number }) => home === 2 && away === 0);
    expect(at?.worst).toBe(`-${cost}`);
  });

  test('leaves out what a match has passed', async () => {
    const [event, member] = [await opened(), await site.member()];
    await bet(member.call, '10.00', leg(event, '1x2', 'X', '3.40'));
    await site.database.pool.query(
      `update event set state = 'live', home_goals = 1, away_goals = 0, version = version + 1, updated_at = now()
       where id = $1`,
      [event],
    );
    await site.modules.book.service.board.refresh([event]);
    const { data } = await trader('officeExposureEvent', { id: event });
    expect(data.event).toMatchObject({ state: 'live', score: { home: 1, away: 0 } });
    expect(data.cells).toHaveLength(42);
    // With a goal of the home side no first half ends without one later than it was scored: it may still be 0-0 no more.
    expect((await trader('officeExposureEvent', { id: event, ht: '0-0' })).data.cells).toEqual([]);
    expect((await trader('officeExposureEvent', { id: event, ht: '2-0' })).data.cells).toHaveLength(35);
  });

  test('is listed by the worst case, summed by day and competition, with alerts near a cap', async () => {
    const [small, large, member] = [await opened(), await opened(), await site.member()];
    await bet(member.call, '10.00', leg(small, '1x2', 'X', '3.40'));
    await bet(member.call, '24.00', leg(large, '1x2', 'X', '3.40'));
    const other = await site.member();
    await bet(other.call, '10.00', leg(large, '1x2', 'X', '3.40'));
    const { data } = await trader('officeExposureList', { limit: 100 });
    const mine = data.list.filter(({ event }: { event: { id: string } }) =>
      [small, large].includes(event.id),
    );
    expect(mine).toMatchObject([
      { event: { id: large }, worst: '81.60', best: '34.00', stake: '34.00', percent: 81 },
      { event: { id: small }, worst: '24.00', stake: '10.00', percent: 24 },
    ]);
    const sum = data.list.reduce((all, { worst }) => all + Number(worst), 0);
    expect(Number(data.site.used)).toBeCloseTo(sum);
    expect(Number(data.competitions[0]?.worst)).toBeCloseTo(sum);
    expect(data.competitions[0]).toMatchObject({
      competition: { id: 'test', name: 'Test Cup' },
      events: data.total,
      cap: { scope: 'competition', cap: '10000000.00', percent: 0 },
    });
    expect(data.days.reduce((all, { events }) => all + events, 0)).toBe(data.total);
    const about = data.alerts.filter(({ event }) => event?.id === large);
    expect(about).toMatchObject([
      { scope: 'event', used: '81.60', cap: '100.00', percent: 81 },
      { scope: 'member', used: '57.60', cap: '60.00', percent: 96, member: { account: member.account } },
    ]);
    const above = (await trader('officeExposureList', { memberAbove: '23.99' })).data.alerts;
    expect(above.filter(({ scope, event }) => scope === 'member' && event?.id === large)).toHaveLength(2);
    expect((await trader('officeExposureList', { limit: 1, page: 2 })).data.list).toHaveLength(1);
  });

  test('refuses ids that are none, and amounts that are none', async () => {
    for (const id of [newId(), 'x', "' or 1=1"]) {
      expect(await trader('officeExposureEvent', { id })).toMatchObject({
        code: 0,
        data: { reason: 'not_found' },
      });
    }
    const event = await opened();
    expect(outcomeOf(await trader('officeExposureEvent', { id: event, ht: '1:0' }))).toBe('validation');
    expect(outcomeOf(await trader('officeExposureList', { memberAbove: '1.234' }))).toBe('validation');
    expect((await trader('officeExposureEvent', { id: event })).data).toMatchObject({
      worst: '0.00',
      best: '0.00',
      markets: [],
    });
  });
});
