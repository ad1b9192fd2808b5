import { dayIn } from '@touchline/locales/format-time';
import { describe, expect, it } from 'vitest';
import type { Event } from '@touchline/contract/shapes/football';
import { daysFrom, isMatchFilters, listInput, noFilters, stillFits, countOf } from './match-filters.ts';
import { groupMatches } from '../match-card/match-groups.tsx';

const team = (id: string) => ({
  id,
  name: id,
  short: id,
  colours: ['#000', '#fff'] satisfies [string, string],
});
const event = (id: string, kickOff: string, stage: string, state: Event['state'] = 'scheduled'): Event => ({
  id,
  version: 1,
  competition: { id: 'wc', name: 'World Cup', stage },
  home: team('BRA'),
  away: team('MAR'),
  kickOff,
  state,
  replay: true,
  marketCount: 1,
  live: state === 'live',
});

describe('filters', () => {
  it('send what says something', () => {
    expect(listInput(noFilters)).toEqual({ state: 'open' });
    expect(listInput({ state: 'live', day: '2026-06-11', competition: 'wc', q: ' bra ' })).toEqual({
      state: 'live',
      day: '2026-06-11',
      competition: 'wc',
      q: 'bra',
    });
    expect(listInput({ ...noFilters, state: 'favourites' })).toEqual({});
  });

  it('are known again when the member comes back', () => {
    expect(isMatchFilters(noFilters)).toBe(true);
    expect(isMatchFilters({ ...noFilters, state: 'x' })).toBe(false);
    expect(isMatchFilters(undefined)).toBe(false);
  });

  it('offer the week ahead, or the week past for finished matches', () => {
    expect(daysFrom('2026-06-28', 'open').slice(0, 4)).toEqual([
      '2026-06-28',
      '2026-06-29',
      '2026-06-30',
      '2026-07-01',
    ]);
    expect(daysFrom('2026-06-11', 'finished').at(-1)).toBe('2026-06-05');
  });

  it('drop a match the stream has moved on', () => {
    const at = '2026-06-11T19:00:00.000Z';
    expect(stillFits(event('a', at, 'A', 'finished'), 'open')).toBe(false);
    expect(stillFits(event('a', at, 'A', 'half_time'), 'live')).toBe(true);
    expect(stillFits(event('a', at, 'A', 'live'), 'scheduled')).toBe(false);
  });
});

describe('groups', () => {
  it('are days, and competitions within a day, by kick-off', () => {
    const groups = groupMatches(
      [
        event('a', '2026-06-11T19:00:00.000Z', 'Group A'),
        event('c', '2026-06-11T22:00:00.000Z', 'Group A'),
        event('b', '2026-06-11T20:00:00.000Z', 'Group B'),
        {
          ...event('l', '2026-06-11T18:00:00.000Z', ''),
          competition: { id: 'en.1', name: 'Premier League' },
        },
        event('d', '2026-06-12T19:00:00.000Z', 'Group A'),
      ],
      (moment) => moment.slice(0, 10),
    );
    expect(
      groups.map(({ day, competition, matches }) => [day, competition.id, matches.map(({ id }) => id)]),
    ).toEqual([
      ['2026-06-11', 'wc', ['a', 'b', 'c']],
      ['2026-06-11', 'en.1', ['l']],
      ['2026-06-12', 'wc', ['d']],
    ]);
  });

  // As the site lists them by its days, which are those of UTC, and by the order of groups within a day.
  const bySite = (state: Event['state']) => [
    event('late', '2026-06-11T23:00:00.000Z', 'Group A', state),
    event('early', '2026-06-11T02:00:00.000Z', 'Group B', state),
    event('next', '2026-06-12T01:00:00.000Z', 'Group A', state),
  ];
  const inTokyo = (moment: string): string => dayIn(moment, 'Asia/Tokyo');
  const listed = (events: readonly Event[]) =>
    groupMatches(events, inTokyo).map(({ day, matches }) => [day, ...matches.map(({ id }) => id)]);

  it('are days of the reader, in their order, where the list is by the days of the site', () => {
    expect(listed(bySite('scheduled'))).toEqual([
      ['2026-06-11', 'early'],
      ['2026-06-12', 'late', 'next'],
    ]);
  });

  it('begin with the last day where all is over', () => {
    expect(listed(bySite('finished').toReversed())).toEqual([
      ['2026-06-12', 'next', 'late'],
      ['2026-06-11', 'early'],
    ]);
  });

  it('stay in the order of the list where some is over and some to come', () => {
    const [late, early, next] = bySite('scheduled');
    if (!late || !early || !next) throw new Error('no matches');
    expect(listed([late, { ...early, state: 'finished' }, next])).toEqual([
      ['2026-06-12', 'late', 'next'],
      ['2026-06-11', 'early'],
    ]);
  });
});

const today = '2026-06-11';
const counts = { inPlay: 2, today: 5, open: 30 };

it.each([
  ['open', '', 30],
  ['open', today, 5],
  ['open', '2026-06-12', undefined],
  ['live', '', 2],
  ['scheduled', '', 28],
  ['scheduled', today, undefined],
  ['finished', '', undefined],
  ['finished', today, undefined],
] as const)('counts the matches that the list has: %s %s', (state, day, count) => {
  expect(countOf(counts, { state, day }, today)).toBe(count);
});
