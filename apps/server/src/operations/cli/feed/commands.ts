import { COMMAND_LINE } from '../../../catalogue/index.ts';
import { type Feeds, isForOne, tellSaid } from '../../../feeds/index.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Config } from '../../../core/config/config.ts';
import { tellOutcome, tellPlan, tellQuestions } from './report.ts';
import { feedOf, Usage } from './sources.ts';
import { isId } from '../../../core/ids.ts';

type Input = {
  feeds: Feeds;
  config: Config;
  clock: Clock;
  args: readonly string[];
  options: {
    competition: string | undefined;
    zone: string | undefined;
    houses: readonly string[] | undefined;
    place: string | undefined;
    plan: string | undefined;
    evenIfSuspect: boolean;
    who: string;
  };
};
/** The answer of a command: lines for people, data for programs. */
type CommandAnswer = { lines: readonly string[]; data: unknown; failed?: boolean };
type Command = (input: Input) => Promise<CommandAnswer>;

export const usage = `npm run feed -- COMMAND
  preview FEED FILE…           what it would change; FEED: openfootball, results-csv, odds-csv, api-football
      --competition ID         of a CSV without a column for it
      --zone ZONE              time zone of the kick-offs of a CSV; without it that of football-data.co.uk
      --houses PS,Avg          whose odds count, best first
  apply FEED FILE… --plan HASH [--even-if-suspect]
  names                        names that nobody has explained
  aliases                      names that somebody has explained
  alias FEED competition NAME ID
  alias FEED team NAME ID --place COUNTRY
      that of the competition, or its ID where it has none
  team ID NAME SHORT #COLOUR #COLOUR
  competition ID NAME [COUNTRY] --zone ZONE
  link FEED REF EVENT|new      which event a feed's match is
  flags                        what a feed said that is not believed
  flag ID accept|reject
  --who NAME  --json`;

const preview: Command = async ({ feeds, config, clock, args, options }) => {
  const [name, ...files] = args;
  const plan = await feeds.imports.preview(
    await feedOf(name, files, { ...options, config, clock }).read(),
    COMMAND_LINE,
  );
  return { lines: tellPlan(plan), data: plan };
};

const apply: Command = async ({ feeds, config, clock, args, options }) => {
  const [name, ...files] = args;
  const { plan: hash, who, evenIfSuspect } = options;
  if (hash === undefined) throw new Usage('apply needs --plan, the name that preview gave to its plan');
  const snapshot = await feedOf(name, files, { ...options, config, clock }).read();
  const outcome = await feeds.imports.apply(snapshot, {
    hash,
    who,
    evenIfSuspect,
    source: COMMAND_LINE,
    select: isForOne,
  });
  return { lines: tellOutcome(outcome), data: outcome, failed: !outcome.done };
};

const names: Command = async ({ feeds }) => {
  const questions = await feeds.names.questions();
  return { lines: tellQuestions(questions), data: questions };
};

const aliases: Command = async ({ feeds }) => {
  const all = await feeds.names.aliases();
  const lines = all.map(
    ({ feed, kind, place, name, means, who }) =>
      `${feed}: ${kind} ${name}${place === '' ? '' : ` of ${place}`} is ${means} (${who})`,
  );
  return { lines: lines.length === 0 ? ['none'] : lines, data: all };
};

const alias: Command = async ({ feeds, args, options: { who, place = '' } }) => {
  const [feed, kind, name, means] = args;
  if (feed === undefined || name === undefined || means === undefined) throw new Usage(usage);
  if (kind !== 'team' && kind !== 'competition') throw new Usage('team or competition?');
  if (kind === 'team' && place === '')
    throw new Usage('a name of a team belongs to a country: --place Austria');
  if (kind === 'competition' && place !== '') throw new Usage('a competition takes no --place');
  if (!(await feeds.names.explain({ feed, kind, place, name, means, who }))) {
    throw new Usage(`there is no ${kind} ${means}; make it with "npm run feed -- ${kind}"`);
  }
  return { lines: [`${name} of ${feed} is ${means}`], data: { feed, kind, place, name, means } };
};

const team: Command = async ({ feeds, args }) => {
  const [id, name, short, one, other] = args;
  if (id === undefined || name === undefined || short === undefined) throw new Usage(usage);
  if (one === undefined || other === undefined) throw new Usage('a team has two colours, #rrggbb');
  const made = { id, name, short, colours: [one, other] satisfies [string, string] };
  const wrong = await feeds.names.makeTeam({ ...made, colours: [one, other] });
  if (wrong !== undefined)
    throw new Usage(wrong === 'shipped' ? `${id} is shipped` : `the ${wrong} cannot be`);
  return { lines: [`team ${id}: ${name}`], data: made };
};

const competition: Command = async ({ feeds, args, options: { zone } }) => {
  const [id, name, country] = args;
  if (id === undefined || name === undefined) throw new Usage(usage);
  if (zone === undefined) throw new Usage('a competition has a time zone: --zone Europe/Vienna');
  const made = { id, name, country, zone };
  const wrong = await feeds.names.makeCompetition(made);
  if (wrong !== undefined)
    throw new Usage(wrong === 'shipped' ? `${id} is shipped` : `the ${wrong} cannot be`);
  return { lines: [`competition ${id}: ${name}`], data: made };
};

const link: Command = async ({ feeds, args }) => {
  const [feed, ref, event] = args;
  if (feed === undefined || ref === undefined || event === undefined) throw new Usage(usage);
  if (event !== 'new' && !isId(event)) throw new Usage('an event id, or "new"');
  const of = { feed, ref, eventId: event === 'new' ? null : event };
  if (!(await feeds.names.link(of))) throw new Usage(`there is no event ${event}`);
  return { lines: [`${ref} of ${feed} is ${event}`], data: of };
};

const flags: Command = async ({ feeds }) => {
  const open = await feeds.live.flags();
  const lines = open.map(
    ({ id, eventId, feed, kind, said, openedAt }) =>
      `${id}: event ${eventId}: ${kind.replaceAll('_', ' ')}: ${feed} says ${tellSaid(said)}, since ${openedAt.toISOString()}`,
  );
  return { lines: lines.length === 0 ? ['none'] : lines, data: open };
};

const flag: Command = async ({ feeds, args, options: { who } }) => {
  const [id, verdict] = args;
  if (id === undefined || !isId(id)) throw new Usage('which flag?');
  if (verdict !== 'accept' && verdict !== 'reject') throw new Usage('accept or reject?');
  const decided = await feeds.live.decide({ id, verdict: `${verdict}ed`, who });
  if (!decided) throw new Usage('that flag is not open');
  return { lines: [`${verdict}ed`], data: { id, verdict } };
};

const reading = ['competition', 'zone', 'houses'] as const;
/** Options that only some commands take. */
const special = [...reading, 'place'] as const;
const readers = new Map<string, readonly string[]>([
  ['preview', reading],
  ['apply', reading],
  ['competition', ['zone']],
  ['alias', ['place']],
]);

/** @throws Usage for an option that would change nothing */
export const checkOptions = (
  name: string,
  options: Pick<Input['options'], (typeof special)[number]>,
): void => {
  const takes = readers.get(name) ?? [];
  const useless = special.find((option) => options[option] !== undefined && !takes.includes(option));
  if (useless !== undefined) throw new Usage(`${name} takes no --${useless}`);
};

export const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({ preview, apply, names, aliases, alias, team, competition, link, flags, flag }),
);
