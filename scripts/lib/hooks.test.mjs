import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useHooks } from './hooks.mjs';
import { root } from './install.mjs';

const env = {
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
};
const git = (...args) => spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
const hooksPath = () => git('config', 'core.hooksPath').stdout.trim();

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-hooks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(spawnSync('git', ['--version']).status !== 0)('hooks of git', () => {
  it('are set in a checkout, once', () => {
    git('init');
    expect(useHooks(folder, env)).toBe(true);
    expect(hooksPath()).toBe('scripts/hooks');
    expect(useHooks(folder, env)).toBe(true);
  });

  it('are not set outside of a checkout, in a folder of another one, in CI, and without git', () => {
    expect(useHooks(folder, env)).toBe(false);
    git('init');
    mkdirSync(join(folder, 'release'));
    expect(useHooks(join(folder, 'release'), env)).toBe(false);
    expect(useHooks(folder, { ...env, CI: 'true' })).toBe(false);
    expect(useHooks(folder, { ...env, PATH: folder })).toBe(false);
    expect(hooksPath()).toBe('');
  });

  it('leave a path of hooks and hooks that are there alone', () => {
    git('init');
    git('config', 'core.hooksPath', 'elsewhere');
    expect(useHooks(folder, env)).toBe(false);
    expect(hooksPath()).toBe('elsewhere');
    git('config', '--unset', 'core.hooksPath');
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    writeFileSync(join(folder, '.git/hooks/pre-push'), '');
    expect(useHooks(folder, env)).toBe(false);
    expect(hooksPath()).toBe('');
  });

  describe('in a repository that uses them', () => {
    beforeEach(() => {
      git('init');
      symlinkSync(join(root, 'scripts'), join(folder, 'scripts'));
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, '.gitignore'), 'scripts\nnode_modules\n');
      useHooks(folder, env);
    });

    it('commit-msg refuses a message and names what is wrong', () => {
      const refused = git('commit', '--allow-empty', '-m', 'Added a moment; and more.');
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(/semicolon[^]*full stop|full stop[^]*semicolon/);
      expect(refused.stderr).toContain('"moment": write time');
      expect(git('commit', '--allow-empty', '-m', 'Add a time\n\nThe `moment` was unclear.').status).toBe(0);
    });

    it('pre-commit refuses a file with such a phrase, as it is staged', () => {
      const page = join(folder, 'page.md');
      writeFileSync(page, 'A time.\nNobody.\n');
      git('add', '.');
      writeFileSync(page, 'A time.\n');
      const refused = git('commit', '-m', 'Add a page');
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('page.md:2: "Nobody": write');
      git('add', '.');
      expect(git('commit', '-m', 'Add a page').status).toBe(0);
      git('rm', 'page.md');
      expect(git('commit', '-m', 'Remove the page').status).toBe(0);
    });
  });
});
