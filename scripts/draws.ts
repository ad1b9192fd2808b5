import * as fc from 'fast-check';

// Properties and models draw the same values in each run of the tests, so that a run has the same result each time.
// `npm run explore` sets another seed for each round, `npm run mutants` fewer values.
const { DRAW_SEED = '1', DRAW_RUNS = '100' } = process.env;
fc.configureGlobal({ seed: Number(DRAW_SEED), numRuns: Number(DRAW_RUNS) });
