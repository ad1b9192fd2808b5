import { setTimeout as wait } from 'node:timers/promises';
import { fromUtf8 } from '@touchline/verify/bytes';
import { Malformed } from '@touchline/verify/malformed';
import {
  type Bundle,
  ENTRY_MAX_BYTES,
  type ReadTile,
  TILE_WIDTH,
  bundlePath,
  tilePath,
} from '@touchline/verify/tiles';

/** A tiled log as anybody reads it over HTTP (C2SP tlog-tiles). */
export type LogSource = {
  /** The newest checkpoint, as a signed note. */
  checkpoint: () => Promise<string>;
  /** The key that the log says it has. Only good for a first look: ask for it where the log cannot answer for itself. */
  vkey: () => Promise<string>;
  /** The bytes of a bundle of entries; the full one where the partial one is gone. */
  bundle: (bundle: Bundle) => Promise<Uint8Array>;
  tile: ReadTile;
  /** The text of which an entry has only the hash; undefined where the log withholds it. */
  text: (kind: string, id: string) => Promise<string | undefined>;
  /** What the site shows of the house, unread; undefined where it shows nothing. */
  housePage: () => Promise<string | undefined>;
};

/** The log did not answer, or not with what it must have: try again later. */
export class LogAway extends Error {}

const TEXT_MAX_BYTES = 100_000;
const BUNDLE_MAX_BYTES = TILE_WIDTH * (ENTRY_MAX_BYTES + 2);
const TILE_MAX_BYTES = TILE_WIDTH * 32;
/** Prices of all markets of a match, and the page of a house of many years. */
const LONG_MAX_BYTES = 5_000_000;
/** A long log is read in more than one minute of the site's limit, and what was read before must not be lost. */
const RETRIES = 5;
const WAIT_MAX_SECONDS = 120;

/**
 * @param prefix address of the log, as `https://site.example/log`
 * @param options.deadlineMs how long one answer may take; a log that says when to come again is asked then
 * @param options.signal ends waiting
 */
export function createLogSource(
  prefix: string,
  {
    deadlineMs,
    signal,
    fetch = globalThis.fetch,
  }: { deadlineMs: number; signal?: AbortSignal; fetch?: typeof globalThis.fetch },
): LogSource {
  const base = prefix.replace(/\/+$/, '');

  const ask = async (path: string): Promise<Response> => {
    for (let tries = 0; ; tries++) {
      const response = await fetch(new URL(path, `${base}/`), { signal: AbortSignal.timeout(deadlineMs) });
      const pauseMs = pauseOf(response);
      if (pauseMs === undefined || tries === RETRIES) return response;
      await response.body?.cancel();
      await wait(pauseMs, undefined, signal && { signal });
    }
  };
  const get = async (path: string, maxBytes: number): Promise<Uint8Array | undefined> => {
    try {
      const response = await ask(path);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new LogAway(`${path}: status ${response.status}`);
      return await readBody(response, path, maxBytes);
    } catch (error) {
      if (error instanceof LogAway) throw error;
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      throw new LogAway(`${path}: ${error instanceof Error ? error.message : String(error)}${cause}`);
    }
  };
  const need = async (path: string, maxBytes: number): Promise<Uint8Array> => {
    const bytes = await get(path, maxBytes);
    if (bytes === undefined) throw new LogAway(`${path}: not there`);
    return bytes;
  };
  const text = async (path: string): Promise<string> => fromUtf8(await need(path, TEXT_MAX_BYTES));
  // A log may drop a partial tile once the full one exists.
  const whole = async (path: string, fullPath: string, maxBytes: number): Promise<Uint8Array> =>
    (await get(path, maxBytes)) ?? (await need(fullPath, maxBytes));

  return {
    checkpoint: () => text('checkpoint'),
    vkey: async () => (await text('vkey')).trim(),
    bundle: (bundle) =>
      whole(bundlePath(bundle), bundlePath({ ...bundle, width: TILE_WIDTH }), BUNDLE_MAX_BYTES),
    text: async (kind, id) => {
      const bytes = await get(`text/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`, LONG_MAX_BYTES);
      return bytes === undefined ? undefined : fromUtf8(bytes);
    },
    housePage: async () => {
      const bytes = await get('/api/ops/housePage', LONG_MAX_BYTES);
      return bytes === undefined ? undefined : fromUtf8(bytes);
    },
    tile: (tile) => whole(tilePath(tile), tilePath({ ...tile, width: TILE_WIDTH }), TILE_MAX_BYTES),
  };
}

/** How long a log that is asked too often wants to be left alone; undefined for other answers. */
function pauseOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds <= WAIT_MAX_SECONDS ? seconds * 1_000 : undefined;
}

/** Reads no more than the most that can be right. */
async function readBody(response: Response, path: string, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Malformed(`${path} is longer than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
