import { parseArgs } from 'node:util';
import { openRun } from '../../../apps/server/src/testing/run.ts';
import { printTable, progress, ratio } from '../lib/report.ts';
import { changePrices, openMatches, placeBets, planBets, settleMatches } from './betting.ts';
import { runCashier } from './cashier.ts';
import { checkSame } from './check.ts';
import { openWallets, planLedger, runLedger } from './ledger.ts';
import { inNetworkOfItsOwn } from './failover/machines.ts';
import { failover } from './failover/run.ts';
import { runFaults } from './faults.ts';
import { logKill } from './log-kill.ts';
import type { Cost } from './measure.ts';
import { NotInstalled } from './node.ts';
import { killOneNode, planOutage } from './outage.ts';
import { openSites } from './site.ts';

/** How much the drill does: members, and operations of each kind for every member. */
const scope = { whole: { members: 1_000, rounds: 24 }, quick: { members: 200, rounds: 3 } };

/** The story on one PostgreSQL and on a coordinator with two workers, with what an operation has cost on each. */
const citus = async (folder: string, { quick }: { quick: boolean }): Promise<object> => {
  const { members: count, rounds } = quick ? scope.quick : scope.whole;
  progress('makes four nodes');
  const { plain, spread, version } = await openSites(folder);
  const sites = [plain, spread];
  const plan = planLedger(count, rounds);
  const bets = planBets(plan.members, rounds);
  const outage = planOutage(plan.members, 4);
  const costs = new Map<string, Cost[]>();
  const note = (what: string, cost: Cost): void => void costs.set(what, [...(costs.get(what) ?? []), cost]);

  for (const [i, site] of sites.entries()) {
    const name = i === 0 ? 'plain' : 'Citus';
    progress(`${name}: ledger`);
    note('open', await openWallets(site, plan.members));
    for (const [what, cost] of Object.entries(await runLedger(site, plan))) note(what, cost);
    progress(`${name}: cashier`);
    for (const [what, cost] of Object.entries(await runCashier(site, plan.members))) note(what, cost);
    progress(`${name}: bets`);
    const events = await openMatches(site);
    note('change a price', await changePrices(site, events, rounds));
    note('place', await placeBets(site, events, bets));
    progress(`${name}: settlement`);
    note('settle a match', await settleMatches(site, events));
  }
  progress('compares');
  await checkSame(plain, spread);

  progress('kills a worker');
  const lost = await killOneNode(spread, outage);
  for (let from = 0; from < outage.length; from += 500)
    await plain.wallet.post(outage.slice(from, from + 500));
  progress('compares again');
  await checkSame(plain, spread);
  for (const site of sites) await site.close();

  console.log(`${version}, ${spread.groups.length} groups on two workers; batches of 20\n`);
  const micros = (value: number): number => Math.round(value);
  printTable(
    ['a call', 'calls', 'answers', 'on Citus', 'plain µs', 'coordinator µs', 'worker µs', '× plain'],
    [...costs].map(([what, [a, b]]) => [
      what,
      a?.calls ?? 0,
      (a?.trips ?? 0).toFixed(1),
      (b?.trips ?? 0).toFixed(1),
      micros(a?.workers ?? 0),
      micros(b?.coordinator ?? 0),
      micros(b?.workers ?? 0),
      ratio((b?.coordinator ?? 0) + (b?.workers ?? 0), a?.workers ?? 0),
    ]),
  );
  console.log(
    `\na worker killed while ${outage.length} postings were under way: ${lost.elsewhere} on the other worker and ${lost.heard} on it` +
      ` were answered, ${lost.unheard} were not, of which ${lost.written} had been written; back after ${micros(lost.backMs)} ms;` +
      ' every key was answered as before, and all sums agree',
  );
  return { drill: 'citus', version, costs: Object.fromEntries(costs), outage: lost };
};

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    runbook: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '0' },
    keep: { type: 'string' },
    results: { type: 'string' },
  },
});
const [rounds, seed, seeds, seconds] = [
  Number(flags.rounds),
  Number(flags.seed),
  Number(flags.seeds),
  Number(flags.seconds),
];
const minutes = Number(flags.minutes);
const [drill] = positionals;
const isKnown = drill === 'citus' || drill === 'log-kill' || drill === 'faults' || drill === 'failover';
if (!isKnown || ![rounds, seed, seeds, seconds, minutes].every(Number.isFinite)) {
  console.error('npm run drill -- citus [--json] [--quick]');
  console.error('npm run drill -- failover [--json] [--quick] [--runbook]');
  console.error('npm run drill -- log-kill [--rounds 50] [--seed 1] [--json]');
  console.error(
    'npm run drill -- faults [--seed 1] [--seeds 1 | --minutes N] [--seconds 20] [--keep FOLDER] [--results FOLDER] [--json]',
  );
  process.exit(1);
}
if (drill === 'failover') {
  const code = await inNetworkOfItsOwn();
  if (code !== undefined) process.exit(code);
}
const run = await openRun();
try {
  const quick = flags.quick;
  const drills = {
    citus: () => citus(run.folder, { quick }),
    failover: () => failover(run.folder, { quick, runbook: flags.runbook }),
    faults: () =>
      runFaults(run.folder, { seed, seeds, seconds, minutes, keep: flags.keep, results: flags.results }),
    'log-kill': () => logKill({ rounds, seed }),
  };
  const figures = await drills[drill]();
  if (flags.json) console.log(JSON.stringify(figures));
  if ('isClean' in figures && figures.isClean !== true) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof NotInstalled)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await run.close();
}
