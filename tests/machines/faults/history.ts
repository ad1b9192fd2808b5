import { writeFile } from 'node:fs/promises';
import type { FaultName } from './plan.ts';

/** What an actor asked for, by kind. Amounts are decimal strings as on the wire. */
export type Asked =
  | { what: 'bet'; stake: string; legs: { event: string; selection: string }[] }
  | { what: 'sell'; bet: string; share: string }
  | { what: 'withdraw'; amount: string }
  | { what: 'cancel'; withdrawal: string }
  | { what: 'recharge'; channel: string; amount: string }
  | { what: 'balance' }
  /** Stakes of a day. */
  | { what: 'limit'; amount: string }
  | { what: 'exclude' }
  /** An operator's word about a withdrawal. */
  | { what: 'decide'; withdrawal: string; decision: 'approve' | 'refuse' }
  /** Two traders' word about a match: the score that counts, or that all its bets are void, or no longer. */
  | { what: 'rule'; event: string; ft: string }
  /** Two operators' correction of a balance. */
  | { what: 'correct'; member: string; amount: string }
  /** A provider's notice that so much was paid. */
  | { what: 'notice'; recharge: string; payment: string; amount: string };

/** What was answered to it. */
export type Given =
  | { what: 'bet'; id: string; stake: string; potential: string; odds: string }
  | { what: 'sell'; cashOut: string; openStake: string }
  | { what: 'withdraw'; id: string; amount: string; fee: string }
  | { what: 'recharge'; id: string; amount: string }
  | { what: 'balance'; available: string; held: string }
  | { what: 'correct'; id: string }
  /** It was done, and there is no more to say. */
  | { what: 'done' };

/** One sending of an operation, and its outcome. Times are milliseconds from the beginning of the run, by one clock. */
export type Sending = {
  at: number;
  until: number;
  who: string;
  /** Names the operation among all of its actor: all sendings of one have the same, and the server gets it where a call takes a key. */
  key: string;
  asked: Asked;
  /** `none`: no answer, or one that leaves the operation open, such as that the database is away. */
  answer: 'done' | 'refused' | 'none';
  /** Of a refusal, also of one that leaves the operation open. */
  reason?: string;
  given?: Given;
};

/** A fault that was done; `until` is when it was taken back. */
type Done = { name: FaultName; at: number; until: number };

/** How long after the end of a fault all servers were ready again. */
type Recovery = { name: FaultName; ms: number };

/** All that happened in a run, as those outside of the servers have seen it. */
export type History = {
  sendings: Sending[];
  faults: Done[];
  recoveries: Recovery[];
  /** The longest time in which no server was ready, milliseconds. */
  longestGapMs: number;
};

/**
 * Writes a history to a file in the place of an earlier one, a line for each thing.
 * @public for the drill of faults
 */
export const writeHistory = async (path: string, history: History): Promise<void> => {
  const lines = [
    ...history.faults.map((fault) => ({ line: 'fault', ...fault })),
    ...history.sendings.map((sending) => ({ line: 'sending', ...sending })),
    ...history.recoveries.map((recovery) => ({ line: 'recovery', ...recovery })),
  ];
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
};
