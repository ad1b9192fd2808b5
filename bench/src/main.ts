import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openRun } from '../../apps/server/src/testing/run.ts';
import { app } from './app/run.ts';
import { cashier } from './cashier/run.ts';
import { commission } from './commission/run.ts';
import { liabilities } from './liabilities/run.ts';
import { log } from './log/run.ts';
import { office } from './office/run.ts';
import { place } from './place/run.ts';
import { pricingFit } from './pricing/fit.ts';
import { pricing } from './pricing/run.ts';
import { settle } from './settle/run.ts';

/** How a benchmark runs: `quick` measures less, `beside` is the folder of another checkout that takes turns with this one. */
type How = { quick: boolean; beside?: string | undefined };

/** The benchmarks by name; each prints a table and answers all its figures. */
const benches: Record<string, (how: How) => Promise<object>> = {
  place,
  pricing,
  'pricing-fit': pricingFit,
  settle,
  cashier,
  commission,
  liabilities,
  log,
  app,
  office,
};

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
});
const bench = benches[positionals[0] ?? ''];
if (!bench) {
  console.error(
    `npm run bench -- NAME [--json] [--quick] [--beside CHECKOUT]; NAME is one of: ${Object.keys(benches).join(', ')}`,
  );
  process.exit(1);
}
const run = await openRun();
const measure = async (): Promise<object> => {
  try {
    return await bench({
      quick: flags.quick,
      beside: flags.beside === undefined ? undefined : resolve(flags.beside),
    });
  } finally {
    await run.close();
  }
};
const figures = await measure();
if (flags.json) console.log(JSON.stringify(figures));
