import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { testWallet } from '../../testing/book.ts';
import { pick, testSettling, type TestSettling } from '../../testing/settling.ts';
import { Wallet } from '../../ledger/service.ts';
import { placingName } from '../../core/database/transaction.ts';

let book: TestSettling;
beforeAll(async () => {
  book = await testSettling();
});
afterAll(() => book.close());

let event: string;
beforeEach(async () => {
  [event = ''] = await book.open(1);
  book.told.length = 0;
});

const home = (of = event) => pick.home(of);
const draw = (of = event) => pick.draw(of);
const over = (of = event) => pick.over(of);
const halfDraw = (of = event) => pick.halfDraw(of);
const rich = () => testWallet(book.database.pool, 100_000n);
const ruling = async (ft: [number, number] | null) => {
  const result = { ht: { home: 0, away: 0 }, source: 'test', confirmedBy: 'referee' };
  await book.events.rulings.recordResult(event, {
    ...result,
    ft: ft ? { home: ft[0], away: ft[1] } : undefined,
  });
  const [key] = await book.due();
  if (!key) throw new Error('no ruling');
  return key;
};

describe('a settlement run', () => {
  it('pays winners, leaves losers, returns voids, each to the cent, and settles the markets', async () => {
    const member = await rich();
    const won = await book.bet(member, [home()], { stake: '12.34' });
    const lost = await book.bet(member, [draw()]);
    const total = await book.bet(member, [over()]);
    await book.result(event, [2, 1], { ht: [1, 0] });
    expect(await book.state(member, won)).toEqual(['win', '25.91', 'win']);
    expect(await book.state(member, lost)).toEqual(['lose', '0.00', 'lose']);
    expect(await book.state(member, total)).toEqual(['win', '19.00', 'win']);
    expect(await book.available(member)).toBe(100_000n - 1_234n - 2_000n + 2_591n + 1_900n);
    expect(book.board.market(event, '1x2')?.state).toBe('settled');
  });

  it('settles first-half bets at half time and the others at full time, each once', async () => {
    const member = await rich();
    const half = await book.bet(member, [halfDraw()]);
    const full = await book.bet(member, [home()]);
    expect(await book.settlement.run(await ruling(null))).toMatchObject({ bets: 1, paidMinor: 2_100n });
    expect(await book.state(member, half)).toEqual(['win', '21.00', 'win']);
    expect(await book.state(member, full)).toEqual(['waiting', undefined, undefined]);
    expect(await book.settlement.run(await ruling([1, 0]))).toMatchObject({ bets: 1, paidMinor: 2_100n });
    expect(await book.available(member)).toBe(100_000n - 2_000n + 4_200n);
  });

  it('run again does nothing, and a run of an older ruling undoes nothing', async () => {
    const member = await rich();
    await book.bet(member, [home()]);
    const key = await ruling([1, 0]);
    await book.settlement.run(key);
    const nothing = { bets: 0, paidMinor: 0n, takenMinor: 0n, lostMinor: 0n };
    expect(await book.settlement.run(key)).toEqual(nothing);
    await book.settlement.run(await ruling([1, 1]));
    expect(await book.settlement.run(key)).toEqual(nothing);
    expect(await book.available(member)).toBe(99_000n);
  });

  it('corrected books only the difference, takes no more than is available, and notifies each affected member', async () => {
    const [stays, gains, loses] = [await rich(), await rich(), await rich()];
    const spent = await testWallet(book.database.pool, 1_000n);
    await book.bet(stays, [{ ...over(), selection: 'under', odds: '1.95' }]);
    const drawn = await book.bet(gains, [draw()]);
    const gone = await book.bet(loses, [home()]);
    const kept = await book.bet(spent, [home()]);
    await book.result(event, [1, 0]);
    const [other = ''] = await book.open(1);
    await book.bet(spent, [home(other)], { stake: '15.00' });
    expect(await book.settlement.run(await ruling([1, 1]))).toEqual({
      bets: 3,
      paidMinor: 3_400n,
      takenMinor: 2_100n + 600n,
      lostMinor: 1_500n,
    });
    expect(await book.available(stays)).toBe(100_950n);
    expect(await book.available(gains)).toBe(102_400n);
    expect(await book.available(loses)).toBe(99_000n);
    expect(await book.available(spent)).toBe(0n);
    expect(await book.state(gains, drawn)).toEqual(['win', '34.00', 'win']);
    const { rows } = await book.database.pool.query(
      `select bet_id, n, state_before, payout_before, state_after, payout_after, booked, lost from bet_notice
       where event_id = $1 order by bet_id`,
      [event],
    );
    expect(rows).toEqual([
      {
        bet_id: drawn,
        n: 2,
        state_before: 'lose',
        payout_before: 0n,
        state_after: 'win',
        payout_after: 3_400n,
        booked: 3_400n,
        lost: 0n,
      },
      {
        bet_id: gone,
        n: 2,
        state_before: 'win',
        payout_before: 2_100n,
        state_after: 'lose',
        payout_after: 0n,
        booked: -2_100n,
        lost: 0n,
      },
      {
        bet_id: kept,
        n: 2,
        state_before: 'win',
        payout_before: 2_100n,
        state_after: 'lose',
        payout_after: 0n,
        booked: -600n,
        lost: 1_500n,
      },
    ]);
    // Corrected back: money that the member kept is not paid twice.
    await book.result(event, [1, 0]);
    expect(await book.available(spent)).toBe(600n);
    expect(book.told.length).toBeGreaterThan(6);
  });

  it('killed after any chunk continues and pays each bet once', async () => {
    const members = await Promise.all(Array.from({ length: 30 }, rich));
    for (const member of members) {
      await book.bet(member, [home()]);
      await book.bet(member, [home()]);
    }
    const key = await ruling([1, 0]);
    // A ledger that fails at every third chunk, after it has written but before the transaction ends.
    class DyingWallet extends Wallet {
      #calls = 0;

      override async payMany(...given: Parameters<Wallet['payMany']>) {
        const paid = await super.payMany(...given);
        this.#calls += 1;
        if (this.#calls % 3 === 0) throw new Error('killed');
        return paid;
      }
    }
    const dying = new DyingWallet(book.database);
    let kills = 0;
    for (let done = false; !done;) {
      done = await book
        .beside({ wallet: dying })
        .run(key)
        .then(
          () => true,
          () => false,
        );
      if (!done) kills += 1;
    }
    expect(kills).toBeGreaterThan(3);
    for (const member of members) expect(await book.available(member)).toBe(102_200n);
    const { rows } = await book.database.pool.query(
      'select bets, paid_minor, finished_at is not null as finished from settlement_run where event_id = $1',
      [event],
    );
    expect(rows).toEqual([{ bets: 60n, paid_minor: '126000', finished: true }]);
  });

  it('run by several workers at once pays each bet once', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, rich));
    for (const member of members) await book.bet(member, [home()]);
    const key = await ruling([1, 0]);
    const runs = await Promise.all([1, 2, 3].map(() => book.settlement.run(key)));
    expect(runs.reduce((sum, run) => sum + run.bets, 0)).toBe(20);
    for (const member of members) expect(await book.available(member)).toBe(101_100n);
  });

  it('waits for a bet that is still being written, and settles it too', async () => {
    const { database } = book;
    const late = await testWallet(database.pool, 10_000n);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select from wallet where member_id = $1 for update', [late.id]);
    const order = { key: newId(), type: 'single', stake: '10.00', accept: 'none' } as const;
    const placed = book.placing.place(late, { ...order, legs: [home()] });
    await expect.poll(() => book.isWaiting(placingName)).toBe(true);
    await database.pool.query(`update market set state = 'closed' where event_id = $1`, [event]);
    const settled = book.settlement.run(await ruling([1, 0]));
    await book.looksTwice();
    await holder.query('commit');
    holder.release();
    await placed;
    expect(await settled).toMatchObject({ bets: 1, paidMinor: 2_100n });
    expect(await book.available(late)).toBe(11_100n);
  });

  it('that has stalled is continued, and one that ended is not', async () => {
    const member = await rich();
    await book.bet(member, [home()]);
    await ruling([1, 0]);
    await book.settlement.resume(60_000);
    expect(await book.available(member)).toBe(99_000n);
    await book.settlement.resume(0);
    expect(await book.available(member)).toBe(101_100n);
    await book.settlement.resume(0);
    expect(await book.available(member)).toBe(101_100n);
  });
});

it('the records agree: every bet follows from its legs, rulings and entries, and the ledger is consistent', async () => {
  expect(await book.differences()).toEqual([]);
});
