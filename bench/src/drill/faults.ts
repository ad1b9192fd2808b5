import '../../../apps/server/src/testing/compile-cache.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeHistory } from '../../../e2e/src/faults/history.ts';
import { faultNames, type FaultName } from '../../../e2e/src/faults/plan.ts';
import { makeTemplate, playSeed, type RunFigures } from '../../../e2e/src/faults/run.ts';
import { printTable, progress } from '../lib/report.ts';

/** What the table says of one fault over all runs. */
type FaultLine = {
  name: FaultName;
  times: number;
  runs: number;
  lost: number;
  doubled: number;
  longestMs: number;
};

/** What several runs came to. */
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

/**
 * Plays seeds one after the other, and says what the faults did.
 * @param options.seconds of one run, longer where its faults take longer
 * @param options.minutes of all runs together, in the place of a number of seeds; 0 where that is given
 * @param options.keep folder for the history of each run
 */
export const runFaults = async (
  folder: string,
  {
    seed,
    seeds,
    seconds,
    minutes,
    keep,
  }: { seed: number; seeds: number; seconds: number; minutes: number; keep: string | undefined },
): Promise<FaultFigures> => {
  progress('makes a database with members');
  const template = await makeTemplate(join(folder, 'template'));
  if (keep !== undefined) await mkdir(keep, { recursive: true });
  const endMs = performance.now() + minutes * 60_000;
  const runs: RunFigures[] = [];
  const broken: { seed: number; findings: { rule: string; what: string }[] }[] = [];
  for (let n = seed; minutes === 0 ? n < seed + seeds : n === seed || performance.now() < endMs; n++) {
    try {
      const run = await playSeed({ seed: n, seconds, template, say: progress });
      runs.push(run);
      if (keep !== undefined) {
        await writeHistory(join(keep, `${n}.jsonl`), run.evidence.history);
        await writeFile(join(keep, `${n}.log`), run.logs.join('\n'));
      }
      if (run.findings.length > 0) broken.push({ seed: n, findings: run.findings });
      const { operations, sendings, unheard } = run.counts;
      progress(
        `seed ${n}: ${run.findings.length} findings; ${operations} operations, ${sendings} calls, ${unheard} without an answer; ${run.seconds} s`,
      );
      for (const { rule, what } of run.findings.slice(0, 20)) progress(`  ${rule}: ${what}`);
    } catch (error) {
      broken.push({ seed: n, findings: [{ rule: 'not ready', what: String(error) }] });
      progress(`seed ${n}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  const lines = faultNames.map((name): FaultLine => {
    const met = runs.filter(({ evidence }) => evidence.history.faults.some((fault) => fault.name === name));
    const count = (rules: readonly string[]): number =>
      met.flatMap(({ findings }) => findings).filter(({ rule }) => rules.includes(rule)).length;
    const recoveries = runs.flatMap(({ evidence }) => evidence.history.recoveries);
    return {
      name,
      times: met.flatMap(({ evidence }) => evidence.history.faults).filter((fault) => fault.name === name)
        .length,
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
  const total = (of: (run: RunFigures) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
  printTable(
    ['in all', ''],
    [
      ['runs', runs.length],
      ['operations', total(({ counts }) => counts.operations)],
      ['calls', total(({ counts }) => counts.sendings)],
      ['calls without an answer', total(({ counts }) => counts.unheard)],
      ['notices of payments', total(({ notices }) => notices)],
      ['reorganisations of the chain', total(({ chain }) => chain.reorganisations)],
      ['transfers in replaced blocks', total(({ chain }) => chain.transfers)],
      ['wrong scores that a feed claimed', total(({ lies }) => lies)],
      ['servers killed in migrations', total(({ migrationKills }) => migrationKills)],
      [
        'longest time without any ready server, s',
        Math.round(Math.max(0, ...runs.map((run) => run.evidence.history.longestGapMs)) / 1_000),
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
    runs: runs.length,
    clean: runs.filter(({ findings }) => findings.length === 0).length,
    broken,
    faults: lines,
  };
};
