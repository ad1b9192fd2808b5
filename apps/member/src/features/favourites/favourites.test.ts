import { expect, it } from 'vitest';
import { nextGames } from './favourites.ts';

const game = (id: string, state: Parameters<typeof nextGames>[0][number]['state'], kickOff: string) => ({
  id,
  state,
  kickOff,
});

it('leaves out what is over, and begins with what comes first', () => {
  const games = [
    game('later', 'scheduled', '2026-06-12T19:00:00.000Z'),
    game('over', 'finished', '2026-06-10T19:00:00.000Z'),
    game('off', 'cancelled', '2026-06-13T19:00:00.000Z'),
    game('live', 'live', '2026-06-11T19:00:00.000Z'),
  ];
  expect(nextGames(games).map(({ id }) => id)).toEqual(['live', 'later']);
});
