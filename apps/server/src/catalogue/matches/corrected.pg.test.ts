import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorActor } from './actor.ts';
import { newId } from '../../core/ids.ts';
import { testTouchline, type TestTouchline } from '../../testing/touchline.ts';
import { testEvent } from '../../testing/book.ts';

// What members read of a match whose result was corrected, or whose bets are void.

let site: TestTouchline;
// Visitors get the same answer for a while.
let max: Awaited<ReturnType<TestTouchline['member']>>;
beforeAll(async () => {
  site = await testTouchline();
  max = await site.member();
});
afterAll(() => site.close());

const [anna, ben] = [operatorActor(newId()), operatorActor(newId())];
const first = { ht: { home: 1, away: 1 }, ft: { home: 1, away: 3 } };
const second = { ht: { home: 1, away: 1 }, ft: { home: 3, away: 1 } };

const events = () => site.modules.book.service.events;
let id: string;
beforeEach(async () => {
  ({ id } = await testEvent(site.database.pool));
  await site.database.pool.query(
    `update event set state = 'finished', home_goals = 1, away_goals = 3, ht_home = 1, ht_away = 1 where id = $1`,
    [id],
  );
  await events().rulings.recordResult(id, { ...first, source: 'feed:one', confirmedBy: 'feed:one' });
  await events().fresh(id);
});
const detail = () => max.ask('eventDetail', { id });
const inList = async () => (await max.ask('eventList', { state: 'finished', limit: 100 })).list;

describe('a corrected match', () => {
  it('has one score everywhere, names the score before, and no operator', async () => {
    const before = await detail();
    expect(before).toMatchObject({ score: first, result: { ft: first.ft, source: 'one', version: 1 } });
    expect(before.result).not.toHaveProperty('corrects');

    await events().rulings.recordResult(id, {
      ...second,
      source: anna,
      confirmedBy: ben,
      evidence: 'Report of FIFA',
    });
    await events().announceSettled(id);
    const after = await detail();
    expect(after).toMatchObject({
      score: second,
      result: { ft: second.ft, source: 'Report of FIFA', version: 2, corrects: first },
    });
    expect(await inList()).toContainEqual(expect.objectContaining({ id, score: second }));
    expect(JSON.stringify(after)).not.toContain('operator:');
  });

  it('is the report of the house where no source is named', async () => {
    await events().rulings.recordResult(id, { ...second, source: anna, confirmedBy: ben });
    expect(await detail()).toMatchObject({ result: { source: 'house', corrects: first } });
  });
});

describe('a void match', () => {
  it('has its voids in force with the reason, the newest first', async () => {
    expect(await detail()).not.toHaveProperty('voids');
    const all = await events().rulings.voidBets(
      id,
      {},
      { by: anna, second: ben, why: 'Played under protest' },
    );
    const until = new Date('2026-06-11T12:00:00Z');
    await events().rulings.voidBets(
      id,
      { market: 'over_under', line: '2.5', struckUntil: until },
      { by: anna, second: ben, why: 'Wrong price' },
    );
    const [one, two] = (await detail()).voids ?? [];
    expect(one).toMatchObject({ market: 'over_under', line: '2.5', reason: 'Wrong price' });
    expect(one).toMatchObject({ struckUntil: until.toISOString() });
    expect(two).toEqual({ reason: 'Played under protest', at: expect.any(String) });
    await events().rulings.undoVoid(id, all, { by: anna, second: ben, why: 'The protest was withdrawn' });
    expect(await detail()).toMatchObject({ voids: [{ reason: 'Wrong price' }] });
  });
});
