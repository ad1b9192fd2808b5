import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddCheckpoint } from '@touchline/verify/add-checkpoint';
import { base64 } from '@touchline/verify/bytes';
import { formatNote } from '@touchline/verify/note';
import type { Note } from '@touchline/verify/note';
import { codeOf, createFile } from './files.ts';
import type { Suspicion } from './judge.ts';
import type { CosignedCheckpoint } from './state.ts';

/** A refusal that is kept: what was cosigned, and what the log signed as well. */
type Evidence = {
  suspicion: Suspicion;
  origin: string;
  request: Pick<AddCheckpoint, 'oldSize' | 'proof'>;
  /** What the log signed, with the log's signatures alone: others could make any number of files of one checkpoint. */
  refused: Note;
  /** Undefined when nothing was cosigned before. */
  latest: CosignedCheckpoint | undefined;
  /** In milliseconds since 1970. */
  timeMs: number;
};

/** Where evidence is kept. */
export type EvidenceFolder = {
  /** Keeps a refusal; one that is there already, or one of too many, is not kept again. */
  keep: (evidence: Evidence) => Promise<void>;
  /** How many refusals of a log are kept, by suspicion. */
  count: (origin: string, suspicion: Suspicion) => number;
};

/** Most files of a log and suspicion: the first ones are enough, and no client can fill the disk. */
const KEPT_MAX = 200;

/** Opens the folder, which it makes if need be. */
export async function openEvidence(folder: string): Promise<EvidenceFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = new Set(await readdir(folder));
  const prefixOf = (origin: string, suspicion: Suspicion) => `${suspicion}-${shortHash(origin)}-`;
  const count = (origin: string, suspicion: Suspicion): number => {
    const prefix = prefixOf(origin, suspicion);
    return [...names].filter((name) => name.startsWith(prefix)).length;
  };
  return {
    count,
    async keep(evidence) {
      const { suspicion, origin, request, refused, latest, timeMs } = evidence;
      const name = `${prefixOf(origin, suspicion)}${shortHash(refused.text)}.json`;
      if (names.has(name) || count(origin, suspicion) >= KEPT_MAX) return;
      const content = {
        v: 1,
        suspicion,
        origin,
        time: new Date(timeMs).toISOString(),
        cosigned: latest?.note ?? null,
        refused: formatNote(refused),
        old: request.oldSize,
        proof: request.proof.map(base64),
      };
      names.add(name);
      try {
        await createFile(join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`);
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return;
        names.delete(name);
        throw error;
      }
    },
  };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
