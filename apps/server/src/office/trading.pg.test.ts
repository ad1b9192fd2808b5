import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '@touchline/contract/routes';
import type pg from 'pg';
import { stopBegun } from '../feeds/live/begun.ts';
import { newId } from '../core/ids.ts';
import { transaction } from '../core/database/transaction.ts';
import { decisionParts } from '../proofs/record-check/decisions.ts';
import { verifyPart } from '../proofs/record-check/part.ts';
import { testEvent } from '../testing/book.ts';
import {
  outcomeOf,
  testTouchline,
  type Answer,
  type TestMember,
  type TestOperator,
  type TestTouchline,
} from '../testing/touchline.ts';

// Traders at work over HTTP, on the whole server: what they stop stays stopped, and what decides bets takes two of them.

let site: TestTouchline;
let anna: TestOperator;
let ben: TestOperator;
let carl: TestOperator;
let auditor: TestOperator;
let member: TestMember;
let event: string;
const reason = 'A rumour about the line-up';
const source = 'The match report of the league';

beforeAll(async () => {
  site = await testTouchline({ background: true, env: { PLAY_GRANT: '100000', LIVE_DELAY_MS: '0' } });
  [anna, ben, carl] = [
    await site.operator('trader'),
    await site.operator('trader'),
    await site.operator('trader'),
  ];
  auditor = await site.operator('auditor');
  member = await site.member();
});
afterAll(() => site.close());
beforeEach(async () => {
  event = await newMatch();
});

const newMatch = async (): Promise<string> => {
  const { id } = await testEvent(site.database.pool);
  await site.modules.book.service.board.refresh([id]);
  return id;
};
const bet = (selection = '1', odds = '2.10', of = event): Promise<Answer<'orderAdd'>> =>
  member.call('orderAdd', {
    key: newId(),
    type: 'single',
    stake: '10.00',
    accept: 'any',
    again: true,
    legs: [{ event: of, market: '1x2', selection, odds }],
  });
const detail = (by = anna, of = event): Promise<Output<'officeEventDetail'>> =>
  by.ask('officeEventDetail', { id: of });
const seen = async (of = event): Promise<string> => (await detail(anna, of)).seen;
const audit = async (subject = event): Promise<string[]> => {
  const { list } = await auditor.ask('officeAuditList', { subject, limit: 100 });
  return list.map(({ action }) => action).toReversed();
};
const market = async (name = '1x2') => (await detail()).markets.find((one) => one.market.market === name);
const settled = (of = event) =>
  expect
    .poll(async () => (await detail(anna, of)).run.state, {
      interval: 20,
      timeout: 10_000,
    })
    .toBe('done');
const refusal = async (answer: Promise<{ code: number; data: unknown }>): Promise<string> =>
  outcomeOf(await answer);

describe('stopping', () => {
  it('one market stops that one only, with who and why, and opening it gives the price of the feed back', async () => {
    const stop = await anna.call('officeSuspend', { event, market: '1x2', reason });
    expect(stop).toMatchObject({
      code: 1,
      data: { event, market: '1x2', reason, by: { name: anna.account } },
    });
    expect(await refusal(bet())).toBe('suspended');
    const other = { event, market: 'over_under', line: '2.5', selection: 'over', odds: '1.90' };
    const order = { key: newId(), type: 'single', stake: '10.00', accept: 'any' };
    expect(await member.call('orderAdd', { ...order, legs: [other] })).toMatchObject({ code: 1 });
    expect(await market()).toMatchObject({
      market: { state: 'suspended' },
      fed: 'open',
      stop: { reason, by: { name: anna.account } },
      changed: { why: reason, by: { name: anna.account } },
    });
    const opened = await ben.call('officeOpen', { stop: stop.data.id, reason: 'It was only a rumour' });
    expect(opened).toMatchObject({ code: 1, data: { opened: { by: { name: ben.account } } } });
    expect(await bet()).toMatchObject({ code: 1 });
    expect(await audit()).toEqual(['betting_stopped', 'betting_opened']);
  });

  it('a match holds against the feed, also against a new market', async () => {
    await anna.call('officeSuspend', { event, reason });
    const { pool } = site.database;
    await pool.query(
      `update market set odds_milli = '{2200,3400,3300}', version = version + 1 where event_id = $1 and market = '1x2'`,
      [event],
    );
    await pool.query(
      `insert into market (event_id, market, in_play, margin_bp, selections, odds_milli, moves)
       values ($1, 'btts', true, 500, '{yes,no}', '{1900,1900}', '{0,0}')`,
      [event],
    );
    await site.modules.book.service.board.refresh([event]);
    expect(await refusal(bet())).toBe('suspended');
    const { markets, stops } = await detail();
    expect(new Set(markets.map((one) => one.market.state))).toEqual(new Set(['suspended']));
    await anna.call('officeOpen', { stop: stops[0]?.id, reason });
    expect(await bet('1', '2.20')).toMatchObject({ code: 1, data: { odds: '2.20' } });
  });

  it('everything at once stops matches that come later too, and is one stop', async () => {
    const { data: stop } = await anna.call('officeSuspend', { reason: 'The feed is compromised' });
    expect(await refusal(bet())).toBe('suspended');
    const later = await newMatch();
    expect(await refusal(bet('1', '2.10', later))).toBe('suspended');
    const { data: shown } = await member.call('eventDetail', { id: event });
    expect(shown.markets[0]?.state).toBe('suspended');
    expect(await detail(auditor)).toMatchObject({ allStopped: true });
    expect((await member.call('systemConfig')).data.betting).toEqual({ stoppedAt: stop.at });
    expect((await ben.call('officeSuspend', { reason: 'The same, by another' })).data.id).toBe(stop.id);
    const { data: list } = await auditor.call('officeStopList');
    expect(list.list.filter((one) => one.event === undefined)).toHaveLength(1);
    await ben.call('officeOpen', { stop: stop.id, reason: 'The feed is fine again' });
    expect((await member.call('systemConfig')).data.betting).toEqual({});
    expect(await bet()).toMatchObject({ code: 1 });
    expect(await bet('1', '2.10', later)).toMatchObject({ code: 1 });
    expect(await audit('all')).toEqual(['betting_stopped', 'betting_opened']);
  });

  it('opens once, and nothing else that another stop holds', async () => {
    const { data: whole } = await anna.call('officeSuspend', { event, reason });
    const { data: own } = await anna.call('officeSuspend', { event, market: '1x2', reason });
    const { data: list } = await auditor.call('officeStopList');
    const match = { home: { name: 'One' }, away: { name: 'Two' } };
    expect(list.list.slice(0, 2)).toMatchObject([
      { id: own.id, match },
      { id: whole.id, match },
    ]);
    const twice = [whole, whole].map(({ id }) => anna.call('officeOpen', { stop: id, reason }));
    const answers = await Promise.all(twice);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await refusal(bet())).toBe('suspended');
    await anna.call('officeOpen', { stop: own.id, reason });
    expect(await bet()).toMatchObject({ code: 1 });
    const past = await auditor.call('officeStopList', { past: true });
    expect(past.data.list.slice(0, 2).map(({ id }) => id)).toEqual([own.id, whole.id]);
    expect(await refusal(auditor.call('officeStopList', { past: 'perhaps' }))).toBe('validation');
  });

  it('refuses what there is not', async () => {
    expect(await refusal(anna.call('officeSuspend', { event: newId(), reason }))).toBe('not_found');
    expect(await refusal(anna.call('officeSuspend', { event: 'x', reason }))).toBe('not_found');
    expect(await refusal(anna.call('officeSuspend', { event, market: 'none', reason }))).toBe('not_found');
    expect(await refusal(anna.call('officeSuspend', { market: '1x2', reason }))).toBe('validation');
    expect(await refusal(anna.call('officeOpen', { stop: newId(), reason }))).toBe('not_found');
    expect(await audit()).toEqual([]);
  });
});

describe('a result', () => {
  const ft = { home: 2, away: 1 };
  const ht = { home: 0, away: 0 };

  it('is shown before with bets and money per market, proposed by one and confirmed by another', async () => {
    await bet();
    await bet('X', '3.40');
    const { data: preview } = await anna.call('officeRulingPreview', {
      event,
      of: 'score',
      ft: '2-1',
      ht: '0-0',
    });
    expect(preview).toMatchObject({
      bets: 2,
      settled: 2,
      pays: '21.00',
      takes: '0.00',
      markets: [{ market: '1x2', bets: 2, pays: '21.00' }],
    });
    const proposed = await anna.call('officeResultAdd', { event, seen: preview.seen, ht, ft, source });
    expect(proposed.data.results).toMatchObject([
      { version: 1, ht, ft, state: 'proposed', source: { name: anna.account }, evidence: source, needs: 1 },
    ]);
    expect(proposed.data.run.state).toBe('none');
    const decide = { event, seen: proposed.data.seen, version: 1, decision: 'confirm' };
    expect(await refusal(anna.call('officeResultDecide', decide))).toBe('same_operator');
    const confirmed = await ben.call('officeResultDecide', decide);
    expect(confirmed.data.results).toMatchObject([
      {
        state: 'confirmed',
        counts: true,
        confirmed: { by: { name: ben.account }, with: { name: anna.account } },
      },
    ]);
    await settled();
    expect(await detail()).toMatchObject({ run: { bets: 2, paid: '21.00', ruling: 1 }, settlement: 'done' });
    expect(await audit()).toEqual(['result_proposed', 'result_confirmed']);
  });

  it('decided twice at once is decided once', async () => {
    const { data } = await anna.call('officeResultAdd', { event, seen: await seen(), ft, source });
    const decide = { event, seen: data.seen, version: 1 };
    const answers = await Promise.all([
      ben.call('officeResultDecide', { ...decide, decision: 'confirm' }),
      carl.call('officeResultDecide', { ...decide, decision: 'refuse', reason }),
    ]);
    expect(answers.map(outcomeOf).toSorted()).toEqual(['done', 'outdated']);
    expect(await audit()).toHaveLength(2);
  });

  it('that another one came before is refused as outdated, forged ids as unknown', async () => {
    const before = await seen();
    await anna.call('officeResultAdd', { event, seen: before, ft, source });
    const late = { event, seen: before, ft: { home: 0, away: 0 }, source };
    expect(await refusal(ben.call('officeResultAdd', late))).toBe('outdated');
    const decide = { event, seen: before, version: 1, decision: 'confirm' };
    expect(await refusal(ben.call('officeResultDecide', decide))).toBe('outdated');
    expect(await refusal(ben.call('officeResultDecide', { ...decide, event: newId() }))).toBe('not_found');
    const now = await seen();
    expect(await refusal(ben.call('officeResultDecide', { ...decide, seen: now, version: 7 }))).toBe(
      'not_found',
    );
    expect((await detail()).results).toHaveLength(1);
  });

  it('that is impossible is refused, and so is the half time above the full time', async () => {
    const impossible = { event, seen: await seen(), ht: { home: 3, away: 0 }, ft, source };
    expect(await refusal(anna.call('officeResultAdd', impossible))).toBe('validation');
    const absurd = { event, of: 'score', ft: '90-0' };
    expect(await refusal(anna.call('officeRulingPreview', absurd))).toBe('validation');
  });

  it('is neither proposed nor confirmed by a trader who waits', async () => {
    const dora = await site.operator('trader');
    await site.database.pool.query(`update operator set waits_until = '2999-01-01T00:00:00Z' where id = $1`, [
      dora.id,
    ]);
    await anna.call('officeResultAdd', { event, seen: await seen(), ft, source });
    const same = { event, seen: await seen(), ft, source };
    expect(await refusal(dora.call('officeResultAdd', same))).toBe('operator_waits');
    expect(await detail()).toMatchObject({ results: [{ state: 'proposed' }], run: { state: 'none' } });
    const decide = { event, seen: same.seen, version: 1, decision: 'confirm' };
    expect(await refusal(dora.call('officeResultDecide', decide))).toBe('operator_waits');
    const confirmed = await ben.call('officeResultAdd', same);
    expect(confirmed.data.results).toMatchObject([{ state: 'confirmed' }]);
    const other = await newMatch();
    const own = { event: other, seen: await seen(other), ft, source };
    expect(await refusal(dora.call('officeResultAdd', own))).toBe('operator_waits');
  });

  it('is refused by another trader with a reason, or withdrawn by its proposer', async () => {
    const { data } = await anna.call('officeResultAdd', { event, seen: await seen(), ft, source });
    const decide = { event, seen: data.seen, version: 1 };
    expect(await refusal(ben.call('officeResultDecide', { ...decide, decision: 'refuse' }))).toBe(
      'reason_needed',
    );
    expect(await refusal(ben.call('officeResultDecide', { ...decide, decision: 'withdraw' }))).toBe(
      'forbidden',
    );
    expect(await refusal(anna.call('officeResultDecide', { ...decide, decision: 'refuse', reason }))).toBe(
      'same_operator',
    );
    const withdrawn = await anna.call('officeResultDecide', { ...decide, decision: 'withdraw' });
    expect(withdrawn.data.results[0]).toMatchObject({
      state: 'superseded',
      closed: { by: { name: anna.account } },
    });
    const again = await ben.call('officeResultAdd', { event, seen: withdrawn.data.seen, ft, source });
    const refused = await carl.call('officeResultDecide', {
      event,
      seen: again.data.seen,
      version: 2,
      decision: 'refuse',
      reason,
    });
    expect(refused.data.results[0]).toMatchObject({ state: 'rejected', closed: { why: reason } });
    expect(refused.data.run.state).toBe('none');
    expect(await audit()).toEqual([
      'result_proposed',
      'result_withdrawn',
      'result_proposed',
      'result_refused',
    ]);
  });

  it('of the feed is confirmed by one operator, and by two where it contradicts what counts', async () => {
    const { events } = site.modules.book.service;
    await events.rulings.recordResult(event, { ht, ft, source: 'feed one' });
    const first = await detail();
    expect(first.results).toMatchObject([{ source: { name: 'feed one' }, needs: 1 }]);
    await anna.call('officeResultDecide', { event, seen: first.seen, version: 1, decision: 'confirm' });
    await settled();
    await events.rulings.recordResult(event, { ht, ft: { home: 2, away: 2 }, source: 'feed two' });
    const against = await detail();
    expect(against.results[0]).toMatchObject({ version: 2, flag: 'contradicts_confirmed', needs: 2 });
    const approved = await anna.call('officeResultDecide', {
      event,
      seen: against.seen,
      version: 2,
      decision: 'confirm',
    });
    expect(approved.data.results[0]).toMatchObject({
      state: 'proposed',
      needs: 1,
      approved: { by: { name: anna.account } },
    });
    const second = { event, seen: approved.data.seen, version: 2, decision: 'confirm' };
    expect(await refusal(anna.call('officeResultDecide', second))).toBe('same_operator');
    const confirmed = await ben.call('officeResultDecide', second);
    expect(confirmed.data.results[0]).toMatchObject({ state: 'confirmed', counts: true });
    expect(await audit()).toEqual(['result_confirmed', 'result_approved', 'result_confirmed']);
  });

  it('that corrects one is shown as against it, and books differences only', async () => {
    await bet();
    await bet('X', '3.40');
    const { data: first } = await anna.call('officeResultAdd', { event, seen: await seen(), ht, ft, source });
    await ben.call('officeResultDecide', { event, seen: first.seen, version: 1, decision: 'confirm' });
    await settled();
    const draw = { home: 2, away: 2 };
    const { data: proposed } = await ben.call('officeResultAdd', {
      event,
      seen: await seen(),
      ht,
      ft: draw,
      source,
    });
    expect(proposed.results[0]).toMatchObject({ version: 2, flag: 'contradicts_confirmed', needs: 1 });
    const { data: preview } = await carl.call('officeRulingPreview', { event, of: 'version', version: 2 });
    expect(preview).toMatchObject({ bets: 2, resettled: 2, pays: '34.00', takes: '21.00' });
    await carl.call('officeResultDecide', { event, seen: preview.seen, version: 2, decision: 'confirm' });
    await settled();
    expect(await detail()).toMatchObject({ run: { ruling: 2, bets: 2, paid: '34.00', taken: '21.00' } });
  });
});

describe('a void', () => {
  it('is shown before, proposed by one, applied by another, and taken back the same way', async () => {
    await bet();
    const { data: preview } = await anna.call('officeRulingPreview', { event, of: 'void', market: '1x2' });
    expect(preview).toMatchObject({ bets: 1, pays: '10.00' });
    const { data: asked } = await anna.call('officeVoidAdd', {
      event,
      seen: preview.seen,
      scope: { market: '1x2' },
      reason: 'Prices of the wrong match',
    });
    const [proposal] = asked.proposals;
    expect(proposal).toMatchObject({
      state: 'proposed',
      scope: { market: '1x2' },
      by: { name: anna.account },
    });
    const decide = { event, seen: asked.seen, id: proposal?.id, decision: 'apply' };
    expect(await refusal(anna.call('officeVoidDecide', decide))).toBe('same_operator');
    const answers = await Promise.all([
      ben.call('officeVoidDecide', decide),
      carl.call('officeVoidDecide', decide),
    ]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    await settled();
    const after = await detail();
    expect(after.voids).toMatchObject([{ ruling: 1, market: '1x2', with: { name: anna.account } }]);
    expect(after.run).toMatchObject({ paid: '10.00', bets: 1 });
    expect(await refusal(bet())).toBe('closed');

    const { data: back } = await ben.call('officeRulingPreview', { event, of: 'undo', undo: 1 });
    expect(back).toMatchObject({ bets: 1, reopened: 1, takes: '10.00' });
    const { data: undo } = await ben.call('officeVoidAdd', { event, seen: back.seen, undo: 1, reason });
    const undone = { event, seen: undo.seen, id: undo.proposals[0]?.id, decision: 'apply' };
    expect(await refusal(ben.call('officeVoidDecide', { ...undone, decision: 'refuse' }))).toBe(
      'same_operator',
    );
    await anna.call('officeVoidDecide', undone);
    await settled();
    expect((await detail()).voids[0]).toMatchObject({ undone: { ruling: 2 } });
    expect(await audit()).toEqual(['void_proposed', 'void_applied', 'void_proposed', 'void_applied']);
  });

  it('that a feed proposes lists each bet, is decided by one trader, and moves the match to its beginning', async () => {
    await bet();
    const later = await bet('2', '3.30');
    const began = new Date(later.data.placedAt);
    await stopBegun(site.modules.book.service.events, { eventId: event, feed: 'api-football', began });
    expect(await refusal(bet())).toBe('suspended');
    const waiting = await anna.ask('officeEventList', { waiting: true, limit: 100 });
    expect(waiting.list.map((one) => one.event.id)).toContain(event);
    const [proposal] = (await detail()).proposals;
    expect(proposal).toMatchObject({
      state: 'proposed',
      by: { name: 'feed:api-football' },
      began: began.toISOString(),
    });
    const { data: preview } = await anna.call('officeRulingPreview', {
      event,
      of: 'void',
      ...proposal?.scope,
    });
    expect(preview.list.map((one) => [one.bet.id, one.member.id])).toEqual([[later.data.id, member.id]]);
    const decide = { event, seen: preview.seen, id: proposal?.id, decision: 'apply' };
    expect(await anna.call('officeVoidDecide', decide)).toMatchObject({ code: 1 });
    await settled();
    const after = await detail();
    expect(after.run).toMatchObject({ paid: '10.00', bets: 1 });
    expect(after.event.kickOff).toBe(began.toISOString());
    expect(after.stops).toEqual([]);
    expect(after.voids).toMatchObject([{ ruling: 1, by: { name: anna.account } }]);
    expect(await audit()).toEqual(['void_applied']);
    const { pool } = site.database;
    for (const part of decisionParts) {
      const inSnapshot = <T>(work: (on: pg.PoolClient) => Promise<T>) => transaction(pool, work);
      expect((await verifyPart(part, inSnapshot, { examples: 3 })).examples).toEqual([]);
    }
  });

  it('is refused where it makes no sense', async () => {
    const add = { event, seen: await seen(), reason };
    expect(await refusal(anna.call('officeVoidAdd', { ...add, scope: { market: 'none' } }))).toBe(
      'not_found',
    );
    expect(await refusal(anna.call('officeVoidAdd', { ...add, scope: { line: '2.5' } }))).toBe('validation');
    expect(await refusal(anna.call('officeVoidAdd', { ...add, undo: 4 }))).toBe('not_found');
    const [struckFrom, struckUntil] = ['2026-06-11T19:00:00.000Z', '2026-06-11T18:00:00.000Z'];
    expect(await refusal(anna.call('officeVoidAdd', { ...add, scope: { struckFrom, struckUntil } }))).toBe(
      'validation',
    );
    expect(await refusal(anna.call('officeRulingPreview', { event, of: 'undo', undo: 4 }))).toBe('not_found');
  });
});

describe('matches', () => {
  const ft = { home: 1, away: 0 };

  it('are found by team, day and state, with what is at stake and what waits', async () => {
    await bet();
    await anna.call('officeResultAdd', { event, seen: await seen(), ft, source });
    const [day] = new Date(Date.now() + 3_600_000).toISOString().split('T');
    const { data } = await auditor.call('officeEventList', { q: 'two', state: 'scheduled', limit: 100 });
    const found = data.list.find((one) => one.event.id === event);
    expect(found).toMatchObject({
      waiting: 1,
      open: 3,
      suspended: 0,
      settlement: 'none',
      feed: { name: 'test', silent: false },
      stakes: { singles: '10.00', singlesReturn: '21.00', combinedReturn: '0.00' },
    });
    expect(found?.feed.at).toBeUndefined();
    await site.database.pool.query('update event set feed_seen_at = $2 where id = $1', [
      event,
      '2026-06-11T19:00:00Z',
    ]);
    expect((await detail()).feed.at).toBe('2026-06-11T19:00:00.000Z');
    expect(data.competitions).toEqual([{ id: 'test', name: 'Test Cup' }]);
    expect((await anna.call('officeEventList', { q: 'nobody' })).data.total).toBe(0);
    expect((await anna.call('officeEventList', { to: '2020-01-01' })).data.total).toBe(0);
    expect(
      (await anna.call('officeEventList', { from: day, competition: 'test' })).data.total,
    ).toBeGreaterThan(0);
    expect(await refusal(anna.call('officeEventList', { from: '2026-02-31' }))).toBe('validation');
    expect(await refusal(anna.call('officeEventDetail', { id: newId() }))).toBe('not_found');
  });

  it('that wait for a person are found, by a result or by a void', async () => {
    const [quiet, ofVoid] = [await newMatch(), await newMatch()];
    const { data } = await anna.call('officeResultAdd', { event, seen: await seen(), ft, source });
    await anna.call('officeVoidAdd', { event: ofVoid, seen: await seen(ofVoid), scope: {}, reason });
    const waiting = async (): Promise<string[]> =>
      (await auditor.call('officeEventList', { waiting: true, limit: 100 })).data.list.map(
        (one) => one.event.id,
      );
    expect(await waiting()).toEqual(expect.arrayContaining([event, ofVoid]));
    expect(await waiting()).not.toContain(quiet);
    await anna.call('officeResultDecide', { event, seen: data.seen, version: 1, decision: 'withdraw' });
    expect(await waiting()).not.toContain(event);
  });

  it('settled to the end cannot be taken up again, and no other ruling than the last', async () => {
    const { data } = await anna.call('officeResultAdd', { event, seen: await seen(), ft, source });
    const resume = { event, ruling: 1, reason };
    expect(await refusal(anna.call('officeSettlementResume', resume))).toBe('not_found');
    await ben.call('officeResultDecide', { event, seen: data.seen, version: 1, decision: 'confirm' });
    await settled();
    expect(await refusal(anna.call('officeSettlementResume', resume))).toBe('decided_already');
    expect(await refusal(anna.call('officeSettlementResume', { ...resume, ruling: 3 }))).toBe('outdated');
    // As a server that was killed leaves it.
    await site.database.pool.query('update settlement_run set finished_at = null where event_id = $1', [
      event,
    ]);
    expect(await anna.call('officeSettlementResume', resume)).toMatchObject({ code: 1, data: { ruling: 1 } });
    await settled();
    expect((await audit()).at(-1)).toBe('settlement_resumed');
  });
});
