import { readFile } from 'node:fs/promises';
import { importProblem } from '@touchline/football/import/imported-match';
import { decodeText } from '@touchline/football/import/text';
import { isTimeZone } from '@touchline/football/import/time-zone';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { openApiFootball } from '../api-football/open.ts';
import { FEED as API, surveyOf } from '../api-football/survey.ts';
import { oddsCsvSnapshot, resultsCsvSnapshot, type CsvOptions } from '../files/csv.ts';
import { openFootballSnapshot } from '../files/openfootball.ts';
import type { Feed, Snapshot } from '../snapshot.ts';

/** A mistake in the command, printed without a stack. */
export class Usage extends Error {}

type Option = keyof CsvOptions;
/** A form of files, and the options it takes. */
type Reader = { read: (text: string, options: CsvOptions) => Snapshot; takes: readonly Option[] };
const readers = new Map<string, Reader>([
  ['openfootball', { read: openFootballSnapshot, takes: [] }],
  ['results-csv', { read: resultsCsvSnapshot, takes: ['competition', 'zone'] }],
  ['odds-csv', { read: oddsCsvSnapshot, takes: ['competition', 'zone', 'houses'] }],
]);
const names = [...readers.keys(), API];

/** The feed of a command, over its files or the network. @throws Usage */
export const feedOf = (
  name: string | undefined,
  files: readonly string[],
  of: { config: Config; clock: Clock } & CsvOptions,
): Feed => {
  const reader = readers.get(name ?? '');
  checkOptions(name, of, reader?.takes ?? []);
  if (name === API) return apiFeed(of);
  if (name === undefined || reader === undefined) throw new Usage(`which feed? one of ${names.join(', ')}`);
  if (files.length === 0) throw new Usage(`${name} needs a file`);
  return {
    name,
    read: async () => {
      const snapshots = await Promise.all(
        files.map(async (file): Promise<Snapshot> => {
          const text = decodeText(await readFile(file));
          if (text !== undefined) return reader.read(text, of);
          return { feed: name, matches: [], problems: [importProblem(0, 'form', 'not_text')] };
        }),
      );
      return merge(name, snapshots, files);
    },
  };
};

/** @throws Usage for an option that would change nothing, or a zone that is none */
const checkOptions = (name = '', of: CsvOptions, takes: readonly Option[]): void => {
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
