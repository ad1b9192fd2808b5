import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../core/database/transaction.ts';
import { testWallet } from '../../testing/book.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { readAgain, readDay, recordedUpTo, type DayStakes } from './theoretical.ts';

describe("what the house keeps of members' stakes", () => {
  let book: TestSettling;
  beforeAll(async () => {
    book = await testSettling();
  }, 60_000);
  afterAll(() => book.close());

  const timeZone = 'UTC';
  const today = () => new Date().toISOString().slice(0, 10);
  const shift = (hours: number) =>
    book.database.pool.query(
      `update bet set settled_at = settled_at - $1 * interval '1 hour' where shard >= 0 and settled_at > now() - interval '1 hour'`,
      [hours],
    );
  const dayOf = async (day: string, of: Member): Promise<unknown> => {
    const found: DayStakes[] = [];
    await transaction(book.database.pool, (client) =>
      readDay(client, { day, timeZone }, (rows) => Promise.resolve(void found.push(...rows))),
    );
    return found.filter(({ memberId }) => memberId === of.id).map(told);
  };
  const told = ({ bets, stakesMinor, theoretical }: DayStakes) => [bets, stakesMinor, theoretical];

  it('are recorded when a bet is placed, by the margins of the markets at its prices', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    const [one = '', two = '', three = ''] = await book.open(3);
    const single = await book.bet(member, [pick.home(one)]);
    const double = await book.bet(member, [pick.home(one), pick.over(two)]);
    const system = await book.bet(member, [pick.home(one), pick.over(two), pick.halfDraw(three)], {
      type: 'system',
      k: 2,
      stake: '1.00',
    });
    const { rows } = await book.database.pool.query<{ id: string; margin_micro: number }>(
      'select id, margin_micro from bet where shard = $1 and member_id = $2 order by id',
      [member.shard, member.id],
    );
    // 5 % keeps 0.047619, 4 % 0.038461, 6 % 0.056603.
    expect(rows).toEqual([
      { id: single, margin_micro: 47_619 },
      { id: double, margin_micro: 84_248 },
      { id: system, margin_micro: 92_887 },
    ]);
    const owner = { shard: member.shard, memberId: member.id };
    expect(await book.modules.book.service.betDetails(owner, double)).toMatchObject({ kept: '8.42' });
    // A later margin changes nothing.
    await book.database.pool.query(
      'update market set margin_bp = 900, version = version + 1 where event_id = $1',
      [one],
    );
    await book.result(one, [1, 0]);
    await book.result(two, [0, 0]);
    expect(await dayOf(today(), member)).toEqual([[2n, 2_000n, 1_000n * (47_619n + 84_248n)]]);
  });

  it('are of the day a bet was first won or lost; a resettlement changes that day', async () => {
    const member = await testWallet(book.database.pool, 100_000n);
    const [event = '', other = ''] = await book.open(2);
    await book.bet(member, [pick.home(event)]);
    await book.bet(member, [pick.home(other)]);
    await book.result(event, [1, 0]);
    const { pool } = book.database;
    const { rows } = await pool.query<{ day: string; now: Date }>(
      `select (now() - interval '48 hours')::date as day, clock_timestamp() as now`,
    );
    const [{ day, now } = { day: '', now: new Date(0) }] = rows;
    await shift(48);
    expect(await dayOf(day, member)).toEqual([[1n, 1_000n, 47_619_000n]]);
    // A loss counts like a win.
    await book.result(event, [0, 1]);
    expect(await dayOf(day, member)).toEqual([[1n, 1_000n, 47_619_000n]]);
    expect(await dayOf(today(), member)).toEqual([]);
    // Void: nothing is left of the day, and that is reported.
    const version = await book.events.rulings.voidBets(event, {}, { by: 'referee', why: 'test' });
    await book.settle();
    expect(await dayOf(day, member)).toEqual([]);
    const again = async (since: Date) =>
      (await readAgain(pool, { since, day: today(), timeZone }))
        .filter(({ memberId }) => memberId === member.id)
        .map((one) => [one.day, ...told(one)]);
    expect(await again(now)).toEqual([[day, 0n, 0n, 0n]]);
    await book.events.rulings.undoVoid(event, version, { by: 'referee', why: 'test' });
    await book.settle();
    expect(await again(now)).toEqual([[day, 1n, 1_000n, 47_619_000n]]);
    expect(await dayOf(day, member)).toEqual([[1n, 1_000n, 47_619_000n]]);
    expect(await again(await recordedUpTo(pool).then((at) => new Date(at.getTime() + 60_000)))).toEqual([]);
  });

  it('are complete up to before the oldest transaction still running', async () => {
    const { pool } = book.database;
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ at: Date }>('select now() as at');
    const began = rows[0]?.at.getTime() ?? 0;
    expect((await recordedUpTo(pool)).getTime()).toBeLessThan(began);
    await client.query('commit');
    client.release();
    expect((await recordedUpTo(pool)).getTime()).toBeGreaterThan(began - 1_001);
  });
});
