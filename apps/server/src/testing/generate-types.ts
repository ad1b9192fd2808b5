import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Generates the types of a migrated database with kysely-codegen.
 * @param url connection string of the database
 * @param file where the types go, or stand
 * @param verify only compare: throws when the file differs from what the schema would give
 */
export const generateTypes = async (url: string, file: string, verify = false): Promise<void> => {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')),
    'dist/cli/bin.js',
  );
  await run(process.execPath, [
    cli,
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    file,
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'public.migration',
    '--date-parser',
    'string',
    '--numeric-parser',
    'string',
    '--type-mapping',
    '{"int8":"bigint","xid8":"string"}',
    ...(verify ? ['--verify'] : []),
  ]);
};
