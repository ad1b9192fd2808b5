import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { Board } from '../../../pricing/index.ts';
import { COMMAND_LINE, Events } from '../../../catalogue/index.ts';
import { createFeeds } from '../../../feeds/index.ts';
import { systemClock } from '../../../core/clock.ts';
import { ConfigError, readConfig } from '../../../core/config/config.ts';
import { openDatabase } from '../../../core/database/database.ts';
import { enqueue } from '../../../core/jobs.ts';
import { createLog } from '../../../core/logging/log.ts';
import { reachDatabase } from '../../postgres/reach.ts';
import { prepareDatabase } from '../../../core/database/prepare.ts';
import { checkOptions, commands, usage } from './commands.ts';
import { Usage } from './sources.ts';

/** What a command reads and writes apart from the database. */
type Surroundings = {
  env: NodeJS.ProcessEnv;
  out: (text: string) => void;
  err: (text: string) => void;
};

const options = {
  competition: { type: 'string' },
  zone: { type: 'string' },
  houses: { type: 'string' },
  place: { type: 'string' },
  plan: { type: 'string' },
  'even-if-suspect': { type: 'boolean' },
  who: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Runs one command. @returns the exit code @throws for what it cannot do */
const run = async (args: readonly string[], { env, out }: Surroundings): Promise<number> => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [name = '', ...rest] = positionals;
  const command = commands.get(name);
  if (command === undefined) throw new Usage(usage);
  const { competition, zone, place } = values;
  const houses = values.houses?.split(',');
  checkOptions(name, { competition, zone, houses, place });
  const config = readConfig(env);
  const source = await reachDatabase(config);
  const database = openDatabase(source.url, 4, () => undefined);
  try {
    await prepareDatabase(source);
    const board = new Board(database.pool);
    const log = createLog(config.LOG_LEVEL);
    const events = new Events({
      database,
      board,
      margins: config.MARGINS,
      // Running servers see the change within a second and announce it to their members.
      publish: () => undefined,
      onResult: (client, eventId, version) =>
        enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
    });
    const feeds = await createFeeds({ config, events, database, clock: systemClock, log });
    const answer = await command({
      feeds,
      config,
      clock: systemClock,
      args: rest,
      options: {
        competition,
        zone,
        houses,
        place,
        plan: values.plan,
        evenIfSuspect: values['even-if-suspect'] === true,
        who: `${COMMAND_LINE}: ${values.who ?? userInfo().username}`,
      },
    });
    out(`${values.json === true ? JSON.stringify(answer.data, undefined, 2) : answer.lines.join('\n')}\n`);
    return answer.failed === true ? 1 : 0;
  } finally {
    await database.close();
    await source.leave();
  }
};

/** Problems that the user can fix, printed without a stack. */
const isExpected = (error: unknown): error is Error =>
  error instanceof Usage ||
  error instanceof ConfigError ||
  (error instanceof Error && 'code' in error && /^(ENOENT|EISDIR|ERR_PARSE_ARGS_)/.test(String(error.code)));

/** Runs one command over the database of the settings in the environment. @returns the exit code */
export const runFeedCommand = async (
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> => {
  try {
    return await run(args, surroundings);
  } catch (error) {
    const text = isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error);
    surroundings.err(`${text}\n`);
    return 1;
  }
};
