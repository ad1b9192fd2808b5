import { hash } from 'node:crypto';
import { createTree, leafHash } from '@touchline/verify/merkle';
import {
  bundlePath,
  decodeBundle,
  encodeBundle,
  newBundles,
  newTiles,
  tilePath,
  TILE_WIDTH,
  type Bundle,
  type ReadTile,
  type Tile,
  type TileResource,
} from '@touchline/verify/tiles';
import type { Queryable } from '../../core/database/database.ts';
import { readEntries, readNodes } from './queries.ts';
import { sha256 } from './sha256.ts';

/** Where full tiles are kept: the storage of uploads, in a folder of their own. */
export type TileStore = {
  put(place: string, bytes: Uint8Array, mime: string): Promise<void>;
  get(place: string): Promise<Buffer | undefined>;
};

/** Where a tile is in the store, whose places are 43 letters below a folder of the first two. */
const placeOf = (resource: TileResource): string => {
  const name = hash('sha256', pathOf(resource), 'base64url');
  return `${name.slice(0, 2)}/${name}`;
};

const tileType = 'application/octet-stream';

/** Makes a tile from the database. */
const buildTile = async (on: Queryable, { level, index, width }: Tile): Promise<Buffer> => {
  const from = index * TILE_WIDTH;
  const hashes =
    level === 0
      ? (await readEntries(on, from, from + width)).map((entry) => leafHash(entry, sha256))
      : await readNodes(on, level, from, from + width);
  if (hashes.length !== width)
    throw new Error(`The database lacks hashes of ${tilePath({ level, index, width })}`);
  return Buffer.concat(hashes);
};

/** Makes a bundle of entries from the database. */
const buildBundle = async (on: Queryable, { index, width }: Bundle): Promise<Buffer> => {
  const from = index * TILE_WIDTH;
  const entries = await readEntries(on, from, from + width);
  if (entries.length !== width)
    throw new Error(`The database lacks entries of ${bundlePath({ index, width })}`);
  return Buffer.from(encodeBundle(entries));
};

const build = (on: Queryable, resource: TileResource): Promise<Buffer> =>
  resource.kind === 'tile' ? buildTile(on, resource.tile) : buildBundle(on, resource.bundle);

/** Reads the hashes of a tree from the database, for proofs. */
export const tileReader =
  (on: Queryable): ReadTile =>
  (tile) =>
    buildTile(on, tile);

const pathOf = (resource: TileResource): string =>
  resource.kind === 'tile' ? tilePath(resource.tile) : bundlePath(resource.bundle);

/** Whether a tree of this size has the resource. */
const isWithin = (resource: TileResource, size: number): boolean => {
  const { level, index, width } = resource.kind === 'tile' ? resource.tile : { level: 0, ...resource.bundle };
  return index * TILE_WIDTH + width <= Math.floor(size / TILE_WIDTH ** level);
};

const widthOf = (resource: TileResource): number =>
  resource.kind === 'tile' ? resource.tile.width : resource.bundle.width;

/** Tiles and bundles that can be stored at once. */
const storedAtOnce = 4;

/**
 * Serves full tiles from the store, and makes partial ones from the database, since they are good for a second. What the store gives
 * is compared with the root of its subtree in the database.
 */
export class Tiles {
  readonly #on: Queryable;
  readonly #store: TileStore;
  readonly #onDamage: (path: string) => void;

  /** @param of.onDamage learns of a stored tile that is not what it was */
  constructor(of: { on: Queryable; store: TileStore; onDamage: (path: string) => void }) {
    this.#on = of.on;
    this.#store = of.store;
    this.#onDamage = of.onDamage;
  }

  /** The bytes of a tile or bundle; undefined where a log of this size has none. A full one that the store lost is made again. */
  async get(resource: TileResource, size: number): Promise<Buffer | undefined> {
    if (!isWithin(resource, size)) return undefined;
    if (widthOf(resource) < TILE_WIDTH) return build(this.#on, resource);
    const found = await this.#find(resource);
    if (found !== undefined) return found;
    const bytes = await build(this.#on, resource);
    // The answer does not need the store.
    await this.#store.put(placeOf(resource), bytes, tileType).catch(() => undefined);
    return bytes;
  }

  /** Puts the full tiles of a log that one of `from` entries did not have into the store. */
  async store(from: number, size: number): Promise<void> {
    const full: TileResource[] = [
      ...newTiles(from, size).map((tile): TileResource => ({ kind: 'tile', tile })),
      ...newBundles(from, size).map((bundle): TileResource => ({ kind: 'entries', bundle })),
    ].filter((resource) => widthOf(resource) === TILE_WIDTH);
    for (let at = 0; at < full.length; at += storedAtOnce) {
      await Promise.all(
        full.slice(at, at + storedAtOnce).map(async (resource) => {
          await this.#store.put(placeOf(resource), await build(this.#on, resource), tileType);
        }),
      );
    }
  }

  async #find(resource: TileResource): Promise<Buffer | undefined> {
    const bytes = await this.#store.get(placeOf(resource)).catch(() => undefined);
    if (bytes === undefined || (await this.#isRight(resource, bytes))) return bytes;
    this.#onDamage(pathOf(resource));
    return undefined;
  }

  async #isRight(resource: TileResource, bytes: Buffer): Promise<boolean> {
    const { level, index } = resource.kind === 'tile' ? resource.tile : { level: 0, ...resource.bundle };
    const [node] = await readNodes(this.#on, level + 1, index, index + 1);
    return node !== undefined && rootOf(resource, bytes)?.equals(node) === true;
  }
}

/** The root of what a full tile or bundle holds; undefined when it is damaged. */
const rootOf = (resource: TileResource, bytes: Buffer): Buffer | undefined => {
  try {
    const hashes = resource.kind === 'tile' ? hashesOf(bytes) : leavesOf(bytes);
    return hashes.length === TILE_WIDTH ? Buffer.from(createTree(hashes, sha256).root) : undefined;
  } catch {
    return undefined;
  }
};

const HASH_BYTES = 32;
const hashesOf = (bytes: Buffer): Uint8Array[] =>
  Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, i) =>
    bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
const leavesOf = (bytes: Buffer): Uint8Array[] => decodeBundle(bytes).map((entry) => leafHash(entry, sha256));
