import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { faultNames } from '../../tests/machines/faults/plan.ts';

const Name = Type.Enum([...faultNames]);

/** Result of a complete run. */
const RunResult = Type.Object({
  /** Faults that were done, in order. */
  faults: Type.Array(Name),
  /** How long after the end of a fault all servers were ready again. */
  recoveries: Type.Array(Type.Object({ name: Name, ms: Type.Number() })),
  /** Faults that the machine could not do. */
  cannot: Type.Array(Type.Object({ name: Name, why: Type.String() })),
  operations: Type.Number(),
  calls: Type.Number(),
  /** Calls without an answer. */
  unheard: Type.Number(),
  /** Notices of payments. */
  notices: Type.Number(),
  /** Reorganisations of the chain, and transfers in the blocks that they replaced. */
  reorganisations: Type.Number(),
  replaced: Type.Number(),
  /** Wrong scores that a feed claimed. */
  lies: Type.Number(),
  migrates: Type.Boolean(),
  /** How often a server was killed before its migrations were done. */
  migrationKills: Type.Number(),
  /** The longest time in which no server was ready. */
  longestGapMs: Type.Number(),
  seconds: Type.Number(),
});
export type RunResult = Static<typeof RunResult>;

/** Result of a seed; without figures when its run broke off. */
const SeedResult = Type.Object({
  seed: Type.Number(),
  findings: Type.Array(Type.Object({ rule: Type.String(), what: Type.String() })),
  figures: Type.Optional(RunResult),
});
export type SeedResult = Static<typeof SeedResult>;

/** Reads the results of a folder in the order of their seeds; none where there is no folder yet. */
export const readResults = async (folder: string): Promise<SeedResult[]> => {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name));
  const results = await Promise.all(
    names.map(async (name) =>
      Value.Parse(SeedResult, JSON.parse(await readFile(join(folder, name), 'utf8'))),
    ),
  );
  return results.toSorted((a, b) => a.seed - b.seed);
};

/** Writes the result of a seed in the place of an earlier one. */
export const writeResult = async (folder: string, result: SeedResult): Promise<void> => {
  const path = join(folder, `${result.seed}.json`);
  await writeFile(`${path}.new`, `${JSON.stringify(result)}\n`);
  await rename(`${path}.new`, path);
};
