import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { parseTilePath, type TileResource } from '@touchline/verify/tiles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import type { OnRequest } from '../../core/http/floods.ts';
import { Refused } from '../../core/refusal.ts';
import { readPublicKeys, type PublicKey } from './key-queries.ts';
import type { CurrentKey } from './keys.ts';
import type { PublicLog } from './service.ts';
import { readSigned } from './signing-queries.ts';
import { readServed, type WitnessReport, type Witnesses } from './witnesses.ts';

type Shown = {
  checkpoint: string | undefined;
  vkeys: readonly [PublicKey, ...PublicKey[]];
  witnesses: { needed: number; list: WitnessReport[] };
};

/**
 * What anybody may ask for at any rate. What strangers read again and again is kept in memory, so that they wait for no connection
 * and take none from others.
 */
export class ShownLog {
  readonly #pool: pg.Pool;
  readonly #publicLog: Pick<PublicLog, 'tile' | 'textOf'>;
  readonly #witnesses: Pick<Witnesses, 'needed' | 'report'>;
  readonly #currentKey: Pick<CurrentKey, 'vkey'>;
  #shown: Shown | undefined;
  #first: Promise<Shown> | undefined;

  /** @param of.pool connections that no call waits for */
  constructor(of: {
    pool: pg.Pool;
    publicLog: Pick<PublicLog, 'tile' | 'textOf'>;
    witnesses: Pick<Witnesses, 'needed' | 'report'>;
    currentKey: Pick<CurrentKey, 'vkey'>;
  }) {
    this.#pool = of.pool;
    this.#publicLog = of.publicLog;
    this.#witnesses = of.witnesses;
    this.#currentKey = of.currentKey;
  }

  /** The verifier key that signs now. */
  async vkey(): Promise<string> {
    const { vkeys } = await this.#now();
    return (vkeys.at(-1) ?? vkeys[0]).vkey;
  }

  /** All keys that have signed in the current epoch, each with the entry that brought it and its proof. */
  async vkeys(): Promise<readonly PublicKey[]> {
    return (await this.#now()).vkeys;
  }

  /** The last checkpoint that counts, a signed note with what witnesses have cosigned; undefined before the first. */
  async checkpoint(): Promise<string | undefined> {
    return (await this.#now()).checkpoint;
  }

  /** Who cosigns the log, and how many of them must. */
  async witnesses(): Promise<Shown['witnesses']> {
    return (await this.#now()).witnesses;
  }

  tile(resource: TileResource): Promise<Buffer | undefined> {
    return this.#publicLog.tile(resource);
  }

  textOf(kind: string, id: string): Promise<string | undefined> {
    return this.#publicLog.textOf(kind, id);
  }

  /** Reads it again. */
  async refresh(): Promise<void> {
    this.#shown = await this.#read();
  }

  /** Callers before the first turn share one reading. */
  async #now(): Promise<Shown> {
    if (this.#shown !== undefined) return this.#shown;
    this.#first ??= this.#read().finally(() => {
      this.#first = undefined;
    });
    this.#shown ??= await this.#first;
    return this.#shown;
  }

  async #read(): Promise<Shown> {
    // The keys last: a checkpoint is never shown without the key that has signed it.
    const { latest } = await readServed(this.#pool, this.#witnesses.needed);
    const list = await this.#witnesses.report();
    const [oldest, ...later] = await readPublicKeys(this.#pool, (await readSigned(this.#pool)).epoch);
    return {
      checkpoint: latest?.note,
      vkeys: oldest === undefined ? [{ since: 0, vkey: this.#currentKey.vkey() }] : [oldest, ...later],
      witnesses: { needed: this.#witnesses.needed, list },
    };
  }
}

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
  { limit, log }: { limit: OnRequest; log: ShownLog },
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
