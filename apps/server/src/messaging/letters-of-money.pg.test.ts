import { currencies } from '@touchline/money/currency';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCorrections } from '../betting/bets/corrections.ts';
import { testInbox, type TestInbox } from './testing/inbox.ts';
import { CorrectionLetters } from './letters-of-money.ts';
import type { Letter } from '../core/events.ts';
import type { Owner } from '../core/owner.ts';
import { testWallet } from '../testing/book.ts';
import { pick, testSettling, type TestSettling } from '../testing/settling.ts';

let book: TestSettling;
let site: TestInbox;
beforeAll(async () => {
  book = await testSettling();
  site = await testInbox({}, book);
});
afterAll(async () => {
  await site.close();
  await book.close();
});

const lettersOf = async ({ id: memberId, shard }: { id: string; shard: number }) => {
  const page = { limit: 20, offset: 0 };
  return (await site.inbox.notices.list({ memberId, shard, lan: 'en' }, 'letter', page)).list;
};
const teller = (
  write: (owner: Owner, letter: Letter) => Promise<unknown> = (owner, letter) =>
    site.inbox.letters.write(owner, letter),
): CorrectionLetters =>
  new CorrectionLetters({
    records: book.records,
    write,
    corrections: createCorrections({ pool: book.database.pool, currency: currencies.PLAY }),
  });

test('each resettled bet sends one letter, also when a sender was killed halfway', async () => {
  const [event = ''] = await book.open(1);
  const [loses, gains, stays] = [
    await testWallet(book.database.pool, 100_000n),
    await testWallet(book.database.pool, 100_000n),
    await testWallet(book.database.pool, 100_000n),
  ];
  await book.bet(loses, [pick.home(event)]);
  await book.bet(gains, [pick.draw(event)]);
  await book.bet(stays, [{ ...pick.over(event), selection: 'under', odds: '1.95' }]);
  await book.result(event, [1, 0]);
  await teller().writeAll();
  expect([await lettersOf(loses), await lettersOf(gains)]).toEqual([[], []]);

  await book.result(event, [1, 1], { by: 'another' });
  // The process ends after the first letter, before the correction is marked as sent.
  let written = 0;
  const killed = teller((owner, letter) => {
    written += 1;
    if (written > 1) return Promise.reject(new Error('killed'));
    return site.inbox.letters.write(owner, letter);
  });
  await expect(killed.writeAll()).rejects.toThrow('killed');
  await Promise.all([teller().writeAll(), teller().writeAll()]);
  await teller().writeAll();

  const [lost, won] = [await lettersOf(loses), await lettersOf(gains)];
  expect(lost).toHaveLength(1);
  expect(lost[0]?.body).toContain('Your bet is now lost. 21.00\u00A0PLAY was taken back from your balance.');
  expect(won).toHaveLength(1);
  expect(won[0]?.body).toContain('Your bet is now won. 34.00\u00A0PLAY was added to your balance.');
  expect(await lettersOf(stays)).toEqual([]);
  const { rows } = await book.database.pool.query(
    'select count(*)::int as untold from bet_notice where told_at is null',
  );
  expect(rows).toEqual([{ untold: 0 }]);
});
