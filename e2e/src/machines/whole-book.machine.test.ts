import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import type { Bet } from '@touchline/contract/shapes/bet';
import { factorOf, multiply } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { payout } from '@touchline/money/payout';
import { openFeed, type Match } from '../feed.ts';
import { memberApi, type MemberApi } from '../member-api.ts';
import { verifyLedger } from '../server.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { story } from './story.ts';

/** One bet through everything the book can do to it, to the cent. */
describe('an accumulator with a live handicap leg', () => {
  const stakeMinor = 2_000n;
  const liveDelayMs = 1_000;
  let server: TestServer;
  let api: MemberApi;
  let playing: Match;
  let later: Match;
  let bet: Bet;
  let cashOutMinor: bigint;
  let handicap: { line: string; odds: string };

  beforeAll(async () => {
    server = await startTestServer({ REPLAY: 'false', LIVE_DELAY_MS: String(liveDelayMs) });
    api = memberApi(server.url);
    await api.register('accumulator');
    const feed = await openFeed(server.database);
    playing = await feed.announce('Rovers', 'United', new Date(Date.now() - 25 * 60_000));
    later = await feed.announce('Albion', 'Wanderers', new Date(Date.now() + 3_600_000));
    await playing.move({ state: 'live', minute: '25', clockMinute: 25, score: { home: 1, away: 0 } });
  });
  afterAll(() => server?.close());

  const minor = (amount = ''): bigint => {
    const [whole = '', cents = ''] = amount.split('.');
    return BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
  };
  const balance = async (): Promise<bigint> => minor((await api.call('userInfo', {})).balance);
  const record = async (): Promise<Bet> => {
    const { list } = await api.call('orderList', { tab: 'all' });
    const found = list.find(({ id }) => id === bet.id);
    if (!found) throw new Error('the bet is not on record');
    return found;
  };
  const oddsOf = (leg = 0): number => parseOdds(bet.legs[leg]?.odds ?? '') ?? 0;

  story('goes through everything that the book can do to it, to the cent', {
    'is struck after the live delay, at the prices seen and from the score of the moment': async () => {
      // The server may hear of the match a moment after the feed's process; until then the line is offered as before kick-off.
      const offered = async () => {
        const { state, markets } = await api.call('eventDetail', { id: playing.id });
        if (state !== 'live') return undefined;
        return markets.find(
          ({ market: name, line, state: marketState }) =>
            name === 'asian_handicap' && marketState === 'open' && line === '-0.25',
        );
      };
      const market = await vi.waitUntil(offered, { timeout: 10_000, interval: 50 });
      // Only goals from now on count.
      const away = market.selections.find(({ selection }) => selection === 'away');
      handicap = { line: '0.25', odds: away?.odds ?? '' };
      const { markets: others } = await api.call('eventDetail', { id: later.id });
      const home = others.find(({ market: name }) => name === '1x2')?.selections[0]?.odds ?? '';

      const sentMs = performance.now();
      bet = await api.call('orderAdd', {
        key: 'whole-book-0001',
        type: 'accumulator',
        stake: '20.00',
        accept: 'none',
        legs: [
          { event: playing.id, market: 'asian_handicap', selection: 'away', ...handicap },
          { event: later.id, market: '1x2', selection: '1', odds: home },
        ],
      });
      expect(performance.now() - sentMs).toBeGreaterThanOrEqual(liveDelayMs);
      expect(bet).toMatchObject({ type: 'accumulator', state: 'in_progress', stake: '20.00', lines: 1 });
      expect(bet.legs[0]).toMatchObject({ ...handicap, since: { home: 1, away: 0 } });
      expect(await balance()).toBe(100_000n - stakeMinor);
    },

    'is sold for a quarter at the offer, to the cent': async () => {
      const { quote, offer } = await api.call('cashOutQuote', { bet: bet.id });
      const sold = await api.call('cashOut', { key: 'whole-book-0002', bet: bet.id, quote, share: '0.25' });
      cashOutMinor = minor(offer) / 4n;
      expect(sold).toMatchObject({ openStake: '15.00', state: 'in_progress' });
      expect(minor(sold.cashOut)).toBe(cashOutMinor);
      expect(await balance()).toBe(100_000n - stakeMinor + cashOutMinor);
      // The offer is spent.
      const again = await api.answer('cashOut', {
        key: 'whole-book-0003',
        bet: bet.id,
        quote,
        share: '0.25',
      });
      expect(again).toMatchObject({ code: 0, data: { reason: 'quote_moved' } });
    },

    'is settled by itself when the last match ends: three quarters of the stake by the rule': async () => {
      // Nothing more happens: from 0-0 on, the side with a quarter of a goal wins half.
      await playing.move({ state: 'finished', score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } });
      await playing.result({ ht: { home: 1, away: 0 }, ft: { home: 1, away: 0 } });
      await expect.poll(async () => (await record()).legs[0]?.outcome, { timeout: 30_000 }).toBe('half-win');
      expect(await record()).toMatchObject({ state: 'in_progress' });

      await later.move({ state: 'finished', score: { home: 2, away: 0 }, ht: { home: 0, away: 0 } });
      await later.result({ ht: { home: 0, away: 0 }, ft: { home: 2, away: 0 } });
      await expect.poll(async () => (await record()).state, { timeout: 30_000 }).toBe('win');
      const pays = payout(1_500n, multiply(factorOf('half-win', oddsOf(0)), factorOf('win', oddsOf(1))));
      expect(minor((await record()).payout)).toBe(pays);
      expect(await balance()).toBe(100_000n - stakeMinor + cashOutMinor + pays);
    },

    'is settled again when a result is corrected: only the difference moves': async () => {
      const before = await balance();
      const paid = minor((await record()).payout);
      // A second goal of the away side had counted all along.
      await playing.result({ ht: { home: 1, away: 0 }, ft: { home: 1, away: 1 } });
      const pays = payout(1_500n, multiply(factorOf('win', oddsOf(0)), factorOf('win', oddsOf(1))));
      await expect.poll(async () => minor((await record()).payout), { timeout: 30_000 }).toBe(pays);
      expect(await balance()).toBe(before + pays - paid);

      // And once more, the other way: the last leg is lost after all.
      await later.result({ ht: { home: 0, away: 0 }, ft: { home: 2, away: 2 } });
      await expect.poll(async () => (await record()).state, { timeout: 30_000 }).toBe('lose');
      expect(await record()).toMatchObject({ payout: '0.00', openStake: '15.00' });
      expect(await balance()).toBe(100_000n - stakeMinor + cashOutMinor);
    },

    'shows every step in its history': async () => {
      const { timeline } = await api.call('orderDetail', { id: bet.id });
      const whats = timeline.map(({ what }) => what);
      expect(whats).toEqual(['delayed', 'placed', 'cash_out', 'settled', 'resettled', 'resettled']);
      const [, placed, sale, settled, first, last] = timeline;
      expect(placed?.amount).toBe('-20.00');
      expect(minor(sale?.amount)).toBe(cashOutMinor);
      expect(settled).toMatchObject({ state: 'win', amount: first?.before?.payout });
      expect(first).toMatchObject({ state: 'win', leg: 0, before: { state: 'win' } });
      expect(last).toMatchObject({ state: 'lose', leg: 1, before: { state: 'win' } });
      // What was booked adds up to nothing: the bet is lost.
      const booked = [settled, first].reduce((sum, moment) => sum + minor(moment?.amount), 0n);
      expect(last?.amount).toBe(`-${String(booked / 100n)}.${String(booked % 100n).padStart(2, '0')}`);
      expect((await api.answer('orderDetail', { id: playing.id })).code).toBe(0);
    },

    'and the records agree with each other': async () => {
      const { code, log } = await verifyLedger(server.settings);
      expect(log).toContain('all agree');
      expect(code).toBe(0);
    },
  });
});
