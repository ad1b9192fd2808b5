import { openRun } from '../../apps/server/src/testing/run.ts';
import { app } from './app/run.ts';
import { cashier } from './cashier/run.ts';
import { commission } from './commission/run.ts';
import { office } from './office/run.ts';
import { place } from './place/run.ts';
import { pricing } from './pricing/run.ts';
import { settle } from './settle/run.ts';

/** The benchmarks by name; each prints a table and answers all its figures. */
const benches: Record<string, (how: { quick: boolean }) => Promise<object>> = {
  place,
  pricing,
  settle,
  cashier,
  commission,
  app,
  office,
};

const [name = '', ...flags] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(
    `npm run bench -- NAME [--json] [--quick]; NAME is one of: ${Object.keys(benches).join(', ')}`,
  );
  process.exit(1);
}
const run = await openRun();
const measure = async (): Promise<object> => {
  try {
    return await bench({ quick: flags.includes('--quick') });
  } finally {
    await run.close();
  }
};
const figures = await measure();
if (flags.includes('--json')) console.log(JSON.stringify(figures));
