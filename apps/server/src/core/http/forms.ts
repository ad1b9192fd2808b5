import multipart, { type MultipartFile } from '@fastify/multipart';
import { limits } from '@touchline/contract/limits';
import type { FieldRule } from '@touchline/contract/reasons';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../refusal.ts';
import type { JsonBody } from './input.ts';
import { createRateLimit } from './rate-limit.ts';

/** Room for the fields of a form and for the text between its parts. */
const aroundFileMaxBytes = 16 * 1024;
/** Forms with files of one member or operator per minute, and how many are read at once: of one, and of all. */
const perMinute = 30;
const atOnceMember = 2;
const atOnce = 16;

/**
 * Lets the routes of `app` take a multipart form with one `file` and a few short fields as well as JSON. The form
 * becomes the body: its fields as text, its file as bytes. It is read only after the caller is known.
 */
export const registerForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, {
    limits: {
      files: 1,
      fileSize: limits.uploadMaxBytes,
      fields: 4,
      fieldSize: 256,
      fieldNameSize: 64,
      parts: 5,
      headerPairs: 16,
    },
    // Checked here, so that the rest of the form is still read.
    throwFileSizeLimit: false,
    // As a form's data has it, also for a file without a name.
    isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
  });
  const limit = createRateLimit(perMinute);
  const reading = new Map<string, number>();
  let readingAll = 0;

  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const key = request.member?.id ?? request.operator?.id ?? '';
    const own = reading.get(key) ?? 0;
    const untilMs = limit(key, Date.now());
    if (untilMs !== undefined) throw new Refused('too_many', { until: new Date(untilMs).toISOString() });
    if (own >= atOnceMember || readingAll >= atOnce) throw new Refused('unavailable');
    if (Number(request.headers['content-length'] ?? 0) > limits.uploadMaxBytes + aroundFileMaxBytes) {
      throw new Refused('upload_size');
    }
    reading.set(key, own + 1);
    readingAll += 1;
    try {
      request.body = await readForm(request);
    } finally {
      readingAll -= 1;
      const left = (reading.get(key) ?? 1) - 1;
      if (left === 0) reading.delete(key);
      else reading.set(key, left);
    }
  });
};

const readForm = async (request: FastifyRequest): Promise<JsonBody> => {
  const fields = new Map<string, unknown>();
  const rules: Record<string, FieldRule> = {};
  try {
    for await (const part of request.parts()) {
      const { fieldname: name } = part;
      if (fields.has(name)) rules[name] = name === 'file' ? 'one_file' : 'unknown';
      if (part.type === 'file') fields.set(name, await bytesOf(part));
      else fields.set(name, part.value);
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    // The rest of a refused form is discarded, so that the connection can be used again.
    request.raw.unpipe();
    request.raw.resume();
  }
  if (Object.keys(rules).length > 0) throw new Refused('validation', { rules });
  return { value: Object.fromEntries(fields), escaped: false };
};

const bytesOf = async (part: MultipartFile): Promise<Buffer> => {
  const bytes = await part.toBuffer();
  if (part.file.truncated) throw new Refused('upload_size');
  return bytes;
};

/** Limits of the form by their codes; other errors mean a malformed form. */
const refusalOf = (error: unknown): Refused => {
  if (error instanceof Refused) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT') return new Refused('validation', { rules: { file: 'one_file' } });
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return new Refused('too_large');
  return new Refused('bad_request');
};
