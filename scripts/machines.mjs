// `npm run test:machines`: installs and builds what is missing, checks the tools, and runs the tests that kill, restore and
// upgrade; ends with the counts.
import { endWith, runChecks, runVitest } from './lib/checks.mjs';
import { ensureCatalogues } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await ensureCatalogues();
endWith([
  ...(await runChecks([['build'], ['lint and types of the tools']])),
  await runVitest('machines', ['--project=machines']),
]);
