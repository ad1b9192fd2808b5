import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEvent } from '../../testing/book.ts';
import { testTouchline, type TestModules } from '../../testing/touchline.ts';
import { writeMarkets } from '../../pricing/market-queries.ts';

// A feed that does not know of a ruling yet keeps moving prices, with lines that are new to the board.

let site: TestModules<'book'>;
const ft = { home: 1, away: 0 };
beforeAll(async () => {
  site = await testTouchline({ modules: ['book'] });
});
afterAll(() => site.close());

/** Whether a line that is new to the board is offered. */
const opens = async (eventId: string, market: string, line: string): Promise<boolean> => {
  const written = await writeMarkets(
    site.database.pool,
    [
      {
        eventId,
        market,
        line,
        state: 'open',
        inPlay: true,
        marginBp: 400,
        why: 'opened',
        selections: ['over', 'under'],
        oddsMilli: [1900, 1950],
      },
    ],
    'feed:test',
  );
  return written.length === 1;
};
const match = async (): Promise<string> => (await testEvent(site.database.pool)).id;

it('opens a new line while there is no ruling, and after a result of the first half', async () => {
  const { events } = site.modules.book.service;
  const id = await match();
  expect(await opens(id, 'over_under', '3.5')).toBe(true);
  await events.rulings.recordResult(id, { ht: { home: 0, away: 0 }, source: 'one' });
  await events.rulings.recordResult(id, { ht: { home: 0, away: 0 }, source: 'two' });
  expect(await opens(id, 'over_under', '1.5')).toBe(true);
});

it('opens none after a result of the whole match', async () => {
  const { events } = site.modules.book.service;
  const id = await match();
  await events.rulings.recordResult(id, { ft, source: 'one' });
  expect(await opens(id, 'over_under', '1.5')).toBe(true);
  await events.rulings.recordResult(id, { ft, source: 'two' });
  expect(await opens(id, 'over_under', '3.5')).toBe(false);
});

it('opens none that a void covers, until it is revoked', async () => {
  const { events } = site.modules.book.service;
  const id = await match();
  const referee = { by: 'referee', why: 'Prices of the wrong match' };
  const ruling = await events.rulings.voidBets(id, { market: 'over_under' }, referee);
  expect(await opens(id, 'over_under', '3.5')).toBe(false);
  expect(await opens(id, 'ht_over_under', '0.5')).toBe(true);
  await events.rulings.undoVoid(id, ruling, referee);
  expect(await opens(id, 'over_under', '3.5')).toBe(true);
});
