import { setTimeout as wait } from 'node:timers/promises';
import type { Asked, Given, History, Sending } from './history.ts';

/** A call was refused, with the reason of the contract. */
export class NotDone extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** An answer that leaves the operation open. */
export class NotAnswered extends Error {}

/** An operation, which may be sent often under one key. */
export type Operation = { key: string; asked: Asked; send: () => Promise<Given> };

/** Timeout of an answer. */
const patienceMs = 12_000;

/** Refusals that leave the operation open: it may be sent again. */
const passing: ReadonlySet<string> = new Set([
  'unavailable',
  'no_answer',
  'fault',
  'too_many',
  'rail_away',
  'token_expired',
  'sign_in',
]);

/** The clock of a run, milliseconds from its beginning. */
export type RunClock = () => number;

/** Sends the operations of one actor, and writes each sending into the history. */
export const createSender = (who: string, history: History, now: RunClock) => {
  const unheard = new Map<string, Operation>();

  const sendOnce = async (operation: Operation): Promise<Sending> => {
    const { key, asked } = operation;
    const line: Sending = { at: now(), until: Number.POSITIVE_INFINITY, who, key, asked, answer: 'none' };
    history.sendings.push(line);
    const timer = new AbortController();
    try {
      const late = wait(patienceMs, undefined, { signal: timer.signal }).then(() => {
        throw new Error('no answer in time');
      });
      const given = await Promise.race([operation.send(), late]);
      line.answer = 'done';
      line.given = given;
    } catch (error) {
      if (error instanceof NotAnswered) line.reason = error.message;
      if (error instanceof NotDone) {
        line.reason = error.reason;
        if (!passing.has(error.reason)) line.answer = 'refused';
      }
    } finally {
      timer.abort();
    }
    line.until = now();
    if (line.answer === 'none') unheard.set(key, operation);
    else unheard.delete(key);
    return line;
  };

  return {
    /**
     * Sends an operation, again after silence, as an app does.
     * @returns its last sending
     */
    send: async (operation: Operation, times = 3): Promise<Sending> => {
      for (let left = times; ; left--) {
        const line = await sendOnce(operation);
        if (line.answer !== 'none' || left <= 1) return line;
        await wait(150);
      }
    },
    /** Sends all operations that nothing was heard of until each is answered. @returns those that are not within a minute */
    settle: async (): Promise<string[]> => {
      const giveUp = now() + 60_000;
      for (const operation of unheard.values()) {
        while (unheard.has(operation.key) && now() < giveUp) {
          await sendOnce(operation);
          if (unheard.has(operation.key)) await wait(300);
        }
      }
      return [...unheard.keys()].map((key) => `${who} ${key}`);
    },
  };
};
export type Sender = ReturnType<typeof createSender>;
