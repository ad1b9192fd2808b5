import { join } from 'node:path';
import { readFileIfThere, writeFileWhole } from '../../core/disk-files.ts';

/** The last checkpoint that a server of this data folder signed. */
export type SignedState = {
  epoch: number;
  size: number;
  /** Base64. */
  root: string;
  /** The signed checkpoint. */
  note: string;
  /** A restore has written the state, and what this machine signed after this time is unknown. */
  unknownAfter?: string;
};

/** Below the data folder. A backup must not bring an old one back: docs/operate.md. */
const fileOf = (folder: string): string => join(folder, 'log', 'signed.json');

const isState = (value: unknown): value is SignedState =>
  typeof value === 'object' &&
  value !== null &&
  'epoch' in value &&
  Number.isSafeInteger(value.epoch) &&
  'size' in value &&
  Number.isSafeInteger(value.size) &&
  'root' in value &&
  typeof value.root === 'string' &&
  'note' in value &&
  typeof value.note === 'string' &&
  (!('unknownAfter' in value) || typeof value.unknownAfter === 'string');

/**
 * Reads the state; undefined where this folder has signed nothing.
 * @throws Error when the file is damaged: then it is unknown what was signed
 */
export const readSignedState = async (folder: string): Promise<SignedState | undefined> => {
  const path = fileOf(folder);
  const text = (await readFileIfThere(path))?.toString('utf8');
  if (text === undefined) return undefined;
  const state: unknown = parse(text);
  if (!isState(state)) throw new Error(`${path} is damaged: it records what the log has signed`);
  return state;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isLater = (kept: SignedState | undefined, { epoch, size }: SignedState): boolean =>
  kept !== undefined && (kept.epoch > epoch || (kept.epoch === epoch && kept.size > size));

/**
 * Writes the state. When it returns the state is on the disk, whole, also after a power failure.
 * @throws Error when the folder has a later state: this process was frozen, and lost its lock to another one of the same folder
 */
export const writeSignedState = (folder: string, state: SignedState): Promise<void> => {
  const path = fileOf(folder);
  return writeFileWhole(path, `${JSON.stringify(state)}\n`, async () => {
    if (isLater(await readSignedState(folder), state))
      throw new Error(`${path} is later than what this process has signed`);
  });
};
