// `npm test`: installs what is missing, then every check and all tests but those of machines; ends with the counts.
import { ensureCatalogues } from './lib/catalogues.mjs';
import { endWith, runChecks, runPages, runVitest } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await ensureCatalogues();
const built = runChecks(['build']);

/** What needs no browser. */
const checkCode = async () => {
  const failed = await runChecks(['format', 'lint and types', 'unused exports and dependencies']);
  // One test measures the built app.
  await built;
  return [...failed, await runVitest('unit and database', ['--project=unit', '--project=database'], false)];
};

// Pages wait for their browsers half of the time: the other half is enough for the rest.
const pages = built.then(runPages);
endWith([...(await checkCode()), await pages, ...(await built)]);
