import { projectNode, root, run } from './install.mjs';
import { ensureMade } from './up-to-date.mjs';

/** Makes the catalogues of packages/locales/src/gen when the PO files, or what compiles them, changed. */
export const ensureCatalogues = () =>
  ensureMade({
    root,
    sources: ['packages/locales', 'package-lock.json'],
    stampFile: 'packages/locales/src/gen/.stamp',
    make: () => run(projectNode(), ['packages/locales/scripts/build.ts']),
  });
