import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Template } from '../../tests/machines/faults/fleet.ts';
import { writeHistory } from '../../tests/machines/faults/history.ts';
import { faultNames, type FaultName } from '../../tests/machines/faults/plan.ts';
import { makeTemplate, playSeed } from '../../tests/machines/faults/run.ts';
import { printTable, progress } from '../bench/lib/report.ts';
import { readResults, writeResult, type RunResult, type SeedResult } from './fault-results.ts';

/** What the table says of one fault over all runs. */
type FaultLine = {
  name: FaultName;
  times: number;
  runs: number;
  lost: number;
  doubled: number;
  longestMs: number;
};

/** Totals of several runs. */
export type FaultFigures = {
  runs: number;
  clean: number;
  isClean: boolean;
  broken: { seed: number; findings: { rule: string; what: string }[] }[];
  faults: FaultLine[];
};

/** Rules whose breach means that an acknowledged operation is gone, or is there twice. */
const lost: readonly string[] = ['lost', 'unsettled', 'ruling'];
const doubled: readonly string[] = ['doubled', 'invented', 'refused and done'];

/** Plays one seed. A run that breaks off is a finding without figures. */
const play = async ({
  seed,
  seconds,
  template,
  keep,
}: {
  seed: number;
  seconds: number;
  template: Template;
  keep: string | undefined;
}): Promise<SeedResult> => {
  try {
    const run = await playSeed({ seed, seconds, template, say: progress });
    const { history } = run.evidence;
    if (keep !== undefined) {
      await writeHistory(join(keep, `${seed}.jsonl`), history);
      await writeFile(join(keep, `${seed}.log`), run.logs.join('\n'));
    }
    return {
      seed,
      findings: run.findings,
      figures: {
        faults: history.faults.map(({ name }) => name),
        recoveries: history.recoveries,
        cannot: run.cannot,
        operations: run.counts.operations,
        calls: run.counts.sendings,
        unheard: run.counts.unheard,
        notices: run.notices,
        reorganisations: run.chain.reorganisations,
        replaced: run.chain.transfers,
        lies: run.lies,
        migrates: run.migrates,
        migrationKills: run.migrationKills,
        longestGapMs: history.longestGapMs,
        seconds: run.seconds,
      },
    };
  } catch (error) {
    // With the causes: a fetch says by those alone what failed.
    const what = inspect(error);
    return { seed, findings: [{ rule: 'not ready', what }] };
  }
};

const describe = ({ seed, findings, figures }: SeedResult): string =>
  figures === undefined
    ? `seed ${seed} broke off`
    : `seed ${seed}: ${findings.length} findings; ${figures.operations} operations, ${figures.calls} calls, ${figures.unheard} without an answer; ${figures.seconds} s`;

/**
 * Runs one seed after the other and reports the effects of the faults.
 * @param options.seconds of one run, longer where its faults take longer
 * @param options.minutes of all runs together, in the place of a number of seeds; 0 where that is given
 * @param options.keep folder for the history of each run
 * @param options.results folder with the results of an earlier campaign: its seeds are not played again, and count as well
 */
export const runFaults = async (
  folder: string,
  {
    seed,
    seeds,
    seconds,
    minutes,
    keep,
    results,
  }: {
    seed: number;
    seeds: number;
    seconds: number;
    minutes: number;
    keep: string | undefined;
    results: string | undefined;
  },
): Promise<FaultFigures> => {
  const played = results === undefined ? [] : await readResults(results);
  let template: Template | undefined;
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const endMs = performance.now() + minutes * 60_000;
  for (let n = seed; minutes === 0 ? n < seed + seeds : n === seed || performance.now() < endMs; n++) {
    if (played.some((one) => one.seed === n)) continue;
    if (template === undefined) progress('makes a database with members');
    template ??= await makeTemplate(join(folder, 'template'));
    const result = await play({ seed: n, seconds, template, keep });
    played.push(result);
    if (results !== undefined) await writeResult(results, result);
    progress(describe(result));
    for (const { rule, what } of result.findings.slice(0, 20)) progress(`  ${rule}: ${what}`);
  }
  const runs = played.flatMap(({ figures }) => (figures === undefined ? [] : [figures]));
  const broken = played.filter(({ findings }) => findings.length > 0);
  const lines = faultNames.map((name): FaultLine => {
    const met = played.filter(({ figures }) => figures?.faults.includes(name));
    const count = (rules: readonly string[]): number =>
      met.flatMap(({ findings }) => findings).filter(({ rule }) => rules.includes(rule)).length;
    const recoveries = runs.flatMap((run) => run.recoveries);
    return {
      name,
      times: runs.flatMap(({ faults }) => faults).filter((fault) => fault === name).length,
      runs: met.length,
      lost: count(lost),
      doubled: count(doubled),
      longestMs: Math.max(0, ...recoveries.filter((one) => one.name === name).map(({ ms }) => ms)),
    };
  });
  printTable(
    ['fault', 'times', 'runs', 'lost', 'doubled', 'longest until ready, s'],
    lines.map((line) => [
      line.name,
      line.times,
      line.runs,
      line.lost,
      line.doubled,
      (line.longestMs / 1_000).toFixed(1),
    ]),
  );
  const total = (of: (run: RunResult) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
  printTable(
    ['in all', ''],
    [
      ['runs', played.length],
      ['runs that broke off', played.length - runs.length],
      ['operations', total(({ operations }) => operations)],
      ['calls', total(({ calls }) => calls)],
      ['calls without an answer', total(({ unheard }) => unheard)],
      ['notices of payments', total(({ notices }) => notices)],
      ['reorganisations of the chain', total(({ reorganisations }) => reorganisations)],
      ['transfers in replaced blocks', total(({ replaced }) => replaced)],
      ['wrong scores that a feed claimed', total(({ lies }) => lies)],
      ['runs that began with a migration', runs.filter(({ migrates }) => migrates).length],
      ['servers killed in migrations', total(({ migrationKills }) => migrationKills)],
      [
        'longest time without any ready server, s',
        Math.round(Math.max(0, ...runs.map((run) => run.longestGapMs)) / 1_000),
      ],
    ],
  );
  for (const { name, why } of runs[0]?.cannot ?? []) console.log(`left out: ${name}, because ${why}`);
  for (const { seed: which, findings } of broken) {
    console.log(`\nseed ${which}:`);
    for (const { rule, what } of findings) console.log(`  ${rule}: ${what}`);
  }
  return {
    isClean: broken.length === 0,
    runs: played.length,
    clean: played.length - broken.length,
    broken: broken.map(({ seed: which, findings }) => ({ seed: which, findings })),
    faults: lines,
  };
};
