import { readFile } from 'node:fs/promises';
import type { Team } from '@touchline/contract/shapes/football';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { shippedNations } from './national-teams.ts';
import { shippedOnce } from './shipped-once.ts';

const Clubs = Type.Object({
  clubs: Type.Array(
    Type.Object({
      id: Type.String(),
      country: Type.String(),
      name: Type.String(),
      short: Type.String({ pattern: '^[A-Z0-9]{2,3}$' }),
      colours: Type.Tuple([Type.String(), Type.String()]),
      names: Type.Array(Type.String()),
    }),
  ),
});
const Competitions = Type.Object({
  competitions: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      country: Type.Optional(Type.String()),
      clubs: Type.String(),
      zone: Type.Optional(Type.String()),
      neutral: Type.Optional(Type.Boolean()),
      names: Type.Array(Type.String()),
    }),
  ),
});

/** A team with its names in known feeds. `group`: a country's clubs, or "nations". */
export type KnownTeam = Team & {
  group: string;
  names: readonly string[];
  /** The countries whose competitions a team that an operator has made plays in. */
  countries?: ReadonlySet<string> | undefined;
};
export type KnownCompetition = {
  id: string;
  name: string;
  country?: string | undefined;
  /** The group of its teams; undefined for one made by an operator: any. */
  group?: string | undefined;
  /** Time zone of its kick-offs where a feed names none; undefined where it is played in several, or none was given. */
  zone?: string | undefined;
  /** The same, where an operator has given it. */
  givenZone?: string | undefined;
  neutral: boolean;
  names: readonly string[];
};
export type KnownNames = { teams: readonly KnownTeam[]; competitions: readonly KnownCompetition[] };

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../data/${path}`, import.meta.url), 'utf8'));

/** The teams and competitions the server ships, with their names in the data sets it knows. */
export const shippedCatalogue = shippedOnce(async (): Promise<KnownNames> => {
  const { clubs } = Value.Parse(Clubs, await read('feeds/clubs.json'));
  const { competitions } = Value.Parse(Competitions, await read('feeds/competitions.json'));
  const nations = await shippedNations();
  return {
    teams: [
      ...clubs.map(({ country, names, ...team }) => ({
        ...team,
        group: country,
        names: [team.name, ...names],
      })),
      ...nations.byName.values().map((team) => ({ ...team, group: 'nations', names: [team.name] })),
    ],
    competitions: competitions.map(({ clubs: group, neutral = false, names, ...rest }) => ({
      ...rest,
      group,
      neutral,
      names: [rest.id, rest.name, ...names],
    })),
  };
});
