import { readFile } from 'node:fs/promises';
import { parseTeams } from './national-teams.ts';
import { programmeOf, type Programme } from './programme.ts';
import { parseTournament } from './recorded-match.ts';

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../data/${path}`, import.meta.url), 'utf8'));

/** The competition the replay's events belong to. */
export const competition = { id: 'wc2026', name: 'World Cup 2026' } as const;

/** The World Cup 2026 as the server ships it, priced from the World Cups 2018 and 2022 and its own results. */
export const worldCup2026 = async (seed: string): Promise<Programme> => {
  const [first, second, tournament] = await Promise.all(
    ['2018', '2022', '2026'].map((year) => read(`openfootball/${year}.worldcup.json`)),
  );
  return programmeOf({
    tournament: parseTournament(tournament),
    earlier: [first, second].flatMap((data) => parseTournament(data).matches),
    teams: parseTeams(await read('teams/national-teams.json')),
    seed,
    prefix: competition.id,
  });
};
