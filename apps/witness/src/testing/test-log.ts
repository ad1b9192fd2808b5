import { formatAddCheckpoint } from '@touchline/verify/add-checkpoint';
import { utf8 } from '@touchline/verify/bytes';
import { formatCheckpoint } from '@touchline/verify/checkpoint';
import { formatVerifierKey } from '@touchline/verify/keys';
import { createTree, leafHash } from '@touchline/verify/merkle';
import { formatNote, signText } from '@touchline/verify/note';
import { testKey } from '@touchline/verify/testing/test-key';

/** A log whose entries follow from its history, so that logs of two histories have forked. */
export type TestLog = {
  origin: string;
  vkey: string;
  /** Root of the first `size` entries. */
  root: (size: number) => Uint8Array;
  checkpoint: (size: number) => string;
  prove: (oldSize: number, size: number) => Uint8Array[];
  /** Body of a request that is right for a witness that has seen `oldSize` entries. */
  request: (oldSize: number, size: number) => string;
};

/**
 * Makes a log.
 * @param options.entries their number
 * @param options.fork number of the first entry that differs from the log without a fork
 * @param options.seed of its key
 */
export function createTestLog({
  origin = 'house.example/log',
  entries = 64,
  fork = entries,
  seed = 7,
}: { origin?: string; entries?: number; fork?: number; seed?: number } = {}): TestLog {
  const { key, name, id, sign } = testKey(origin, 'note', seed);
  const leaves = Array.from({ length: entries }, (_, at) =>
    leafHash(utf8(`${at} ${at >= fork ? `after ${fork}` : ''}`)),
  );
  const tree = (size: number) => createTree(leaves.slice(0, size));
  const checkpoint = (size: number): string => {
    const text = formatCheckpoint({ origin, size, root: tree(size).root, extensions: [] });
    return formatNote({ text, signatures: [signText(text, { name, id, sign })] });
  };
  const prove = (oldSize: number, size: number): Uint8Array[] => tree(size).consistency(oldSize);
  return {
    origin,
    vkey: formatVerifierKey(key),
    root: (size) => tree(size).root,
    checkpoint,
    prove,
    request: (oldSize, size) =>
      formatAddCheckpoint({ oldSize, proof: prove(oldSize, size), checkpoint: checkpoint(size) }),
  };
}
