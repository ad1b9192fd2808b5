import type { Bet } from '@touchline/contract/shapes/bet';
import { factorOf, multiply } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { payout } from '@touchline/money/payout';
import { verifyLedger } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';

const stakeMinor = 2_000n;

const minor = (amount = ''): bigint => {
  const [whole = '', cents = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
};

const oddsOf = (bet: Bet, leg: number): number => parseOdds(bet.legs[leg]?.odds ?? '') ?? 0;

test('an accumulator with a live handicap leg is sold in part, settled and corrected twice, to the cent', async ({
  site,
  newMatch,
  newMember,
}) => {
  const { api } = await newMember();
  const playing = await newMatch({ kickOff: new Date(Date.now() - 25 * 60_000) });
  const later = await newMatch({ kickOff: new Date(Date.now() + 3_600_000) });
  const balance = async (): Promise<bigint> => minor((await api.call('userInfo', {})).balance);

  const bet = await test.step('it is placed at the prices seen and from the present score', async () => {
    await playing.move({ state: 'live', minute: '25', clockMinute: 25, score: { home: 1, away: 0 } });
    // The server may hear of the move after the process of the feed; until then the line is offered as before kick-off.
    const offered = async () => {
      const { state, markets } = await api.call('eventDetail', { id: playing.id });
      if (state !== 'live') return undefined;
      return markets
        .find((one) => one.market === 'asian_handicap' && one.state === 'open' && one.line === '-0.25')
        ?.selections.find(({ selection }) => selection === 'away');
    };
    await expect.poll(offered).toBeDefined();
    const handicap = { line: '0.25', odds: (await offered())?.odds ?? '' };
    const { markets } = await api.call('eventDetail', { id: later.id });
    const home = markets.find(({ market }) => market === '1x2')?.selections[0]?.odds ?? '';

    const placed = await api.call('orderAdd', {
      key: crypto.randomUUID(),
      type: 'accumulator',
      stake: '20.00',
      accept: 'none',
      legs: [
        { event: playing.id, market: 'asian_handicap', selection: 'away', ...handicap },
        { event: later.id, market: '1x2', selection: '1', odds: home },
      ],
    });
    expect(placed).toMatchObject({ type: 'accumulator', state: 'in_progress', stake: '20.00', lines: 1 });
    // Only goals after it count.
    expect(placed.legs[0]).toMatchObject({ ...handicap, since: { home: 1, away: 0 } });
    expect(await balance()).toBe(100_000n - stakeMinor);
    return placed;
  });
  const record = async (): Promise<Bet> => api.call('orderDetail', { id: bet.id });

  const cashOutMinor = await test.step('it is sold for a quarter at the offer', async () => {
    const { quote, offer } = await api.call('cashOutQuote', { bet: bet.id });
    const order = { bet: bet.id, quote, share: '0.25' };
    const sold = await api.call('cashOut', { ...order, key: crypto.randomUUID() });
    expect(sold).toMatchObject({ openStake: '15.00', state: 'in_progress' });
    expect(minor(sold.cashOut)).toBe(minor(offer) / 4n);
    expect(await balance()).toBe(100_000n - stakeMinor + minor(offer) / 4n);
    // The offer is spent.
    const again = await api.answer('cashOut', { ...order, key: crypto.randomUUID() });
    expect(again).toMatchObject({ code: 0, data: { reason: 'quote_moved' } });
    return minor(sold.cashOut);
  });

  const paidMinor =
    await test.step('three quarters of the stake are settled with the last match', async () => {
      // No goal after the bet: at 0–0 the side with a quarter of a goal wins half.
      await playing.move({ state: 'finished', score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } });
      await playing.result({ ht: { home: 1, away: 0 }, ft: { home: 1, away: 0 } });
      await expect.poll(async () => (await record()).legs[0]?.outcome).toBe('half-win');
      expect(await record()).toMatchObject({ state: 'in_progress' });

      await later.move({ state: 'finished', score: { home: 2, away: 0 }, ht: { home: 0, away: 0 } });
      await later.result({ ht: { home: 0, away: 0 }, ft: { home: 2, away: 0 } });
      await expect.poll(async () => (await record()).state).toBe('win');
      const pays = payout(
        1_500n,
        multiply(factorOf('half-win', oddsOf(bet, 0)), factorOf('win', oddsOf(bet, 1))),
      );
      expect(minor((await record()).payout)).toBe(pays);
      expect(await balance()).toBe(100_000n - stakeMinor + cashOutMinor + pays);
      return pays;
    });

  await test.step('a corrected result settles it again: only the difference is booked', async () => {
    const before = await balance();
    // The away side had scored after all.
    await playing.result({ ht: { home: 1, away: 0 }, ft: { home: 1, away: 1 } });
    const pays = payout(1_500n, multiply(factorOf('win', oddsOf(bet, 0)), factorOf('win', oddsOf(bet, 1))));
    await expect.poll(async () => minor((await record()).payout)).toBe(pays);
    expect(await balance()).toBe(before + pays - paidMinor);

    // And again, the other way: the last leg is lost.
    await later.result({ ht: { home: 0, away: 0 }, ft: { home: 2, away: 2 } });
    await expect.poll(async () => (await record()).state).toBe('lose');
    expect(await record()).toMatchObject({ payout: '0.00', openStake: '15.00' });
    expect(await balance()).toBe(100_000n - stakeMinor + cashOutMinor);
  });

  await test.step('every step is in its history, and the ledger agrees', async () => {
    const { timeline } = await api.call('orderDetail', { id: bet.id });
    const whats = timeline.map(({ what }) => what);
    expect(whats).toEqual(['placed', 'cash_out', 'settled', 'resettled', 'resettled']);
    const [placed, sale, settled, first, last] = timeline;
    expect(placed?.amount).toBe('-20.00');
    expect(minor(sale?.amount)).toBe(cashOutMinor);
    expect(settled).toMatchObject({ state: 'win', amount: first?.before?.payout });
    expect(first).toMatchObject({ state: 'win', leg: 0, before: { state: 'win' } });
    expect(last).toMatchObject({ state: 'lose', leg: 1, before: { state: 'win' } });
    // The bet is lost: what was booked for it is taken back.
    const booked = [settled, first].reduce((sum, step) => sum + minor(step?.amount), 0n);
    expect(last?.amount).toBe(`-${String(booked / 100n)}.${String(booked % 100n).padStart(2, '0')}`);
    expect((await api.answer('orderDetail', { id: playing.id })).code).toBe(0);

    const { code, log } = await verifyLedger(site.settings);
    expect(log).toContain('all agree');
    expect(code).toBe(0);
  });
});
