import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settingSchemas } from './config.ts';
import { secretSettings } from './security.ts';

const key = 'ab'.repeat(32);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keep = (name: string, text: string, mode = 0o600): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('a secret', () => {
  it('comes from a file, without the end of its line', () => {
    for (const end of ['', '\n', '\r\n']) {
      const path = keep('audit', `${key}${end}`);
      expect(readConfig({ AUDIT_KEY_FILE: path }).AUDIT_KEY).toBe(key);
    }
  });

  it('comes from a credential of systemd, alone or from a loaded folder', () => {
    keep('AUDIT_KEY', `${key}\n`, 0o440);
    keep('touchline_SMS_TOKEN', 'token', 0o440);
    expect(readConfig({ CREDENTIALS_DIRECTORY: folder })).toMatchObject({
      AUDIT_KEY: key,
      SMS_TOKEN: 'token',
    });
  });

  it('is judged as one from the environment', () => {
    const path = keep('audit', 'too short');
    expect(problems({ AUDIT_KEY_FILE: path })).toHaveLength(1);
    expect(problems({ AUDIT_KEY_FILE: path })[0]).toMatch(/^AUDIT_KEY must match/);
    const list = keep('url', 'postgres://u:secret@one:5432,two:5432/touchline?target_session_attrs=standby');
    expect(problems({ DATABASE_URL_FILE: list }).join('\n')).toMatch(/^DATABASE_URL /);
    const live = keep('stripe', 'sk_live_0123456789');
    expect(problems({ STRIPE_SECRET_KEY_FILE: live }).join('\n')).toMatch(/not a test key/);
  });

  it('is refused when it is given twice, in any two places', () => {
    const path = keep('one', key);
    keep('AUDIT_KEY', key);
    expect(problems({ AUDIT_KEY: key, AUDIT_KEY_FILE: path })).toEqual([
      'AUDIT_KEY is given more than once: AUDIT_KEY, AUDIT_KEY_FILE',
    ]);
    expect(problems({ AUDIT_KEY: key, CREDENTIALS_DIRECTORY: folder })).toEqual([
      'AUDIT_KEY is given more than once: AUDIT_KEY, the credential AUDIT_KEY',
    ]);
    expect(problems({ AUDIT_KEY_FILE: path, CREDENTIALS_DIRECTORY: folder })).toEqual([
      'AUDIT_KEY is given more than once: AUDIT_KEY_FILE, the credential AUDIT_KEY',
    ]);
    expect(problems({ AUDIT_KEY: '', AUDIT_KEY_FILE: path })).toEqual([]);
  });

  it('is refused when its file is not there, is empty, is a folder or is far too large', () => {
    const missing = join(folder, 'missing');
    expect(problems({ AUDIT_KEY_FILE: missing })).toEqual([`AUDIT_KEY_FILE: ${missing} does not exist`]);
    const empty = keep('empty', '\n');
    expect(problems({ AUDIT_KEY_FILE: empty })).toEqual([`AUDIT_KEY_FILE: ${empty} is empty`]);
    const large = keep('large', 'x'.repeat(70_000));
    expect(problems({ AUDIT_KEY_FILE: large })).toEqual([
      `AUDIT_KEY_FILE: ${large} is too large for a secret`,
    ]);
    chmodSync(folder, 0o700);
    expect(problems({ AUDIT_KEY_FILE: folder })).toEqual([
      `AUDIT_KEY_FILE: ${folder} cannot be read (EISDIR)`,
    ]);
  });

  it.skipIf(process.platform === 'win32')('is refused when others may read or write its file', () => {
    for (const mode of [0o604, 0o644, 0o602, 0o620, 0o660, 0o777]) {
      const path = keep('open', key, mode);
      const [problem = ''] = problems({ AUDIT_KEY_FILE: path });
      expect(problem).toContain('is open to others');
      expect(problem).not.toContain(key);
    }
    for (const mode of [0o600, 0o400, 0o440, 0o640]) {
      expect(problems({ AUDIT_KEY_FILE: keep('closed', key, mode) })).toEqual([]);
      rmSync(join(folder, 'closed'));
    }
  });

  it('may be any setting whose name says that it is one', () => {
    const named = Object.keys(settingSchemas).filter((name) =>
      /(_KEY|_KEY_OLD|_KEY_ID|_SECRETS?|_TOKEN|_XPUB|_HEADERS|^(DATABASE|SMTP|.+_(DATABASE|OWNER))_URL)$/.test(
        name,
      ),
    );
    expect(named.filter((name) => !secretSettings.some((secret) => secret === name))).toEqual([]);
    expect(secretSettings.filter((name) => !Object.hasOwn(settingSchemas, name))).toEqual([]);
  });
});
