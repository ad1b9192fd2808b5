import { readFile } from 'node:fs/promises';
import { leagueRecord } from '../../catalogue/football/league-record.ts';
import { nationalRecord } from '../../catalogue/football/national-record.ts';
import { shippedNations } from '../../catalogue/football/national-teams.ts';
import { parseTournament, type RecordedMatch } from '../../catalogue/football/recorded-match.ts';

const folder = new URL('../../../data/openfootball/', import.meta.url);
const years = ['2018', '2022', '2026'];

const worldCups = async (): Promise<RecordedMatch[]> => {
  const read = (year: string): Promise<string> => readFile(new URL(`${year}.worldcup.json`, folder), 'utf8');
  const texts = await Promise.all(years.map(read));
  return texts.flatMap((text) => parseTournament(JSON.parse(text)).matches);
};

/** The results that the server ships with. */
export const shippedRecord = {
  leagues: leagueRecord,
  nations: nationalRecord,
  nationalTeams: shippedNations,
  worldCups,
};
