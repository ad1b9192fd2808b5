import { open, readFile, rename } from 'node:fs/promises';
import { isFoldState } from '@touchline/house/fold';
import { base64, fromBase64 } from '@touchline/verify/bytes';
import { nothingFollowed, type FollowedLog } from './follow.ts';
import type { Tallies } from './tallies.ts';

/** A state file that cannot be used. The message says why. */
export class StateError extends Error {}

/** The state as a file has it. */
type Kept = {
  v: 1;
  log: string;
  size: number;
  root: string;
  edge: string[];
  note: string;
  tallies: Tallies;
  keys?: string[];
  house?: unknown;
};

/**
 * Reads what was followed before.
 * @param log address of the log: the state of another is refused
 * @throws StateError
 */
export async function readState(path: string, log: string): Promise<FollowedLog> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothingFollowed;
    throw error;
  }
  const kept: unknown = parse(text, path);
  if (!isKept(kept)) throw new StateError(`${path} is no state of an auditor`);
  if (kept.log !== log) throw new StateError(`${path} follows ${kept.log}`);
  return {
    size: kept.size,
    root: fromBase64(kept.root),
    edge: kept.edge.map(fromBase64),
    note: kept.note,
    tallies: kept.tallies,
    keys: kept.keys ?? [],
    house: isFoldState(kept.house) ? kept.house : undefined,
  };
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StateError(`${path} is no JSON`);
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    value.v === 1 &&
    'log' in value &&
    typeof value.log === 'string' &&
    'size' in value &&
    typeof value.size === 'number' &&
    'root' in value &&
    typeof value.root === 'string' &&
    'edge' in value &&
    Array.isArray(value.edge) &&
    'note' in value &&
    typeof value.note === 'string' &&
    'tallies' in value &&
    typeof value.tallies === 'object' &&
    (!('keys' in value) || (Array.isArray(value.keys) && value.keys.every((key) => typeof key === 'string')))
  );
}

/** Writes what was followed; the file is whole at any time. */
export async function writeState(path: string, log: string, followed: FollowedLog): Promise<void> {
  const { size, root, edge, note, tallies, keys, house } = followed;
  const kept: Kept = {
    v: 1,
    log,
    size,
    root: base64(root),
    edge: edge.map(base64),
    note,
    tallies,
    keys: [...keys],
    house,
  };
  const next = `${path}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(kept)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}
