import { Type, type Static } from 'typebox';

/** What the server tells the process that archives. */
export const ToArchiver = Type.Union([
  Type.Object({
    kind: Type.Literal('begin'),
    /** Of a role that may replicate. */
    url: Type.String(),
    dataDir: Type.String(),
    everyMs: Type.Integer(),
    /** Settings of the repository. */
    settings: Type.Object({
      BACKUP_TO: Type.String(),
      BACKUP_KEY: Type.Optional(Type.String()),
      BACKUP_S3_ENDPOINT: Type.Optional(Type.String()),
      BACKUP_S3_REGION: Type.String(),
      BACKUP_S3_KEY_ID: Type.Optional(Type.String()),
      BACKUP_S3_SECRET: Type.Optional(Type.String()),
    }),
  }),
  Type.Object({ kind: Type.Literal('stop') }),
]);
export type ToArchiver = Static<typeof ToArchiver>;

/** What the process that archives tells the server. */
export const FromArchiver = Type.Union([
  Type.Object({ kind: Type.Literal('archived'), atMs: Type.Number() }),
  Type.Object({ kind: Type.Literal('failed'), text: Type.String() }),
  Type.Object({ kind: Type.Literal('gap'), text: Type.String() }),
]);
export type FromArchiver = Static<typeof FromArchiver>;
