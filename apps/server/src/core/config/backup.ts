import { Type } from 'typebox';

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
