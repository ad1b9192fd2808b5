import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WitnessConfig } from './config.ts';
import { EvidenceFolder } from './evidence.ts';
import { createWitnessServer } from './http.ts';
import { createKey, hasKey, readKey } from './key.ts';
import { createState, hasState, StateError, WitnessState } from './state.ts';
import { Status } from './status.ts';
import { Witness } from './witness.ts';

/**
 * Prepares a folder: a new one gets a state and a key.
 * @throws StateError when the key is there and what it has signed is not: the key could then sign a second tree of one size
 */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [key, state] = [await hasKey(folder), await hasState(folder)];
  if (key && !state) {
    throw new StateError(
      `${folder} has a key and no state. A key that forgot what it signed must not sign again: begin with another folder and a new key.`,
    );
  }
  if (!state) await createState(folder);
  if (!key) await createKey(folder);
}

/**
 * Opens a witness, not listening yet.
 * @throws StateError, KeyError, ConfigError
 */
export async function openWitness(
  config: WitnessConfig,
  {
    fail,
    say,
    now = Date.now,
  }: { fail: (error: Error) => void; say: (line: string) => void; now?: () => number },
) {
  await prepareFolder(config.folder);
  const key = await readKey(config.folder, config.name);
  const state = await WitnessState.open(config.folder);
  const evidence = await EvidenceFolder.open(join(config.folder, 'evidence'));
  const origins = [...config.logs.keys()];
  const witness = new Witness({ key, logs: config.logs, state, evidence, now });
  const status = new Status({ key: key.key, origins, state, evidence });
  const server = createWitnessServer({ witness, state, status, origins, fail, say });
  return { key: key.key, server };
}
