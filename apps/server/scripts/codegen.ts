import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../src/platform/database.ts';
import { migrate } from '../src/platform/migrate.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { generateTypes } from '../src/testing/generate-types.ts';

// Writes src/platform/schema.gen.ts from the migrated schema of a throw-away database: `npm run codegen`.
const folder = await mkdtemp(join(tmpdir(), 'touchline-codegen-'));
const postgres = await startEmbedded(folder);
try {
  const database = openDatabase(postgres.url('postgres'), 2, () => undefined);
  await migrate(database.pool);
  await database.close();
  await generateTypes(
    postgres.url('postgres'),
    fileURLToPath(new URL('../src/platform/schema.gen.ts', import.meta.url)),
  );
} finally {
  await postgres.stop();
  await rm(postgres.folder, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
