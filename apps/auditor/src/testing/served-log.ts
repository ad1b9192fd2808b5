import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { utf8 } from '@touchline/verify/bytes';
import { canonicalJson, type JsonObject } from '@touchline/verify/canonical-json';
import { formatCheckpoint } from '@touchline/verify/checkpoint';
import { cosign } from '@touchline/verify/cosignature';
import { privateEntry } from '@touchline/verify/entries';
import { formatVerifierKey, type VerifierKey } from '@touchline/verify/keys';
import { createTree, leafHash } from '@touchline/verify/merkle';
import { formatNote, signText } from '@touchline/verify/note';
import { testKey } from '@touchline/verify/testing/test-key';
import { encodeBundle, parseTilePath, TILE_WIDTH } from '@touchline/verify/tiles';
import { onTestFinished } from 'vitest';

/** A log behind HTTP whose entries and answers a test may change, for one test. */
export type ServedLog = {
  /** The site's address: the log is at `/log`. */
  url: string;
  key: VerifierKey;
  vkey: string;
  witness: VerifierKey;
  entries: Uint8Array[];
  /** What is signed: all entries, unless a test says otherwise. */
  signed: { size?: number; entries?: readonly Uint8Array[]; isCosigned?: boolean; seeds?: readonly number[] };
  /** What the site shows of the house; nothing unless a test sets it. */
  page?: unknown;
  /** Texts next to the log, by path. */
  texts: Map<string, string>;
  /** Paths answered with other bytes. */
  spoilt: Map<string, Uint8Array>;
  /** After this number of answers one is refused, as one too many in its minute; 0 for none. */
  refusedAfter: number;
};

export const publicEntry = (fact: JsonObject): Uint8Array => utf8(canonicalJson(fact));
export const commitment = (kind: string, id: number): Uint8Array =>
  privateEntry({ kind, v: 1, nonce: Buffer.alloc(32, id), body: canonicalJson({ kind, v: 1, id }) });

const origin = 'house.example/log';

/** Serves a log of a number of private entries. */
export async function serveLog(size: number): Promise<ServedLog> {
  const own = testKey(origin, 'note', 7);
  const witness = testKey('witness.example/w', 'cosignature', 8);
  const log: ServedLog = {
    url: '',
    key: own.key,
    vkey: formatVerifierKey(own.key),
    witness: witness.key,
    entries: Array.from({ length: size }, (_, at) => commitment('bet', at % 250)),
    signed: {},
    texts: new Map(),
    spoilt: new Map(),
    refusedAfter: 0,
  };
  const checkpoint = (): string => {
    const { entries = log.entries, size: signedSize = entries.length, isCosigned, seeds = [7] } = log.signed;
    const { root } = createTree(entries.slice(0, signedSize).map((entry) => leafHash(entry)));
    const text = formatCheckpoint({ origin, size: signedSize, root, extensions: [] });
    const signatures = seeds.map((seed) => signText(text, testKey(origin, 'note', seed)));
    if (isCosigned === true) signatures.push(cosign(text, { ...witness, time: 1_700_000_000 }));
    return formatNote({ text, signatures });
  };
  const answer = (path: string): Uint8Array | undefined => {
    const spoilt = log.spoilt.get(path);
    if (spoilt) return spoilt;
    if (path === 'checkpoint') return utf8(checkpoint());
    if (path === 'vkey') return utf8(`${log.vkey}\n`);
    const text = log.texts.get(path);
    if (text !== undefined) return utf8(text);
    if (path === '/api/ops/housePage' && log.page !== undefined)
      return utf8(JSON.stringify({ code: 1, msg: '', data: log.page }));
    const named = parseTilePath(path);
    if (named === undefined) return undefined;
    if (named.kind === 'entries') {
      const from = named.bundle.index * TILE_WIDTH;
      return encodeBundle(log.entries.slice(from, from + named.bundle.width));
    }
    const { level, index, width } = named.tile;
    const span = TILE_WIDTH ** level;
    const hashes = Array.from({ length: width }, (_, at) => {
      const from = (index * TILE_WIDTH + at) * span;
      return createTree(log.entries.slice(from, from + span).map((entry) => leafHash(entry))).root;
    });
    return new Uint8Array(Buffer.concat(hashes));
  };
  let answered = 0;
  const server = createServer((request, response) => {
    if (log.refusedAfter > 0 && answered++ === log.refusedAfter) {
      response.writeHead(429, { 'retry-after': '0' });
      response.end();
      return;
    }
    const bytes = answer((request.url ?? '').replace('/log/', ''));
    response.writeHead(bytes ? 200 : 404);
    response.end(bytes ?? 'not found\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  log.url = `http://127.0.0.1:${portOf(address)}`;
  return log;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
