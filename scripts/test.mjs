// `npm test`: installs what is missing, then every check and all tests but those of machines; ends with the counts.
import { ensureCatalogues } from './lib/build.mjs';
import { endWith, runChecks, runPages, runVitest } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await ensureCatalogues();
endWith([
  ...(await runChecks([
    ['format', 'lint and types'],
    ['build', 'unused exports and dependencies'],
  ])),
  await runVitest('unit and database', ['--project=unit', '--project=database']),
  await runPages(),
]);
