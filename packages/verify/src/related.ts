import { fromBase64 } from './bytes.ts';
import type { Json, JsonObject } from './canonical-json.ts';
import { openBody } from './entries.ts';
import { isJsonObject, minorIn, textIn } from './json-fields.ts';
import { type TrustedKey, verifyEntryBy } from './key-changes.ts';
import { Malformed } from './malformed.ts';
import { type Decision, decisionsOf, knownScore, recomputePayout } from './settled-bet.ts';
import { memberSums } from './sums/member-sums.ts';
import type { SumProof } from './sums/sum-tree.ts';

/** Something else that is in the log, and belongs to what a proof is of. */
export type RelatedProof = {
  /** Canonical JSON. */
  body: string;
  /** Base64; absent for a public fact. */
  nonce?: string;
  /** The tlog-proof that leads to a checkpoint of the log. */
  entry: string;
};

/** The results of the steps about related entries. Amounts are texts of minor units. */
export type RelatedStep =
  /** The result of each match of a bet: who confirmed it, and its number in the log. */
  | {
      step: 'result';
      state: 'ok';
      code: 'result';
      facts: { event: string; score: string; index: number; by: readonly string[] };
    }
  | { step: 'result'; state: 'failed'; code: 'not-result'; facts: { event: string } }
  /** The last settlement of a bet. */
  | { step: 'settled'; state: 'ok'; code: 'settled'; facts: { index: number } }
  | { step: 'settled'; state: 'failed'; code: 'not-settled'; facts: Record<string, never> }
  /** The payout by the rules, from the bodies alone. */
  | { step: 'payout'; state: 'ok'; code: 'payout'; facts: { paid: string } }
  | { step: 'payout'; state: 'failed'; code: 'other-payout'; facts: { paid: string; due: string } }
  | { step: 'payout'; state: 'unknown'; code: 'not-computed'; facts: Record<string, never> }
  /** What the settlements booked, in the wallet. */
  | { step: 'booked'; state: 'ok'; code: 'booked'; facts: { amount: string; version: number } }
  | { step: 'booked'; state: 'failed'; code: 'not-booked'; facts: { booked: string; found: string } }
  /** The member's part of what the house owes. */
  | { step: 'owed'; state: 'ok'; code: 'owed'; facts: OwedFacts }
  | { step: 'owed'; state: 'failed'; code: 'not-owed'; facts: Record<string, never> }
  /** Whether that is what the member's wallet had. */
  | { step: 'wallet'; state: 'ok'; code: 'same-wallet'; facts: { version: number; index: number } }
  | { step: 'wallet'; state: 'failed'; code: 'other-wallet'; facts: Record<string, never> }
  | { step: 'wallet'; state: 'unknown'; code: 'no-wallet'; facts: Record<string, never> };

export type OwedFacts = {
  member: string;
  currency: string;
  available: string;
  held: string;
  openBets: string;
  /** Owed to all members together. */
  total: string;
};

/** An entry that was opened. The number is undefined where nothing leads to what the log signed. */
export type Opened = { fact: JsonObject & { kind: string }; index: number | undefined };

/** @throws Malformed for a body that is not canonical */
function openRelated({ body, nonce, entry: proof }: RelatedProof, keys: readonly TrustedKey[]): Opened {
  const { fact, entries } = openBody({ body, ...(nonce === undefined ? {} : { nonce }) });
  const verdict = verifyEntryBy({ proof, entries, witnesses: [] }, keys);
  return { fact, index: verdict.ok ? verdict.index : undefined };
}

/** What the entries of a wallet have moved for a bet. */
export type BetMoney = {
  /** What settlements paid or took back. */
  paid: bigint;
  /** Number of the last such entry; 0 without one. */
  version: number;
  /** Whether a part was sold: the rest of the stake is not in the log. */
  isSold: boolean;
};

/** Kinds of the wallet's entries by which a settlement pays or takes back. */
const settling: ReadonlySet<Json | undefined> = new Set(['payout', 'refund', 'correction']);

/** Adds an entry of a wallet to what has moved for its bet. @param body of kind `entry`, whose `ref` is the bet */
export function addBetMoney(before: BetMoney | undefined, body: JsonObject): BetMoney {
  const { paid, version, isSold } = before ?? { paid: 0n, version: 0, isSold: false };
  if (body['type'] === 'cash_out') return { paid, version, isSold: true };
  if (!settling.has(body['type'])) return { paid, version, isSold };
  return { paid: paid + (minorIn(body, 'amount') ?? 0n), version: Number(body['version']), isSold };
}

/**
 * The steps of a settled bet: its results, its settlement, its payout and the entries of the wallet.
 * @returns none for an open bet, or what is none
 * @throws Malformed for a body that is not canonical
 */
export function checkBet(
  related: readonly RelatedProof[],
  { bet, keys }: { bet: JsonObject; keys: readonly TrustedKey[] },
): RelatedStep[] {
  if (bet['kind'] !== 'bet') return [];
  const opened = related.map((one) => openRelated(one, keys));
  const entries = opened.filter(({ fact, index }) => fact.kind === 'entry' && index !== undefined);
  let money: BetMoney | undefined;
  for (const { fact } of entries) if (fact['ref'] === bet['id']) money = addBetMoney(money, fact);
  return betSteps(bet, opened, money);
}

/**
 * The same from entries that were opened.
 * @param money what the wallet has moved for the bet; undefined where its entries are not known
 */
export function betSteps(
  bet: JsonObject,
  opened: readonly Opened[],
  money: BetMoney | undefined,
): RelatedStep[] {
  const of = (kind: string): Opened[] => opened.filter(({ fact }) => fact.kind === kind);
  const settlements = of('settlement');
  const last = settlements.at(-1);
  if (last === undefined) return [];
  const decisions = decisionsOf(
    of('result').map(({ fact }) => fact),
    of('ruling').map(({ fact }) => fact),
  );
  const steps: RelatedStep[] = decisions
    .values()
    .flatMap((decision) => resultSteps(decision, [...of('result'), ...of('ruling')]))
    .toArray();
  const isWhole = settlements.every(
    ({ fact, index }, at) => index !== undefined && fact['bet'] === bet['id'] && fact['n'] === at + 1,
  );
  if (last.index === undefined || !isWhole)
    return [...steps, { step: 'settled', state: 'failed', code: 'not-settled', facts: {} }];
  const due = money?.isSold === true ? undefined : recomputePayout(bet, decisions);
  return [
    ...steps,
    { step: 'settled', state: 'ok', code: 'settled', facts: { index: last.index } },
    ...checkPayout(last.fact, due),
    ...(money === undefined ? [] : checkBooked(settlements, money)),
  ];
}

function resultSteps(
  { event, result, ruling, ...decision }: Decision,
  all: readonly Opened[],
): RelatedStep[] {
  const score = knownScore({ event, result, ruling, ...decision });
  if (score === undefined) return [];
  const proofs = all.filter(({ fact }) => fact['event'] === event);
  const index = proofs.find(
    ({ fact }) => fact.kind === 'result' && fact['version'] === result?.['version'],
  )?.index;
  const by = ['confirmedBy', 'confirmedWith'].map((name) => textIn(ruling, name)).filter(Boolean);
  return [
    index === undefined || proofs.some((proof) => proof.index === undefined)
      ? { step: 'result', state: 'failed', code: 'not-result', facts: { event } }
      : { step: 'result', state: 'ok', code: 'result', facts: { event, score, index, by } },
  ];
}

function checkPayout(settlement: JsonObject, due: bigint | undefined): RelatedStep[] {
  const paid = minorIn(settlement, 'payout');
  if (paid === undefined) return [];
  // The stake of a member who is excluded is returned without a ruling.
  if (due === undefined || settlement['ruling'] === null)
    return [{ step: 'payout', state: 'unknown', code: 'not-computed', facts: {} }];
  return paid === due
    ? [{ step: 'payout', state: 'ok', code: 'payout', facts: { paid: String(paid) } }]
    : [
        {
          step: 'payout',
          state: 'failed',
          code: 'other-payout',
          facts: { paid: String(paid), due: String(due) },
        },
      ];
}

function checkBooked(settlements: readonly Opened[], { paid, version }: BetMoney): RelatedStep[] {
  const booked = settlements.reduce((all, { fact }) => all + (minorIn(fact, 'booked') ?? 0n), 0n);
  if (booked !== paid) {
    const facts = { booked: String(booked), found: String(paid) };
    return [{ step: 'booked', state: 'failed', code: 'not-booked', facts }];
  }
  return version > 0
    ? [{ step: 'booked', state: 'ok', code: 'booked', facts: { amount: String(booked), version } }]
    : [];
}

/** How many sums a currency has in a tree of liabilities. */
const COLUMNS = 3;

/**
 * The steps of a balance: it is in the published sum, and is what the wallet had.
 * @param of.fact the entry of kind `liabilities`
 * @returns none without a proof
 * @throws Malformed for a body that is not canonical
 */
export function checkOwed(
  owed: { member: string; proof: SumProof } | undefined,
  {
    fact,
    related,
    keys,
  }: { fact: JsonObject; related: readonly RelatedProof[]; keys: readonly TrustedKey[] },
): RelatedStep[] {
  if (owed === undefined) return [];
  const notOwed: RelatedStep = { step: 'owed', state: 'failed', code: 'not-owed', facts: {} };
  const totals = Array.isArray(fact['totals']) ? fact['totals'].filter(isJsonObject) : [];
  const sums = sumsOf(owed, fact, totals);
  if (sums === undefined) return [notOwed];
  const wallet = related.map((one) => openRelated(one, keys)).find((one) => one.fact.kind === 'entry');
  // A member has one currency; the others are zero.
  const used = sums.findIndex((sum) => sum > 0n);
  const byWallet = totals.findIndex((one) => one['currency'] === wallet?.fact['currency']);
  const column = byWallet >= 0 ? byWallet : Math.max(0, Math.floor(used / COLUMNS));
  const [available = 0n, held = 0n, openBets = 0n] = sums.slice(column * COLUMNS);
  const total = ['available', 'held'].reduce(
    (all, name) => all + (minorIn(totals[column] ?? {}, name) ?? 0n),
    0n,
  );
  const facts: OwedFacts = {
    member: owed.member,
    currency: textIn(totals[column] ?? {}, 'currency'),
    available: String(available),
    held: String(held),
    openBets: String(openBets),
    total: String(total),
  };
  const steps: RelatedStep[] = [{ step: 'owed', state: 'ok', code: 'owed', facts }];
  if (wallet === undefined)
    return [...steps, { step: 'wallet', state: 'unknown', code: 'no-wallet', facts: {} }];
  const { index } = wallet;
  const version = Number(wallet.fact['version']);
  const isSame =
    index !== undefined &&
    wallet.fact['member'] === owed.member &&
    minorIn(wallet.fact, 'available') === available &&
    minorIn(wallet.fact, 'held') === held;
  return [
    ...steps,
    isSame
      ? { step: 'wallet', state: 'ok', code: 'same-wallet', facts: { version, index } }
      : { step: 'wallet', state: 'failed', code: 'other-wallet', facts: {} },
  ];
}

/** The member's sums by columns; undefined when the proof does not lead to the root. */
function sumsOf(
  { member, proof }: { member: string; proof: SumProof },
  fact: JsonObject,
  totals: readonly JsonObject[],
): readonly bigint[] | undefined {
  const { kind, size, root } = fact;
  if (kind !== 'liabilities' || typeof size !== 'number' || typeof root !== 'string') return undefined;
  const columns = totals.flatMap((one) =>
    ['available', 'held', 'openBets'].map((name) => minorIn(one, name)),
  );
  if (!columns.every((sum) => sum !== undefined)) return undefined;
  try {
    return memberSums({ size, hash: fromBase64(root), totals: columns }, { memberId: member, proof });
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
