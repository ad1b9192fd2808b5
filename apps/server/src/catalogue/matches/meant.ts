import { isFound, searchFold } from '@touchline/kit/fold';
import { competitionName } from '@touchline/locales/competition-names';
import type { Lan } from '@touchline/locales/locales';
import type { Queryable } from '../../core/database/database.ts';
import { readNames } from '../../pricing/index.ts';
import { isTeamMeant } from './list.ts';
import { selectCompetitions, selectTeams } from './list-queries.ts';

/**
 * The teams and competitions that a search finds, by their names in the record or in the reader's language.
 */
export const meant = async (pool: Queryable, search: string, lan: Lan) => {
  const wanted = searchFold(search.trim());
  const [teams, competitions] = await Promise.all([selectTeams(pool), selectCompetitions(pool)]);
  return {
    teams: teams.filter((team) => isTeamMeant(team, search, lan)).map(({ id }) => id),
    competitions: competitions
      .filter(({ names, ...each }) =>
        [each.name, competitionName({ ...each, names: readNames(names) }, lan)].some((name) =>
          isFound(name, wanted),
        ),
      )
      .map(({ id }) => id),
  };
};
