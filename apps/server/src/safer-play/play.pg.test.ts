import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { verifyExposure } from '../betting/exposure/verify.ts';
import { insertSession } from '../accounts/session-queries.ts';
import { newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { testAccount, testWallet } from '../testing/book.ts';
import { refusalOf } from '../testing/placing.ts';
import { testSaferPlay, type TestSaferPlay } from '../testing/safer-play.ts';
import { pick, type Member } from '../testing/settling.ts';

let book: TestSaferPlay;
beforeAll(async () => {
  book = await testSaferPlay();
});
afterAll(() => book.close());
beforeEach(() => book.clock.set(new Date()));

const ownerOf = ({ id, shard }: Member) => ({ memberId: id, shard });
const member = (): Promise<Member> => testWallet(book.database.pool, 100_000n);
const order = (event: string, stake: string): Input<'orderAdd'> => ({
  key: newId(),
  type: 'single',
  stake,
  accept: 'none',
  again: true,
  legs: [pick.home(event)],
});
const setLimit = (of: Member, kind: 'stake' | 'loss' | 'deposit', amount?: string, by = book.play) =>
  by.limitSave(ownerOf(of), { kind, period: 'day', amount });
const staked = async (of: Member): Promise<bigint> => 100_000n - (await book.available(of));
const counts = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.filter(({ status }) => status === 'fulfilled').length;
/** Why some were refused; nothing else may go wrong. */
const reasonsOf = (settled: readonly PromiseSettledResult<unknown>[]) => [
  ...new Set(
    settled.flatMap((each) => {
      if (each.status === 'fulfilled') return [];
      return each.reason instanceof Refused ? [each.reason.reason] : [String(each.reason)];
    }),
  ),
];
const hour = 3_600_000;

describe('limits of stakes and losses', () => {
  test('let in what fits to the cent, and tell what is left and until when', async () => {
    const [event = ''] = await book.open(1);
    const one = await member();
    await setLimit(one, 'stake', '25.00');
    await book.placing.place(one, order(event, '10.00'));
    const refused = await refusalOf(book.placing.place(one, order(event, '15.01')));
    expect(refused).toMatchObject({
      reason: 'limit_reached',
      detail: { limit: 'stake', period: 'day', left: '15.00' },
    });
    expect(Date.parse(refused.detail.until ?? '')).toBeGreaterThan(Date.now());
    await book.placing.place(one, order(event, '15.00'));
    expect((await refusalOf(book.other.placing.place(one, order(event, '0.01')))).detail.left).toBe('0.00');
    expect(await staked(one)).toBe(2_500n);
  });

  test('a refunded stake gives its room back, a won bet makes room for losses', async () => {
    const [a = '', b = ''] = await book.open(2);
    const one = await member();
    await setLimit(one, 'stake', '20.00');
    await setLimit(one, 'loss', '30.00');
    await book.placing.place(one, order(a, '20.00'));
    await book.events.rulings.voidBets(a, {}, { by: 'ada', why: 'test' });
    await book.settle();
    await book.placing.place(one, order(b, '20.00'));
    await setLimit(one, 'stake', '20.00');
    expect((await refusalOf(book.placing.place(one, order(b, '0.01')))).detail.limit).toBe('stake');

    const [c = ''] = await book.open(1);
    const two = await member();
    await setLimit(two, 'loss', '30.00');
    await book.placing.place(two, order(b, '20.00'));
    await book.placing.place(two, order(b, '10.00'));
    expect((await refusalOf(book.placing.place(two, order(c, '1.00')))).detail.limit).toBe('loss');
    await book.result(b, [1, 0]);
    await book.placing.place(two, order(c, '63.00'));
    expect((await refusalOf(book.placing.place(two, order(c, '0.01')))).detail.left).toBe('0.00');
  });

  test('bets from many devices and two processes at once never go over, and use all there is', async () => {
    const [event = ''] = await book.open(1);
    for (let round = 0; round < 8; round++) {
      const one = await member();
      await setLimit(one, round % 2 === 0 ? 'stake' : 'loss', '30.00');
      const bets = [0, 1, 2, 3, 4, 5].map((i) =>
        (i % 2 === 0 ? book : book.other).placing.place(one, order(event, '10.00')),
      );
      const settled = await Promise.allSettled(bets);
      expect(reasonsOf(settled)).toEqual(['limit_reached']);
      expect([counts(settled), await staked(one)]).toEqual([3, 3_000n]);
    }
  });

  test('a limit set on one device holds at once on the other, in the midst of bets', async () => {
    const [event = ''] = await book.open(1);
    for (let round = 0; round < 8; round++) {
      const one = await member();
      await book.other.placing.place(one, order(event, '1.00'));
      const work = [
        book.other.placing.place(one, order(event, '5.00')),
        book.other.placing.place(one, order(event, '5.00')),
        book.other.placing.place(one, order(event, '5.00')),
        setLimit(one, 'stake', '2.00'),
        book.placing.place(one, order(event, '5.00')),
        book.placing.place(one, order(event, '5.00')),
        book.placing.place(one, order(event, '5.00')),
      ];
      await Promise.allSettled(work);
      const before = await staked(one);
      expect(await refusalOf(book.other.placing.place(one, order(event, '1.01')))).toMatchObject({
        reason: 'limit_reached',
      });
      expect(await staked(one)).toBe(before);
    }
  });

  test('when raised and lowered at once the lower limit wins, and no limit rises without its wait', async () => {
    for (let round = 0; round < 10; round++) {
      const one = await member();
      await setLimit(one, 'stake', '100');
      await Promise.all([
        setLimit(one, 'stake', '500'),
        setLimit(one, 'stake', '50', book.other.play),
        setLimit(one, 'stake'),
        setLimit(one, 'stake', '40', book.other.play),
        setLimit(one, 'stake', '60'),
      ]);
      const [limit] = (await book.play.info(ownerOf(one))).limits;
      expect(limit?.amount).toBe('40.00');
      // A pending change is not in force before its time.
      const yes = book.play.limitConfirm(ownerOf(one), limit?.pending?.id ?? newId());
      expect(await refusalOf(yes)).toMatchObject({ reason: 'limit_state' });
    }
  });

  test('a higher limit needs a day and one confirmation, and letters announce it', async () => {
    const [event = ''] = await book.open(1, { kickOff: new Date(Date.now() + 48 * hour) });
    const one = await member();
    await setLimit(one, 'stake', '10');
    await setLimit(one, 'stake', '80');
    const waits = async () => (await book.play.info(ownerOf(one))).limits[0]?.pending;
    const { id = '', ready } = (await waits()) ?? {};
    expect(ready).toBe(false);
    await book.play.tellReady();
    book.clock.advance(24 * hour);
    await book.play.tellReady();
    await book.play.tellReady();
    expect((await waits())?.ready).toBe(true);
    expect(await refusalOf(book.placing.place(one, order(event, '11')))).toMatchObject({
      reason: 'limit_reached',
    });
    const both = [book.play, book.other.play].map((play) => play.limitConfirm(ownerOf(one), id));
    expect(counts(await Promise.allSettled(both))).toBe(1);
    await book.placing.place(one, order(event, '80'));
    const told = book.lettersTo(one.id).map(({ template }) => template);
    expect(told).toEqual(['limit_lowered', 'limit_ready', 'limit_raised']);
  });
});

describe('the limits of a member', () => {
  test('cost nothing for members who have set nothing', async () => {
    const [event = ''] = await book.open(1);
    const one = await member();
    await book.placing.place(one, order(event, '10'));
    expect(book.memberLimits.judge(ownerOf(one), 10n ** 9n, new Date())).toEqual({
      gate: 0n,
      counted: null,
    });
    const { rows } = await book.database.pool.query('select from play where member_id = $1', [one.id]);
    expect(rows).toEqual([]);
  });

  test('a key that was used answers as it did, also when its member is excluded now', async () => {
    const [event = ''] = await book.open(1);
    const one = await member();
    const placed = order(event, '10');
    const bet = await book.placing.place(one, placed);
    await setLimit(one, 'stake', '10');
    const refused = order(event, '1');
    for (const { placing } of [book, book.other]) {
      expect((await placing.place(one, placed)).id).toBe(bet.id);
      expect((await refusalOf(placing.place(one, refused))).reason).toBe('limit_reached');
    }
    await book.play.timeOut(ownerOf(one), '7d');
    for (const { placing } of [book, book.other]) {
      expect((await placing.place(one, placed)).id).toBe(bet.id);
      expect((await refusalOf(placing.place(one, refused))).reason).toBe('limit_reached');
      expect(await refusalOf(placing.place(one, { ...placed, stake: '11' }))).toMatchObject({
        reason: 'key_reused',
      });
      expect((await refusalOf(placing.place(one, order(event, '1')))).detail).toMatchObject({
        restriction: 'time_out',
      });
    }
  });

  test('a reality check stops the next bet until it is seen, in every process', async () => {
    const [event = ''] = await book.open(1);
    const one = await member();
    book.clock.set(new Date());
    await book.placing.place(one, order(event, '10'));
    await book.other.placing.place(one, order(event, '10'));
    // As if play had begun twenty minutes ago.
    await book.database.owner.query(
      `update entry set at = at - interval '20 minutes' where shard = $1 and member_id = $2 and kind = 'stake'`,
      [one.shard, one.id],
    );
    await book.play.realitySave(ownerOf(one), 15);
    const info = await book.play.info(ownerOf(one));
    expect(info.reality).toMatchObject({
      minutes: 15,
      due: true,
      session: { stakes: '20.00', open: '20.00', net: '0.00' },
    });
    for (const { placing } of [book, book.other]) {
      expect((await refusalOf(placing.place(one, order(event, '1')))).reason).toBe('reality_check');
    }
    book.clock.set(new Date());
    await book.other.play.realitySeen(ownerOf(one));
    await book.placing.place(one, order(event, '1'));
    expect((await book.play.info(ownerOf(one))).reality.due).toBe(false);
  });
});

describe('exclusion', () => {
  const openSession = async ({ id: memberId }: Member): Promise<string> => {
    const id = newId();
    const now = book.clock.now();
    await insertSession(book.database.pool, {
      id,
      memberId,
      userAgent: 'test',
      address: '127.0.0.1',
      refreshHash: Buffer.from(id),
      now,
      expiresAt: new Date(now.getTime() + hour),
    });
    return id;
  };
  const openSessionsOf = async ({ id }: Member): Promise<string[]> => {
    const { rows } = await book.database.pool.query<{ id: string }>(
      'select id from session where member_id = $1 and ended_at is null order by id',
      [id],
    );
    return rows.map((row) => row.id);
  };

  test('returns bets on matches that have not begun, leaves the others, and reports it', async () => {
    const [a = '', b = '', c = ''] = await book.open(3);
    const one = await member();
    const single = await book.bet(one, [pick.home(a)]);
    const double = await book.bet(one, [pick.home(a), pick.draw(b)]);
    const begun = await book.bet(one, [pick.home(c), pick.home(b)]);
    await book.database.pool.query(`update event set kick_off = now() - interval '1 minute' where id = $1`, [
      c,
    ]);
    await testAccount(book.database.pool, one);
    const [kept, ended] = [await openSession(one), await openSession(one)];
    expect(await openSessionsOf(one)).toEqual([kept, ended].toSorted());
    await book.play.exclude(ownerOf(one), '6m', { except: kept });
    for (const id of [single, double]) {
      expect((await book.state(one, id)).slice(0, 2)).toEqual(['refund', '10.00']);
    }
    expect((await book.state(one, begun))[0]).toBe('waiting');
    expect(await staked(one)).toBe(1_000n);
    expect(await openSessionsOf(one)).toEqual([kept]);
    const told = book.lettersTo(one.id);
    expect(told.map(({ template }) => template)).toEqual(['excluded', 'stakes_returned']);
    expect(told[1]?.fields).toEqual({ bets: '2', amount: '20.00' });
    expect((await refusalOf(book.other.placing.place(one, order(a, '1')))).detail.restriction).toBe(
      'excluded',
    );
    // Asked again, longer, nothing more moves.
    await book.play.exclude(ownerOf(one), 'permanent');
    await book.play.finishReturns(0);
    expect(await staked(one)).toBe(1_000n);
    expect((await book.play.info(ownerOf(one))).restriction?.until).toBeUndefined();

    // Returned bets stay refunded after any result; bets on matches under way are settled.
    await book.result(a, [1, 0]);
    await book.result(b, [1, 0]);
    await book.result(c, [1, 0]);
    expect((await book.state(one, single)).slice(0, 2)).toEqual(['refund', '10.00']);
    expect((await book.state(one, begun)).slice(0, 2)).toEqual(['win', '44.10']);
    expect(await book.differences()).toEqual([]);
  });

  test('what was sold of a bet is not returned twice', async () => {
    const [a = ''] = await book.open(1);
    const one = await member();
    const bet = await book.bet(one, [pick.home(a)]);
    // As a sale of two fifths would have left it.
    await book.database.pool.query(
      `update bet set cashed_stake = 400, cash_out = 380 where shard = $1 and id = $2`,
      [one.shard, bet],
    );
    await book.wallet.post([
      {
        ...ownerOf(one),
        key: newId(),
        kind: 'cash_out',
        ref: bet,
        amountMinor: 380n,
        counterAccount: 'payouts',
      },
    ]);
    const leg = { eventId: a, market: '1x2', line: '', selection: '1', since: '' };
    const part = { isSingle: true, legs: [leg], stakeMinor: 400n, potentialMinor: 840n };
    await book.exposure.inLane((lane) =>
      book.exposure.sell(book.database.pool, lane, { ...ownerOf(one), ...part }),
    );
    await book.play.exclude(ownerOf(one), '1y');
    expect((await book.state(one, bet)).slice(0, 2)).toEqual(['refund', '6.00']);
    expect(await staked(one)).toBe(20n);
  });

  test('a stake that was paid back once and is still owed is not returned again', async () => {
    const [a = ''] = await book.open(1);
    const one = await member();
    const bet = await book.bet(one, [pick.home(a)]);
    // As a void that was undone would have left it, its refund out of reach.
    await book.wallet.post([
      {
        ...ownerOf(one),
        key: newId(),
        kind: 'refund',
        ref: bet,
        amountMinor: 1_000n,
        counterAccount: 'stakes',
      },
    ]);
    await book.database.pool.query(`update bet set lost = stake where shard = $1 and id = $2`, [
      one.shard,
      bet,
    ]);
    await book.play.exclude(ownerOf(one), '1y');
    expect((await book.state(one, bet))[0]).toBe('waiting');
    expect(await staked(one)).toBe(0n);
    expect(await book.differences()).toEqual([]);
  });

  test('a bet ends once while its match is settled at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const [a = ''] = await book.open(1);
      const members = await Promise.all([member(), member(), member()]);
      const bets = await Promise.all(members.map((each) => book.bet(each, [pick.home(a)])));
      await book.events.rulings.recordResult(a, {
        ht: { home: 0, away: 0 },
        ft: { home: 1, away: 0 },
        source: 'test',
        confirmedBy: 'ref',
      });
      // As if the result were known before the match began: so that both want the bet.
      await book.database.pool.query(`update event set state = 'scheduled' where id = $1`, [a]);
      await Promise.all([
        book.settle(),
        ...members.map((each) => book.play.exclude(ownerOf(each), '6m')),
        ...members.map((each) => book.other.play.exclude(ownerOf(each), '1y')),
      ]);
      for (const [i, each] of members.entries()) {
        const [state, payout] = await book.state(each, bets[i] ?? '');
        expect([
          ['refund', '10.00', 0n],
          ['win', '21.00', -1_100n],
        ]).toContainEqual([state, payout, await staked(each)]);
      }
    }
    expect(await book.differences()).toEqual([]);
  });

  test('bets placed at the same time are either refused or returned', async () => {
    const [a = ''] = await book.open(1);
    for (let round = 0; round < 8; round++) {
      const one = await member();
      await book.other.placing.place(one, order(a, '1'));
      const bets = [book, book.other, book, book.other].map(({ placing }) =>
        placing.place(one, order(a, '5')),
      );
      const [settled] = await Promise.all([
        Promise.allSettled(bets),
        book.play.exclude(ownerOf(one), 'permanent'),
      ]);
      expect(['', 'excluded']).toContain(reasonsOf(settled).join());
      expect(await staked(one)).toBe(0n);
    }
  });

  test('killed in between, it continues and returns each stake once', async () => {
    const [a = ''] = await book.open(1);
    for (const deadly of ['stakes.returned', 'stakes.committed'] as const) {
      const one = await member();
      for (let n = 0; n < 3; n++) await book.bet(one, [pick.home(a)]);
      book.failpoint.at = (name) => {
        if (name === deadly) throw new Error('killed');
      };
      await expect(book.play.exclude(ownerOf(one), '2y')).rejects.toThrow('killed');
      book.failpoint.at = () => undefined;
      expect(await staked(one)).toBe(deadly === 'stakes.returned' ? 3_000n : 0n);
      await book.other.play.finishReturns(60_000);
      expect(await staked(one)).toBe(deadly === 'stakes.returned' ? 3_000n : 0n);
      await Promise.all([book.other.play.finishReturns(0), book.play.finishReturns(0)]);
      expect(await staked(one)).toBe(0n);
      const letters = book.lettersTo(one.id).map(({ template }) => template);
      expect(letters).toEqual(['excluded', 'stakes_returned']);
    }
    expect(await book.differences()).toEqual([]);
  });

  test('is over when its time is, the member has said so, and a day has passed', async () => {
    const [a = ''] = await book.open(1);
    const one = await member();
    book.clock.set(new Date());
    await book.play.exclude(ownerOf(one), '6m');
    expect((await refusalOf(book.play.askReturn(ownerOf(one)))).reason).toBe('excluded');
    const began = book.clock.now();
    // The half year is over.
    await book.database.pool.query(
      `update play set until = now() - interval '2 days' where shard = $1 and member_id = $2`,
      [one.shard, one.id],
    );
    await book.play.realitySave(ownerOf(one), undefined);
    expect((await book.play.restrictionOf(ownerOf(one)))?.mayReturn).toBe(true);
    expect((await refusalOf(book.placing.place(one, order(a, '1')))).reason).toBe('excluded');
    book.clock.set(new Date(began.getTime() - 25 * hour));
    await book.play.askReturn(ownerOf(one));
    expect(await book.play.restrictionOf(ownerOf(one))).toBeDefined();
    book.clock.set(began);
    expect(await book.play.restrictionOf(ownerOf(one))).toBeUndefined();
    await book.placing.place(one, order(a, '1'));
    expect([...(await book.play.restricted([one.id]))]).toEqual([]);
  });
});

test('after all this the exposure is what the bets say', async () => {
  expect((await verifyExposure(book.database.pool)).differences).toEqual([]);
});
