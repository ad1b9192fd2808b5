import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of the pure packages must fail: those beside the code, without processes of their own. Fitting
 * strengths and reading files of results stand outside: statistics and parsers that no payout depends on.
 */
export default defineConfig({
  test: {
    include: ['packages/{money,football}/src/**/*.test.ts'],
    exclude: ['packages/football/src/{strengths,invert}*.test.ts', 'packages/football/src/import/**'],
    testTimeout: 60_000,
    setupFiles: ['scripts/mutants/seed.ts'],
  },
});
