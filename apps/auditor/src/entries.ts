import { createHash } from 'node:crypto';
import type { HouseFold } from '@touchline/house/fold';
import { fromBase64, fromUtf8 } from '@touchline/verify/bytes';
import type { JsonObject } from '@touchline/verify/canonical-json';
import { type Kind, parseFact } from '@touchline/verify/entries';
import { Malformed } from '@touchline/verify/malformed';
import type { Fault } from './fault.ts';
import type { LogSource } from './log-source.ts';

/** An entry of the log: a public fact, or the commitment to a private one. */
export type Entry = { fact: JsonObject & Kind; isPrivate: boolean };

/** Bytes of a SHA-256 commitment. */
const HASH_BYTES = 32;

/** Reads an entry. @throws Malformed for what the format does not allow */
export function readEntry(bytes: Uint8Array): Entry {
  const fact = parseFact(fromUtf8(bytes));
  const { hash } = fact;
  // Hash, kind and version alone are a commitment; public facts say more.
  const isPrivate = typeof hash === 'string' && Object.keys(fact).length === 3;
  if (isPrivate && fromBase64(hash).length !== HASH_BYTES)
    throw new Malformed('hash of a private entry has no 32 bytes');
  return { fact, isPrivate };
}

/** Texts next to the log, by kind and id; undefined for those that the log withholds. */
export type KnownTexts = ReadonlyMap<string, string | undefined>;

/** How many are asked for at once. */
const AT_ONCE = 8;

const nameOf = ({ fact }: Entry): string | undefined =>
  typeof fact['id'] === 'string' ? `${fact.kind} ${fact['id']}` : undefined;

/** Asks for the texts that a bundle needs by what is known before it. */
export async function readTexts(
  bundle: readonly Uint8Array[],
  { fold, source }: { fold: Pick<HouseFold, 'needsText'>; source: Pick<LogSource, 'text'> },
): Promise<KnownTexts> {
  const texts = new Map<string, string | undefined>();
  const entries = bundle.flatMap(readOrNone).filter(({ fact }) => fold.needsText(fact));
  const asked = entries.values();
  const work = async (): Promise<void> => {
    // The workers take their entries from one iterator.
    for (const entry of asked) {
      const { kind, id } = entry.fact;
      if (typeof id === 'string') texts.set(nameOf(entry) ?? '', await source.text(kind, id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return texts;
}

const readOrNone = (bytes: Uint8Array): Entry[] => {
  try {
    return [readEntry(bytes)];
  } catch (error) {
    if (error instanceof Malformed) return [];
    throw error;
  }
};

/** The text of an entry, if it is the one that the entry has the hash of. */
export async function textFor(
  entry: Entry,
  { texts, source }: { texts: KnownTexts; source: Pick<LogSource, 'text'> },
): Promise<{ text?: string; fault?: Fault }> {
  const { kind, id, sha256 } = entry.fact;
  const name = nameOf(entry);
  if (name === undefined || typeof id !== 'string') return {};
  const text = texts.has(name) ? texts.get(name) : await source.text(kind, id);
  if (text === undefined)
    return { fault: { code: 'other-text', detail: `the text of ${name} is not shown` } };
  const found = createHash('sha256').update(text).digest('base64');
  if (found === sha256) return { text };
  return { fault: { code: 'other-text', detail: `the text of ${name} is another than was sealed` } };
}
