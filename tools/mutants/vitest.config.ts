import { defineConfig } from 'vitest/config';

/** The tests that mutants of the pure packages must fail: those next to the code, without separate processes. */
export default defineConfig({
  test: {
    include: ['packages/{money,football}/src/**/*.test.ts'],
    testTimeout: 60_000,
    setupFiles: ['scripts/draws.ts'],
    // They run once for each mutant.
    env: { DRAW_RUNS: '30' },
  },
});
