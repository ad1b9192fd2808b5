import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { asFields, fromJson } from '@touchline/client/values';
import { parseAmount } from '@touchline/money/amount';
import { parseOdds } from '@touchline/money/odds';
import { deviceStorage } from '../../lib/device-storage.ts';
import { userStore } from '../../lib/user.ts';
import { factOf, type FactName } from './fact-name.ts';
import type { LogLook } from './log-look.ts';

/** What was on the screen when a bet was placed, in the units of the body that the house signed. */
type Seen = {
  type: string;
  lines: number;
  stake: string;
  unit: string;
  potential: string;
  legs: SeenLeg[];
};

type SeenLeg = {
  event: string;
  market: string;
  selection: string;
  odds: number;
  since: string;
  /** Of a builder, in the order in which the house keeps them. */
  parts?: { market: string; selection: string; line: string; since: string }[];
};

type SeenBet = Pick<Bet, 'type' | 'lines' | 'stake' | 'unit' | 'potential'> & {
  legs: readonly Pick<BetLeg, 'event' | 'market' | 'selection' | 'odds' | 'since' | 'parts'>[];
};

/**
 * The terms of a bet as the member saw them.
 * @param sent.odds of the legs by match, as the member agreed to them; without them those of the confirmation count
 */
export const seenOf = (
  bet: SeenBet,
  { odds, scale }: { odds?: ReadonlyMap<string, string>; scale: number },
): Seen => {
  const minor = (amount: string): string => String(parseAmount(amount, scale) ?? amount);
  return {
    type: bet.type,
    lines: bet.lines,
    stake: minor(bet.stake),
    unit: minor(bet.unit),
    potential: minor(bet.potential),
    legs: bet.legs.map((leg) => ({
      event: leg.event,
      market: leg.market,
      selection: leg.selection,
      odds: parseOdds(odds?.get(leg.event) ?? leg.odds) ?? 0,
      since: sinceOf(leg),
      ...(leg.parts && {
        parts: leg.parts.map((part) => ({
          market: part.market,
          selection: part.selection,
          line: part.line ?? '',
          since: sinceOf(part),
        })),
      }),
    })),
  };
};

const sinceOf = ({ since }: Pick<BetLeg, 'since'>): string =>
  since === undefined ? '' : `${since.home}-${since.away}`;

/** A receipt as it came with the answer, and what was on the screen then. */
export type KeptProof = {
  /** Of what it is; a bet where none is written. */
  kind?: string;
  id: string;
  receipt: Receipt;
  /** Of bets that were placed on this device. */
  shown?: Seen;
  /** What the public log had of it, when the device last asked. */
  log?: LogLook;
};

/** Proofs of one member that a device keeps; about two kilobytes each. */
const keptMost = 500;

/** Each member has a list, which stays when they sign out: it is theirs, and only they can open it. */
const keyFor = (memberId: string): string => `proofs ${memberId}`;

const storage = deviceStorage<KeptProof[]>();

const kindOf = ({ kind = 'bet' }: Pick<KeptProof, 'kind'>): string => kind;
const isOf = (proof: KeptProof, { kind, id }: FactName): boolean => proof.id === id && kindOf(proof) === kind;

/** The list with one more, newest first; the oldest go. */
export const withProof = (kept: readonly KeptProof[], proof: KeptProof): KeptProof[] => {
  const name = { kind: kindOf(proof), id: proof.id };
  return [proof, ...kept.filter((one) => !isOf(one, name))].slice(0, keptMost);
};

/** The list with receipts that it does not have; one that has what was on the screen stays. */
export const withReceipts = (kept: readonly KeptProof[], receipts: readonly Receipt[]): KeptProof[] => {
  const isNew = ({ kind, id }: KeptProof): boolean =>
    !kept.some((one) => isOf(one, { kind: kind ?? 'bet', id }));
  const found = receipts.flatMap((receipt): KeptProof[] => {
    const name = nameIn(receipt.body);
    return name === undefined ? [] : [{ ...name, receipt }];
  });
  return [...found.filter(isNew), ...kept].slice(0, keptMost);
};

/** What a body is about; undefined for one that cannot be read. Whether it is true is found out when it is checked. */
const nameIn = (text: string): FactName | undefined => factOf(asFields(fromJson(text)));

const listeners = new Set<() => void>();

/** Calls back when a receipt was kept. */
export const onKept = (listener: () => void): void => void listeners.add(listener);
const tell = (): void => {
  for (const listener of listeners) listener();
};

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
  const proof = { kind: 'bet', id, receipt, shown: seenOf(bet, sent) };
  await storage.update(keyFor(member), (kept = []) => withProof(kept, proof));
  tell();
};

/** Keeps receipts that came with another answer, as of a cash-out, a withdrawal or a limit. */
export const keepReceipts = async (receipts: readonly Receipt[]): Promise<void> => {
  const member = userStore.read()?.id;
  if (member === undefined || receipts.length === 0) return;
  await storage.update(keyFor(member), (kept = []) => withReceipts(kept, receipts));
  tell();
};

/** Everything that this device keeps of the member who is signed in, newest first. */
export const allKept = async (): Promise<readonly KeptProof[]> => {
  const member = userStore.read()?.id;
  return (member === undefined ? undefined : await storage.get(keyFor(member))) ?? [];
};

/** What this device kept of one thing of the member who is signed in. */
export const keptProof = async (name: FactName): Promise<KeptProof | undefined> =>
  (await allKept()).find((proof) => isOf(proof, name));

/** Keeps what the public log has of something, so that it can be verified without the network. */
export const keepLook = async (name: FactName, log: LogLook): Promise<void> => {
  const member = userStore.read()?.id;
  if (member === undefined) return;
  await storage.update(keyFor(member), (kept = []) =>
    kept.map((proof) => (isOf(proof, name) ? { ...proof, log } : proof)),
  );
};
