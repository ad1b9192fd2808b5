import { readFile } from 'node:fs/promises';
import { isTimeZone } from '@touchline/football/import/time-zone';
import type { Clock } from '../../../core/clock.ts';
import type { Config } from '../../../core/config/config.ts';
import {
  type CsvOptions,
  type Feed,
  FEED as API,
  formOf,
  forms,
  openApiFootball,
  type Snapshot,
  surveyOf,
} from '../../../feeds/index.ts';

/** A mistake in the command, printed without a stack. */
export class Usage extends Error {}

const names = [...forms.map(({ name }) => name), API];

/** The feed of a command, over its files or the network. @throws Usage */
export const feedOf = (
  name: string | undefined,
  files: readonly string[],
  of: { config: Config; clock: Clock } & CsvOptions,
): Feed => {
  const form = formOf(name);
  checkOptions(name, of, form?.takes ?? []);
  if (name === API) return apiFeed(of);
  if (name === undefined || form === undefined) throw new Usage(`which feed? one of ${names.join(', ')}`);
  if (files.length === 0) throw new Usage(`${name} needs a file`);
  return {
    name,
    read: async () => {
      const snapshots = await Promise.all(files.map(async (file) => form.read(await readFile(file), of)));
      return merge(name, snapshots, files);
    },
  };
};

/** @throws Usage for an option that would change nothing, or a zone that is none */
const checkOptions = (name = '', of: CsvOptions, takes: readonly (keyof CsvOptions)[]): void => {
  for (const option of ['competition', 'zone', 'houses'] as const) {
    if (of[option] !== undefined && !takes.includes(option)) throw new Usage(`${name} takes no --${option}`);
  }
  if (of.zone !== undefined && !isTimeZone(of.zone)) throw new Usage(`there is no time zone ${of.zone}`);
};

/** Several files as one: the results of earlier seasons price the upcoming matches. */
const merge = (feed: string, snapshots: readonly Snapshot[], files: readonly string[]): Snapshot => ({
  feed,
  matches: snapshots.flatMap(({ matches }) => matches),
  problems: snapshots.flatMap(({ problems }, index) =>
    problems.map((problem) =>
      files.length === 1 ? problem : { ...problem, detail: `${files[index]}: ${problem.detail}` },
    ),
  ),
});

const apiFeed = ({ config, clock }: { config: Config; clock: Clock }): Feed => {
  const settings = openApiFootball(config, clock);
  if (settings === undefined) throw new Usage('api-football needs FEED_API_KEY');
  if (settings.leagues.length === 0) throw new Usage('api-football needs FEED_API_LEAGUES');
  const { api, leagues, bookmaker } = settings;
  const readLeague = async (league: (typeof leagues)[number]): Promise<Snapshot> => {
    const steps = surveyOf(api, league, { now: clock.now(), bookmaker });
    let step = await steps.next();
    while (step.done !== true) {
      const { failure } = step.value;
      if (failure !== undefined) throw new Usage(`league ${league.league}: ${failure}`);
      step = await steps.next();
    }
    return step.value ?? { feed: API, matches: [], problems: [] };
  };
  return {
    name: API,
    read: async () => {
      const snapshots: Snapshot[] = [];
      for (const league of leagues) snapshots.push(await readLeague(league));
      return merge(
        API,
        snapshots,
        leagues.map(({ league }) => `league ${league}`),
      );
    },
  };
};
