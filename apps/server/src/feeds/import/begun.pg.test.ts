import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorActor } from '../../catalogue/matches/actor.ts';
import { selectProposals } from '../../catalogue/matches/decision-queries.ts';
import type { DecisionLine } from '../../catalogue/matches/deciding.ts';
import { selectSeen } from '../../catalogue/matches/status-queries.ts';
import { newId } from '../../core/ids.ts';
import { createLog } from '../../core/logging/log.ts';
import { oddsCsvSnapshot } from '../files/csv.ts';
import { LiveReports } from '../live/service.ts';
import { OWN_FEED } from './own.ts';
import type { FeedStatus, Snapshot } from '../snapshot.ts';
import { match, openImportBench, season, toDo, type ImportBench } from '../testing/import-bench.ts';

let bench: ImportBench;
const anna = newId();
beforeAll(async () => {
  bench = await openImportBench();
  await bench.database.owner.query(
    `insert into operator (id, account, account_folded, password_hash, roles, created_at)
     values ($1, 'anna', 'anna', 'none', '{trader}', site_now())`,
    [anna],
  );
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.database.owner.query('truncate proposal cascade');
});

/** At 09:00 UTC on the day of a match that kicks off at 18:30 UTC by its own feed. */
const MORNING = new Date('2025-08-22T09:00:00Z');
const HEADER = 'Div,Date,Time,HomeTeam,AwayTeam,PSH,PSD,PSA,P>2.5,P<2.5';
const odds = (time: string, date = '22/08/2025') =>
  oddsCsvSnapshot(`${HEADER}\nD1,${date},${time},Bayern Munich,RB Leipzig,1.5,4.8,6,1.5,2.6\n`);

const sold = async () => {
  await bench.bring(season([match()]));
  await bench.bring(odds('19:30'));
  bench.clock.set(MORNING);
  const event = await bench.singleEvent();
  expect(isOnSale(event)).toBe(true);
  return event.id;
};
type Event = Awaited<ReturnType<ImportBench['singleEvent']>>;
const isOnSale = ({ markets }: Event) => [...markets.values()].some(({ state }) => state === 'open');

/** The match by its own feed, in a state that its files do not have. */
const reported = (time: string, status: FeedStatus): Snapshot => {
  const snapshot = season([match({ time })]);
  return { ...snapshot, matches: snapshot.matches.map((each) => ({ ...each, ...status })) };
};
const over: FeedStatus = { status: 'finished', ft: { home: 0, away: 3 }, ht: { home: 0, away: 1 } };

const live = () =>
  new LiveReports({ events: bench.events, database: bench.database, log: createLog('silent') });

/** Voids that wait for a decision: since when, and by whom. */
const proposed = async (id: string) =>
  (await selectProposals(bench.database.pool, id)).filter(({ state }) => state === 'proposed');
const decide = async (id: string, decision: 'apply' | 'refuse' | 'withdraw') => {
  const [proposal] = (await proposed(id)).filter(
    (each) => decision !== 'withdraw' || each.proposed_by === operatorActor(anna),
  );
  const seen = await selectSeen(bench.database.pool, id);
  const done: DecisionLine[] = [];
  const within = async (_: unknown, of: DecisionLine) => void done.push(of);
  await bench.events.voids.decide(
    id,
    { id: proposal?.id ?? '', decision, note: undefined },
    { by: operatorActor(anna), seen, within },
  );
  return done;
};

describe('a match that began before its kick-off', () => {
  it.each([
    ['its own feed moves it into the past', () => season([match({ time: '06:45 UTC+0' })]), '06:45'],
    ['its own feed has it in play', () => reported('08:45 UTC+0', { status: 'in_play' }), '08:45'],
    [
      'its own feed has it in play at a time to come',
      () => reported('20:30', { status: 'in_play' }),
      '09:00',
    ],
    ['its own feed has it over', () => reported('06:45 UTC+0', over), '06:45'],
    ['its own feed has it over at a time to come', () => reported('20:30', over), '07:20'],
    ['another feed has an earlier time', () => odds('07:45'), '06:45'],
  ])('is closed at once, and a person is asked: %s', async (_, told, began) => {
    const id = await sold();
    const snapshot = told();
    const plan = await bench.bring(snapshot);
    expect(plan.changes).toMatchObject([
      { do: 'begun', eventId: id, to: new Date(`2025-08-22T${began}:00Z`) },
    ]);
    expect(isOnSale(await bench.singleEvent())).toBe(false);
    const since = new Date(`2025-08-22T${began}:00Z`);
    expect(await proposed(id)).toMatchObject([
      { began: since, struck_from: since, market: null, proposed_by: `feed:${snapshot.feed}` },
    ]);
    // The same again changes nothing, and the plan names what waits.
    expect(await bench.imports.preview(snapshot)).toMatchObject({ changes: [] });
    expect((await bench.imports.preview(snapshot)).doubts.map(({ why }) => why)).toContain('begun');
  });

  it.each([
    ['another feed has a later time', () => odds('21:30'), 'kick_off'],
    ['another feed has a time that is still to come', () => odds('13:00'), 'kick_off'],
    ['a day without a time', () => season([match({ time: undefined })]), undefined],
    ['an old schedule of another feed is all there is', () => odds('19:30', '20/08/2025'), 'kick_off'],
  ])('is not meant where %s', async (_, told, why) => {
    await sold();
    const plan = await bench.bring(told());
    expect(toDo(plan).filter((change) => change !== 'link')).toEqual([]);
    expect(plan.doubts.map((doubt) => doubt.why)).toEqual(why === undefined ? [] : [why]);
    expect(isOnSale(await bench.singleEvent())).toBe(true);
  });

  it('stays closed when prices come', async () => {
    await sold();
    await bench.bring(season([match({ time: '06:45 UTC+0' })]));
    await bench.bring(
      oddsCsvSnapshot(`${HEADER}\nD1,22/08/2025,19:30,Bayern Munich,RB Leipzig,1.9,3.8,4,1.8,2.1\n`),
    );
    expect(isOnSale(await bench.singleEvent())).toBe(false);
  });

  it('voids the bets since its start once a person applies it, and moves its kick-off', async () => {
    const id = await sold();
    await bench.bring(season([match({ time: '06:45 UTC+0' })]));
    expect(await decide(id, 'apply')).toMatchObject([{ action: 'void_applied', ruling: 1 }]);
    expect(await proposed(id)).toEqual([]);
    const { rows } = await bench.database.pool.query(
      'select event_id, struck_from, struck_until is not null as ends from void_rule',
    );
    expect(rows).toEqual([{ event_id: id, struck_from: new Date('2025-08-22T06:45:00Z'), ends: true }]);
    const event = await bench.singleEvent();
    expect(event.kickOff).toEqual(new Date('2025-08-22T06:45:00Z'));
    expect(await bench.events.stops.inForce([id])).toEqual([]);
    expect(isOnSale(event)).toBe(false);
    expect(await bench.imports.preview(season([match({ time: '06:45 UTC+0' })]))).toMatchObject({
      changes: [],
      doubts: [],
    });
  });

  it('is on sale again once a person refuses it, and a stop by a trader stays', async () => {
    const id = await sold();
    await bench.bring(season([match({ time: '06:45 UTC+0' })]));
    expect(await decide(id, 'refuse')).toMatchObject([{ action: 'void_refused' }]);
    expect(isOnSale(await bench.singleEvent())).toBe(true);
    const within = () => Promise.resolve();
    await bench.events.stops.stop({ eventId: id }, { by: 'operator:b', why: 'weather', within });
    await bench.bring(season([match({ time: '06:45 UTC+0' })]));
    await decide(id, 'refuse');
    expect(isOnSale(await bench.singleEvent())).toBe(false);
  });

  it('is proposed by the operator whose file says so, who does not decide it', async () => {
    const id = await sold();
    const snapshot = { ...season([match({ time: '06:45 UTC+0' })]), feed: OWN_FEED };
    const { hash } = await bench.imports.preview(snapshot);
    const noted: unknown[] = [];
    await bench.imports.apply(snapshot, {
      hash,
      who: operatorActor(anna),
      operator: anna,
      note: async (_, change, eventId) => void noted.push([change.do, eventId]),
    });
    expect(await proposed(id)).toMatchObject([{ proposed_by: operatorActor(anna) }]);
    expect(noted).toContainEqual(['void', id]);
    await expect(decide(id, 'apply')).rejects.toMatchObject({ reason: 'same_operator' });
  });

  it('is proposed by its feed as well where an operator has, who withdraws that alone', async () => {
    const id = await sold();
    const own = { ...season([match({ time: '06:45 UTC+0' })]), feed: OWN_FEED };
    const { hash } = await bench.imports.preview(own);
    await bench.imports.apply(own, { hash, who: operatorActor(anna), operator: anna });
    await bench.bring(season([match({ time: '06:45 UTC+0' })]));
    const both = await proposed(id);
    expect(both.map((each) => each.proposed_by).toSorted()).toEqual([
      'feed:openfootball',
      operatorActor(anna),
    ]);
    await decide(id, 'withdraw');
    expect(await proposed(id)).toMatchObject([{ proposed_by: 'feed:openfootball' }]);
    expect(isOnSale(await bench.singleEvent())).toBe(false);
    await decide(id, 'refuse');
    expect(isOnSale(await bench.singleEvent())).toBe(true);
  });

  it('is as any trader may open it once the operator withdraws what no feed has proposed', async () => {
    const id = await sold();
    const own = { ...season([match({ time: '06:45 UTC+0' })]), feed: OWN_FEED };
    const { hash } = await bench.imports.preview(own);
    await bench.imports.apply(own, { hash, who: operatorActor(anna), operator: anna });
    expect(isOnSale(await bench.singleEvent())).toBe(false);
    await decide(id, 'withdraw');
    expect(isOnSale(await bench.singleEvent())).toBe(true);
    expect((await bench.database.pool.query('select from void_rule')).rowCount).toBe(0);
    await bench.bring(season([match({ time: '06:45 UTC+0' })]));
    expect(await proposed(id)).toMatchObject([{ proposed_by: 'feed:openfootball' }]);
  });

  it('is found by its live scores as well', async () => {
    const id = await sold();
    const { kickOff } = await bench.singleEvent();
    const now = Date.parse('2025-08-22T09:00:00Z');
    await live().hear(
      'api-football',
      new Map([
        [
          id,
          {
            asOf: now,
            kickOff: new Date(now - 20 * 60_000),
            phase: 'first_half',
            clockMinute: 20,
            score: { home: 0, away: 1 },
            goals: [],
            isHalted: false,
          },
        ],
      ]),
    );
    expect(kickOff.getTime()).toBeGreaterThan(now);
    expect(await proposed(id)).toMatchObject([{ began: new Date('2025-08-22T08:40:00Z') }]);
    expect(isOnSale(await bench.singleEvent())).toBe(false);
  });
});
