// `npm start`: installs what is missing, makes the catalogues, builds the apps, starts the server and waits for it.
import { ensureBuilt } from './lib/build.mjs';
import { runToItsEnd } from './lib/children.mjs';
import { ensureInstalled, projectNode, root } from './lib/install.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

// npm hands a signal to the shell between it and this process, and that shell ends without passing it on.
const code = await runToItsEnd(projectNode(), ['apps/server/src/main.ts'], { cwd: root });
process.exit(code ?? 1);
