import type { Bet } from '@touchline/contract/shapes/bet';
import type { Queryable } from './database/database.ts';
import type { Log } from './logging/log.ts';
import type { Owner } from './owner.ts';

/**
 * Letters that the site sends to one member automatically. Each has the texts `letter.<template>.title` and
 * `.body` in the catalogues; they are worded when they are read, in the reader's language.
 */
export const letterTemplates = [
  'welcome',
  'sign_in_new',
  'password_changed',
  'otp_on',
  'otp_off',
  'factor_asked',
  'factor_ended',
  'passkey_added',
  'contact_changed',
  'recharge_credited',
  'recharge_rejected',
  'withdrawal_paid',
  'withdrawal_refused',
  'withdrawal_returned',
  'identity_verified',
  'identity_refused',
  'bet_corrected',
  'bet_settled',
  'bets_settled',
  'bet_sold',
  'adjusted',
  'limit_lowered',
  'limit_ready',
  'limit_raised',
  'time_out',
  'excluded',
  'stakes_returned',
  'commission_paid',
  'level_up',
] as const;
export type LetterTemplate = (typeof letterTemplates)[number];

/** Letters about the results of bets, the news of the page of records. Members choose whether they are pushed. */
export const betTemplates: readonly LetterTemplate[] = ['bet_settled', 'bets_settled', 'bet_sold'];

/** Letters about the member's own account and money reach everybody; these do not reach excluded members. */
export const invitingTemplates: readonly LetterTemplate[] = ['welcome', 'commission_paid', 'level_up'];

export type Letter = {
  template: LetterTemplate;
  /**
   * Values of the text: amounts as on the wire ("12.50") under names that begin with `amount`, times as ISO
   * 8601 under names that begin with `at` or `until`, all others as they are shown.
   */
  fields?: Record<string, string | undefined>;
  /** A page of the member app, "/pages/…". */
  link?: string;
  /**
   * The subject of the letter: a second letter of the same template about the same subject is not written.
   */
  about?: string | undefined;
};

/** Writes letters. Callers do not wait for them, and failures are logged. */
export type SendLetter = (owner: Owner, letter: Letter) => void;

/**
 * Events between the modules of one process, published after the change is committed. They are lost if the process dies, so work that
 * must happen uses a job (`jobs.ts`), the outbox (`outbox`) or a table of its own.
 *
 * | event | published by | heard by |
 * |---|---|---|
 * | `betPlaced` | betting | messaging |
 * | `betsSettled` | betting | messaging |
 * | `walletMoved` | betting, growth, office | messaging |
 * | `rechargeMoved` | payments | messaging |
 * | `withdrawalMoved` | payments | messaging |
 * | `payoutMethodSaved` | payments | growth |
 * | `deviceUsed` | accounts | growth |
 * | `nameSubmitted` | accounts | growth |
 * | `logRefused` | proofs | payments |
 * | `lettersDue` | accounts, growth, messaging, office, safer-play | messaging |
 */
type Published = {
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
 * Parts of a transaction that belong to another module: a listener writes on the publisher's connection, and what it throws rolls
 * the transaction back.
 *
 * | step | published by | heard by |
 * |---|---|---|
 * | `memberJoined` | accounts | growth |
 */
type Steps = {
  memberJoined: Owner & { inviterId: string | undefined; device: string | undefined; now: Date };
};

type Listener<Event> = (event: Event) => unknown;
type StepListener<Step> = (client: Queryable, step: Step) => Promise<void>;

/** Publishes events between modules that do not depend on each other. */
export type Bus = {
  /** Calls a function at each event of a name, in the order in which listeners were added. */
  on<Name extends keyof Published>(name: Name, listener: Listener<Published[Name]>): void;
  /** Registers a listener that runs inside the publisher's transaction. */
  onStep<Name extends keyof Steps>(name: Name, listener: StepListener<Steps[Name]>): void;
  /** Publishes an event without waiting. Never throws: a listener that fails is logged. */
  publish<Name extends keyof Published>(name: Name, event: Published[Name]): void;
  /** Publishes an event, and resolves once all listeners are done. Never rejects. */
  publishAndWait<Name extends keyof Published>(name: Name, event: Published[Name]): Promise<void>;
  /** Lets other modules do their part of a transaction. @throws what a listener throws */
  step<Name extends keyof Steps>(name: Name, client: Queryable, step: Steps[Name]): Promise<void>;
  /** Resolves once no listener is at work. */
  drain(): Promise<void>;
};

/** Sends letters over the bus. */
export const letterSender =
  (bus: Pick<Bus, 'publish'>): SendLetter =>
  (owner, letter) =>
    bus.publish('lettersDue', [{ shard: owner.shard, memberId: owner.memberId, ...letter }]);

type Listeners = { [Name in keyof Published]: Listener<Published[Name]>[] };
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
  const callAll = <Name extends keyof Published>(name: Name, event: Published[Name]): Promise<void>[] => {
    const fail = (error: unknown): void => log.error({ err: error, event: name }, 'a listener failed');
    const begun: Promise<void>[] = [];
    for (const listener of listeners[name]) {
      try {
        const result = listener(event);
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
    publish: (name, event) => void callAll(name, event),
    publishAndWait: async (name, event) => {
      await Promise.all(callAll(name, event));
    },
    step: async (name, client, step) => {
      for (const listener of stepListeners[name]) await listener(client, step);
    },
    drain: async () => {
      while (atWork.size > 0) await Promise.all(atWork);
    },
  };
};
