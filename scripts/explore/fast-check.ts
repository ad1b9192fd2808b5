import * as fc from 'fast-check';

// Replaces fast-check while `npm run explore` runs: each property is run several times, with one seed after the other,
// until its time is over. An example is never interrupted, as it may be in the middle of its commands.
export * from 'fast-check';

/** How a round draws, as `round.ts` sets it. */
const draws = () => {
  const { DRAW_TIMES, DRAW_LIMIT_MS, DRAW_UNTIL_MS } = process.env;
  return { times: Number(DRAW_TIMES), limitMs: Number(DRAW_LIMIT_MS), untilMs: Number(DRAW_UNTIL_MS) };
};

type AnyProperty<T> = fc.IAsyncProperty<T> | fc.IProperty<T>;
const isAsync = <T>(property: AnyProperty<T>): property is fc.IAsyncProperty<T> => property.isAsync();

/** Searching the smallest example of a failure may take longer than a property may run, by this. */
const searchFactor = 10;

/** Begins no example after `endMs`, but for the first that meets its preconditions, and for smaller ones of a failure. */
const endingAt =
  <T>(endMs: number, searchMs: number): fc.Plugin<T> =>
  () => {
    let hasRun = false;
    let lastMs = endMs;
    const search = (found: object | null): void => {
      if (fc.PreconditionFailure.isFailure(found)) return;
      hasRun = true;
      if (found === null || lastMs !== endMs) return;
      lastMs = Date.now() + searchMs;
    };
    return {
      decorateRun: (run) => (value) => {
        if (hasRun && Date.now() > lastMs) return new fc.PreconditionFailure(true);
        const found = run(value);
        if (found !== null && 'then' in found) void found.then(search);
        else search(found);
        return found;
      },
    };
  };

/** The options of one run after the other. */
function* runs<T>(of: fc.Parameters<T> = {}): Generator<fc.Parameters<T>> {
  const { times, limitMs, untilMs } = draws();
  const endMs = Math.min(Date.now() + limitMs, untilMs);
  const seed = of.seed ?? fc.readConfigureGlobal().seed ?? 0;
  const longMs = limitMs * searchFactor;
  for (let run = 0; run < times; run++) {
    // The first run is whole, as in `npm test`: a test may ask what its examples have met.
    const plugins = [...(of.plugins ?? []), endingAt<T>(run === 0 ? Date.now() + longMs : endMs, longMs)];
    yield { ...of, seed: seed + run, plugins, includeErrorInReport: true };
    // A seed in the test is there for its path.
    if (of.seed !== undefined || Date.now() > endMs) return;
  }
}

const assertAsync = async <T>(property: fc.IAsyncProperty<T>, of?: fc.Parameters<T>): Promise<void> => {
  for (const options of runs(of)) await fc.assert(property, options);
};

export function assert<T>(property: fc.IAsyncProperty<T>, of?: fc.Parameters<T>): Promise<void>;
export function assert<T>(property: fc.IProperty<T>, of?: fc.Parameters<T>): void;
/** As fast-check's own. */
export function assert<T>(property: AnyProperty<T>, of?: fc.Parameters<T>): Promise<void> | void {
  if (isAsync(property)) return assertAsync(property, of);
  for (const options of runs(of)) fc.assert(property, options);
}

export default { ...fc, assert };
