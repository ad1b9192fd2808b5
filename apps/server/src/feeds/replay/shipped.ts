import { readFile } from 'node:fs/promises';
import { dayMs } from '@touchline/contract/durations';
import {
  nationalRatings,
  nationalRecord,
  parseTournament,
  type RecordedMatch,
  resultCounts,
  shippedNations,
  shippedOnce,
} from '../../catalogue/index.ts';
import { programmeOf, type Programme } from './programme.ts';

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../data/${path}`, import.meta.url), 'utf8'));

/** The competition the replay's events belong to. */
export const competition = { id: 'wc2026', name: 'World Cup 2026' } as const;

/**
 * The World Cup 2026 as the server ships it, priced from the results of national teams before it and its own. Teams are
 * rated once, for any number of programmes.
 * @returns the programme with a seed
 */
export const worldCup2026 = shippedOnce(async (): Promise<(seed: string) => Programme> => {
  const [data, record, teams] = await Promise.all([
    read('openfootball/2026.worldcup.json'),
    nationalRecord(),
    shippedNations(),
  ]);
  const tournament = parseTournament(data);
  const [first] = tournament.matches;
  const before = first?.kickOff.getTime() ?? 0;
  const known = nationalRatings(record, { before, groupOf: teams.confederationOf });
  const countOf = resultCounts(record.filter(({ at }) => at < before));
  const atHome = record.filter(({ at, neutral }) => at >= before && !neutral);
  /** The record says who was at home; its `at` is within a day and a half of the kick-off. */
  const hostOf = ({ home, away, kickOff }: RecordedMatch): string | undefined =>
    atHome.find(
      (result) =>
        [home, away].includes(result.home) &&
        [home, away].includes(result.away) &&
        Math.abs(result.at - kickOff.getTime()) < 2 * dayMs,
    )?.home;
  return (seed) => programmeOf({ tournament, known, countOf, hostOf, teams, seed, prefix: competition.id });
});
