import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import { systemClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config/config.ts';
import { openDatabase } from '../../core/database/database.ts';
import { createPasswordHasher } from '../../accounts/index.ts';
import { Operators, SoleOwner } from '../../office/index.ts';
import { reachDatabase } from '../postgres/reach.ts';
import { prepareDatabase } from '../../core/database/prepare.ts';
import { Refused } from '../../core/refusal.ts';
import { createAudit } from '../../core/audit-log/audit.ts';

const usage = `npm run operator -- add NAME --roles ROLE,…
  adds an operator of the office and prints a link, once, by which the operator chooses a
  password; all but the first of a site decide nothing for OPERATOR_WAIT_HOURS
  roles: ${operatorRoles.join(', ')}
npm run operator -- link NAME
  prints such a link for an operator who lost the password; the old one opens nothing any more
npm run operator -- code
  prints a new recovery code, once, by which an owner who has lost the others changes operators
  alone, once it is seven days old; keep it outside of this system, where no owner gets it unseen;
  the old one opens nothing`;

/** The command line is wrong, or asks for something impossible. Printed without a stack. */
class Usage extends Error {}

const isRole = (text: string): text is OperatorRole => operatorRoles.some((role) => role === text);

type Command =
  | { do: 'add'; account: string; roles: OperatorRole[] }
  | { do: 'link'; account: string }
  | { do: 'code' };

const read = (args: readonly string[]): Command => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { roles: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, account, ...rest] = positionals;
  if (command === 'code' && account === undefined && values.roles === undefined) return { do: 'code' };
  if (account === undefined || rest.length > 0) throw new Usage(usage);
  if (command === 'link' && values.roles === undefined) return { do: 'link', account };
  if (command !== 'add' || values.roles === undefined) throw new Usage(usage);
  const given = values.roles.split(',').map((text) => text.trim());
  const roles = given.filter(isRole);
  const unknown = given.filter((text) => !isRole(text));
  if (unknown.length > 0) throw new Usage(`There is no role "${unknown.join('", "')}"\n${usage}`);
  return { do: 'add', account, roles };
};

const problems = new Map([
  ['not_found', 'There is no operator of this name.'],
  ['account_taken', 'There is an operator of this name already.'],
  ['validation', 'A name is 3 to 32 letters, digits, dots, dashes and underscores, beginning with a letter.'],
]);

const run = async (args: readonly string[]): Promise<void> => {
  const command = read(args);
  const config = readConfig(process.env);
  const source = await reachDatabase(config);
  const database = openDatabase(source.url, 2, () => undefined);
  try {
    await prepareDatabase(source);
    const now = (): Date => systemClock.now();
    const { pool } = database;
    const audit = createAudit({ now });
    const by = { address: `command line: ${userInfo().username}` };
    if (command.do === 'code') {
      const code = await new SoleOwner({ pool, audit, now }).replaceCode(by.address);
      process.stdout.write(`The recovery code of the owners, shown once:\n${code}\n`);
      return;
    }
    const operators = new Operators({
      pool,
      hasher: createPasswordHasher(),
      audit,
      waitHours: config.OPERATOR_WAIT_HOURS,
      now,
    });
    const make = async (): Promise<string> =>
      command.do === 'add'
        ? (await operators.invite(command, by)).link
        : operators.relink(command.account, by);
    const code = await make().catch((error: unknown) => {
      const text = error instanceof Refused ? problems.get(error.reason) : undefined;
      throw text === undefined ? error : new Usage(text);
    });
    const site = config.SITE_ADDRESS || `http://localhost:${config.PORT}`;
    const roles = command.do === 'add' ? ` (${command.roles.join(', ')})` : '';
    process.stdout.write(
      `${command.account}${roles} chooses a password here, once, within 24 hours:\n${site}/office/#/password?code=${code}\n`,
    );
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
