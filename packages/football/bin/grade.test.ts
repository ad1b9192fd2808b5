import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const HEADER = 'ht_home,ht_away,ft_home,ft_away,market,selection,line';
const folder = mkdtempSync(join(tmpdir(), 'grade-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): { code: number | null; stdout: Buffer; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    join(import.meta.dirname, 'grade.ts'),
    ...args,
  ]);
  return { code: status, stdout, stderr: stderr.toString() };
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('writes the graded rows, cells of other columns byte for byte', () => {
  const latin = Buffer.from(`${HEADER},team\n1,0,2,1,1x2,1,,K\u00f6ln\n`, 'latin1');
  const done = run(file('latin.csv', latin));
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout.toString('latin1')).toBe(`${HEADER},team,outcome\n1,0,2,1,1x2,1,,K\u00f6ln,win\n`);

  const utf8 = run(file('utf8.csv', `\uFEFF${HEADER},team\r\n1,0,2,1,1x2,1,,K\u00f6ln\r\n`));
  expect(utf8.stdout.toString()).toBe(`${HEADER},team,outcome\n1,0,2,1,1x2,1,,K\u00f6ln,win\n`);
});

test('names the row on stderr, writes nothing and exits 1', () => {
  const done = run(file('bad.csv', `${HEADER}\n1,0,2,1,1x2,4,\n`));
  expect(done.code).toBe(1);
  expect(done.stdout).toHaveLength(0);
  expect(done.stderr).toContain('bad.csv: row 1 (line 2): unknown selection "4"');
});

test('without a file, with two, or with one that is not there: says so and exits 1', () => {
  expect(run()).toMatchObject({ code: 1, stderr: 'usage: npm run grade -- FILE.csv\n' });
  expect(run('a.csv', 'b.csv').code).toBe(1);
  const absent = run(join(folder, 'none.csv'));
  expect(absent.code).toBe(1);
  expect(absent.stderr).toContain('cannot read');
});
