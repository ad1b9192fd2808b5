import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { parseTilePath, type TileResource } from '@touchline/verify/tiles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refused } from '../refusal.ts';
import type { OnRequest } from './floods.ts';

/** What anybody can read of the public log; undefined where there is none yet. */
export type ReadLog = {
  vkey: () => Promise<string>;
  /** All keys that have signed it, in their order. */
  vkeys: () => Promise<readonly object[]>;
  checkpoint: () => Promise<string | undefined>;
  /** Who cosigns the log. */
  witnesses: () => Promise<object>;
  tile: (resource: TileResource) => Promise<Buffer | undefined>;
  /** The text of which a public entry has only the hash: canonical JSON. */
  textOf: (kind: string, id: string) => Promise<string | undefined>;
};

/** A tile never changes under its path. */
const immutable = 'public, max-age=31536000, immutable';
/** A checkpoint is followed by the next within seconds. */
const short = 'public, max-age=1';

/** Anybody may read the log, also from the page of another host, and refusals too: a tile that is missing must look so there. */
const openToAll = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'retry-after')
    .header('cross-origin-resource-policy', 'cross-origin');

const open = (reply: FastifyReply, cacheControl: string): FastifyReply =>
  reply.header('x-content-type-options', 'nosniff').header('cache-control', cacheControl);

/** Bundles are half as long compressed, and tiles not shorter: hashes are random. A better level saves little and takes longer. */
const bundleCompression = {
  customTypes: /^application\/octet-stream$/,
  encodings: ['gzip' as const],
  zlibOptions: { level: constants.Z_BEST_SPEED },
  threshold: 1_024,
};

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  open(reply, short).type('text/plain; charset=utf-8').send(text);

/** The public log as a tiled log (C2SP tlog-tiles), below `/log/`. */
export const registerLog = async (
  app: FastifyInstance,
  { limit, log }: { limit: OnRequest; log: ReadLog },
): Promise<void> => {
  await app.register(compress, { global: false, globalDecompression: false });
  app.addHook('onRequest', (_request, reply, done) => {
    openToAll(reply);
    done();
  });
  app.get('/log/vkey', { onRequest: limit }, async (_request, reply) =>
    sendText(reply, `${await log.vkey()}\n`),
  );
  app.get('/log/vkeys', { onRequest: limit }, async (_request, reply) =>
    open(reply, short).send({ keys: await log.vkeys() }),
  );
  app.get('/log/checkpoint', { onRequest: limit }, async (_request, reply) => {
    const note = await log.checkpoint();
    if (note === undefined) throw new Refused('file_unknown');
    return sendText(reply, note);
  });
  app.get('/log/witnesses', { onRequest: limit }, async (_request, reply) =>
    open(reply, short).send(await log.witnesses()),
  );
  const sendTile = async (reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const resource = parseTilePath(path);
    const bytes = resource && (await log.tile(resource));
    if (bytes === undefined) throw new Refused('file_unknown');
    return open(reply, immutable).type('application/octet-stream').send(bytes);
  };
  app.get<{ Params: { '*': string } }>('/log/tile/*', { onRequest: limit }, (request, reply) =>
    sendTile(reply, `tile/${request.params['*']}`),
  );
  app.get<{ Params: { '*': string } }>(
    '/log/tile/entries/*',
    { onRequest: limit, compress: bundleCompression },
    (request, reply) => sendTile(reply, `tile/entries/${request.params['*']}`),
  );
  app.get<{ Params: { kind: string; id: string } }>(
    '/log/text/:kind/:id',
    { onRequest: limit },
    async (request, reply) => {
      const text = await log.textOf(request.params.kind, request.params.id);
      if (text === undefined) throw new Refused('file_unknown');
      return open(reply, immutable).type('application/json; charset=utf-8').send(text);
    },
  );
};
