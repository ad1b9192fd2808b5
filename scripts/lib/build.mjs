import { projectNode, root, run, say } from './install.mjs';
import { ensureMade } from './up-to-date.mjs';

/** Makes the catalogues of packages/locales/src/gen when the PO files, or what compiles them, changed. */
export const ensureCatalogues = () =>
  ensureMade({
    root,
    sources: ['packages/locales', 'package-lock.json'],
    stampFile: 'packages/locales/src/gen/.stamp',
    make: () => run(projectNode(), ['packages/locales/scripts/build.ts']),
  });

const apps = [
  { folder: 'apps/member', name: 'the member app' },
  { folder: 'apps/office', name: 'the office' },
];
/** Sources of both in addition to their own folders. */
const shared = ['packages', 'scripts/lib/compress-plugin.ts', 'package-lock.json'];

/** Builds each app whose sources, or those of the packages it uses, changed since its last build. */
export const ensureBuilt = async () => {
  await ensureCatalogues();
  for (const { folder, name } of apps) {
    await ensureMade({
      root,
      sources: [folder, ...shared],
      stampFile: `${folder}/dist/.stamp`,
      make: async () => {
        say(`Building ${name} …`);
        await run(projectNode(), ['node_modules/vite/bin/vite.js', 'build', folder, '--logLevel', 'warn']);
      },
    });
  }
};
