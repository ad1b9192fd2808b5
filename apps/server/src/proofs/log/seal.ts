import { hash } from 'node:crypto';
import { NAMED_KINDS, UNNAMED_KIND } from '@touchline/verify/entries';
import { ENTRY_MAX_BYTES } from '@touchline/verify/tiles';
import type { Fact } from '../../core/public-log/facts.ts';

const HASH_BYTES = 32;

/**
 * Makes entries as `publicEntry` and `logEntry` of packages/verify do, to the byte, and faster: a million of them are
 * sequenced in a minute. Hashes are asked for in base64, in which they are written.
 */
export class EntrySealer {
  readonly #nonceKey: Uint8Array;
  /** Nonce key ‖ kind ‖ 0x00 ‖ id, and nonce ‖ body; it grows to the longest seen. */
  #scratch = Buffer.alloc(4_096);

  /** @param nonceKey 32 bytes */
  constructor(nonceKey: Uint8Array) {
    this.#nonceKey = nonceKey;
  }

  /** The text of a fact's entry: its body, or the commitment to a private one. */
  entryOf(fact: Fact): string {
    const { kind, body, isPrivate } = fact;
    if (!isPrivate) return isTooLong(body) ? digestEntry(kind, body) : body;
    return this.#commitmentTo(fact, NAMED_KINDS.has(kind) ? kind : UNNAMED_KIND);
  }

  /** Whether an entry is that of a fact, in the present form or in the one of before, which named all kinds. */
  isEntryOf(fact: Fact, entry: string): boolean {
    return this.entryOf(fact) === entry || (fact.isPrivate && this.#commitmentTo(fact, fact.kind) === entry);
  }

  /** The nonce of a private fact, base64. */
  nonceOf({ kind, id }: Pick<Fact, 'kind' | 'id'>): string {
    const text = `${kind}\0${id}`;
    this.#reserve(text);
    this.#scratch.set(this.#nonceKey);
    const end = HASH_BYTES + this.#scratch.write(text, HASH_BYTES);
    return hash('sha256', this.#scratch.subarray(0, end), 'base64');
  }

  #commitmentTo(fact: Fact, kind: string): string {
    const nonce = this.nonceOf(fact);
    this.#reserve(fact.body);
    this.#scratch.write(nonce, 0, 'base64');
    const end = HASH_BYTES + this.#scratch.write(fact.body, HASH_BYTES);
    const commitment = hash('sha256', this.#scratch.subarray(0, end), 'base64');
    return `{"hash":"${commitment}","kind":${JSON.stringify(kind)},"v":1}`;
  }

  #reserve(text: string): void {
    const most = HASH_BYTES + 3 * text.length;
    if (most > this.#scratch.length) this.#scratch = Buffer.alloc(most);
  }
}

// A character has three bytes at most.
const isTooLong = (body: string): boolean =>
  body.length * 3 > ENTRY_MAX_BYTES && Buffer.byteLength(body) > ENTRY_MAX_BYTES;

/** The entry of a public fact that no bundle can hold: its hash, so that one long text does not end the log. */
const digestEntry = (kind: string, body: string): string =>
  `{"kind":${JSON.stringify(kind)},"sha256":"${hash('sha256', body, 'base64')}","v":1}`;

/** The leaf hash of an entry: SHA-256(0x00 ‖ entry). */
export const leafOf = (entry: string): Uint8Array => hash('sha256', `\0${entry}`, 'buffer');
