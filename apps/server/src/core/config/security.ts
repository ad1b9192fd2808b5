import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';

/** Settings of account security. */
export const securitySettings = {
  PASSKEY_RP_ID: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$',
      maxLength: 253,
      description:
        "host name that passkeys are bound to, for good; without it, that of the member app's page. Set it where a proxy hides the host",
    }),
  ),
  AUDIT_KEY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'seals the audit log, 64 hexadecimal digits, the same for all servers of a database; without it the key is in the data folder, or with DATABASE_URL in the database',
    }),
  ),
  LOG_ORIGIN: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.:-]*(/[A-Za-z0-9._-]+)+$',
      maxLength: 200,
      description:
        'name of the public log, as example.org/log, for good; without it, the host of the first address of the site and /log',
    }),
  ),
  LOG_TOGETHER_SECONDS: Type.Integer({
    default: 30,
    minimum: 0,
    maximum: 45,
    description:
      'how long facts of members and operators wait before they go into the public log together, so that no one sees when they happened',
  }),
  LOG_WITNESSES: Type.String({
    default: '',
    maxLength: 4_000,
    description:
      'witnesses of the public log: the verifier key and the address of each, as `KEY URL, KEY URL`',
  }),
  LOG_WITNESSES_NEEDED: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 20,
    description: 'number of witnesses that must cosign before a checkpoint counts; 0 for none',
  }),
  LOG_KEY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'seed of the Ed25519 key that signs receipts and the log, 64 hexadecimal digits, the same for all servers of a database; without it the key is in the data folder, or with DATABASE_URL in the database',
    }),
  ),
  LOG_KEY_OLD: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'what LOG_KEY was before, while the log goes over to another key (npm run log -- rotate); not needed after that',
    }),
  ),
  LOG_SIGNER: Type.Optional(
    Type.String({
      pattern: '^(https?://|unix:/)\\S+$',
      description:
        'address of a program or machine that holds the key of the log instead: https://…, http://… or unix:/path of a socket',
    }),
  ),
  LOG_SIGNER_OLD: Type.Optional(
    Type.String({
      pattern: '^(https?://|unix:/)\\S+$',
      description: 'what LOG_SIGNER was before, while the log goes over to another key',
    }),
  ),
  LOG_NONCE_KEY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'blinds what belongs to members in the log, 64 hexadecimal digits, the same for all servers of a database, for good; without it it is kept as LOG_KEY is',
    }),
  ),
  OFFICE_FACTOR_NEEDED: Type.Boolean({
    default: false,
    description:
      'operators without a second factor may do nothing but set one up; real mode always requires this',
  }),
  OPERATOR_WAIT_HOURS: Type.Integer({
    minimum: 0,
    maximum: 720,
    default: 24,
    description:
      'hours in which an operator decides nothing who is new, enabled again, or has a new role, a new password or lost the second factor; 0 only with play money',
  }),
  OFFICE_DEMO: Type.Boolean({
    default: true,
    description:
      'play mode makes operators to try the office with; without, the start tells a link that makes the first owner',
  }),
};

/** Problems of the wait of operators where real money is played, and of two keys for the log. */
export const securityProblems = (given: {
  MODE: string;
  OPERATOR_WAIT_HOURS: number;
  LOG_KEY?: string;
  LOG_SIGNER?: string;
}): string[] => [
  ...(given.MODE === 'real' && given.OPERATOR_WAIT_HOURS === 0
    ? ['OPERATOR_WAIT_HOURS 0 is for play money: with MODE=real a new operator has to wait']
    : []),
  ...(given.LOG_KEY !== undefined && given.LOG_SIGNER !== undefined
    ? [
        'LOG_KEY and LOG_SIGNER are two keys of the log: to go over from one to the other, set the old one as LOG_KEY_OLD or LOG_SIGNER_OLD',
      ]
    : []),
];

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
