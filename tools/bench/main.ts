import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openRun } from '@touchline/server/tools/cluster';
import { app } from './app/run.ts';
import { cashier } from './cashier/run.ts';
import { commission } from './commission/run.ts';
import { documentFile, fillDocument, readResults, resultsFolder } from './document.ts';
import { glance, ratchet } from './glance/run.ts';
import { liabilities } from './liabilities/run.ts';
import { readFacts } from './lib/facts.ts';
import { keptTables } from './lib/report.ts';
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

const usage = `npm run bench -- NAME [--json] [--keep] [--quick] [--beside CHECKOUT]; NAME is one of: ${Object.keys(benches).join(', ')}
npm run bench -- place|settle|office|log --glance [--json] [--keep]
npm run bench -- ratchet [--accept REASON]
npm run bench -- document`;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    glance: { type: 'boolean', default: false },
    beside: { type: 'string' },
    accept: { type: 'string' },
  },
});
const [name = ''] = positionals;

/** Does work in a run of its own, of which nothing is left afterwards. */
const inRun = async <T>(work: () => Promise<T>): Promise<T> => {
  const run = await openRun();
  try {
    return await work();
  } finally {
    await run.close();
  }
};

const how: How = {
  quick: flags.quick,
  beside: flags.beside === undefined ? undefined : resolve(flags.beside),
};

const measure = async (bench: (how: How) => Promise<object>): Promise<void> => {
  const facts = await readFacts();
  const scope = flags.glance ? 'glance' : flags.quick ? 'quick' : 'whole';
  const figures = await inRun(() => (flags.glance ? glance(name) : bench(how)));
  const result = { name, scope, ...facts, tables: keptTables(), figures };
  if (flags.json) console.log(JSON.stringify(result));
  if (!flags.keep) return;
  await mkdir(resultsFolder, { recursive: true });
  const file = new URL(`${name}${flags.glance ? '-glance' : ''}.json`, resultsFolder);
  await writeFile(file, `${JSON.stringify(result, null, 1)}\n`);
  console.log(`kept in ${fileURLToPath(file)}`);
};

const writeDocument = async (): Promise<void> =>
  writeFile(documentFile, fillDocument(await readFile(documentFile, 'utf8'), await readResults()));

const bench = benches[name];
if (name === 'ratchet') {
  if (!(await inRun(() => ratchet(flags.accept)))) process.exitCode = 1;
} else if (name === 'document') await writeDocument();
else if (bench) await measure(bench);
else {
  console.error(usage);
  process.exitCode = 1;
}
