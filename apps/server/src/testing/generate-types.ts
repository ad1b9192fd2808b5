import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Generates the types of a migrated database with kysely-codegen.
 * @param url connection string of the database
 * @param file where the types go, or stand
 * @param verify only compare: throws when the file differs from what the schema would give
 */
export const generateTypes = async (url: string, file: string, verify = false): Promise<void> => {
  const cli = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'));
  await run(process.execPath, [
    ...[cli, '--dialect', 'postgres', '--url', url, '--out-file', file],
    ...[
      '--default-schema',
      'public',
      '--include-pattern',
      'public.*',
      '--exclude-pattern',
      'public.migration',
    ],
    ...[
      '--date-parser',
      'string',
      '--numeric-parser',
      'string',
      '--type-mapping',
      '{"int8":"bigint","xid8":"string"}',
    ],
    ...(verify ? ['--verify'] : []),
  ]);
};
