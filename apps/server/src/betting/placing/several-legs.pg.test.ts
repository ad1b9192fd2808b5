import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Input } from '@touchline/contract/routes';
import { oddsFactor } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { systemFactor } from '@touchline/money/system';
import { newId } from '../../core/ids.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { legRowsOf, listed, testPlacing, refusalOf, type TestPlacing } from '../../testing/placing.ts';

let book: TestPlacing;
beforeAll(async () => {
  book = await testPlacing({ env: { PAYOUT_MAX: '100000.00', LIVE_DELAY_MS: '0' } });
});
afterAll(() => book.close());

type Leg = Input<'orderAdd'>['legs'][number];
const events = async (count: number): Promise<string[]> => {
  const made = await Promise.all(Array.from({ length: count }, () => testEvent(book.database.pool)));
  const ids = made.map(({ id }) => id);
  await book.board.refresh(ids);
  return ids;
};
const draw = (event: string): Leg => ({ event, market: '1x2', selection: 'X', odds: '3.40' });
const order = (legs: Leg[], rest: Partial<Input<'orderAdd'>> = {}): Input<'orderAdd'> => ({
  key: newId(),
  type: 'accumulator',
  stake: '10.00',
  accept: 'none',
  legs,
  ...rest,
});

describe('an accumulator', () => {
  it('of twenty legs is one bet with twenty legs, and the records show it as it was answered', async () => {
    const legs = (await events(20)).map((event) => ({ ...draw(event), selection: '1', odds: '2.10' }));
    const member = await testWallet(book.database.pool, 100_000n);
    const input = order(legs, { stake: '0.01' });
    expect(await refusalOf(book.placing.place(member, input))).toMatchObject({ reason: 'stake_max' });
    const two = order(legs.slice(0, 2));
    const bet = await book.placing.place(member, two);
    expect(bet).toMatchObject({ type: 'accumulator', lines: 1, odds: '4.41', potential: '44.10' });
    expect(await book.records.byId({ shard: member.shard, memberId: member.id }, [bet.id])).toEqual([
      listed(bet),
    ]);
    expect(listed(await book.placing.place(member, two))).toEqual(listed(bet));
    const rich = await testPlacing({
      env: { STAKE_MIN: '0.01', STAKE_MAX: '10000.00', PAYOUT_MAX: '10000000000.00' },
      beside: book,
    });
    const long = await rich.placing.place(member, order(legs, { stake: '1.00' }));
    expect(long.legs.map(({ event }) => event)).toEqual(legs.map(({ event }) => event));
    // 2.1 to the 20th is 2,782,184.294…
    expect(long).toMatchObject({ odds: '2782184.294', potential: '2782184.29' });
    expect(await book.records.byId({ shard: member.shard, memberId: member.id }, [long.id])).toEqual([
      listed(long),
    ]);
    await rich.close();
  });

  it('with one moved leg is left whole, and judged again', async () => {
    const [one = '', other = ''] = await events(2);
    const member = await testWallet(book.database.pool, 100_000n);
    const move = (odds: string, version: number) =>
      book.database.pool.query(
        `update market set odds_milli = $2, version = $3 where event_id = $1 and market = '1x2'`,
        [other, odds, version],
      );
    await move('{2100,3600,3600}', 2);
    const legs = [draw(one), draw(other)];
    const better = await book.placing.place(member, order(legs, { accept: 'better' }));
    expect(better).toMatchObject({ odds: '12.24', potential: '122.40' });
    expect(await legRowsOf(book, better.id)).toMatchObject([
      { n: 1, odds_milli: 3400, price_version: 1 },
      { n: 2, odds_milli: 3600, price_version: 2 },
    ]);
    await move('{2100,3000,3600}', 3);
    const again = order(legs, { accept: 'better', again: true });
    const refusal = {
      reason: 'price_changed',
      detail: { legs: [{ odds: '3.40' }, { event: other, odds: '3.00' }] },
    };
    expect(await refusalOf(book.placing.place(member, again))).toMatchObject(refusal);
    expect(await refusalOf(book.placing.place(member, again))).toMatchObject(refusal);
  });

  it('with one closed leg is refused, naming that leg', async () => {
    const [one = '', other = ''] = await events(2);
    const member = await testWallet(book.database.pool, 100_000n);
    await book.database.pool.query(`update market set state = 'closed', version = 2 where event_id = $1`, [
      other,
    ]);
    const { reason, detail } = await refusalOf(book.placing.place(member, order([draw(one), draw(other)])));
    expect({ reason, legs: detail.legs }).toMatchObject({ reason: 'closed', legs: [{ event: other }] });
    expect(detail.legs).toHaveLength(1);
  });
});

describe('a handicap struck in play', () => {
  const handicap = { market: 'asian_handicap', line: '0.5', selection: 'away', odds: '1.90' };
  const inPlay = async (): Promise<string> => {
    const { id } = await testEvent(book.database.pool, {
      kickOff: new Date(Date.now() - 600_000),
      state: 'live',
    });
    await book.database.pool.query(
      `insert into market (event_id, market, line, in_play, margin_bp, selections, odds_milli, moves)
       values ($1, 'asian_handicap', '-0.5', true, 400, '{home,away}', '{1950,1900}', '{0,0}')`,
      [id],
    );
    await score(id, 1, 0);
    await book.board.refresh([id]);
    return id;
  };
  const score = (event: string, home: number, away: number) =>
    book.database.pool.query(
      'update event set home_goals = $2, away_goals = $3, version = version + 1, updated_at = now() where id = $1',
      [event, home, away],
    );

  it('keeps the line of its side and the score it counts from, that of the row', async () => {
    const event = await inPlay();
    const member = await testWallet(book.database.pool, 100_000n);
    const single = (stake: string) =>
      book.placing.place(member, order([{ event, ...handicap }], { type: 'single', stake }));
    const bet = await single('10.00');
    expect(bet.legs).toMatchObject([{ line: '0.5', since: { home: 1, away: 0 }, odds: '1.90' }]);
    expect(await book.records.byId({ shard: member.shard, memberId: member.id }, [bet.id])).toEqual([
      listed(bet),
    ]);
    // A goal that this process does not know yet.
    await score(event, 1, 1);
    expect((await single('11.00')).legs).toMatchObject([{ since: { home: 1, away: 1 } }]);
    expect(await legRowsOf(book, bet.id)).toMatchObject([
      { market: 'asian_handicap', line: '0.5', since: '1-0' },
    ]);
  });

  it('keeps no score on another market, nor before the match', async () => {
    const event = await inPlay();
    const member = await testWallet(book.database.pool, 100_000n);
    const bet = await book.placing.place(member, order([draw(event)], { type: 'single' }));
    expect(await legRowsOf(book, bet.id)).toMatchObject([{ market: '1x2', since: '' }]);
    await book.database.pool.query(
      `update event set kick_off = now() + interval '1 hour', state = 'scheduled', version = version + 1 where id = $1`,
      [event],
    );
    const early = await book.placing.place(member, order([{ event, ...handicap }], { type: 'single' }));
    expect(early.legs[0]?.since).toBeUndefined();
  });
});

describe('a book that moves all the time', () => {
  it('takes each bet at a price and version the row had, or refuses it; never at another', async () => {
    const [one = '', other = ''] = await events(2);
    const members = await Promise.all(
      Array.from({ length: 8 }, () => testWallet(book.database.pool, 100_000n)),
    );
    const stop = new AbortController();
    const move = async () => {
      for (let version = 2; !stop.signal.aborted; version++) {
        await book.database.pool.query(
          `update market set odds_milli = array[2100, 3000 + $2::int, 3600], version = $2
           where event_id = $1 and market = '1x2'`,
          [version % 2 ? one : other, version],
        );
      }
    };
    const mover = move();
    const bets = members.flatMap((member) =>
      Array.from({ length: 6 }, (_, i) =>
        book.placing.place(member, order([draw(one), draw(other)], { accept: 'any', stake: `5.0${i}` })),
      ),
    );
    const answers = await Promise.allSettled(bets);
    stop.abort();
    await mover;
    // Tried again six times, most succeed; one that does not may be sent again with its key.
    const reasons = answers.flatMap((a) => (a.status === 'rejected' ? [String(a.reason)] : []));
    expect(reasons.every((reason) => reason.includes('unavailable'))).toBe(true);
    const { rows } = await book.database.pool.query<{ odds_milli: number; price_version: number }>(
      `select odds_milli, price_version from leg where shard >= 0 and event_id = any ($1)`,
      [[one, other]],
    );
    expect(rows).toHaveLength((answers.length - reasons.length) * 2);
    const wrong = rows.filter(
      (l) => l.odds_milli !== (l.price_version === 1 ? 3400 : 3000 + l.price_version),
    );
    expect(wrong).toEqual([]);
    for (const answer of answers) {
      if (answer.status === 'rejected') continue;
      const { stake, potential, legs } = answer.value;
      const milli = legs.map(({ odds }) => BigInt(Math.round(Number(odds) * 1000)));
      const pays =
        (BigInt(Math.round(Number(stake) * 100)) * (milli[0] ?? 0n) * (milli[1] ?? 0n)) / 1_000_000n;
      expect(potential).toBe(`${pays / 100n}.${String(pays % 100n).padStart(2, '0')}`);
    }
  });
});

describe('a system', () => {
  it('takes the stake of each line and shows what all lines may return', async () => {
    const legs = (await events(8)).map(draw);
    const member = await testWallet(book.database.pool, 100_000n);
    const bet = await book.placing.place(member, order(legs, { type: 'system', k: 4, stake: '0.10' }));
    const factor = systemFactor(
      4,
      legs.map(() => oddsFactor(3400)),
    );
    expect(bet).toMatchObject({ type: 'system', k: 4, lines: 70, unit: '0.10', stake: '7.00' });
    expect(bet.potential).toBe((Number(payout(10n, factor)) / 100).toFixed(2));
    expect(bet.odds).toBe('133.633');
    expect(await book.available(member)).toBe(100_000n - 700n);
    expect(await book.records.byId({ shard: member.shard, memberId: member.id }, [bet.id])).toEqual([
      listed(bet),
    ]);
  });

  it('is charged its unit times its lines, for every system, and the ledger agrees', async () => {
    const all = await events(9);
    const slips = fc.integer({ min: 2, max: 9 }).chain((n) =>
      fc.record({
        n: fc.constant(n),
        k: fc.integer({ min: 1, max: n }),
        unit: fc.integer({ min: 100, max: 300 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(slips, async ({ n, k, unit }) => {
        const member = await testWallet(book.database.pool, 50_000n);
        const legs = all.slice(0, n).map((event) => ({ ...draw(event), selection: '1', odds: '2.10' }));
        const stake = (unit / 100).toFixed(2);
        const lines = choose(n, k);
        const charged = BigInt(unit) * lines;
        const bets = book.placing.place(member, order(legs, { type: 'system', k, stake })).then(
          (bet) => [{ lines: bet.lines, unit: bet.unit, stake: bet.stake }],
          () => [],
        );
        // Refused only for want of money.
        const afford = charged <= 50_000n;
        const whole = `${charged / 100n}.${String(charged % 100n).padStart(2, '0')}`;
        expect(await bets).toEqual(afford ? [{ lines: Number(lines), unit: stake, stake: whole }] : []);
        expect(await book.available(member)).toBe(afford ? 50_000n - charged : 50_000n);
      }),
      { numRuns: 16 },
    );
  });

  it('never costs more than the wallet has, however many are sent at once', async () => {
    const legs = (await events(3)).map(draw);
    const members = await Promise.all(
      Array.from({ length: 20 }, () => testWallet(book.database.pool, 5_000n)),
    );
    const answers = await Promise.allSettled(
      members.flatMap((member) =>
        Array.from({ length: 6 }, (_, i) =>
          book.placing.place(member, order(legs, { type: 'system', k: 2, stake: `3.0${i}` })),
        ),
      ),
    );
    // Five times 9.00 and a little; the sixth no longer fits.
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20 * 5);
    for (const member of members) {
      const left = await book.available(member);
      expect(left).toBeGreaterThanOrEqual(0n);
      expect(left).toBeLessThan(900n);
    }
  });
});

const choose = (n: number, k: number): bigint =>
  k === 0 || k === n ? 1n : choose(n - 1, k - 1) + choose(n - 1, k);
