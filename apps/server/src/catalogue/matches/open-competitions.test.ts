import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCompetitions, type ListedEvent } from './routes.ts';

// 08:00 on 12 June in Tokyo.
const now = new Date('2026-06-11T23:00:00Z');
const inTokyo = { now, timeZone: 'Asia/Tokyo' };

const event = (id: string, kickOff: string, over: Partial<ListedEvent> = {}): ListedEvent => ({
  competition: { id, name: id },
  state: 'scheduled',
  kickOff: new Date(kickOff),
  ...over,
});
const idsOf = (events: readonly ListedEvent[]): string[] =>
  openCompetitions(events, inTokyo).map(({ competition }) => competition.id);

describe('open competitions', () => {
  it('count matches in play, those of today in the time zone of the site, and all', () => {
    const events = [
      event('cup', '2026-06-11T22:00:00Z', { state: 'live' }),
      // Yesterday in Tokyo.
      event('cup', '2026-06-11T14:00:00Z', { state: 'half_time' }),
      event('cup', '2026-06-12T14:59:00Z'),
      event('cup', '2026-06-12T15:00:00Z'),
      event('cup', '2026-06-20T15:00:00Z'),
    ];
    expect(openCompetitions(events, inTokyo)).toEqual([
      { competition: { id: 'cup', name: 'cup' }, inPlay: 2, today: 2, open: 5 },
    ]);
  });

  it('leave out what is over and what members do not see', () => {
    const at = '2026-06-12T10:00:00Z';
    const over = (['finished', 'postponed', 'abandoned', 'cancelled'] as const).map((state) =>
      event('cup', at, { state }),
    );
    expect(openCompetitions([...over, event('off', at, { withheld: true })], inTokyo)).toEqual([]);
  });

  it('are in the order of the list: by day, then by the order of the site, then by kick-off', () => {
    expect(
      idsOf([
        event('first place, tomorrow', '2026-06-13T10:00:00Z', { place: 1 }),
        event('no place, late', '2026-06-12T12:00:00Z'),
        event('no place, early', '2026-06-12T09:00:00Z'),
        event('second place', '2026-06-12T14:00:00Z', { place: 2 }),
        event('first place, tomorrow', '2026-06-14T10:00:00Z', { place: 1 }),
      ]),
    ).toEqual(['second place', 'no place, early', 'no place, late', 'first place, tomorrow']);
  });

  it('have every open match once, however many there are, in whichever order they come', () => {
    const anyEvent = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      hours: fc.integer({ min: -30, max: 300 }),
      state: fc.constantFrom('scheduled', 'live', 'half_time', 'finished'),
      withheld: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 300 }), (drawn) => {
        const events = drawn.map(({ id, hours, state, withheld }) =>
          event(id, new Date(now.getTime() + hours * 3_600_000).toISOString(), { state, withheld }),
        );
        const shown = events.filter(({ state, withheld }) => withheld !== true && state !== 'finished');
        const list = openCompetitions(events, inTokyo);
        expect(list.reduce((sum, { open }) => sum + open, 0)).toBe(shown.length);
        expect(list.reduce((sum, { inPlay }) => sum + inPlay, 0)).toBe(
          shown.filter(({ state }) => state !== 'scheduled').length,
        );
        for (const { today, open } of list) expect(today).toBeLessThanOrEqual(open);
        expect(openCompetitions(events.toReversed(), inTokyo)).toEqual(list);
      }),
    );
  });
});
