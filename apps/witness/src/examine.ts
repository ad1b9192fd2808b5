import { readFile } from 'node:fs/promises';
import { compareCheckpoints } from '@touchline/verify/fork';
import { ConfigError, type WitnessConfig } from './config.ts';

/** The result of checking a file of evidence; `proven` when it alone convicts the log. */
export type Examination = { proven: boolean; lines: string[] };

/** Reads a file of evidence and verifies it with the keys of the configuration. @throws ConfigError when it is none */
export async function examineEvidence(file: string, logs: WitnessConfig['logs']): Promise<Examination> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return examine(text, logs);
}

/** Verifies the text of evidence. @throws ConfigError */
export function examine(text: string, logs: WitnessConfig['logs']): Examination {
  const evidence = parseEvidence(text);
  const origin = String(evidence.get('origin'));
  const keys = logs.get(origin);
  if (keys === undefined) throw new ConfigError(`the configuration has no log "${origin}"`);
  if (evidence.get('cosigned') === null) return { proven: false, lines: ['Nothing was cosigned before.'] };
  const verdict = compareCheckpoints(String(evidence.get('cosigned')), String(evidence.get('refused')), keys);
  if (verdict.kind === 'not-signed') {
    const which = verdict.which === 'first' ? 'cosigned' : 'refused';
    return {
      proven: false,
      lines: [`The log did not sign the checkpoint under "${which}": the file proves nothing.`],
    };
  }
  const [cosigned, refused] = verdict.checkpoints;
  const signed = `Log ${origin} signed both: ${cosigned.size} entries (cosigned), ${refused.size} entries (refused).`;
  if (verdict.kind === 'fork') return { proven: true, lines: [signed, 'Proven: two histories of one size.'] };
  if (verdict.kind === 'same')
    return { proven: false, lines: [signed, 'Both are the same tree: the file proves nothing.'] };
  const [small, large] = [cosigned.size, refused.size].toSorted((a, b) => a - b);
  return {
    proven: false,
    lines: [
      signed,
      `Open: ask the log for a consistency proof from ${small} to ${large}. If there is none, it has forked.`,
    ],
  };
}

function parseEvidence(text: string): ReadonlyMap<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConfigError('evidence is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError('evidence is no object');
  const evidence = new Map<string, unknown>(Object.entries(value));
  if (evidence.get('v') !== 1) throw new ConfigError('evidence of another version');
  return evidence;
}
