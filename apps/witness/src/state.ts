import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, createFile, UNFINISHED } from './files.ts';

/** What the witness remembers of a log: the last checkpoint it cosigned. */
export type CosignedCheckpoint = {
  /** The signed note, with the log's signatures and the cosignature. */
  note: string;
  /** Time of the cosignature, in seconds since 1970. */
  time: number;
};

/** Another process wrote the state since this one read it, or a write ended halfway: this one must end and read it again. */
export class AnotherWriter extends Error {}

/** State files that cannot be used. The message says why, for the operator. */
export class StateError extends Error {}

const FILE = /^state-(?<number>\d{15})\.json$/;

/** Whether the folder has a state. */
export async function hasState(folder: string): Promise<boolean> {
  return (await numbersIn(folder)).length > 0;
}

/** Makes the state of a witness that has seen nothing yet. */
export async function createState(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await createFile(pathOf(folder, 0), format(new Map()));
}

/**
 * What the witness has cosigned, on the disk. Each version is a new file, made only where none of its number exists: two processes
 * on one folder cannot both write, so that no lock is needed that a killed process would leave behind.
 */
export class WitnessState {
  readonly #folder: string;
  #number: number;
  #logs: ReadonlyMap<string, CosignedCheckpoint>;

  private constructor(folder: string, number: number, logs: ReadonlyMap<string, CosignedCheckpoint>) {
    this.#folder = folder;
    this.#number = number;
    this.#logs = logs;
  }

  /** Reads the state. @throws StateError when there is none or it cannot be read */
  static async open(folder: string): Promise<WitnessState> {
    await removeUnfinished(folder);
    const number = (await numbersIn(folder)).at(-1);
    if (number === undefined) throw new StateError(`${folder} has no state`);
    const path = pathOf(folder, number);
    return new WitnessState(folder, number, parse(await readFile(path, 'utf8'), path));
  }

  latest(origin: string): CosignedCheckpoint | undefined {
    return this.#logs.get(origin);
  }

  /** Remembers a checkpoint; it is on the disk when this returns. @throws AnotherWriter */
  async remember(origin: string, latest: CosignedCheckpoint): Promise<void> {
    const folder = this.#folder;
    const logs = new Map(this.#logs).set(origin, latest);
    const number = this.#number + 1;
    try {
      await createFile(pathOf(folder, number), format(logs));
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw new AnotherWriter(`another process wrote into ${folder}`);
      throw error;
    }
    // Another process may have made this number before, continued and removed it.
    const numbers = await numbersIn(folder);
    if (numbers.at(-1) !== number) throw new AnotherWriter(`another process is ahead in ${folder}`);
    this.#number = number;
    this.#logs = logs;
    for (const old of numbers.slice(0, -1)) await rm(pathOf(folder, old), { force: true });
  }
}

function pathOf(folder: string, number: number): string {
  return join(folder, `state-${String(number).padStart(15, '0')}.json`);
}

async function numbersIn(folder: string): Promise<number[]> {
  const names = await namesIn(folder);
  return names
    .flatMap((name) => FILE.exec(name)?.groups?.['number'] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
  }
}

function format(logs: ReadonlyMap<string, CosignedCheckpoint>): string {
  return `${JSON.stringify({ v: 1, logs: Object.fromEntries(logs) }, undefined, 2)}\n`;
}

function parse(text: string, path: string): Map<string, CosignedCheckpoint> {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw new StateError(`${path} is no JSON`);
  }
  const broken = new StateError(`${path} is no state of this version`);
  if (!isObject(state) || state['v'] !== 1 || !isObject(state['logs'])) throw broken;
  const logs = new Map<string, CosignedCheckpoint>();
  for (const [origin, latest] of Object.entries(state['logs'])) {
    if (!isObject(latest)) throw broken;
    const { note, time } = latest;
    if (typeof note !== 'string' || typeof time !== 'number') throw broken;
    logs.set(origin, { note, time });
  }
  return logs;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
