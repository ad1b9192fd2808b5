import type { Bet } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { get, update } from 'idb-keyval';
import { userStore } from '../../state/user.ts';
import type { LogLook } from './log-look.ts';
import { seenOf, type Seen } from './seen.ts';

/** A receipt as it came with the answer, and what was on the screen then. */
export type KeptProof = {
  id: string;
  receipt: Receipt;
  shown: Seen;
  /** What the public log had of it, when the device last asked. */
  log?: LogLook;
};

/** Proofs of one member that a device keeps; about two kilobytes each. */
const keptMost = 500;

/** Each member has a list, which stays when they sign out: it is theirs, and only they can open it. */
const keyFor = (memberId: string): string => `proofs ${memberId}`;

/** The list with one more, newest first; the oldest go. */
export const withProof = (kept: readonly KeptProof[], proof: KeptProof): KeptProof[] =>
  [proof, ...kept.filter(({ id }) => id !== proof.id)].slice(0, keptMost);

/**
 * Keeps the receipt of a bet that was placed just now.
 * @param sent.odds of the legs by match, as the member agreed to them; absent where any price was taken
 * @param sent.scale decimals of the currency
 */
export const keepProof = async (
  bet: Bet,
  sent: { odds?: ReadonlyMap<string, string>; scale: number },
): Promise<void> => {
  const member = userStore.read()?.id;
  const { id, receipt } = bet;
  if (member === undefined || receipt === null) return;
  const proof = { id, receipt, shown: seenOf(bet, sent) };
  await update<KeptProof[]>(keyFor(member), (kept = []) => withProof(kept, proof));
};

/** What this device kept of a bet of the member who is signed in. */
export const keptProof = async (betId: string): Promise<KeptProof | undefined> => {
  const member = userStore.read()?.id;
  if (member === undefined) return undefined;
  const kept = await get<KeptProof[]>(keyFor(member));
  return kept?.find(({ id }) => id === betId);
};

/** Keeps what the public log has of a bet, so that it can be verified without the network. */
export const keepLook = async (betId: string, log: LogLook): Promise<void> => {
  const member = userStore.read()?.id;
  if (member === undefined) return;
  await update<KeptProof[]>(keyFor(member), (kept = []) =>
    kept.map((proof) => (proof.id === betId ? { ...proof, log } : proof)),
  );
};
