import { setTimeout as wait } from 'node:timers/promises';
import { CallError, isNetworkError } from '@touchline/client/errors';
import { createOfficeClient } from '@touchline/client/office-client';
import type { Random } from '../../fixtures/random.ts';
import type { History } from './history.ts';
import type { PlannedMatch } from './plan.ts';
import { createSender, NotDone, type RunClock } from './sender.ts';

/** A ruling takes effect within this time, also while nothing works for a while. */
const rulesWithinMs = 240_000;

/** Account and password of an operator. */
export type Login = { account: string; password: string };
type Calls = ReturnType<typeof createOfficeClient>['call'];
type Officer = { account: string; ask: <T>(work: (call: Calls) => Promise<T>) => Promise<T> };

type Options = {
  urls: readonly string[];
  logins: readonly Login[];
  history: History;
  now: RunClock;
};

/** An operator on one of the servers, who goes to the next one after silence, and signs in again when the session has ended. */
const createOfficer = (urls: readonly string[], login: Login): Officer => {
  let session: { token: string } | undefined;
  let turn = 0;
  const client = () =>
    createOfficeClient({
      origin: urls[turn % urls.length] ?? '',
      timeoutMs: 10_000,
      session: { read: () => session, clear: () => (session = undefined) },
    });
  return {
    account: login.account,
    ask: async (work) => {
      try {
        session ??= await client().call('officeLogin', login);
        return await work(client().call);
      } catch (error) {
        if (!(error instanceof CallError) || isNetworkError(error) || error.reason === 'unavailable')
          turn += 1;
        if (error instanceof CallError && !isNetworkError(error)) throw new NotDone(error.reason);
        throw error;
      }
    },
  };
};

/** The operators of a run: two traders and two cashiers. */
export const createOffice = ({ urls, logins, history, now }: Options) => {
  const officer = (account: string): Officer => {
    const login = logins.find((one) => one.account === account);
    if (login === undefined) throw new Error(`There is no operator ${account}`);
    return createOfficer(urls, login);
  };
  const [ann, ben] = [officer('trader1'), officer('trader2')];
  const [cora, dan] = [officer('cashier1'), officer('cashier2')];
  const source = 'seen on the pitch';
  const reason = 'a ruling of the drill';

  /** Takes one step towards a score, a void, or the end of one. @returns whether it counts */
  const rule = async (event: string, ft: string): Promise<boolean> => {
    const detail = await ann.ask((call) => call('officeEventDetail', { id: event }));
    const { seen, results, voids, proposals } = detail;
    if (ft === 'void' || ft === 'undo') {
      const standing = voids.find(({ undone }) => undone === undefined);
      if ((standing !== undefined) === (ft === 'void')) return true;
      const waiting = proposals.find(({ state }) => state === 'proposed');
      if (waiting !== undefined) {
        const decided = { event, seen, id: waiting.id, decision: 'apply' as const };
        await ben.ask((call) => call('officeVoidDecide', decided));
      } else {
        const wanted = standing === undefined ? { scope: {} } : { undo: standing.ruling };
        await ann.ask((call) => call('officeVoidAdd', { event, seen, reason, ...wanted }));
      }
      return false;
    }
    const [home = 0, away = 0] = ft.split('-').map(Number);
    const says = (one: (typeof results)[number]): boolean => one.ft?.home === home && one.ft.away === away;
    if (results.some((one) => one.counts && says(one))) return true;
    const waiting = results.find((one) => one.state === 'proposed' && says(one));
    if (waiting !== undefined) {
      const decided = { event, seen, version: waiting.version, decision: 'confirm' as const };
      // A score that the lying feed claimed against another one takes two.
      const by = waiting.approved === undefined ? ben : ann;
      await by.ask((call) => call('officeResultDecide', decided));
    } else {
      const ht = { home: 0, away: 0 };
      await ann.ask((call) => call('officeResultAdd', { event, seen, source, ht, ft: { home, away } }));
    }
    return false;
  };

  return {
    /** Rules on a match as planned, each ruling once the one before counts. */
    ruleOn: async (event: string, match: PlannedMatch, over: AbortSignal): Promise<void> => {
      const sender = createSender(`traders of ${event}`, history, now);
      for (const [n, { atMs, ft }] of match.rulings.entries()) {
        await wait(Math.max(0, atMs - now()), undefined, { signal: over }).catch(() => undefined);
        const score = typeof ft === 'string' ? ft : ft.join('-');
        const key = `ruling-${n}`;
        const asked = { what: 'rule' as const, event, ft: score };
        const send = async () => {
          while (!(await rule(event, score)));
          return { what: 'done' as const };
        };
        // Also after the end of the run, so that every match has the score it shall have.
        const giveUp = now() + rulesWithinMs;
        for (;;) {
          const { answer, reason: why } = await sender.send({ key, asked, send }, 1);
          if (answer === 'done') break;
          if (now() > giveUp) throw new Error(`the ruling ${score} of ${event} does not count: ${why ?? ''}`);
          await wait(200);
        }
      }
    },
    /** Approves and refuses withdrawals until the run is over. */
    decideWithdrawals: async (random: Random, over: AbortSignal): Promise<void> => {
      const sender = createSender('cashiers', history, now);
      let count = 0;
      while (!over.aborted) {
        await wait(500);
        const queue = await cora
          .ask((call) => call('officeWithdrawList', { queue: 'in_review', limit: 20 }))
          .catch(() => undefined);
        for (const one of queue?.list ?? []) {
          if (random.chance(0.3)) continue;
          const decision = random.chance(0.2) ? ('refuse' as const) : ('approve' as const);
          const { withdrawal, member, version } = one;
          const why = decision === 'refuse' ? ('account_wrong' as const) : undefined;
          const of = { member: member.id, id: withdrawal.id, version, decision, reason: why };
          const by = random.pick([cora, dan]);
          await sender.send(
            {
              key: `decision-${count++}`,
              asked: { what: 'decide', withdrawal: withdrawal.id, decision },
              send: async () => {
                await by.ask((call) => call('officeWithdrawDecide', of));
                return { what: 'done' };
              },
            },
            1,
          );
        }
      }
    },
    /** Corrects balances of members until the run is over: one proposes, the other applies. */
    correct: async (members: readonly string[], random: Random, over: AbortSignal): Promise<void> => {
      const sender = createSender('correctors', history, now);
      for (let n = 0; !over.aborted; n++) {
        await wait(random.between(1_000, 4_000), undefined, { signal: over }).catch(() => undefined);
        const member = random.pick(members);
        const amount = `${random.chance(0.5) ? '' : '-'}${random.between(1, 9)}.00`;
        const key = `correction-${n}`;
        const send = async () => {
          const made = await cora.ask((call) => call('officeAdjustmentAdd', { key, member, amount, reason }));
          if (made.state === 'proposed') {
            const { list } = await dan.ask((call) => call('officeAdjustmentList', { limit: 100 }));
            const walletVersion = list.find(({ id }) => id === made.id)?.balance?.walletVersion;
            const decided = { id: made.id, version: made.version, decision: 'apply' as const, walletVersion };
            await dan.ask((call) => call('officeAdjustmentDecide', decided));
          }
          return { what: 'correct' as const, id: made.id };
        };
        await sender.send({ key, asked: { what: 'correct', member, amount }, send }, 2);
      }
    },
  };
};
