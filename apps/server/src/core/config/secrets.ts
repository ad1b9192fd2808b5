import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Settings whose values are secret, or reveal what should stay inside: each may come from a file (`NAME_FILE`) or from a
 * credential of systemd instead of the environment.
 */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'AUDIT_KEY',
  'LOG_KEY',
  'LOG_KEY_OLD',
  'LOG_NONCE_KEY',
  'FEED_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'SMTP_URL',
  'SMS_TOKEN',
  'S3_KEY_ID',
  'S3_SECRET',
  'BACKUP_KEY',
  'BACKUP_DATABASE_URL',
  'BACKUP_S3_KEY_ID',
  'BACKUP_S3_SECRET',
  'CHAIN_TRC20_RPC',
  'CHAIN_TRC20_XPUB',
  'CHAIN_ERC20_RPC',
  'CHAIN_ERC20_XPUB',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/** What systemd puts before the names of files when a whole folder is loaded: `LoadCredential=touchline:FOLDER`. */
const folderPrefix = 'touchline_';
/** No secret is longer; a wrong path may name a large file. */
const secretMaxBytes = 65_536;
/** Writable by the group, or readable or writable by everybody. */
const tooOpen = 0o026;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the value of a setting is, and whether the mode of the file is checked. */
type Source = { path: string; what: string; isChecked: boolean };

/** Files in which systemd gives the value. */
const credentialsOf = (env: Environment, name: string): Source[] => {
  const folder = env['CREDENTIALS_DIRECTORY'] ?? '';
  if (folder === '') return [];
  return [name, folderPrefix + name].flatMap((credential) => {
    const path = join(folder, credential);
    // systemd makes the folder for this service alone; an access list shows as rights of the group there.
    return statSync(path, { throwIfNoEntry: false }) === undefined
      ? []
      : [{ path, what: `the credential ${credential}`, isChecked: false }];
  });
};

const fileOf = (env: Environment, name: string): Source[] => {
  const path = env[`${name}_FILE`] ?? '';
  return path === '' ? [] : [{ path, what: `${name}_FILE`, isChecked: process.platform !== 'win32' }];
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** @returns the value without the end of its line, or a problem that does not name it */
const read = ({ path, what, isChecked }: Source): { value: string } | { problem: string } => {
  try {
    const { mode, size } = statSync(path);
    if (isChecked && (mode & tooOpen) !== 0) {
      const has = (mode & 0o777).toString(8).padStart(3, '0');
      return { problem: `${what}: ${path} is open to others (mode ${has}); chmod 600 or 640 it` };
    }
    if (size > secretMaxBytes) return { problem: `${what}: ${path} is too large for a secret` };
    const value = readFileSync(path, 'utf8').replace(/(\r?\n)+$/, '');
    return value === '' ? { problem: `${what}: ${path} is empty` } : { value };
  } catch (error) {
    const code = codeOf(error);
    return {
      problem:
        code === 'ENOENT' ? `${what}: ${path} does not exist` : `${what}: ${path} cannot be read (${code})`,
    };
  }
};

/**
 * Reads secret settings from files.
 * @param env the environment: a secret is in `NAME`, in the file that `NAME_FILE` names, or in a file of
 *   `CREDENTIALS_DIRECTORY` called `NAME` or `touchline_NAME`
 * @returns the environment with the values in place of the files, and a problem for each secret that is given twice or cannot
 *   be read; problems name files and never values
 */
export const withSecrets = (
  env: Environment,
): { env: Record<string, string | undefined>; problems: string[] } => {
  const result: Record<string, string | undefined> = { ...env };
  const problems: string[] = [];
  delete result['CREDENTIALS_DIRECTORY'];
  for (const name of secretSettings) {
    delete result[`${name}_FILE`];
    const files = [...fileOf(env, name), ...credentialsOf(env, name)];
    const places = [...((env[name] ?? '') === '' ? [] : [name]), ...files.map(({ what }) => what)];
    if (places.length > 1) {
      problems.push(`${name} is given more than once: ${places.join(', ')}`);
      continue;
    }
    const [file] = files;
    if (file === undefined) continue;
    const found = read(file);
    if ('value' in found) result[name] = found.value;
    else problems.push(found.problem);
  }
  return { env: result, problems };
};
