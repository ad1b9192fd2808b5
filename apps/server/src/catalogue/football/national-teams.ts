import { readFile } from 'node:fs/promises';
import type { Team } from '@touchline/contract/shapes/football';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const NationalTeam = Type.Object({
  code: Type.String({ pattern: '^[A-Z]{3}$' }),
  name: Type.String(),
  flag: Type.String({ pattern: '^[a-z]{2}(-[a-z]{3})?$' }),
  confederation: Type.String(),
  colours: Type.Tuple([Colour, Colour]),
});
const NationalTeams = Type.Object({
  teams: Type.Array(NationalTeam),
  /** Teams that are rated because those above have met them. */
  others: Type.Array(NationalTeam),
});

export type NationalTeams = {
  /** By the name the record uses; the id is the FIFA code in lower case. */
  byName: ReadonlyMap<string, Team>;
  /** The same with the teams that are only rated. */
  allByName: ReadonlyMap<string, Team>;
  /** The confederation of a team by name, also of those that are only rated. */
  confederationOf: (name: string) => string;
};

/** Reads the table of national teams. @param data parsed JSON, untrusted */
const parseTeams = (data: unknown): NationalTeams => {
  const { teams, others } = Value.Parse(NationalTeams, data);
  const named = ({ code, name, flag, colours }: Static<typeof NationalTeam>): [string, Team] => [
    name,
    { id: code.toLowerCase(), name, short: code, flag, colours },
  ];
  const byName = new Map(teams.map(named));
  const confederations = new Map(
    [...teams, ...others].map(({ name, confederation }) => [name, confederation]),
  );
  const allByName = new Map([...byName, ...others.map(named)]);
  return { byName, allByName, confederationOf: (name) => confederations.get(name) ?? 'unknown' };
};

/** The table of national teams that the server ships. */
export const shippedNations = async (): Promise<NationalTeams> => {
  const file = new URL('../../../data/teams/national-teams.json', import.meta.url);
  return parseTeams(JSON.parse(await readFile(file, 'utf8')));
};
