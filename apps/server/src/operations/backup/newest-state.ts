import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { readSignedState, type SignedState, writeSignedState } from '../../proofs/index.ts';
import { isMissing, readFileIfThere } from '../../core/disk-files.ts';
import { NotOpened } from './sealing.ts';
import type { Repository } from './repository.ts';

/**
 * What must never go back in time: what the public log has signed, and the keys. It is no part of base backups; the repository has
 * the newest alone, of each machine.
 */
const State = Type.Object({
  savedAt: Type.String(),
  /** The server had stopped: this machine has signed nothing after it. */
  isFinal: Type.Boolean(),
  /** All that the database had written by then is archived; null where this machine has archived nothing yet. */
  archivedAt: Type.Union([Type.String(), Type.Null()]),
  signed: Type.Union([
    Type.Object({
      epoch: Type.Integer(),
      size: Type.Integer(),
      root: Type.String(),
      note: Type.String(),
      unknownAfter: Type.Optional(Type.String()),
    }),
    Type.Null(),
  ]),
  /** Small files of the data folder by their paths, base64. */
  files: Type.Record(Type.String(), Type.String()),
});
export type State = Static<typeof State>;
/** What a data folder has of it. */
export type FolderState = Pick<State, 'signed' | 'files'>;

const prefix = 'state/';
const passwordFiles = [
  'postgres.password',
  'postgres-app.password',
  'demo-member.json',
  'demo-operators.json',
];

/** Names of the secrets in a data folder, none where no server has made them yet. */
const keyNames = async (dataDir: string): Promise<string[]> => {
  try {
    return (await readdir(join(dataDir, 'keys'))).map((name) => `keys/${name}`);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/** Reads the state of a data folder. */
export const readState = async (dataDir: string): Promise<FolderState> => {
  const files: Record<string, string> = {};
  for (const name of [...(await keyNames(dataDir)), ...passwordFiles].toSorted()) {
    const bytes = await readFileIfThere(join(dataDir, name));
    if (bytes !== undefined) files[name] = bytes.toString('base64');
  }
  return { signed: (await readSignedState(dataDir)) ?? null, files };
};

const parseState = (name: string, bytes: Buffer): State => {
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  if (!Value.Check(State, value)) throw new NotOpened(`${name} has another form than this version reads`);
  return value;
};

/** Names this machine and data folder without telling what they are. */
const machineName = (dataDir: string): string =>
  createHash('sha256').update(`${hostname()} ${dataDir}`).digest('hex').slice(0, 16);

/** Keeps the state of this machine. */
export const keepState = async (repository: Repository, dataDir: string, state: State): Promise<void> =>
  repository.write(`${prefix}${machineName(dataDir)}`, Buffer.from(JSON.stringify(state)));

/** When this machine had archived all, as the repository has it. */
export const keptArchivedAt = async (repository: Repository, dataDir: string): Promise<string | null> => {
  const name = `${prefix}${machineName(dataDir)}`;
  const bytes = await repository.find(name);
  return bytes === undefined ? null : parseState(name, bytes).archivedAt;
};

/** Whether one has signed more than another. */
export const isAhead = (a: SignedState | null, b: SignedState | null): boolean => {
  if (a === null) return false;
  return b === null || a.epoch > b.epoch || (a.epoch === b.epoch && a.size > b.size);
};

/** Of several states the one that signed the most, and of those that signed the same the latest. */
export const newestOf = (states: readonly State[]): State | undefined =>
  states.toSorted((a, b) => {
    if (isAhead(a.signed, b.signed)) return -1;
    if (isAhead(b.signed, a.signed)) return 1;
    return b.savedAt.localeCompare(a.savedAt);
  })[0];

/** Machines whose last states are no further apart ran at the same time. */
const togetherMs = 600_000;

/**
 * Since when it is unknown what was signed: a machine that was lost while it ran may have signed more than it could keep.
 * @returns undefined where all machines had stopped in order
 */
export const unknownSince = (states: readonly State[]): string | undefined => {
  const last = states
    .map(({ savedAt }) => savedAt)
    .toSorted()
    .at(-1);
  if (last === undefined) return undefined;
  const since = new Date(new Date(last).getTime() - togetherMs).toISOString();
  return states
    .filter(({ isFinal, savedAt }) => !isFinal && savedAt > since)
    .map(({ savedAt }) => savedAt)
    .toSorted()[0];
};

/** The states of all machines. */
export const keptStates = async (repository: Repository): Promise<State[]> => {
  const states: State[] = [];
  for (const { name } of await repository.list(prefix)) {
    states.push(parseState(name, await repository.read(name)));
  }
  return states;
};

/** Writes a state into a data folder that has none. */
export const writeState = async (dataDir: string, { signed, files }: FolderState): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(dataDir, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, Buffer.from(text, 'base64'), { mode: 0o600, flag: 'wx' });
  }
  if (signed !== null) await writeSignedState(dataDir, signed);
};
