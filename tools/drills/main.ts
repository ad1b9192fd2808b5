import { parseArgs } from 'node:util';
import { openRun } from '@touchline/server/tools/cluster';
import { NotInstalled } from './failover/installed.ts';
import { inNetworkOfItsOwn } from './failover/machines.ts';
import { failover } from './failover/run.ts';
import { runFaults } from './faults.ts';
import { logKill } from './log-kill.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
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
const isKnown = drill === 'log-kill' || drill === 'faults' || drill === 'failover';
if (!isKnown || ![rounds, seed, seeds, seconds, minutes].every(Number.isFinite)) {
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
