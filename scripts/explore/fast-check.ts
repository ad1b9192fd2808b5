import * as fc from 'fast-check';

// Stands in for fast-check while `npm run explore` runs: each property is run several times, with one seed after the other,
// until its time is over. It is never interrupted, as it may be in the middle of its commands.
export * from 'fast-check';

const { DRAW_TIMES, DRAW_LIMIT_MS, DRAW_UNTIL_MS } = process.env;

type AnyProperty<T> = fc.IAsyncProperty<T> | fc.IProperty<T>;
const isAsync = <T>(property: AnyProperty<T>): property is fc.IAsyncProperty<T> => property.isAsync();

/** The options of one run after the other. */
function* runs<T>(of: fc.Parameters<T> = {}): Generator<fc.Parameters<T>> {
  const endMs = Math.min(Date.now() + Number(DRAW_LIMIT_MS), Number(DRAW_UNTIL_MS));
  const seed = of.seed ?? fc.readConfigureGlobal().seed ?? 0;
  for (let run = 0; run < Number(DRAW_TIMES); run++) {
    yield { ...of, seed: seed + run, includeErrorInReport: true };
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
