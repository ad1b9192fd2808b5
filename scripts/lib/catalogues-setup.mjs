// Global setup of Vitest, once for all suites of a run.
import { ensureCatalogues } from './catalogues.mjs';

let ready;

export default async () => {
  ready ??= ensureCatalogues();
  await ready;
};
