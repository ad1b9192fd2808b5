import { readFile } from 'node:fs/promises';
import type { Event, Goals } from '@touchline/contract/shapes/football';
import type { Static } from 'typebox';
import { parseTournament } from '../../apps/server/src/feed/replay/recorded-match.ts';

type Score = Static<typeof Goals>;

const file = new URL('../../apps/server/data/openfootball/2026.worldcup.json', import.meta.url);

/** How matches of the replayed tournament ended after 90 minutes: public knowledge, so a test may bet on it. */
export const recordedScores = async (): Promise<(event: Event) => Score> => {
  const { matches } = parseTournament(JSON.parse(await readFile(file, 'utf8')));
  return ({ home, away }) => {
    const match = matches.find((each) => each.home === home.name && each.away === away.name);
    if (match === undefined) throw new Error(`no record of ${home.name} – ${away.name}`);
    return match.ft;
  };
};
