import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type VerifierKey, checkKeyName, parseVerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';

/** What the operator of a witness decides. */
export type WitnessConfig = {
  /** Name of the witness's key, best an address that the operator owns, as `witness.example.org/touchline`. */
  name: string;
  host: string;
  port: number;
  /** Where key, state and evidence are kept. */
  folder: string;
  /** The keys that may sign for each log, by its origin. */
  logs: ReadonlyMap<string, readonly VerifierKey[]>;
};

/** A configuration that cannot be used. The message says why, for the operator. */
export class ConfigError extends Error {}

const KNOWN = new Set(['name', 'listen', 'folder', 'logs']);

/** Reads the configuration file; paths in it start at its folder. @throws ConfigError */
export async function readConfig(file: string): Promise<WitnessConfig> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return parseConfig(text, dirname(resolve(file)));
}

/** Reads the text of a configuration. @param base where relative paths start @throws ConfigError */
export function parseConfig(text: string, base: string): WitnessConfig {
  try {
    const config = objectOf(parseJson(text), 'the configuration');
    for (const key of config.keys()) {
      if (!KNOWN.has(key)) throw new ConfigError(`unknown setting "${key}"`);
    }
    const name = textOf(config.get('name'), 'name');
    checkKeyName(name);
    const { host, port } = parseListen(textOf(config.get('listen') ?? '127.0.0.1:7380', 'listen'));
    const folder = resolve(base, textOf(config.get('folder') ?? 'witness-data', 'folder'));
    return { name, host, port, folder, logs: parseLogs(config.get('logs')) };
  } catch (error) {
    if (error instanceof Malformed) throw new ConfigError(error.message);
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function parseLogs(value: unknown): WitnessConfig['logs'] {
  if (!Array.isArray(value) || value.length === 0)
    throw new ConfigError('"logs" must be a list with a log at least');
  const logs = new Map<string, readonly VerifierKey[]>();
  for (const item of value) {
    const log = objectOf(item, 'a log');
    const origin = textOf(log.get('origin'), 'origin');
    const vkeys: unknown = log.get('vkeys');
    if (!Array.isArray(vkeys) || vkeys.length === 0)
      throw new ConfigError(`log "${origin}" needs "vkeys", a list`);
    if (logs.has(origin)) throw new ConfigError(`log "${origin}" is there twice`);
    const keys = vkeys.map((vkey) => parseVerifierKey(textOf(vkey, 'vkeys')));
    // A cosignature of another witness is no signature of the log.
    if (keys.some(({ type }) => type !== 'note'))
      throw new ConfigError(`log "${origin}" has a key of a witness`);
    logs.set(origin, keys);
  }
  return logs;
}

function parseListen(listen: string): { host: string; port: number } {
  const match = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[^:\s]+)):(?<port>\d{1,5})$/i.exec(listen);
  const { six, host = six, port } = match?.groups ?? {};
  if (host === undefined || Number(port) > 65_535) throw new ConfigError(`"listen" is no address: ${listen}`);
  return { host, port: Number(port) };
}

function objectOf(value: unknown, what: string): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`${what} must be an object`);
  }
  return new Map(Object.entries(value));
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw new ConfigError(`"${what}" must be a text`);
  return value;
}
