import { apiOrigin } from '@touchline/client/origin';
import type { LogProof } from '@touchline/contract/shapes/log-proof';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { parseNote } from '@touchline/verify/note';
import type { Knowledge } from '@touchline/verify/proof-file';
import { proveConsistency, tilePath, type Tile } from '@touchline/verify/tiles';
import { parseTlogProof } from '@touchline/verify/tlog-proof';
import { get, set } from 'idb-keyval';
import { call } from '../../api/call.ts';

/** What the public log has of a bet. */
export type LogLook = {
  /** Missing while no signed checkpoint has it. */
  own?: LogProof | undefined;
  /** Its settlements, and the results and rulings of its matches. */
  related: readonly LogProof[];
  /** Verifier keys of the witnesses, as the house names them. */
  witnesses: readonly string[];
};

/** The last checkpoint of the log that this device has verified: one for all members, as the log is one for all. */
const seenKey = 'log checkpoint';

/** Asks the house for a bet in the log. Rejects without an answer. */
export const askLog = (betId: string): Promise<LogLook> =>
  call('logProof', { kind: 'bet', id: betId }, { mask: false, quiet: true });

/** What this device has seen of the log, and the way from there to the checkpoint of a proof. */
export const knownOfLog = async (own: LogProof): Promise<Knowledge['known']> => {
  const checkpoint = await get<string>(seenKey);
  if (checkpoint === undefined) return undefined;
  const proof = await wayTo(checkpointOf(own), checkpoint).catch(() => undefined);
  return { checkpoint, ...(proof === undefined ? {} : { proof }) };
};

/** Keeps the checkpoint of a proof that was verified: the next one must go on from it. */
export const keepCheckpoint = (own: LogProof): Promise<void> => set(seenKey, checkpointOf(own));

const checkpointOf = ({ proof }: LogProof): string => parseTlogProof(proof).checkpoint;
const sizeOf = (checkpoint: string): number => parseCheckpoint(parseNote(checkpoint).text).size;

/**
 * The consistency proof between two checkpoints, of which the one with cosignatures can be a little older than the last. A log that
 * has lost what this device saw has none, so that the comparison fails.
 */
const wayTo = async (checkpoint: string, seen: string): Promise<readonly Uint8Array[]> => {
  const [oldSize = 0, size = 0] = [sizeOf(seen), sizeOf(checkpoint)].toSorted((a, b) => a - b);
  if (oldSize === 0 || oldSize === size) return [];
  try {
    return await proveConsistency({ oldSize, size, readTile });
  } catch (error) {
    if (error instanceof NoTile) return [];
    throw error;
  }
};

/** The log says that it has no such tile. */
class NoTile extends Error {}

const readTile = async (tile: Tile): Promise<Uint8Array> => {
  const answer = await fetch(`${apiOrigin(location)}/log/${tilePath(tile)}`);
  if (answer.status === 404) throw new NoTile(tilePath(tile));
  if (!answer.ok) throw new Error(`The log answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
