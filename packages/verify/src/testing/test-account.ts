import { base64, concat, utf8 } from '../bytes.ts';
import { type JsonObject, canonicalJson } from '../canonical-json.ts';
import { formatCheckpoint } from '../checkpoint.ts';
import { nonceOf, openBody } from '../entries.ts';
import { formatVerifierKey } from '../keys.ts';
import { textIn } from '../json-fields.ts';
import { createTree, leafHash } from '../merkle.ts';
import { formatNote, signText } from '../note.ts';
import type { RelatedProof } from '../related.ts';
import { formatTlogProof } from '../tlog-proof.ts';
import { testKey } from './test-key.ts';

const origin = 'touchline.example/log';
const house = testKey(origin, 'note', 1);

/** A fact of the test log. */
export type TestFact = { body: string; nonce?: string; index: number };

const publicKinds = new Set(['result', 'ruling', 'liabilities', 'note']);

/**
 * A signed log of these bodies, in their order.
 * @param noise public entries before each of them, so that the log has many tiles
 */
export function testLog(bodies: readonly JsonObject[], noise = 0) {
  const facts: TestFact[] = [];
  const leaves: Uint8Array[] = [];
  for (const [at, fields] of bodies.entries()) {
    for (let n = 0; n < noise; n++) leaves.push(leafHash(utf8(`{"at":${leaves.length}}`)));
    const body = canonicalJson({ v: 1, ...fields });
    const nonce = publicKinds.has(textIn(fields, 'kind'))
      ? undefined
      : base64(nonceOf({ nonceKey: utf8('nonce key'), kind: 'test', id: String(at) }));
    const fact = { body, ...(nonce === undefined ? {} : { nonce }) };
    facts.push({ ...fact, index: leaves.length });
    leaves.push(leafHash(openBody(fact).entries[0]));
  }
  const tree = createTree(leaves);
  const text = formatCheckpoint({ origin, size: tree.size, root: tree.root, extensions: [] });
  const checkpoint = formatNote({
    text,
    signatures: [signText(text, { name: origin, id: house.id, sign: house.sign })],
  });
  return {
    vkey: formatVerifierKey(house.key),
    checkpoint,
    size: tree.size,
    root: tree.root,
    facts,
    /** The tiles of the lowest levels, as a log serves them. */
    readTile: async ({ level, index, width }: { level: number; index: number; width: number }) => {
      const span = 256 ** level;
      const hashes = Array.from({ length: width }, (_, at) => {
        const first = (index * 256 + at) * span;
        return level === 0 ? leaves[first] : createTree(leaves.slice(first, first + span)).root;
      });
      return concat(...hashes.filter((hash) => hash !== undefined));
    },
    proofOf: ({ index, ...fact }: TestFact): RelatedProof => ({
      ...fact,
      entry: formatTlogProof({ index, path: tree.inclusion(index), checkpoint }),
    }),
  };
}

export const testMember = '0190a1b2-0000-7000-8000-000000000001';
const time = '2026-06-11T19:00:00.000Z';

const entry = (version: number, fields: JsonObject): JsonObject => ({
  kind: 'entry',
  member: testMember,
  currency: 'PLAY',
  amount: '0',
  heldChange: '0',
  held: '0',
  version: String(version),
  time,
  ...fields,
});

/** An account with a grant, a bet on 2–1 that won, and one that lost. */
export const testAccount: readonly JsonObject[] = [
  entry(1, { type: 'grant', amount: '100000', available: '100000' }),
  entry(2, { type: 'stake', amount: '-1000', available: '99000', ref: 'bet-1' }),
  entry(3, { type: 'stake', amount: '-500', available: '98500', ref: 'bet-2' }),
  { kind: 'result', event: 'e1', version: 1, fullTime: '2-1', halfTime: '0-0', outcome: 'played', time },
  {
    kind: 'ruling',
    event: 'e1',
    version: 1,
    result: 1,
    void: null,
    ends: [],
    confirmedBy: 'feed:a',
    confirmedWith: 'feed:b',
    time,
  },
  entry(4, { type: 'payout', amount: '1850', available: '100350', ref: 'bet-1' }),
  ...['1', '2'].map((n) => ({
    kind: 'bet',
    id: `bet-${n}`,
    member: testMember,
    type: 'single',
    stake: n === '1' ? '1000' : '500',
    placedAt: time,
    legs: [{ event: 'e1', line: '', market: '1x2', selection: n, odds: 1850, since: '' }],
  })),
  ...['1', '2'].map((n) => ({
    kind: 'settlement',
    bet: `bet-${n}`,
    member: testMember,
    n: 1,
    event: 'e1',
    ruling: 1,
    payout: n === '1' ? '1850' : '0',
    booked: n === '1' ? '1850' : '0',
    lost: '0',
    state: n === '1' ? 'win' : 'lose',
    time,
  })),
];
