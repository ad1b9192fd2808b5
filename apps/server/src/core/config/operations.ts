import { Type } from 'typebox';
import { hostsProblem } from '../database/nodes.ts';

/** Where the database is, and how many connections calls take of it. */
export const databaseSettings = {
  DATABASE_URL: Type.Optional(
    Type.String({
      description:
        'any PostgreSQL 16 or newer, instead of the embedded one; of several hosts the one that can write is used',
    }),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    Type.String({
      description:
        'the same database as the owner of the tables, who migrates and gives the server its rights',
    }),
  ),
  DATABASE_STANDBY_URL: Type.Optional(
    Type.String({
      description:
        'a standby of the database for reports of the office and public pages; of several hosts one that cannot write is used',
    }),
  ),
  DATABASE_STANDBY_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 300,
    default: 5,
    description: 'how far behind the standby may be; further, and those reads go to the primary',
  }),
  DATABASE_CONNECTIONS: Type.Integer({ minimum: 5, maximum: 200, default: 10 }),
  DATABASE_WAIT_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    default: 60,
    description: 'how long a start waits for a database that is away or cannot write',
  }),
  PATIENCE_FACTOR: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 1,
    description:
      'multiplies the time limits of connections and of calls that wait for the processor, for slow machines',
  }),
};

/** Refuses lists of hosts that cannot be read, and those that ask for a node which cannot write. */
export const databaseProblems = (env: Record<string, string | undefined>): string[] =>
  (
    [
      ['DATABASE_URL', 'read-write'],
      ['DATABASE_OWNER_URL', 'read-write'],
      ['DATABASE_STANDBY_URL', 'standby'],
    ] as const
  ).flatMap(([name, node]) => {
    const url = env[name];
    const problem = url === undefined || url === '' ? undefined : hostsProblem(url, node);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });

/** Settings of backups (docs/deploy-and-recover.md). */
export const backupSettings = {
  BACKUP_TO: Type.Optional(
    Type.String({
      pattern: '^(/|[A-Za-z]:[\\\\/]|s3://[a-z0-9][a-z0-9.-]*(/[\\w.-]+)*/?$)',
      description: 'where backups are kept: the path of a folder, or s3://bucket/folder',
    }),
  ),
  BACKUP_KEY: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{64}$', description: 'key of the backups, 64 hexadecimal digits' }),
  ),
  BACKUP_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 10,
    description: 'how long what the database has written may wait until it is archived',
  }),
  BACKUP_KEEP: Type.Integer({ minimum: 1, maximum: 1_000, default: 7, description: 'base backups to keep' }),
  BACKUP_DATABASE_URL: Type.Optional(
    Type.String({ description: 'with DATABASE_URL: the same PostgreSQL as a role that may replicate' }),
  ),
  BACKUP_S3_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: "of a storage that is not Amazon's" }),
  ),
  BACKUP_S3_REGION: Type.String({ default: 'us-east-1' }),
  BACKUP_S3_KEY_ID: Type.Optional(Type.String()),
  BACKUP_S3_SECRET: Type.Optional(Type.String()),
};

/** A place without its key, and the reverse. */
export const backupProblems = (env: Record<string, string | undefined>): string[] => {
  const has = (name: string): boolean => (env[name] ?? '') !== '';
  const isBucket = (env['BACKUP_TO'] ?? '').startsWith('s3://');
  const problems: string[] = [];
  if (!has('BACKUP_TO')) return problems;
  if (!has('BACKUP_KEY')) {
    problems.push('BACKUP_TO needs BACKUP_KEY or BACKUP_KEY_FILE: backups are never kept unsealed');
  }
  if (isBucket && !(has('BACKUP_S3_KEY_ID') && has('BACKUP_S3_SECRET'))) {
    problems.push('BACKUP_TO is a bucket: it needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET');
  }
  if (has('DATABASE_URL') && !has('BACKUP_DATABASE_URL')) {
    problems.push('BACKUP_TO with DATABASE_URL needs BACKUP_DATABASE_URL, of a role that may replicate');
  }
  return problems;
};

/** Settings of traces, under the names that OpenTelemetry gives them. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description: 'where traces are sent, as http://127.0.0.1:4318; without it none are made',
    }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    pattern: '^([^=,\\s]+=[^,]*(,[^=,\\s]+=[^,]*)*)?$',
    default: '',
    description: 'headers of what is sent there: name=value, comma separated',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.1,
    description: 'the share of calls, batches and jobs that are traced',
  }),
};

/** Settings of the images that members send. */
export const uploadSettings = {
  UPLOADS_PER_DAY: Type.Integer({
    minimum: 1,
    default: 50,
    description: 'images a member may send within 24 hours',
  }),
  S3_BUCKET: Type.Optional(
    Type.String({ description: 'bucket for images; without it they lie in the data folder' }),
  ),
  S3_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: "of a storage that is not Amazon's" }),
  ),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_KEY_ID: Type.Optional(Type.String()),
  S3_SECRET: Type.Optional(Type.String()),
};

/** A bucket without its key, or a key without its bucket. */
export const storageProblems = (env: Record<string, string | undefined>): string[] => {
  const given = ['S3_BUCKET', 'S3_KEY_ID', 'S3_SECRET'].filter((name) => (env[name] ?? '') !== '');
  return given.length === 0 || given.length === 3
    ? []
    : ['S3_BUCKET, S3_KEY_ID and S3_SECRET belong together: give all three or none'];
};
