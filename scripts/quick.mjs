// `npm run quick`: format, lint, types, unit tests and the database tests of changed folders; ends with the counts.
import { ensureCatalogues } from './lib/build.mjs';
import { changedFiles, databaseTestsOf } from './lib/changed.mjs';
import { endWith, runChecks, runVitest } from './lib/checks.mjs';
import { ensureInstalled, root, say } from './lib/install.mjs';

await ensureInstalled();
await ensureCatalogues();
const parts = await runChecks([['format', 'lint and types']]);
parts.push(await runVitest('unit', ['--project=unit']));
const tests = databaseTestsOf(root, changedFiles(root));
if (tests.length > 0) parts.push(await runVitest('database', ['--project=database', ...tests]));
say(
  `\nRan format, lint, types, unit tests and the database tests of changed folders: ${tests.join(', ') || 'none'}`,
);
endWith(parts);
