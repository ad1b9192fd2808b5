import { currencies } from '@touchline/money/currency';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Letter } from '../core/events.ts';
import type { Owner } from '../core/owner.ts';
import { testAccount, testWallet } from '../testing/book.ts';
import { callOf } from '../testing/placing.ts';
import { pick, testSettling, type Member, type TestSettling } from '../testing/settling.ts';
import { BetLetters } from './letters-of-bets.ts';
import type { Reader } from './reader.ts';
import { listen, testInbox, type TestInbox } from './testing/inbox.ts';

let book: TestSettling;
let site: TestInbox;
beforeAll(async () => {
  book = await testSettling({ env: { CASH_OUT_FEE_BP: '500' } });
  site = await testInbox({ env: { PUSH_CONTACT: 'mailto:office@example.org' } }, book);
});
afterAll(async () => {
  await site.close();
  await book.close();
});
/** The members of earlier tests are notified of their settlements. */
beforeEach(() => teller().writeOfSettlements());

const readerOf = ({ id: memberId, shard }: Member): Reader => ({ memberId, shard, lan: 'en' });
const lettersOf = async (member: Member) =>
  (await site.inbox.notices.list(readerOf(member), 'letter', { limit: 20, offset: 0 })).list;
const member = async (): Promise<Member> => {
  const one = await testWallet(book.database.pool, 100_000n);
  await testAccount(book.database.pool, one);
  return one;
};
type WriteAll = (letters: readonly (Owner & Letter)[]) => Promise<unknown>;
const teller = (writeAll: WriteAll = (letters) => site.inbox.letters.writeAll(letters)) => {
  const { settledNews, cashOutRules } = book.modules.book.service;
  return new BetLetters({
    settled: settledNews,
    rules: cashOutRules,
    records: book.records,
    writeAll,
    currency: currencies.PLAY,
  });
};

describe('a settlement', () => {
  test('is reported once, in one letter for all bets of a member, with what they paid', async () => {
    const [event = ''] = await book.open(1);
    const [wins, many, none] = [await member(), await member(), await member()];
    const won = await book.bet(wins, [pick.home(event)]);
    await book.bet(many, [pick.home(event)]);
    await book.bet(many, [pick.draw(event)]);
    await book.bet(many, [{ ...pick.over(event), selection: 'under', odds: '1.95' }]);
    await book.result(event, [1, 0]);
    await Promise.all([teller().writeOfSettlements(), teller().writeOfSettlements()]);
    await teller().writeOfSettlements();

    const [letter, ...others] = await lettersOf(wins);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      title: 'One – Two: won, 21.00\u00A0PLAY',
      body: 'Your bet on One – Two with a stake of 10.00\u00A0PLAY is settled. It won: 21.00\u00A0PLAY was added to your balance.',
      link: `/pages/gamerecord/gamerecord?bet=${won}`,
      read: false,
    });
    const all = await lettersOf(many);
    expect(all.map(({ title, body }) => [title, body])).toEqual([
      [
        'One – Two: your bets are settled, 40.50\u00A0PLAY',
        'Bets settled: 3. Won: 2, lost: 1, refunded: 0. In all 40.50\u00A0PLAY was added to your balance.',
      ],
    ]);
    expect(await lettersOf(none)).toEqual([]);
  });

  test('is reported once when a server was killed at any point, and continues where it stopped', async () => {
    const [event = ''] = await book.open(1);
    const members = [await member(), await member(), await member(), await member()];
    for (const one of members) await book.bet(one, [pick.home(event)]);
    await book.result(event, [0, 1]);
    let calls = 0;
    const killed = teller(async (letters) => {
      calls += 1;
      // The first time before the letters are there, the second time after them: neither is marked as sent.
      if (calls === 2) await site.inbox.letters.writeAll(letters);
      if (calls <= 2) throw new Error('killed');
      return site.inbox.letters.writeAll(letters);
    });
    await expect(killed.writeOfSettlements()).rejects.toThrow('killed');
    await expect(killed.writeOfSettlements()).rejects.toThrow('killed');
    await killed.writeOfSettlements();
    for (const one of members) {
      const letters = await lettersOf(one);
      expect(letters.map(({ title }) => title)).toEqual(['One – Two: lost']);
    }
  });

  test('that is corrected is reported as a correction, and never as another settlement', async () => {
    const [event = ''] = await book.open(1);
    const one = await member();
    await book.bet(one, [pick.draw(event)]);
    await book.result(event, [1, 0]);
    await teller().writeOfSettlements();
    await book.result(event, [1, 1], { by: 'another' });
    await teller().writeOfSettlements();
    expect((await lettersOf(one)).map(({ title }) => title)).toEqual(['One – Two: lost']);
  });

  test('of an accumulator names the match that decided it, and what was returned', async () => {
    const [first = '', second = ''] = await book.open(2);
    const one = await member();
    const won = await book.bet(one, [pick.home(first), pick.home(second)]);
    const [refunded, lost] = [await member(), await member()];
    await book.bet(refunded, [pick.home(second)]);
    await book.bet(lost, [pick.home(second), pick.draw(first)]);
    await book.result(first, [2, 0]);
    await teller().writeOfSettlements();
    // The first lost leg decides a bet; one whose legs have won so far continues.
    expect(await lettersOf(one)).toEqual([]);
    await book.events.rulings.voidBets(second, {}, { by: 'referee', why: 'test' });
    await book.settle();
    await teller().writeOfSettlements();
    expect(await lettersOf(one)).toMatchObject([
      {
        title: 'One – Two and 1 more: won, 21.00\u00A0PLAY',
        link: `/pages/gamerecord/gamerecord?bet=${won}`,
      },
    ]);
    expect((await lettersOf(refunded)).map(({ title }) => title)).toEqual([
      'One – Two: stake returned, 10.00\u00A0PLAY',
    ]);
    expect((await lettersOf(lost)).map(({ title }) => title)).toEqual(['One – Two and 1 more: lost']);
  });
});

describe('the news of bets', () => {
  test('reach the streams of their member as one message for all languages, with both counts', async () => {
    const [event = ''] = await book.open(1);
    const one = await member();
    const [german, english] = [
      listen(site, { memberId: one.id, lan: 'de' }),
      listen(site, { memberId: one.id, lan: 'en' }),
    ];
    const bet = await book.bet(one, [pick.home(event)]);
    await book.result(event, [3, 1]);
    await teller().writeOfSettlements();
    const [{ id } = { id: '' }] = await lettersOf(one);
    const news = {
      id,
      what: 'settled',
      count: 1,
      paid: '21.00',
      bet,
      state: 'win',
      home: { name: 'One' },
      away: { name: 'Two' },
      unread: 1,
      bets: 1,
    };
    expect(german.heard('betNews')).toEqual([news]);
    expect(english.heard('betNews')).toEqual([news]);
    expect(german.heard()).toEqual([]);
    const reader = readerOf(one);
    expect((await site.inbox.greet(reader)).betNews).toBe(1);
    expect(await site.inbox.notices.readBets(reader)).toMatchObject({ letter: 0 });
    expect((await site.inbox.greet(reader)).betNews).toBe(0);
  });

  test('are pushed unless their member does not want them, and to no member who is kept from playing', async () => {
    const [event = ''] = await book.open(1);
    const [wants, not, kept] = [await member(), await member(), await member()];
    for (const one of [wants, not, kept]) {
      await site.subscribe(readerOf(one));
      await book.bet(one, [pick.home(event)]);
    }
    const { alertSave } = site.handlers;
    await alertSave({ settled: false, goals: false, kickOff: false, offers: false }, callOf(not));
    await book.result(event, [1, 0]);
    await site.restrict(readerOf(kept));
    await teller().writeOfSettlements();
    await teller().writeOfSettlements();
    expect(await site.waiting(readerOf(wants))).toMatchObject([{ box: 'letter' }]);
    expect(await site.waiting(readerOf(not))).toEqual([]);
    // The letter about their own money is there; no push of any kind is sent.
    expect(await lettersOf(kept)).toHaveLength(1);
    expect(await lettersOf(not)).toHaveLength(1);
  });

  test('tell of an automatic cash-out, once', async () => {
    const [event = ''] = await book.open(1);
    const move = async (mean: number, drawMilli: number): Promise<void> => {
      await book.database.pool.query(
        `update event set home_mean = $2, away_mean = $2, version = version + 1, updated_at = now() where id = $1`,
        [event, mean],
      );
      await book.database.pool.query(
        `update market set odds_milli[2] = $2, version = version + 1 where event_id = $1 and market = '1x2'`,
        [event, drawMilli],
      );
      await book.board.refresh([event]);
    };
    await move(1.3, 3_400);
    const one = await member();
    const stream = listen(site, { memberId: one.id, lan: 'en' });
    const bet = await book.bet(one, [pick.draw(event)], { stake: '100.00' });
    await book.cashOutRules.set(one, { bet, at: '200.00' });
    await move(0.1, 1_100);
    expect(await book.cashOutRules.run()).toBe(1);
    const killed = teller(async (letters) => {
      await site.inbox.letters.writeAll(letters);
      throw new Error('killed');
    });
    await expect(killed.writeOfSales()).rejects.toThrow('killed');
    await Promise.all([teller().writeOfSales(), teller().writeOfSales()]);
    const letters = await lettersOf(one);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.title).toMatch(/^One – Two: cashed out automatically, 2\d\d\.\d\d\u00A0PLAY$/);
    expect(letters[0]?.body).toContain('reached 200.00\u00A0PLAY, as you had set');
    expect(stream.heard('betNews')).toMatchObject([{ what: 'sold', bet, bets: 1 }]);
    // Settled later, the bet that is sold is no news.
    await book.result(event, [0, 0]);
    await teller().writeOfSettlements();
    expect(await lettersOf(one)).toHaveLength(1);
  });
});
