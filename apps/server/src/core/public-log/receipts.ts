import { hash } from 'node:crypto';
import type { SignedReceipt } from '@touchline/verify/receipts';
import type { NamedKey, Signer } from './keys.ts';

/** A private body that the house has committed itself to. */
type PrivateBody = {
  kind: string;
  /** What the entry of the log is about, once within its kind: the nonce follows from both. */
  id: string;
  /** Canonical JSON, with this kind and version 1. */
  body: string;
};

/** What receipts are signed with: the key in force, which changes, and may be away. */
type ReceiptKey = {
  nonceKey: Uint8Array;
  /** The public key that receipts verify under now (C2SP signed-note). */
  vkey: () => string;
  get: () => (NamedKey & Pick<Signer, 'sign'>) | Promise<NamedKey & Pick<Signer, 'sign'>>;
  /** Hears why nothing was signed. */
  onAway?: (error: unknown) => void;
};

/**
 * Signs what was settled at different times, each as of its own: a promise counts from when the thing happened, however often its
 * receipt is asked for.
 * @returns receipts in order, with one signature for each time; none while the key is away
 */
export const signDated = async (
  receipts: Pick<Receipts, 'sign'>,
  items: readonly (PrivateBody & { at: Date })[],
): Promise<SignedReceipt[]> => {
  const signed = new Map<PrivateBody, SignedReceipt>();
  for (const [timeMs, own] of Map.groupBy(items, ({ at }) => at.getTime())) {
    for (const [index, receipt] of (await receipts.sign(own, new Date(timeMs))).entries()) {
      const item = own[index];
      if (item !== undefined) signed.set(item, receipt);
    }
  }
  return items.flatMap((item) => signed.get(item) ?? []);
};

const HASH_BYTES = 32;
const NODE = 1;

const digest = (input: Uint8Array | string): string => hash('sha256', input, 'base64');

/** The siblings on the way from a leaf to the root, a line each. */
const pathOf = (levels: readonly (readonly string[])[], index: number): string => {
  let path = '';
  let at = index;
  for (const level of levels) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    if (sibling !== undefined) path += `${sibling}\n`;
    at = Math.floor(at / 2);
  }
  return path;
};

/**
 * Makes receipts as `makeReceipts` of packages/verify does, to the byte, at a quarter of the time: placing makes one for each
 * bet. Hashes are asked for in base64, in which they are written, since making a buffer for each costs more than hashing.
 */
export class Receipts {
  readonly #key: ReceiptKey;
  readonly #node = Buffer.alloc(1 + 2 * HASH_BYTES, NODE);
  // Nonce key ‖ kind ‖ 0x00 ‖ id, and nonce ‖ body; both grow to the longest seen.
  #scratch = Buffer.alloc(4_096);

  constructor(key: ReceiptKey) {
    this.#key = key;
  }

  /** The public key that receipts verify under now (C2SP signed-note). */
  vkey(): string {
    return this.#key.vkey();
  }

  /**
   * Signs what was committed together: one signature for all.
   * @param at when it was committed; its entries are in the log within a minute
   * @returns a receipt for each, in order; none while the key is away: what was committed counts all the same, and its receipt is given
   *   when it is asked for later
   */
  async sign(items: readonly PrivateBody[], at: Date): Promise<SignedReceipt[]> {
    if (items.length === 0) return [];
    const nonces = items.map(({ kind, id }) => this.#nonceOf(kind, id));
    const levels = this.#treeOf(items, nonces);
    const note = await this.#signNote(items.length, levels.at(-1)?.[0] ?? '', at);
    if (note === undefined) return [];
    return items.map(({ body }, index) => ({
      body,
      nonce: nonces[index] ?? '',
      proof: `c2sp.org/tlog-proof@v1\nindex ${index}\n${pathOf(levels, index)}\n${note}`,
    }));
  }

  /** Makes the tree of a batch. */
  #treeOf(items: readonly PrivateBody[], nonces: readonly string[]): string[][] {
    const levels = [
      items.map(({ kind, body }, index) => {
        const commitment = this.#commitmentOf(nonces[index] ?? '', body);
        return digest(`\0{"hash":"${commitment}","kind":${JSON.stringify(kind)},"v":1}`);
      }),
    ];
    for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
      const above: string[] = [];
      for (let left = 0; left < level.length; left += 2) {
        const right = level[left + 1];
        above.push(right === undefined ? (level[left] ?? '') : this.#nodeOf(level[left] ?? '', right));
      }
      levels.push(above);
    }
    return levels;
  }

  #nonceOf(kind: string, id: string): string {
    const text = `${kind}\0${id}`;
    this.#makeRoom(text);
    this.#scratch.set(this.#key.nonceKey);
    const end = HASH_BYTES + this.#scratch.write(text, HASH_BYTES);
    return digest(this.#scratch.subarray(0, end));
  }

  #commitmentOf(nonce: string, body: string): string {
    this.#makeRoom(body);
    this.#scratch.write(nonce, 0, 'base64');
    const end = HASH_BYTES + this.#scratch.write(body, HASH_BYTES);
    return digest(this.#scratch.subarray(0, end));
  }

  #nodeOf(left: string, right: string): string {
    this.#node.write(left, 1, 'base64');
    this.#node.write(right, 1 + HASH_BYTES, 'base64');
    return digest(this.#node);
  }

  #makeRoom(text: string): void {
    const most = HASH_BYTES + 3 * text.length;
    if (most > this.#scratch.length) this.#scratch = Buffer.alloc(most);
  }

  async #signNote(size: number, root: string, at: Date): Promise<string | undefined> {
    try {
      const { name, id, sign } = await this.#key.get();
      const text = `${name}/receipts\n${size}\n${root}\ntime ${at.getTime()}\n`;
      const signature = await sign(Buffer.from(text));
      return `${text}\n— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), signature]).toString('base64')}\n`;
    } catch (error) {
      this.#key.onAway?.(error);
      return undefined;
    }
  }
}

/** Receipts by one key that never changes; for tests and measurements. */
export const receiptsOf = (key: NamedKey & Pick<Signer, 'sign'> & { nonceKey: Uint8Array }): Receipts =>
  new Receipts({ nonceKey: key.nonceKey, vkey: () => key.vkey, get: () => key });
