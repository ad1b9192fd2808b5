import { fileURLToPath } from 'node:url';
import { describeFailure, nameOf, type Failure } from './failure.ts';
import { readOptions, usage, type Options } from './options.ts';
import { propertyFiles } from './property-files.ts';
import { playRound, seedsOfRound } from './round.ts';

/** How long a property may run in a round, so that each has its turn. */
const limitMs = 20_000;
/** How long it may run to fail again. */
const againLimitMs = 240_000;
const hourMs = 3_600_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs the tests that failed again with the same seed. @returns those that pass now */
const flakyOf = async (failures: readonly Failure[], seed: number): Promise<Failure[]> => {
  const inFiles = failures.filter(({ file }) => file !== '');
  if (inFiles.length === 0) return [];
  const files = [...new Set(inFiles.map(({ file }) => file))];
  const again = await playRound(
    files,
    { seed, limitMs: againLimitMs, untilMs: Date.now() + hourMs },
    () => undefined,
  );
  const failed = new Set(again.failures.map(nameOf));
  return inFiles.filter((failure) => !failed.has(nameOf(failure)));
};

/** Plays rounds until the minutes are over. @returns whether all tests passed in each */
const explore = async ({ minutes, seed: firstSeed, name }: Options): Promise<boolean> => {
  const files = propertyFiles(fileURLToPath(new URL('../..', import.meta.url)), name);
  if (files.length === 0) throw new Error(`No test file with "${name}" in its path uses fast-check`);
  const untilMs = Date.now() + minutes * 60_000;
  const failed = new Set<string>();
  const flaky = new Set<string>();
  let rounds = 0;
  for (; Date.now() < untilMs; rounds++) {
    const seed = firstSeed + rounds * seedsOfRound;
    say(`Round ${rounds + 1} of ${files.length} test files, seed ${seed}`);
    const { passed, failures } = await playRound(files, { seed, limitMs, untilMs }, (failure) =>
      say(describeFailure(failure, seed)),
    );
    say(`  ${passed} tests passed, ${failures.length} failed`);
    if (failures.length === 0) continue;
    for (const failure of failures) failed.add(nameOf(failure));
    for (const failure of await flakyOf(failures, seed)) {
      say(`FLAKY ${nameOf(failure)}\n  passes with the same seed, ${seed}`);
      flaky.add(nameOf(failure));
    }
  }
  say(`${rounds} rounds: ${failed.size} tests failed, ${flaky.size} of them flaky`);
  return failed.size === 0;
};

const run = async (): Promise<boolean> => {
  const options = readOptions(process.argv.slice(2), process.env);
  if (!options.isHelp) return explore(options);
  say(usage);
  return true;
};

const isGreen = await run().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return false;
});
// Vitest sets an exit code of its own for each round.
process.exit(isGreen ? 0 : 1);
