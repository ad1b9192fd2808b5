import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../src/core/database/database.ts';
import { migrate } from '../src/core/database/migrate.ts';
import { startEmbedded } from '../src/operations/postgres/embedded.ts';
import { catalogueFile, readCatalogue } from '../src/proofs/record-check/schema.ts';
import { openRun } from '../src/testing/run.ts';
import { schemaTypes, schemaTypesFile } from '../src/testing/schema-types.ts';

// Writes src/core/database/schema.gen.ts and src/proofs/record-check/schema-catalogue.json from the migrated schema of a throw-away database:
// `npm run codegen`.
const run = await openRun();
const folder = join(run.folder, 'codegen');
const postgres = await startEmbedded(folder);
try {
  const database = openDatabase(postgres.ownerUrl('postgres'), 2, () => undefined);
  await migrate(database.pool);
  await writeFile(catalogueFile, `${JSON.stringify(await readCatalogue(database.pool), undefined, 2)}\n`);
  await writeFile(schemaTypesFile, await schemaTypes(database.pool));
  await database.close();
} finally {
  await postgres.stop();
  await run.close();
}
