import { Type } from 'typebox';

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
