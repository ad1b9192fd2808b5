// Global setup of Vitest, once for all suites of a run.
import { ensureCatalogues } from './build.mjs';

let ready;

export default async () => {
  ready ??= ensureCatalogues();
  await ready;
};
