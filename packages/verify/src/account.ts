import { sameBytes } from './bytes.ts';
import type { JsonObject } from './canonical-json.ts';
import { openBody } from './entries.ts';
import { minorIn, textIn } from './json-fields.ts';
import { Malformed } from './malformed.ts';
import { leafHash } from './merkle.ts';
import type { ProofFile } from './proof-file.ts';
import { RECEIPT_PROMISE_MS } from './receipts.ts';
import { type BetMoney, type Opened, type RelatedProof, addBetMoney, betSteps } from './related.ts';
import { createTileTree } from './tile-tree.ts';
import { type ReadTile, proveInclusion } from './tiles.ts';
import { formatTlogProof } from './tlog-proof.ts';
import { type WalkFault, type WalletState, emptyWallet, walkWallet } from './wallet-walk.ts';

/** Something of a member as the house gives it again. */
export type AccountFact = {
  body: string;
  /** Absent for a public fact. */
  nonce?: string;
  /** Number in the log; absent while it has none. */
  index?: number;
};

/** A page of bets, with what settles them: settlements in order, results and rulings of their matches by version. */
export type BetsPage = {
  bets: readonly AccountFact[];
  settlements: readonly AccountFact[];
  decisions: readonly AccountFact[];
};

/**
 * What is wrong with an account.
 * - `malformed`: a body that cannot be read
 * - `not-logged`: the log has something else at its number · `missing`: the log does not have it, and the minute is over
 * - those of a walk through the wallet
 * - `no-bet`: a stake was taken for a bet that the house does not show
 * - `not-result`, `not-settled`, `other-payout`, `not-booked`: as the steps of a bet
 * - `balance`: the last entry is not the balance that the app shows
 */
export type FaultCode =
  | WalkFault
  | 'malformed'
  | 'not-logged'
  | 'missing'
  | 'no-bet'
  | 'not-result'
  | 'not-settled'
  | 'other-payout'
  | 'not-booked'
  | 'balance';

export type AccountFault = {
  code: FaultCode;
  /** What it is about: number of an entry, id of a bet. */
  of: 'entry' | 'bet' | 'balance';
  id: string;
  /** Evidence of it for a third party. */
  evidence: ProofFile | undefined;
};

/** What was checked. */
export type AccountCounts = {
  entries: number;
  bets: number;
  settled: number;
  /** Payouts that were computed again. */
  payouts: number;
  /** Younger than the checkpoint: they are in no signed tree yet. */
  pending: number;
};

export type AccountReport = {
  counts: AccountCounts;
  /** The first ones. */
  faults: readonly AccountFault[];
  /** How many there are. */
  faultCount: number;
  wallet: WalletState;
};

export type AccountCheck = {
  /** Checks the next entries of the wallet, in their order. */
  addEntries(facts: readonly AccountFact[]): Promise<void>;
  /** Checks bets, when all entries are added. */
  addBets(page: BetsPage): Promise<void>;
  report(): AccountReport;
  /** Compares the end with the balance that is shown, in minor units, and returns the finding. */
  finish(shown: { available: bigint; held: bigint }): AccountReport;
};

/** Faults that are kept with their evidence. */
const FAULTS_MAX = 50;
/** Leaves that are read at once. */
const LEAVES_AT_ONCE = 8;
/** A settlement and its entry can come into the log one after the other. */
const FRESH_MS = 5 * RECEIPT_PROMISE_MS;

/**
 * Checks everything of one member against one signed tree: each entry of the wallet from the first to the last, and each bet. Errors
 * of `readTile` pass through: nothing is wrong with an account while the log cannot be read.
 * @param of.checkpoint signed note, which the caller has verified
 * @param of.startedMs when the checkpoint was taken
 */
export function createAccountCheck(of: {
  memberId: string;
  vkey: string;
  checkpoint: string;
  size: number;
  root: Uint8Array;
  readTile: ReadTile;
  startedMs: number;
}): AccountCheck {
  const { memberId, vkey, checkpoint, size, root, readTile, startedMs } = of;
  const tree = createTileTree({ size, root, readTile });
  const counts: AccountCounts = { entries: 0, bets: 0, settled: 0, payouts: 0, pending: 0 };
  const faults: AccountFault[] = [];
  let faultCount = 0;
  let wallet: WalletState = emptyWallet;
  const money = new Map<string, BetMoney>();
  /** Bets whose stake was taken, and which were not shown yet. */
  const stakes = new Set<string>();
  /** Bets of which an entry is in no signed tree yet. */
  const unsettled = new Set<string>();

  const proofOf = async ({ body, nonce, index }: AccountFact): Promise<RelatedProof | undefined> => {
    if (index === undefined || index >= size) return undefined;
    const entry = formatTlogProof({
      index,
      path: await proveInclusion({ index, size, readTile }),
      checkpoint,
    });
    return nonce === undefined ? { body, entry } : { body, nonce, entry };
  };
  const bodyAlone = ({ body, nonce }: AccountFact): ProofFile => ({
    v: 2,
    vkey,
    body,
    ...(nonce === undefined ? {} : { nonce }),
  });
  const evidenceOf = async (fact: AccountFact, related: readonly AccountFact[] = []): Promise<ProofFile> => {
    const own = await proofOf(fact);
    const beside = await Promise.all(related.map(proofOf));
    return {
      ...bodyAlone(fact),
      ...(own === undefined ? {} : { entry: own.entry }),
      related: beside.filter((one) => one !== undefined),
    };
  };
  const add = async (
    fault: Omit<AccountFault, 'evidence'>,
    fact?: AccountFact,
    related?: readonly AccountFact[],
  ): Promise<void> => {
    faultCount += 1;
    if (faults.length >= FAULTS_MAX) return;
    // What cannot be read is in no tree either: the body is left.
    const evidence = fact && (await evidenceOf(fact, related).catch(() => bodyAlone(fact)));
    faults.push({ ...fault, evidence });
  };

  /** Opens what the house gave, and looks it up in the log. */
  const open = async (fact: AccountFact): Promise<Opened & { state: 'ok' | 'pending' | FaultCode }> => {
    const opened = openOrNothing(fact);
    if (opened === undefined) return { fact: { kind: '' }, index: undefined, state: 'malformed' };
    const { fact: body, entries } = opened;
    const { index } = fact;
    if (index === undefined || index >= size) {
      const isOver = Date.parse(timeOf(body)) + RECEIPT_PROMISE_MS < startedMs;
      return { fact: body, index: undefined, state: isOver ? 'missing' : 'pending' };
    }
    const leaf = await tree.leafAt(index);
    const isThere = entries.some((entry) => sameBytes(leaf, leafHash(entry)));
    return { fact: body, index: isThere ? index : undefined, state: isThere ? 'ok' : 'not-logged' };
  };
  const openAll = async (facts: readonly AccountFact[]) => {
    const opened: Awaited<ReturnType<typeof open>>[] = [];
    for (let at = 0; at < facts.length; at += LEAVES_AT_ONCE)
      opened.push(...(await Promise.all(facts.slice(at, at + LEAVES_AT_ONCE).map(open))));
    return opened;
  };

  const report = (): AccountReport => ({ counts: { ...counts }, faults: [...faults], faultCount, wallet });

  return {
    report,
    addEntries: async (facts) => {
      for (const [at, { fact, state }] of (await openAll(facts)).entries()) {
        const given = facts[at];
        const id = textIn(fact, 'version') || String(wallet.version + 1);
        counts.entries += 1;
        if (state === 'pending') counts.pending += 1;
        else if (state !== 'ok') await add({ code: state, of: 'entry', id }, given);
        const step = walkWallet(wallet, { body: fact, memberId });
        if (!step.ok) {
          if (state !== 'malformed') await add({ code: step.fault, of: 'entry', id }, given);
          // Continues from the amounts of the entry, so that one fault is one.
          wallet = {
            version: wallet.version + 1,
            available: minorIn(fact, 'available') ?? wallet.available,
            held: minorIn(fact, 'held') ?? wallet.held,
          };
        } else wallet = step.after;
        const ref = textIn(fact, 'ref');
        if (ref === '') continue;
        if (state === 'pending') unsettled.add(ref);
        if (fact['type'] === 'stake') stakes.add(ref);
        money.set(ref, addBetMoney(money.get(ref), fact));
      }
    },
    addBets: async ({ bets, settlements, decisions }) => {
      const opened = await openAll([...bets, ...settlements, ...decisions]);
      const beside = opened.slice(bets.length);
      const given = [...settlements, ...decisions];
      for (const [at, bet] of bets.entries()) {
        const own = opened[at];
        const id = own === undefined ? '' : textIn(own.fact, 'id');
        // Placed since the entries were read.
        if (own === undefined || !stakes.delete(id)) continue;
        counts.bets += 1;
        if (own.state !== 'ok' && own.state !== 'pending') {
          await add({ code: own.state, of: 'bet', id }, bet);
          continue;
        }
        const events = eventsOf(own.fact);
        const mine = beside.flatMap((one, place) => {
          const isMine =
            one.fact.kind === 'settlement' ? one.fact['bet'] === id : events.has(textIn(one.fact, 'event'));
          return isMine ? [{ ...one, place }] : [];
        });
        const isFresh = mine.some(
          ({ fact, state }) =>
            fact.kind === 'settlement' &&
            (state === 'pending' || Date.parse(textIn(fact, 'time')) + FRESH_MS > startedMs),
        );
        const wrong = mine.find(
          ({ state }) => state === 'missing' || state === 'not-logged' || state === 'malformed',
        );
        const steps = betSteps(
          own.fact,
          mine.filter(({ state }) => state !== 'pending'),
          money.get(id),
        );
        if (steps.some(({ code }) => code === 'settled')) counts.settled += 1;
        if (steps.some(({ code }) => code === 'payout')) counts.payouts += 1;
        const failed = steps.find(({ state }) => state === 'failed');
        const code = failed?.code ?? (wrong === undefined ? undefined : 'not-settled');
        if (code === undefined || !isFaultOfBet(code)) continue;
        if (code === 'not-booked' && (isFresh || unsettled.has(id))) counts.pending += 1;
        else {
          const related = mine.flatMap(({ place }) => given[place] ?? []);
          await add({ code, of: 'bet', id }, bet, related);
        }
      }
    },
    finish: ({ available, held }) => {
      for (const id of stakes) {
        faultCount += 1;
        if (faults.length < FAULTS_MAX) faults.push({ code: 'no-bet', of: 'bet', id, evidence: undefined });
      }
      stakes.clear();
      if (available !== wallet.available || held !== wallet.held) {
        faultCount += 1;
        faults.push({ code: 'balance', of: 'balance', id: String(wallet.version), evidence: undefined });
      }
      return report();
    },
  };
}

const betFaults = ['not-result', 'not-settled', 'other-payout', 'not-booked'] as const;
function isFaultOfBet(code: string): code is (typeof betFaults)[number] {
  return betFaults.some((one) => one === code);
}

function openOrNothing(fact: AccountFact): ReturnType<typeof openBody> | undefined {
  const { body, nonce } = fact;
  try {
    return openBody(nonce === undefined ? { body } : { body, nonce });
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** When something happened, by its body. */
function timeOf(body: JsonObject): string {
  return textIn(body, 'time') || textIn(body, 'placedAt');
}

function eventsOf(bet: JsonObject): Set<string> {
  const legs = Array.isArray(bet['legs']) ? bet['legs'] : [];
  return new Set(
    legs.flatMap((leg) =>
      typeof leg === 'object' && leg !== null && 'event' in leg && typeof leg['event'] === 'string'
        ? [leg['event']]
        : [],
    ),
  );
}
