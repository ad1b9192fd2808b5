import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule } from 'vitest/node';
import { nameOf, type Failure } from './failure.ts';

/** How often each property is run, with as many seeds: that of its round and the next ones. */
export const seedsOfRound = 25;
/** Longer lists of commands than a test asks for, by this. */
const longerLists = 3;

/** How a round draws: no run of a property but its first begins after `limitMs` of it, or after `untilMs`. */
type Draws = { seed: number; limitMs: number; untilMs: number };

/** Runs test files once. @returns how many tests passed, and those that failed, which are given to `onFailure` at once */
export const playRound = async (
  files: readonly string[],
  { seed, limitMs, untilMs }: Draws,
  onFailure: (failure: Failure) => void,
): Promise<{ passed: number; failures: Failure[] }> => {
  Object.assign(process.env, {
    DRAW_SEED: String(seed),
    DRAW_TIMES: String(seedsOfRound),
    DRAW_LENGTH: String(longerLists),
    DRAW_LIMIT_MS: String(limitMs),
    DRAW_UNTIL_MS: String(untilMs),
  });
  const failures = new Map<string, Failure>();
  const add = (failure: Failure): void => {
    if (failures.has(nameOf(failure))) return;
    failures.set(nameOf(failure), failure);
    onFailure(failure);
  };
  const vitest = await createVitest({
    config: fileURLToPath(new URL('vitest.config.ts', import.meta.url)),
    project: ['unit', 'database'],
    watch: false,
    silent: true,
    // Each round has another order, so that the minutes do not always end before the same files.
    sequence: { shuffle: { files: true }, seed },
    reporters: [{ onTestModuleEnd: (module) => failuresOf(module).forEach(add) }],
  });
  const end = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), untilMs - Date.now());
  try {
    const { testModules, unhandledErrors } = await vitest.start([...files]);
    for (const error of unhandledErrors) {
      add({ file: '', test: 'an error outside of all tests', error: String(error) });
    }
    const passed = testModules.reduce(
      (sum, { children }) => sum + [...children.allTests('passed')].length,
      0,
    );
    return { passed, failures: [...failures.values()] };
  } finally {
    clearTimeout(end);
    await vitest.close();
  }
};

const failuresOf = (module: TestModule): Failure[] => {
  const file = module.relativeModuleId;
  const textOf = (errors: readonly { message: string }[]): string =>
    errors.map(({ message }) => message).join('\n');
  const suites = [...module.children.allSuites()].map((suite) => ({
    test: suite.fullName,
    errors: suite.errors(),
  }));
  const tests = [...module.children.allTests('failed')].map((test) => ({
    test: test.fullName,
    errors: test.result().errors ?? [],
  }));
  return [{ test: 'the file', errors: module.errors() }, ...suites, ...tests]
    .filter(({ errors }) => errors.length > 0)
    .map(({ test, errors }) => ({ file, test, error: textOf(errors) }));
};
