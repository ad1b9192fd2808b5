import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** For programs that tests start, and the seed of what tests draw. */
const setupFiles = ['apps/server/src/testing/compile-cache.ts', 'scripts/draws.ts'];
const databaseSetupFiles = [...setupFiles, 'apps/server/src/testing/provided-postgres.ts'];
/** Makes the catalogues, which tests and the programs that they start read. */
const catalogues = 'scripts/lib/catalogues-setup.mjs';

/** Suites by file name: pure (`x.test.ts`), with PostgreSQL (`x.pg.test.ts`), of machines (`x.machine.test.ts`). */
export default defineConfig({
  test: {
    // Files of a worker share what they import, which took longer than their tests; each puts back what it changes.
    isolate: false,
    // One more than there are processors, as tests wait for browsers and databases; one PostgreSQL carries four.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          include: ['{packages,apps,scripts,tests,tools}/**/*.test.{ts,tsx,mjs}'],
          globalSetup: [catalogues],
          exclude: ['**/node_modules/**', '**/*.{pg,machine}.test.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'database',
          setupFiles: databaseSetupFiles,
          include: ['apps/server/**/*.pg.test.ts'],
          globalSetup: [catalogues, 'apps/server/src/testing/global-setup.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'machines',
          setupFiles: databaseSetupFiles,
          include: ['{apps/server,apps/witness,tests}/**/*.machine.test.ts'],
          globalSetup: [
            catalogues,
            'apps/server/src/testing/global-setup.ts',
            'tests/fixtures/global-setup.ts',
            'tests/machines/global-setup.ts',
          ],
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
