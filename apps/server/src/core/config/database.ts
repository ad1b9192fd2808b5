import { Type } from 'typebox';
import { hostsProblem } from '../database/hosts.ts';

/** Where the database is, and how many connections calls take of it. */
export const databaseSettings = {
  DATABASE_URL: Type.Optional(
    Type.String({
      description:
        'any PostgreSQL 16 or newer, instead of the embedded one; of several hosts the one that can write is used',
    }),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    Type.String({
      description:
        'the same database as the owner of the tables, who migrates and gives the server its rights',
    }),
  ),
  DATABASE_STANDBY_URL: Type.Optional(
    Type.String({
      description:
        'a standby of the database for reports of the office and public pages; of several hosts one that cannot write is used',
    }),
  ),
  DATABASE_STANDBY_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 300,
    default: 5,
    description: 'how far behind the standby may be; further, and those reads go to the primary',
  }),
  DATABASE_CONNECTIONS: Type.Integer({ minimum: 5, maximum: 200, default: 10 }),
  DATABASE_WAIT_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    default: 60,
    description: 'how long a start waits for a database that is away or cannot write',
  }),
  PATIENCE_FACTOR: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 1,
    description:
      'multiplies the time limits of connections and of calls that wait for the processor, for slow machines',
  }),
};

/** Refuses lists of hosts that cannot be read, and those that ask for a node which cannot write. */
export const databaseProblems = (env: Record<string, string | undefined>): string[] =>
  (
    [
      ['DATABASE_URL', 'read-write'],
      ['DATABASE_OWNER_URL', 'read-write'],
      ['DATABASE_STANDBY_URL', 'standby'],
    ] as const
  ).flatMap(([name, node]) => {
    const url = env[name];
    const problem = url === undefined || url === '' ? undefined : hostsProblem(url, node);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
