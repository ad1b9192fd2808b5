import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig, readHosts } from '@touchline/server/tools/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from './files.ts';

const renderer = fileURLToPath(new URL('../../../deploy/ha/render.mjs', import.meta.url));

describe('the files of two machines', () => {
  let folder: string;
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [renderer, ...args], { encoding: 'utf8', stdio: 'pipe' });
  const read = (path: string): string => readFileSync(join(folder, 'out', path), 'utf8');

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ha-'));
    writeFileSync(join(folder, 'site.env'), run('new', '10.0.0.11', '10.0.0.12', '10.0.0.13'));
    run(join(folder, 'site.env'), join(folder, 'out'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have no name left to fill in, and are readable by their owner alone', () => {
    const files = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(files).toHaveLength(11);
    for (const file of files) {
      expect(readFileSync(file, 'utf8')).not.toContain('${');
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  it.each(['db1/etc/touchline.env', 'db2/etc/touchline.env', 'managed/etc/touchline.env'])(
    'have settings in %s that the server takes',
    (path) => {
      expect(readConfig(readEnv(read(path))).DATABASE_WAIT_SECONDS).toBe(120);
    },
  );

  it('lead the archive to the node that can write', () => {
    const archive = { BACKUP_TO: '/backups', BACKUP_KEY: '0'.repeat(64) };
    const settings = readConfig({ ...readEnv(read('db1/etc/touchline.env')), ...archive });
    expect(readHosts(settings.BACKUP_DATABASE_URL ?? '').urls).toHaveLength(2);
  });

  it('let the backup role of database.sql replicate, and keep its log', () => {
    const patroni = read('db1/etc/patroni/config.yml');
    expect(read('db1/database.sql')).toMatch(/^create role touchline_backup login replication /m);
    expect(patroni).toContain('- host replication touchline_backup 10.0.0.0/24 scram-sha-256');
    expect(patroni).toMatch(/slots:\n +touchline_backup:\n +type: physical\n/);
    expect(patroni).toContain('synchronous_mode: true');
  });

  it('let the copy for a new machine begin at once, not with the next checkpoint', () => {
    expect(read('db1/etc/patroni/config.yml')).toMatch(/^ {2}basebackup:\n {4}checkpoint: fast$/m);
  });

  it('are refused while a value is missing', () => {
    const lines = readFileSync(join(folder, 'site.env'), 'utf8').split('\n');
    const short = join(folder, 'short.env');
    writeFileSync(short, lines.filter((line) => !line.startsWith('BACKUP_PASSWORD')).join('\n'));
    expect(() => run(short, join(folder, 'other'))).toThrow(/needs BACKUP_PASSWORD/);
  });
});
