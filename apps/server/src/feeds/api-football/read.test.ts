import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { recorded } from '../testing/api-server.ts';
import { Implausible, toFeedMatch, toLiveWord } from './read-fixture.ts';
import { meansOf } from './survey.ts';
import { ApiFixture, ApiOdds } from './schema.ts';

const at = new Date('2026-05-01T12:00:00Z');
const fixtures = new Map(
  ['fixtures-live', 'fixtures-ended', 'fixtures-to-come']
    .flatMap((name) => recorded(name).response)
    .map((row) => Value.Parse(ApiFixture, row))
    .map((item) => [item.fixture.id, item]),
);
const fixture = (id: number): ApiFixture => {
  const found = fixtures.get(id);
  if (found === undefined) throw new Error(`${id} is not recorded`);
  return found;
};
const changed = (
  id: number,
  status: Partial<ApiFixture['fixture']['status']>,
  more: Partial<ApiFixture> = {},
) => {
  const item = fixture(id);
  return { ...item, fixture: { ...item.fixture, status: { ...item.fixture.status, ...status } }, ...more };
};

describe('a live score', () => {
  it('at half time', () => {
    expect(toLiveWord(fixture(239625), at)).toMatchObject({
      asOf: at.getTime(),
      phase: 'half_time',
      clockMinute: 45,
      isHalted: false,
      score: { home: 0, away: 1 },
      ht: { home: 0, away: 1 },
      redCards: undefined,
    });
  });

  it('of a first half has no half-time score, though the service shows one', () => {
    const word = toLiveWord(fixture(605367), at);
    expect(word).toMatchObject({
      phase: 'first_half',
      clockMinute: 39,
      minute: '39',
      score: { home: 3, away: 1 },
    });
    expect(word.ht).toBeUndefined();
  });

  it('with goals, own goals for the side they count for, and red cards', () => {
    const { goals, redCards } = toLiveWord(fixture(605367), at);
    expect(goals.map(({ side, minute }) => [side, minute])).toEqual([
      ['home', 8],
      ['away', 12],
      ['home', 28],
      ['home', 33],
    ]);
    expect(redCards).toEqual({ home: 0, away: 1 });
  });

  it('in stoppage time', () => {
    const word = toLiveWord(changed(605367, { elapsed: 45, extra: 2 }), at);
    expect(word).toMatchObject({ minute: '45+2', clockMinute: 47 });
  });

  it.each(['SUSP', 'INT', 'LIVE'] as const)('held up as %s sells nothing', (short) => {
    expect(toLiveWord(changed(605367, { short }), at)).toMatchObject({ phase: 'first_half', isHalted: true });
    expect(toLiveWord(changed(239625, { short, elapsed: 60 }), at)).toMatchObject({ phase: 'second_half' });
  });

  it('after extra time and penalties is that of 90 minutes', () => {
    const word = toLiveWord(fixture(979139), at);
    expect(word).toMatchObject({ phase: 'over', score: { home: 2, away: 2 }, ht: { home: 2, away: 0 } });
    expect(word.goals).toHaveLength(4);
  });

  it.each(['ET', 'BT', 'P', 'AET'] as const)('in %s is over for every bet', (short) => {
    expect(toLiveWord(changed(979139, { short }), at)).toMatchObject({
      phase: 'over',
      score: { home: 2, away: 2 },
    });
  });

  it('leaves out missed penalties and counts second yellow cards', () => {
    const { goals, redCards } = toLiveWord(fixture(1379266), at);
    expect(goals.map(({ side, shown, half }) => [side, shown, half])).toEqual([
      ['home', '10', 1],
      ['away', '45+2', 1],
      ['home', '90+3', 2],
    ]);
    expect(redCards).toEqual({ home: 0, away: 1 });
  });

  it.each([
    [1379267, 'awarded'],
    [1379268, 'postponed'],
  ])('of fixture %s: %s', (id, off) => {
    expect(toLiveWord(fixture(id), at)).toMatchObject({ phase: undefined, off });
  });

  it('without a score is refused', () => {
    const none = { home: null, away: null };
    expect(() => toLiveWord({ ...fixture(605367), goals: none }, at)).toThrow(Implausible);
    expect(() => toLiveWord({ ...fixture(979139), score: { halftime: none, fulltime: none } }, at)).toThrow(
      Implausible,
    );
  });
});

describe('a fixture', () => {
  it('that is upcoming', () => {
    expect(toFeedMatch(fixture(1379300))).toMatchObject({
      ref: '1379300',
      competition: 'England: Premier League',
      home: 'Arsenal',
      away: 'Newcastle',
      date: '2026-05-09',
      time: '14:00',
      utcOffsetMinutes: 0,
      status: 'scheduled',
    });
  });

  it('without a time has a day only', () => {
    expect(toFeedMatch(fixture(1379302))).toMatchObject({ date: '2026-05-10', time: undefined });
  });

  it('that is over has the score of 90 minutes', () => {
    expect(toFeedMatch(fixture(979139))).toMatchObject({
      status: 'finished',
      ft: { home: 2, away: 2 },
      ht: { home: 2, away: 0 },
      competition: 'World: World Cup',
    });
  });

  it.each([
    ['ns', 'scheduled'],
    ['Canc', 'cancelled'],
    [' pst ', 'postponed'],
    ['1h', 'in_play'],
    ['HT', 'in_play'],
    ['Susp', 'in_play'],
    ['LIVE', 'in_play'],
    ['Abd', 'abandoned'],
    ['wo', 'awarded'],
  ])('in state %j is %s', (short, status) => {
    expect(toFeedMatch(changed(1379300, { short }))).toMatchObject({ status });
  });

  it('in an unknown state is refused', () => {
    expect(() => toFeedMatch(changed(1379300, { short: 'PPD' }))).toThrow('unknown status "PPD"');
    expect(() => toLiveWord(changed(239625, { short: 'PPD' }), at)).toThrow(Implausible);
  });

  it.each([
    ['with an impossible half time', { halftime: { home: 3, away: 0 }, fulltime: { home: 1, away: 0 } }],
    ['without a score', { halftime: { home: null, away: null }, fulltime: { home: null, away: null } }],
  ])('that is over %s has begun, and is named', (_, score) => {
    const problems: string[] = [];
    const read = toFeedMatch(changed(1379300, { short: 'ft' }, { score }), (said) => problems.push(said));
    expect(read).toMatchObject({ status: 'in_play' });
    expect(problems).toHaveLength(1);
  });
});

describe('odds', () => {
  const [good, bad] = recorded('odds').response.map((row) => Value.Parse(ApiOdds, row));

  it('become goal means by the winner and the most even total', () => {
    const means = good && meansOf(good).prices?.means;
    expect(means?.homeMean).toBeGreaterThan(means?.awayMean ?? Number.NaN);
    expect((means?.homeMean ?? 0) + (means?.awayMean ?? 0)).toBeCloseTo(2.95, 0);
  });

  it('that are impossible are a problem', () => {
    expect(bad && meansOf(bad)).toMatchObject({ problem: expect.stringContaining('Pinnacle: margin') });
  });

  it('without a total are left out', () => {
    const [house] = good?.bookmakers ?? [];
    expect(
      meansOf({ fixture: { id: 1 }, bookmakers: house ? [{ ...house, bets: house.bets.slice(0, 1) }] : [] }),
    ).toEqual({});
  });
});

it.each([
  ['a text for a number', { fixture: { id: '1', timestamp: 1, status: { short: 'NS', elapsed: null } } }],
  ['a negative score', { goals: { home: -1, away: 0 } }],
  ['half a goal', { goals: { home: 0.5, away: 0 } }],
  ['a team without a name', { teams: { home: { id: 1, name: '' }, away: { id: 2, name: 'B' } } }],
])('a row of another form is not read: %s', (_, fields) => {
  expect(Value.Check(ApiFixture, { ...fixture(605367), ...fields })).toBe(false);
});
