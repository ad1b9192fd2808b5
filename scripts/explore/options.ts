import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const usage = `npm run explore -- [--minutes N] [--seed S] [NAME]

Runs the property and model tests, unit and with a database, with random seeds, more runs and longer lists of
commands, round after round until the minutes are over. Prints for each failure the seed, the path, the smallest
example and the lines to paste into the test. A test that fails, and then passes with the same seed, is reported
as flaky and counts as a failure.

  --minutes N   how long, 10 unless it is given
  --seed S      the first seed, from which all others follow; random unless it is given
  NAME          a part of the paths of the test files, such as "wallet" or "ledger-model"
`;

export type Options = { minutes: number; seed: number; name: string; isHelp: boolean };

/**
 * Reads the options of the command.
 * @param env where npm puts options that were given without `--` before them, without their values
 * @throws Error with what is wrong with them
 */
export const readOptions = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options => {
  if (env['npm_config_minutes'] !== undefined || env['npm_config_seed'] !== undefined)
    throw new Error(
      'npm keeps options for itself that have no -- before them: npm run explore -- --minutes 20',
    );
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      help: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error(`--minutes is a number above 0, not "${values.minutes}"`);
  const seed = Number(values.seed);
  if (values.seed === '' || !Number.isInteger(seed))
    throw new Error(`--seed is a whole number, not "${values.seed}"`);
  if (positionals.length > 1) throw new Error(`One NAME at most, not ${positionals.join(' ')}`);
  return { minutes, seed, name: positionals[0] ?? '', isHelp: values.help };
};
