import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

const fastCheck = fileURLToPath(new URL('fast-check.ts', import.meta.url));
const moreRuns = {
  name: 'more-runs',
  enforce: 'pre' as const,
  resolveId: (source: string, importer: string | undefined): string | undefined =>
    source === 'fast-check' && importer !== fastCheck ? fastCheck : undefined,
};

/** The usual projects with more runs of each property, and the time for them. */
export default defineConfig({
  ...usual,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...usual.test,
    projects: (usual.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project
        ? { ...project, plugins: [moreRuns], test: { ...project.test, testTimeout: 900_000 } }
        : project,
    ),
  },
});
