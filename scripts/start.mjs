// `npm start`: installs what is missing, builds the apps, starts the server and waits for it.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, projectNode, root } from './lib/install.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const server = spawn(projectNode(), ['apps/server/src/main.ts'], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the server by itself, being in the same terminal; this process only waits for it to end.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
if (process.env.npm_lifecycle_event === 'start') {
  // npm hands a signal to the shell between it and this process, and that shell ends without passing it on.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 300).unref();
}
server.once('exit', (code) => process.exit(code ?? 1));
