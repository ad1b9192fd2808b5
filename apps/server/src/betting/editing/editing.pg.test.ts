import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input, Output } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { newId } from '../../core/ids.ts';
import { ownerOf } from '../../core/owner.ts';
import { addTestMatch, testEvent, testWallet } from '../../testing/book.ts';
import { commandLists } from '../../testing/commands.ts';
import { refusalOf } from '../../testing/placing.ts';
import { pick, testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { verifyExposure } from '../exposure/verify.ts';

type Pick = Edit['order']['legs'][number];
type Edit = Input<'betEdit'>;

const env = {
  CASH_OUT_FEE_BP: '500',
  LIVE_DELAY_MS: '5000',
  STAKE_MIN: '1.00',
  STAKE_MAX: '5000.00',
  EXPOSURE_CAP_EVENT: '20000.00',
  EXPOSURE_CAP_MEMBER: '1000.00',
};
let site: TestSettling;
/** A second process over the same database. */
let other: TestSettling;
let pool: TestSettling['database']['pool'];

beforeAll(async () => {
  site = await testSettling({ env });
  other = await testSettling({ env, beside: site, clock: site.clock });
  ({ pool } = site.database);
});
afterAll(async () => {
  await other.close();
  await site.close();
});

const look = async (event: string): Promise<void> => {
  await Promise.all([site.board.refresh([event]), other.board.refresh([event])]);
};
const opened = async (options: Parameters<typeof testEvent>[1] = {}): Promise<string> => {
  const { id } = await testEvent(pool, options);
  await pool.query('update event set home_mean = 1.5, away_mean = 1.1 where id = $1', [id]);
  await look(id);
  return id;
};

type Case = { member: Member; bet: string; event: string; stake: bigint; start: bigint };
/** 100.00 on a draw at 3.40, and what is left in the wallet after it. */
const single = async (availableMinor = 20_000n): Promise<Case> => {
  const event = await opened();
  const member = await testWallet(pool, availableMinor);
  const bet = await site.bet(member, [pick.draw(event)], { stake: '100.00' });
  return { member, event, bet, stake: 10_000n, start: availableMinor - 10_000n };
};
const minor = (text = ''): bigint => parseAmount(text, 2) ?? -1n;
const money = (amount: bigint): string => formatAmount(amount, 2);
const order = (legs: readonly Pick[], over: Partial<Edit['order']> = {}): Edit['order'] => ({
  type: legs.length === 1 ? 'single' : 'accumulator',
  stake: '50.00',
  accept: 'none',
  legs: [...legs],
  ...over,
});
const quoteOf = ({ member, bet }: Held) => site.cashOut.quote(member, bet);
type Held = { member: Member; bet: string };
/** An edit at the quote of now. */
const asked = async (one: Held, of: Edit['order'], over: Partial<Edit> = {}) => {
  const { quote, offer } = await quoteOf(one);
  return { offer: minor(offer), edit: { key: newId(), bet: one.bet, quote, order: of, ...over } };
};
const available = (member: Member) => site.available(member);
const betOf = async ({ member, bet }: Held): Promise<Bet | undefined> => (await site.bets(member, [bet]))[0];
const entriesOf = async ({ id, shard }: Member) => {
  const { rows } = await pool.query<{ kind: string; key: string; amount: bigint; ref: string }>(
    `select kind, key, amount, ref from entry where shard = $1 and member_id = $2 and kind in ('stake', 'cash_out')
     order by version`,
    [shard, id],
  );
  return rows;
};
/** The bet still runs, its wallet is as before, and the member has no other bet. */
const expectUntouched = async (one: Case): Promise<void> => {
  expect(await betOf(one)).toMatchObject({ state: 'waiting', stake: '100.00', cashOut: undefined });
  expect(await available(one.member)).toBe(one.start);
  expect(await entriesOf(one.member)).toHaveLength(1);
};
const reasonOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).reason;

describe('an edit', () => {
  it('sells the bet at the quote and places the other, each once, in one step', async () => {
    const one = await single();
    const { edit, offer } = await asked(one, order([pick.home(one.event)]));
    const { sold, placed } = await site.edit(one.member, edit);
    expect(sold).toMatchObject({ id: one.bet, state: 'lose', cashOut: money(offer) });
    expect(placed).toMatchObject({ state: 'waiting', stake: '50.00', odds: '2.10', potential: '105.00' });
    expect(placed.receipt).not.toBeNull();
    expect(sold.receipts.length).toBeGreaterThan(0);
    expect(await available(one.member)).toBe(one.start + offer - 5_000n);
    expect((await entriesOf(one.member)).slice(1)).toEqual([
      { kind: 'cash_out', key: `edit:${edit.key}`, amount: offer, ref: one.bet },
      { kind: 'stake', key: edit.key, amount: -5_000n, ref: placed.id },
    ]);
  });

  it('with one key is one edit, however often and wherever it is sent, also after a restart', async () => {
    const one = await single();
    const { edit, offer } = await asked(one, order([pick.home(one.event)]));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? site : other).edit(one.member, edit)),
    );
    const [first] = answers;
    for (const answer of answers) expect(answer.placed.id).toBe(first?.placed.id);
    site.clock.advance(60_000);
    const restarted = await testSettling({ env, beside: site });
    const again = await restarted.edit(one.member, edit);
    await restarted.close();
    expect(again.placed).toMatchObject({ id: first?.placed.id, stake: '50.00' });
    expect(again.sold).toMatchObject({ id: one.bet, cashOut: money(offer) });
    expect(await available(one.member)).toBe(one.start + offer - 5_000n);
    expect(await entriesOf(one.member)).toHaveLength(3);
  });

  it('under a key of another request is refused, in either direction', async () => {
    const one = await single();
    const legs = [pick.home(one.event)];
    const { edit } = await asked(one, order(legs));
    const key = newId();
    await site.placing.place(one.member, { key, ...order([pick.over(one.event)], { stake: '1.00' }) });
    expect(await reasonOf(site.edit(one.member, { ...edit, key }))).toBe('key_reused');
    expect(await betOf(one)).toMatchObject({ state: 'waiting' });
    await site.edit(one.member, edit);
    for (const changed of [
      { ...edit, order: order(legs, { stake: '51.00' }) },
      { ...edit, quote: 'another' },
    ]) {
      expect(await reasonOf(site.edit(one.member, changed))).toBe('key_reused');
    }
    expect(await reasonOf(site.placing.place(one.member, { key: edit.key, ...edit.order }))).toBe(
      'key_reused',
    );
    expect(await entriesOf(one.member)).toHaveLength(4);
  });

  it('may stake the money of the sale to the last cent, and not one more', async () => {
    const one = await single(10_000n);
    expect(one.start).toBe(0n);
    const { edit, offer } = await asked(one, order([pick.home(one.event)]));
    const staking = (amount: bigint): Edit => ({
      ...edit,
      order: order([pick.home(one.event)], { stake: money(amount) }),
    });
    expect(await reasonOf(site.edit(one.member, staking(offer + 1n)))).toBe('insufficient');
    await expectUntouched(one);
    // The refusal spent no key.
    await site.edit(one.member, staking(offer));
    expect(await available(one.member)).toBe(0n);
  });

  it('sells all that still runs of a bet that was sold in part', async () => {
    const one = await single();
    const { quote } = await quoteOf(one);
    const half = await site.cashOut.sell(one.member, { key: newId(), bet: one.bet, quote, share: '0.5' });
    const { edit, offer } = await asked(one, order([pick.home(one.event)]));
    const { sold } = await site.edit(one.member, edit);
    expect(minor(sold.cashOut)).toBe(minor(half.cashOut) + offer);
    expect(await available(one.member)).toBe(one.start + minor(sold.cashOut) - 5_000n);
  });

  it('takes accumulators, systems and builders', async () => {
    const match = await addTestMatch(site.events);
    const parts = [
      { market: '1x2', selection: '1' },
      { market: 'over_under', selection: 'under', line: '2.5' },
    ];
    const odds = (await site.quoteBuilder(match, parts)).odds ?? '';
    const built = { event: match, market: 'builder', selection: 'all', odds, parts };
    const events = await Promise.all([opened(), opened(), opened()]);
    const legs = events.map((event) => pick.home(event));
    for (const of of [
      order(legs),
      order(legs, { type: 'system', k: 2, stake: '2.00' }),
      order([built]),
      order([built, ...legs.slice(0, 1)], { stake: '2.00' }),
    ]) {
      const one = await single();
      const { edit, offer } = await asked(one, of);
      const { placed } = await site.edit(one.member, edit);
      expect(placed).toMatchObject({ type: of.type, state: 'waiting' });
      expect(placed.legs).toHaveLength(of.legs.length);
      expect(await available(one.member)).toBe(one.start + offer - minor(placed.stake));
    }
  });

  it('frees what its member may win on the match before the cap is asked', async () => {
    const event = await opened();
    const member = await testWallet(pool, 100_000n);
    const full = { stake: '400.00' };
    const bet = await site.bet(member, [pick.draw(event)], full);
    const more = site.placing.place(member, {
      key: newId(),
      ...order([pick.over(event)], { stake: '100.00' }),
    });
    expect(await reasonOf(more)).toBe('stake_max');
    const { edit } = await asked({ member, bet }, order([pick.home(event)], { stake: '900.00' }));
    expect((await site.edit(member, edit)).placed).toMatchObject({ stake: '900.00' });
  });
});

describe('an edit is no duplicate', () => {
  /** Edits a bet again and again, in one process after the other. @returns the bets in order, and what the wallet must have */
  const chain = async (
    one: Case,
    orders: readonly Edit['order'][],
  ): Promise<{ ids: string[]; left: bigint }> => {
    const ids = [one.bet];
    let left = one.start;
    for (const [at, of] of orders.entries()) {
      const { edit, offer } = await asked({ member: one.member, bet: ids[at] ?? '' }, of);
      const { sold, placed } = await (at % 2 === 0 ? site : other).edit(one.member, edit);
      expect(sold).toMatchObject({ id: ids[at], cashOut: money(offer) });
      expect(placed).toMatchObject({ state: 'waiting', unit: of.stake, stake: of.stake });
      left += offer - minor(of.stake);
      ids.push(placed.id);
    }
    return { ids, left };
  };
  const expectOneRunning = async ({ member }: Case, { ids, left }: { ids: string[]; left: bigint }) => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(await available(member)).toBe(left);
    const { list } = await site.records.list(ownerOf(member), { tab: 'in_progress', page: 1, limit: 10 });
    expect(list.map(({ id }) => id)).toEqual(ids.slice(-1));
  };

  it('when the new bet has the selection and the stake of the old one', async () => {
    const one = await single();
    await expectOneRunning(one, await chain(one, [order([pick.draw(one.event)], { stake: '100.00' })]));
  });

  it('when a chain comes back to the first bet, by the selection or by the stake', async () => {
    const one = await single();
    const [home, draw] = [[pick.home(one.event)], [pick.draw(one.event)]];
    const bySelection = [home, draw, home].map((legs) => order(legs, { stake: '100.00' }));
    await expectOneRunning(one, await chain(one, bySelection));
    const next = await single();
    const byStake = ['50.00', '100.00', '50.00'].map((stake) => order([pick.draw(next.event)], { stake }));
    await expectOneRunning(next, await chain(next, byStake));
  });

  it('when the same accumulator was placed just before', async () => {
    const one = await single();
    const legs = [pick.home(one.event), pick.home(await opened())];
    await site.placing.place(one.member, { key: newId(), ...order(legs, { stake: '1.00' }) });
    const { edit, offer } = await asked(one, order(legs.toReversed(), { stake: '1.00' }));
    await site.edit(one.member, edit);
    expect(await available(one.member)).toBe(one.start - 100n + offer - 100n);
  });

  it('and an order that repeats the new bet still is one, in every process', async () => {
    const one = await single();
    const same = order([pick.home(one.event)]);
    await chain(one, [same]);
    for (const each of [site, other]) {
      const repeated = each.placing.place(one.member, { key: newId(), ...same });
      expect(await reasonOf(repeated)).toBe('duplicate');
    }
  });
});

describe('an edit whose sale or new bet is refused changes nothing', () => {
  const refused = async (
    of: (one: Case) => Partial<Edit['order']>,
    prepare: (one: Case) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<string> => {
    const one = await single();
    const { edit } = await asked(one, order([pick.home(one.event)], of(one)));
    await prepare(one);
    const reason = await reasonOf(site.edit(one.member, edit));
    await expectUntouched(one);
    return reason;
  };

  it('by the rules of placing', async () => {
    const at = (change: Partial<Pick>) => (one: Case) => ({ legs: [{ ...pick.home(one.event), ...change }] });
    expect(await refused(at({ odds: '2.05' }))).toBe('price_changed');
    expect(await refused(at({ event: newId() }))).toBe('not_found');
    expect(await refused(() => ({ stake: '0.50' }))).toBe('stake_min');
    expect(await refused(() => ({ stake: '5001.00' }))).toBe('stake_max');
    expect(await refused(() => ({ stake: '1000.00' }))).toBe('stake_max');
    expect(await refused(() => ({ stake: '400.00' }))).toBe('insufficient');
    expect(await refused(() => ({ type: 'accumulator' }))).toBe('bet_type');
  });

  it('by a market of the new bet that only the rows know to be suspended', async () => {
    const aside = await opened();
    const stop = () =>
      pool.query(`update market set state = 'suspended', version = version + 1 where event_id = $1`, [aside]);
    expect(await refused(() => ({ legs: [pick.home(aside)] }), stop)).toBe('suspended');
  });

  it('by the ground of the quote, its time and its owner', async () => {
    const move = (one: Case) =>
      pool.query(`update market set version = version + 1 where event_id = $1 and market = '1x2'`, [
        one.event,
      ]);
    expect(await refused(() => ({}), move)).toBe('quote_moved');
    const late = () => Promise.resolve(site.clock.advance(8_000));
    expect(await refused(() => ({}), late)).toBe('quote_moved');
    const [one, stranger] = [await single(), await single()];
    const { edit } = await asked(one, order([pick.home(one.event)]));
    expect(await reasonOf(site.edit(stranger.member, edit))).toBe('not_found');
    const theirs = { ...edit, bet: stranger.bet };
    expect(await reasonOf(site.edit(stranger.member, theirs))).toBe('quote_moved');
    await expectUntouched(one);
    await expectUntouched(stranger);
  });

  it('as the new bet would have to wait for the live delay', async () => {
    const live = await opened({ kickOff: new Date(Date.now() - 600_000), state: 'live' });
    await pool.query('update event set home_goals = 0, away_goals = 0 where id = $1', [live]);
    await pool.query('update market set in_play = true where event_id = $1', [live]);
    await look(live);
    expect(await refused(() => ({ legs: [pick.home(live)] }))).toBe('edit_in_play');
  });

  it('as the sale of the old bet would have to wait for it', async () => {
    const [one, aside] = [await single(), await opened()];
    await pool.query(
      `update event set state = 'live', kick_off = site_now() - interval '10 minutes', home_goals = 0, away_goals = 0, version = version + 1
       where id = $1`,
      [one.event],
    );
    await pool.query('update market set in_play = true where event_id = $1', [one.event]);
    await look(one.event);
    const { edit } = await asked(one, order([pick.home(aside)]));
    expect(await reasonOf(site.edit(one.member, edit))).toBe('edit_in_play');
    expect(await betOf(one)).toMatchObject({ state: 'in_progress', cashOut: undefined });
    expect(await available(one.member)).toBe(one.start);
  });

  it('by an exclusion, and by limits; the money of the sale lessens a loss and no stakes', async () => {
    const play = site.modules.play.service;
    const out = (one: Case) => play.timeOut(ownerOf(one.member), '24h');
    expect(await refused(() => ({}), out)).toBe('excluded');

    const limited = async (kind: 'stake' | 'loss', amount: string) => {
      const one = await single(100_000n);
      await play.limitSave(ownerOf(one.member), { kind, period: 'day', amount });
      return one;
    };
    const stakes = await limited('stake', '149.00');
    const tooMuch = await asked(stakes, order([pick.home(stakes.event)]));
    expect(await reasonOf(site.edit(stakes.member, tooMuch.edit))).toBe('limit_reached');
    await expectUntouched(stakes);
    const loss = await limited('loss', '100.00');
    const { offer } = await asked(loss, order([pick.home(loss.event)]));
    const staking = async (amount: bigint) =>
      (await asked(loss, order([pick.home(loss.event)], { stake: money(amount) }))).edit;
    expect(await reasonOf(site.edit(loss.member, await staking(offer + 1n)))).toBe('limit_reached');
    await expectUntouched(loss);
    // Another process does not know of the member yet.
    await other.edit(loss.member, await staking(offer));
  });
});

describe('at the same time', () => {
  /** Which of the answers went through. */
  const through = async (work: readonly Promise<unknown>[]): Promise<number[]> => {
    const answers = await Promise.allSettled(work);
    return answers.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
  };

  it('edits, sales by hand and the settlement of a bet take it once', async () => {
    for (let round = 0; round < 6; round++) {
      const one = await single(100_000n);
      const aside = await opened();
      const { quote, offer } = await quoteOf(one);
      const edit = (of: TestSettling, stake: string): Promise<Output<'betEdit'>> =>
        of.edit(one.member, {
          key: newId(),
          bet: one.bet,
          quote,
          order: order([pick.home(aside)], { stake }),
        });
      const sell = (of: TestSettling) =>
        of.cashOut.sell(one.member, { key: newId(), bet: one.bet, quote, share: '1' });
      const settled = round % 2 === 0 ? Promise.resolve() : site.result(one.event, [1, 1]);
      const done = await through([
        edit(site, '10.00'),
        edit(other, '11.00'),
        sell(other),
        edit(other, '12.00'),
        sell(site),
        edit(site, '13.00'),
      ]);
      await settled;
      expect(done.length).toBeLessThanOrEqual(1);
      expect(done.length).toBeGreaterThanOrEqual(round % 2 === 0 ? 1 : 0);
      const entries = await entriesOf(one.member);
      const stakes = entries.filter(({ kind }) => kind === 'stake');
      const isEdit = done.some((i) => i !== 2 && i !== 4);
      expect(stakes).toHaveLength(isEdit ? 2 : 1);
      expect(entries.filter(({ kind }) => kind === 'cash_out')).toHaveLength(done.length);
      const paid = done.length === 1 ? minor(offer) : 34_000n;
      const staked = stakes.slice(1).reduce((sum, { amount }) => sum + amount, 0n);
      expect(await available(one.member)).toBe(one.start + paid + staked);
    }
  });

  it.each([
    ['one process', () => site],
    ['two processes', () => other],
  ])('of two edits of one bet by the same order exactly one wins, in %s', async (_, beside) => {
    const one = await single();
    const { edit, offer } = await asked(one, order([pick.home(one.event)]));
    const edits = [site, beside()].map((each) => each.edit(one.member, { ...edit, key: newId() }));
    expect(await through(edits)).toHaveLength(1);
    expect(await available(one.member)).toBe(one.start + offer - 5_000n);
    expect(await entriesOf(one.member)).toHaveLength(3);
  });

  it.each([
    ['one process', () => site],
    ['two processes', () => other],
  ])('edits of two bets by the same order are both done, in %s', async (_, beside) => {
    const one = await single(100_000n);
    const second = { ...one, bet: await site.bet(one.member, [pick.over(one.event)], { stake: '100.00' }) };
    const edits = await Promise.all([one, second].map((each) => asked(each, order([pick.home(one.event)]))));
    const done = await Promise.all(
      edits.map(({ edit }, at) => (at === 0 ? site : beside()).edit(one.member, edit)),
    );
    expect(new Set(done.map(({ placed }) => placed.id)).size).toBe(2);
    const offers = edits.reduce((sum, { offer }) => sum + offer, 0n);
    expect(await available(one.member)).toBe(one.start - 10_000n + offers - 10_000n);
  });

  it('bets and edits of one wallet spend each cent once', async () => {
    const one = await single(10_000n);
    const { edit, offer } = await asked(one, order([pick.home(one.event)], { stake: '40.00' }));
    const bets = Array.from({ length: 6 }, (_, i) =>
      (i % 2 === 0 ? site : other).placing.place(one.member, {
        key: newId(),
        ...order([pick.over(one.event)], { stake: '30.00', again: true }),
      }),
    );
    await Promise.allSettled([...bets, site.edit(one.member, edit)]);
    const stakes = (await entriesOf(one.member)).filter(({ kind }) => kind === 'stake').slice(1);
    const spent = stakes.reduce((sum, { amount }) => sum + amount, 0n);
    expect(await available(one.member)).toBe(one.start + offer + spent);
  });

  it('any chain of edits ends with one running bet, and the money adds up', async () => {
    const stakes = commandLists(fc.integer({ min: 100, max: 9_000 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(stakes, async (wanted) => {
        const one = await single();
        let balance = one.start;
        let running = one.bet;
        for (const [at, stake] of wanted.entries()) {
          const legs = [at % 2 === 0 ? pick.home(one.event) : pick.draw(one.event)];
          const next = await asked(
            { member: one.member, bet: running },
            order(legs, { stake: money(BigInt(stake)) }),
          );
          const { placed } = await (at % 2 === 0 ? site : other).edit(one.member, next.edit);
          balance += next.offer - BigInt(stake);
          running = placed.id;
        }
        expect(await available(one.member)).toBe(balance);
        const { list } = await site.records.list(ownerOf(one.member), {
          tab: 'in_progress',
          page: 1,
          limit: 10,
        });
        expect(list.map(({ id }) => id)).toEqual([running]);
      }),
      { numRuns: 8 },
    );
  });
});

it('bets, ledger and exposure agree', async () => {
  expect(await site.differences()).toEqual([]);
  expect((await verifyLedger(pool)).differences).toEqual([]);
  expect(await verifyExposure(pool)).toMatchObject({ differences: [] });
});
