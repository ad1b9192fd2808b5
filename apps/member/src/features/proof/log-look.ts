import { apiOrigin } from '@touchline/client/origin';
import { asFields, asText } from '@touchline/client/values';
import type { LogProof } from '@touchline/contract/shapes/log-proof';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import type { ProvenKeyChange } from '@touchline/verify/key-changes';
import { parseNote } from '@touchline/verify/note';
import type { Knowledge } from '@touchline/verify/proof-file';
import { proveConsistency, tilePath, type Tile } from '@touchline/verify/tiles';
import { parseTlogProof } from '@touchline/verify/tlog-proof';
import { deviceStorage } from '../../lib/device-storage.ts';
import { call } from '../../lib/call.ts';
import type { ProvenKind } from './fact-name.ts';

/** What the public log has of something. */
export type LogLook = {
  /** Missing while no signed checkpoint has it. */
  own?: LogProof | undefined;
  /** Of a bet its settlements, the results and rulings of its matches, and its entries in the wallet. */
  related: readonly LogProof[];
  /** Verifier keys of the witnesses, as the house names them. */
  witnesses: readonly string[];
};

/** The last checkpoint of the log that this device has verified: one for all members, as the log is one for all. */
const seenKey = 'log checkpoint';
const checkpoints = deviceStorage<string>();

/** Asks the house for something in the log. Rejects without an answer. */
export const askLog = (of: { kind: ProvenKind; id: string }, signal?: AbortSignal): Promise<LogLook> =>
  call('logProof', of, { mask: false, quiet: true, ...(signal === undefined ? {} : { signal }) });

/** Changes of the log's key, as this device has read them. */
const changesKey = 'log keys';
const keyStorage = deviceStorage<readonly ProvenKeyChange[]>();

/** The changes of the log's key, from the house or else as this device last read them; undefined without an answer. */
export const keyChanges = async (): Promise<readonly ProvenKeyChange[] | undefined> => {
  try {
    const answer = await fetch(`${apiOrigin(location)}/log/vkeys`);
    const changes = answer.ok ? changesIn(await answer.json()) : [];
    if (changes.length > 0) await keyStorage.set(changesKey, changes);
    if (answer.ok) return changes;
  } catch {
    // Without the network, what this device has read before.
  }
  return keyStorage.get(changesKey);
};

const changesIn = (answer: unknown): ProvenKeyChange[] => {
  const { keys } = asFields(answer);
  return (Array.isArray(keys) ? keys : []).flatMap((one) => {
    const fields = asFields(one);
    const [body, proof] = [asText(fields.body), asText(fields.proof)];
    return body === undefined || proof === undefined ? [] : [{ body, proof }];
  });
};

/** What this device has seen of the log, and the way from there to the checkpoint of a proof. */
export const knownOfLog = async (own: Pick<LogProof, 'proof'>): Promise<Knowledge['known']> => {
  const checkpoint = await checkpoints.get(seenKey);
  if (checkpoint === undefined) return undefined;
  const proof = await wayTo(checkpointOf(own), checkpoint).catch(() => undefined);
  return { checkpoint, ...(proof === undefined ? {} : { proof }) };
};

/** Keeps the checkpoint of a proof that was verified: the next one must continue it. One that is older than it stays away. */
export const keepCheckpoint = async (own: Pick<LogProof, 'proof'>): Promise<void> => {
  const [next, seen] = [checkpointOf(own), await checkpoints.get(seenKey)];
  if (seen === undefined || sizeOf(seen) <= sizeOf(next)) await checkpoints.set(seenKey, next);
};

/** The signed checkpoint that a proof leads to. */
const checkpointOf = ({ proof }: Pick<LogProof, 'proof'>): string => parseTlogProof(proof).checkpoint;
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
export class NoTile extends Error {}

/** Reads a tile of the log. */
export const readTile = async (tile: Tile): Promise<Uint8Array> => {
  const answer = await fetch(`${apiOrigin(location)}/log/${tilePath(tile)}`);
  if (answer.status === 404) throw new NoTile(tilePath(tile));
  if (!answer.ok) throw new Error(`The log answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
