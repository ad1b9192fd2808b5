import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database.ts';
import { createPasswordHasher } from '../platform/password-hash.ts';
import { reachDatabase } from '../platform/postgres/reach.ts';
import { prepareDatabase } from '../platform/prepare.ts';
import { Refused } from '../platform/refusal.ts';
import { createAudit } from './audit.ts';
import { createOperators } from './operators.ts';

const usage = `npm run operator -- add NAME --roles ROLE,…
  adds an operator of the office and prints the password, once; all but the first of a site
  decide nothing for OPERATOR_WAIT_HOURS
  roles: ${operatorRoles.join(', ')}`;

/** The command line was not understood, or asks for what cannot be: told without a stack. */
class Usage extends Error {}

const isRole = (text: string): text is OperatorRole => operatorRoles.some((role) => role === text);

const read = (args: readonly string[]): { account: string; roles: OperatorRole[] } => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { roles: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, account, ...rest] = positionals;
  if (command !== 'add' || account === undefined || rest.length > 0 || values.roles === undefined) {
    throw new Usage(usage);
  }
  const given = values.roles.split(',').map((text) => text.trim());
  const roles = given.filter(isRole);
  const unknown = given.filter((text) => !isRole(text));
  if (unknown.length > 0) throw new Usage(`There is no role "${unknown.join('", "')}"\n${usage}`);
  return { account, roles };
};

const problems = new Map([
  ['account_taken', 'There is an operator of this name already.'],
  ['validation', 'A name is 3 to 32 letters, digits, dots, dashes and underscores, beginning with a letter.'],
]);

const run = async (args: readonly string[]): Promise<void> => {
  const { account, roles } = read(args);
  const config = readConfig(process.env);
  const source = await reachDatabase(config);
  const database = openDatabase(source.url, 2, () => undefined);
  try {
    await prepareDatabase(source);
    const now = (): Date => systemClock.now();
    const operators = createOperators({
      ...{ pool: database.pool, hasher: createPasswordHasher(), audit: createAudit({ now }), now },
      waitHours: config.OPERATOR_WAIT_HOURS,
    });
    const by = { operator: null, address: `command line: ${userInfo().username}` };
    const { password } = await operators.add({ account, roles, waits: true }, by).catch((error: unknown) => {
      const text = error instanceof Refused ? problems.get(error.reason) : undefined;
      throw text === undefined ? error : new Usage(text);
    });
    process.stdout.write(`${account} / ${password}  (${roles.join(', ')})\n`);
  } finally {
    await database.close();
    await source.leave();
  }
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
