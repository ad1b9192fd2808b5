import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureMade } from './up-to-date.mjs';

let root;
let made;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'touchline-made-'));
  mkdirSync(join(root, 'po'));
  writeFileSync(join(root, 'po/en.po'), 'one');
  made = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

const write = () => {
  mkdirSync(join(root, 'gen'), { recursive: true });
  const draft = join(root, `gen/.en.${(made += 1)}`);
  writeFileSync(draft, 'compiled');
  renameSync(draft, join(root, 'gen/en.ts'));
};
const ensure = (make = async () => write()) =>
  ensureMade({ root, sources: ['po'], stampFile: 'gen/.stamp', make });

it('makes what was never made, and then nothing', async () => {
  expect(await ensure()).toBe(true);
  expect(existsSync(join(root, 'gen/en.ts'))).toBe(true);
  expect(await ensure()).toBe(false);
  expect(made).toBe(1);
});

it.each([
  ['a changed source', () => writeFileSync(join(root, 'po/en.po'), 'two')],
  ['a new source', () => writeFileSync(join(root, 'po/de.po'), 'eins')],
  ['a source that is gone', () => rmSync(join(root, 'po/en.po'))],
  ['a made file that is gone', () => rmSync(join(root, 'gen/en.ts'))],
  ['a folder that is gone', () => rmSync(join(root, 'gen'), { recursive: true })],
  ['a stamp that cannot be read', () => writeFileSync(join(root, 'gen/.stamp'), '{"sources":')],
])('makes again after %s', async (_name, change) => {
  await ensure();
  change();
  expect(await ensure()).toBe(true);
  expect(await ensure()).toBe(false);
});

it('does not make again for tests and dependencies', async () => {
  await ensure();
  mkdirSync(join(root, 'po/node_modules'));
  writeFileSync(join(root, 'po/node_modules/a.js'), '');
  writeFileSync(join(root, 'po/en.test.ts'), '');
  expect(await ensure()).toBe(false);
});

it('makes again what changed while it was made', async () => {
  await ensure(async () => {
    writeFileSync(join(root, 'po/en.po'), 'two');
    write();
  });
  expect(await ensure()).toBe(true);
});

it('leaves no stamp of what could not be made', async () => {
  await expect(ensure(() => Promise.reject(new Error('no compiler')))).rejects.toThrow('no compiler');
  expect(await ensure()).toBe(true);
});

it('may run twice at once', async () => {
  await Promise.all([ensure(), ensure()]);
  expect(await ensure()).toBe(false);
});
