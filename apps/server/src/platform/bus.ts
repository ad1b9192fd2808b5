import type { Bet } from '@touchline/contract/shapes/bet';
import type { Queryable } from './database.ts';
import type { Letter, SendLetter } from './letters.ts';
import type { Log } from './log.ts';
import type { Owner } from './owner.ts';

/**
 * News between the rooms of one process, said after the change is on the disk. A process that stops may lose them, so nothing
 * that must happen depends on them. What must happen goes another way: settlement and new prices through the queue of jobs
 * (`jobs.ts`), codes and mails through the outbox (`outbox`), letters about corrected bets through the corrections on record.
 *
 * | news | said by | heard by |
 * |---|---|---|
 * | `betPlaced` | book | messages |
 * | `betsSettled` | book | messages |
 * | `walletMoved` | book, office, rewards, team | messages |
 * | `rechargeMoved` | cashier | messages |
 * | `withdrawalMoved` | cashier | messages |
 * | `payoutMethodSaved` | cashier | team |
 * | `deviceUsed` | members | team |
 * | `nameSubmitted` | members | team |
 * | `logRefused` | log | cashier |
 * | `lettersDue` | members, messages, office, play, rewards, team | messages |
 */
type News = {
  betPlaced: { owner: Owner; bet: Bet; wallet: { availableMinor: bigint; heldMinor: bigint } };
  betsSettled: { shard: number; bets: readonly { memberId: string; id: string }[] };
  walletMoved: Owner;
  rechargeMoved: Owner & { rechargeId: string; walletMoved: boolean };
  withdrawalMoved: Owner & { withdrawalId: string };
  payoutMethodSaved: Owner;
  deviceUsed: Owner & { device: string };
  nameSubmitted: Owner;
  /** The database may be older than what the public log has signed; when it was signed last, as the database has it. */
  logRefused: { signedAt: Date };
  lettersDue: readonly (Owner & Letter)[];
};

/**
 * Parts of a transaction that belong to another room: a listener writes on the speaker's connection, and what it throws undoes
 * the whole transaction.
 *
 * | step | said by | heard by |
 * |---|---|---|
 * | `memberJoined` | members | team |
 */
type Steps = {
  memberJoined: Owner & { inviterId: string | undefined; device: string | undefined; now: Date };
};

type Listener<Said> = (said: Said) => unknown;
type StepListener<Step> = (client: Queryable, step: Step) => Promise<void>;

/** How rooms hear of each other without knowing each other. */
export type Bus = {
  /** Calls a function at each news of a name, in the order in which listeners were added. */
  on<Name extends keyof News>(name: Name, listener: Listener<News[Name]>): void;
  /** Calls a function within each transaction that speaks of a step. */
  onStep<Name extends keyof Steps>(name: Name, listener: StepListener<Steps[Name]>): void;
  /** Says what happened. Waits for nobody and never throws: a listener that fails is logged. */
  say<Name extends keyof News>(name: Name, news: News[Name]): void;
  /** Says what happened, and resolves once all listeners are done. Never rejects. */
  sayAndWait<Name extends keyof News>(name: Name, news: News[Name]): Promise<void>;
  /** Lets other rooms do their part of a transaction. @throws what a listener throws */
  step<Name extends keyof Steps>(name: Name, client: Queryable, step: Steps[Name]): Promise<void>;
  /** Resolves once no listener is at work. */
  drain(): Promise<void>;
};

/** Sends letters over the bus. */
export const letterSender =
  (bus: Pick<Bus, 'say'>): SendLetter =>
  (owner, letter) =>
    bus.say('lettersDue', [{ shard: owner.shard, memberId: owner.memberId, ...letter }]);

type Listeners = { [Name in keyof News]: Listener<News[Name]>[] };
type StepListeners = { [Name in keyof Steps]: StepListener<Steps[Name]>[] };

/** Opens the bus of a process. */
export const createBus = (log: Pick<Log, 'error'>): Bus => {
  const listeners: Listeners = {
    betPlaced: [],
    betsSettled: [],
    walletMoved: [],
    rechargeMoved: [],
    withdrawalMoved: [],
    payoutMethodSaved: [],
    deviceUsed: [],
    nameSubmitted: [],
    logRefused: [],
    lettersDue: [],
  };
  const stepListeners: StepListeners = { memberJoined: [] };
  const atWork = new Set<Promise<void>>();

  /** Calls the listeners of a name. @returns those that are still at work */
  const callAll = <Name extends keyof News>(name: Name, news: News[Name]): Promise<void>[] => {
    const fail = (error: unknown): void => log.error({ err: error, news: name }, 'a listener failed');
    const begun: Promise<void>[] = [];
    for (const listener of listeners[name]) {
      try {
        const result = listener(news);
        if (!(result instanceof Promise)) continue;
        const work: Promise<void> = result
          .then(() => undefined, fail)
          .finally(() => void atWork.delete(work));
        atWork.add(work);
        begun.push(work);
      } catch (error) {
        fail(error);
      }
    }
    return begun;
  };

  return {
    on: (name, listener) => void listeners[name].push(listener),
    onStep: (name, listener) => void stepListeners[name].push(listener),
    say: (name, news) => void callAll(name, news),
    sayAndWait: async (name, news) => {
      await Promise.all(callAll(name, news));
    },
    step: async (name, client, step) => {
      for (const listener of stepListeners[name]) await listener(client, step);
    },
    drain: async () => {
      while (atWork.size > 0) await Promise.all(atWork);
    },
  };
};
