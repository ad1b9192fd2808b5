import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultsCsvSnapshot } from '../files/csv.ts';
import { match, openImportBench, read, season, toDo, type ImportBench } from '../testing/import-bench.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await openImportBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.reset());

describe('results', () => {
  const ended = (score: object, fields: object = {}) => season([match({ score, ...fields })]);
  const csv = (ft: [number, number], ht: [number, number]) =>
    resultsCsvSnapshot(
      `Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG\nD1,22/08/2025,Bayern Munich,RB Leipzig,${ft.join()},${ht.join()}\n`,
    );
  beforeEach(async () => {
    bench.clock.set(new Date('2025-08-20T12:00:00Z'));
    await bench.bring(season([match()]));
    bench.clock.set(new Date('2025-08-23T12:00:00Z'));
  });

  it('are proposed with their source, and not confirmed', async () => {
    expect(await bench.bring(ended({ ht: [3, 0], ft: [6, 0] }))).toMatchObject({
      changes: [{ do: 'result', as: 'first' }],
    });
    expect(await bench.results()).toEqual([
      {
        version: 1,
        ht_home: 3,
        ht_away: 0,
        ft_home: 6,
        ft_away: 0,
        source: 'openfootball',
        state: 'proposed',
      },
    ]);
    expect(await bench.singleEvent()).toMatchObject({ state: 'finished', score: { home: 6, away: 0 } });
    expect(bench.confirmed).toEqual([]);
  });

  it('keep the shots of a file that counts them, the last ones that it has', async () => {
    const counted = (shots: string) =>
      resultsCsvSnapshot(
        `Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,HS,AS,HST,AST\nD1,22/08/2025,Bayern Munich,RB Leipzig,6,0,3,0,${shots}\n`,
      );
    const known = async () =>
      (await bench.events.fixtures({ ids: [(await bench.singleEvent()).id] })).map(({ shots }) => shots);
    expect(await known()).toEqual([undefined]);
    await bench.bring(counted('19,7,9,1'));
    expect(await known()).toEqual([{ home: { all: 19, onTarget: 9 }, away: { all: 7, onTarget: 1 } }]);
    await bench.bring(counted(',,,'));
    await bench.bring(counted('20,7,9,1'));
    expect(await known()).toEqual([{ home: { all: 20, onTarget: 9 }, away: { all: 7, onTarget: 1 } }]);
    expect(await bench.results()).toHaveLength(1);
  });

  it('repeated by the same source add nothing', async () => {
    await bench.bring(ended({ ht: [3, 0], ft: [6, 0] }));
    expect(toDo(await bench.bring(ended({ ht: [3, 0], ft: [6, 0] })))).toEqual([]);
    expect(await bench.results()).toHaveLength(1);
    expect(bench.confirmed).toEqual([]);
  });

  it('never overwrite a confirmed one: a contradiction waits for a person', async () => {
    await bench.bring(ended({ ht: [3, 0], ft: [6, 0] }));
    const { id } = await bench.singleEvent();
    await bench.events.rulings.confirmResult(id, 1, 'operator');
    expect(await bench.bring(csv([6, 0], [2, 0]))).toMatchObject({
      changes: [{ do: 'link' }, { do: 'result', as: 'contradicts_confirmed', against: { version: 1 } }],
    });
    expect(await bench.results()).toMatchObject([
      { version: 1, ht_home: 3, state: 'confirmed', source: 'openfootball' },
      { version: 2, ht_home: 2, state: 'proposed', source: 'results-csv' },
    ]);
    expect(bench.confirmed).toEqual([id]);
  });

  it('without half time are completed, never filled in', async () => {
    await bench.bring(ended({ ft: [2, 1] }));
    expect(await bench.results()).toMatchObject([{ ht_home: null, ft_home: 2 }]);
    const { id } = await bench.singleEvent();
    await bench.events.rulings.confirmResult(id, 1, 'operator');
    expect(await bench.bring(csv([2, 1], [1, 1]))).toMatchObject({
      changes: [{ do: 'link' }, { as: 'completes' }],
    });
  });

  it('of 0-0 need no half time', async () => {
    await bench.bring(ended({ ft: [0, 0] }));
    expect(await bench.results()).toMatchObject([{ ht_home: 0, ht_away: 0, ft_home: 0 }]);
  });

  it('that were awarded settle nothing and raise a question', async () => {
    expect(await bench.bring(ended({ ft: [0, 2] }, { status: 'awarded' }))).toMatchObject({
      changes: [],
      doubts: [{ why: 'awarded' }],
    });
    expect(await bench.results()).toEqual([]);
  });

  it('with an impossible score are problems', async () => {
    const plan = await bench.bring(ended({ ht: [3, 0], ft: [2, 0] }));
    expect(plan).toMatchObject({ changes: [], problems: [{ row: 1, reason: 'half_time' }] });
  });

  it('before the match can be over are refused', async () => {
    bench.clock.set(new Date('2025-08-22T19:30:00Z'));
    expect(await bench.bring(ended({ ht: [1, 0], ft: [1, 0] }))).toMatchObject({
      changes: [],
      doubts: [{ why: 'too_early' }],
    });
  });

  it('of another day are not taken for the match', async () => {
    bench.clock.set(new Date('2025-09-23T12:00:00Z'));
    expect(await bench.bring(ended({ ht: [1, 0], ft: [1, 0] }, { date: '2025-09-20' }))).toMatchObject({
      changes: [],
      doubts: [{ why: 'other_day' }],
    });
  });

  it('of two sources that agree are confirmed', async () => {
    await bench.bring(ended({ ht: [3, 0], ft: [6, 0] }));
    const { id } = await bench.singleEvent();
    expect(await bench.bring(csv([6, 0], [3, 0]))).toMatchObject({
      changes: [{ do: 'link' }, { as: 'second_source' }],
    });
    expect(bench.confirmed).toEqual([id]);
    expect((await bench.results()).map(({ state }) => state)).toContain('confirmed');
    expect(await bench.bring(csv([6, 0], [3, 0]))).toMatchObject({ changes: [] });
  });

  it('with fewer goals than the confirmed half time are reported as impossible, the rest is applied', async () => {
    await bench.bring(ended({ ht: [3, 0], ft: [6, 0] }));
    const { id } = await bench.singleEvent();
    await bench.events.rulings.confirmResult(id, 1, 'operator');
    const low = ended({ ft: [2, 0] });
    const plan = await bench.imports.preview(low);
    expect(await bench.imports.apply(low, { hash: plan.hash, who: 'test' })).toMatchObject({
      done: true,
      applied: [{ outcome: 'impossible' }],
    });
    expect((await bench.results()).filter(({ state }) => state === 'confirmed')).toMatchObject([
      { ft_home: 6 },
    ]);
  });

  it('with home and away the other way round are not taken for the match', async () => {
    const text =
      'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG\nD1,22/08/2025,RB Leipzig,Bayern Munich,0,6,0,3\n';
    expect(await bench.bring(resultsCsvSnapshot(text))).toMatchObject({
      changes: [],
      doubts: [{ why: 'swapped' }],
    });
  });
});

describe('a file that is wrong in bulk', () => {
  it('is not applied before a person has looked', async () => {
    bench.clock.set(new Date('2025-08-20T12:00:00Z'));
    const text = read('./openfootball/de.1-2025-26.json');
    const fixtures = JSON.parse(text);
    const first = fixtures.matches.filter(({ round }: { round: string }) => round === 'Matchday 1');
    await bench.bring(season(first.map((each: object) => ({ ...each, score: {} }))));
    bench.clock.set(new Date('2025-08-26T12:00:00Z'));
    await bench.bring(season(first));
    const { rows } = await bench.database.pool.query<{ event_id: string }>('select event_id from result');
    for (const { event_id: id } of rows) await bench.events.rulings.confirmResult(id, 1, 'operator');
    const turned = first.map((each: { score: { ht?: number[]; ft: number[] } }) => ({
      ...each,
      score: { ht: each.score.ht?.toReversed(), ft: each.score.ft.toReversed() },
    }));
    const wrong = season(turned);
    const plan = await bench.imports.preview(wrong);
    expect(plan.suspect).toBe(true);
    expect(await bench.imports.apply(wrong, { hash: plan.hash, who: 'test' })).toMatchObject({
      done: false,
      why: 'suspect',
    });
    expect((await bench.database.pool.query(`select from result where state = 'proposed'`)).rowCount).toBe(0);
    expect(
      await bench.imports.apply(wrong, { hash: plan.hash, who: 'test', evenIfSuspect: true }),
    ).toMatchObject({
      done: true,
    });
    expect((await bench.database.pool.query(`select from result where state = 'confirmed'`)).rowCount).toBe(
      9,
    );
  });
});
