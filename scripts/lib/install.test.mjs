import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linkNode } from './install.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.skipIf(process.platform === 'win32')(
  'the Node among the packages gets its command where npm left it out',
  () => {
    const modules = join(folder, 'node_modules');
    const command = join(modules, '.bin', 'node');
    // Where the package is not installed there is nothing to name.
    linkNode(folder);
    expect(() => readlinkSync(command)).toThrow(/ENOENT/);

    const own = join(modules, `node-${process.platform}-${process.arch}`, 'bin');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'node'), 'own');
    linkNode(folder);
    expect(readFileSync(command, 'utf8')).toBe('own');
    linkNode(folder);
    expect(readlinkSync(command)).toBe(`../node-${process.platform}-${process.arch}/bin/node`);
  },
);
