import { setTimeout as wait } from 'node:timers/promises';
import type { Input } from '@touchline/contract/routes';
import { openOrders } from './log-orders.ts';
import { CallRefused, memberApi } from '../fixtures/member-api.ts';

type Order = Input<'orderAdd'>;

/** Settings under which a crowd is limited by nothing but the server. */
export const crowdSettings = {
  PLAY_GRANT: '100000',
  // All bets are on one match.
  EXPOSURE_CAP_EVENT: '9000000.00',
  EXPOSURE_CAP_MARKET: '9000000.00',
  EXPOSURE_CAP_SELECTION: '9000000.00',
  EXPOSURE_CAP_MEMBER: '9000000.00',
  // The slowest replay: the last fixtures stay open.
  REPLAY_SPEED: '1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  SIGNIN_LIMIT_PER_MINUTE: '1000000',
  FILE_LIMIT_PER_MINUTE: '1000000',
} as const;

const grant = 100_000;

/** Answers to a crowd, compared with the database. */
type Judgement = {
  /** Bets that a server has answered with an id. */
  acknowledged: number;
  /** Those of them that are in the database. */
  found: number;
  /** Recorded bets beyond one for each key that was sent. */
  doubled: number;
  /** Calls that failed or were refused because the site was away, each sent again with its key. */
  unheard: number;
};

/** Members who bet through an outage, each key sent until it is answered. */
export type Crowd = {
  acknowledged: () => number;
  /**
   * The longest time without an answered bet that began after a given time, in seconds. It grows until the next bet.
   * @param sinceMs by `performance.now()`
   * @param url counts the bets that this server answered alone
   */
  gapSince: (sinceMs: number, url?: string) => number;
  /** Waits until this many more bets were answered. @throws when a bet was refused for another reason than the outage */
  goOn: (bets: number) => Promise<void>;
  /** Ends the betting: the calls under way are answered first. */
  stop: () => Promise<void>;
  /** Ends the betting without waiting for answers. */
  abandon: () => void;
  /** Reads all bets and balances of the members, and sends every key again. */
  judge: () => Promise<Judgement>;
};

type Options = {
  members: number;
  /** Bets of a member on the way at once. */
  atOnce?: number;
  /** Between two bets of a lane. */
  pauseMs?: number;
  /** How long a key is sent again. Longer than any outage: what still fails then is no outage. */
  patienceMs?: number;
};

/** Reasons to send a key again: the site was away, or the call may have been carried out. */
const passing = ['unavailable', 'no_answer', 'too_many'];

/**
 * Registers members and lets them bet.
 * @param urls addresses of the site, over which the members are spread; a member without an answer at one tries the next
 * @param settings of the servers must hold `crowdSettings`
 */
export const startCrowd = async (
  urls: () => readonly string[],
  { members, atOnce = 2, pauseMs = 20, patienceMs = 180_000 }: Options,
): Promise<Crowd> => {
  const sent = new Map<string, { order: Order; account: string; id: string | undefined }>();
  const tokens = new Map<string, string>();
  const answers: { ms: number; url: string }[] = [];
  const over = new AbortController();
  const given = new AbortController();
  let unheard = 0;
  /** The server of each member, who asks another only until an answer comes. */
  const homes = new Map<string, number>();

  /** Makes a call at one address after the other until it is answered. */
  const persist = async <T>(
    account: string,
    work: (api: ReturnType<typeof memberApi>) => Promise<T>,
  ): Promise<{ data: T; url: string }> => {
    const endMs = performance.now() + patienceMs;
    for (let turn = homes.get(account) ?? 0; ;) {
      const all = urls();
      const url = all[turn % all.length] ?? '';
      try {
        return { data: await work(memberApi(url, tokens.get(account))), url };
      } catch (error) {
        if (error instanceof CallRefused && error.reason === 'token_expired') {
          const session = await memberApi(url)
            .login(account)
            .catch(() => undefined);
          if (session) {
            tokens.set(account, session.token);
            continue;
          }
        }
        if (error instanceof CallRefused && ![...passing, 'token_expired'].includes(error.reason))
          throw error;
        if (given.signal.aborted || performance.now() > endMs) throw error;
        unheard += 1;
        turn += 1;
        await wait(100);
      }
    }
  };

  const first = memberApi(urls()[0] ?? '');
  let orderOf: ((key: string) => Order) | undefined;
  for (let n = 1; n <= members; n++) {
    const account = `crowd-${n}`;
    tokens.set(account, (await first.register(account)).token);
    homes.set(account, n);
    orderOf ??= await openOrders(first);
  }

  const lane = async (account: string, number: number): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n++) {
      const order = orderOf?.(`${account}-${number}-${n}`);
      if (order === undefined) return;
      const entry = { order, account, id: undefined };
      sent.set(order.key, entry);
      const { data, url } = await persist(account, (api) => api.call('orderAdd', order));
      sent.set(order.key, { ...entry, id: data.id });
      answers.push({ ms: performance.now(), url });
      await wait(pauseMs);
    }
  };
  const betting = Promise.all(
    [...tokens.keys()].flatMap((account) =>
      Array.from({ length: atOnce }, (_, number) => lane(account, number)),
    ),
  );
  let failure: unknown;
  betting.catch((error: unknown) => {
    failure = error;
  });
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };

  return {
    acknowledged: () => answers.length,
    gapSince: (sinceMs, url) => {
      const after = answers
        .filter((one) => one.ms >= sinceMs && (url === undefined || one.url === url))
        .map(({ ms }) => ms);
      const moments = [sinceMs, ...after, ...(over.signal.aborted ? [] : [performance.now()])];
      const gaps = moments.slice(1).map((moment, i) => moment - (moments[i] ?? moment));
      return Math.max(0, ...gaps) / 1_000;
    },
    goOn: async (bets) => {
      const wanted = answers.length + bets;
      while (answers.length < wanted) {
        check();
        await wait(20);
      }
    },
    stop: async () => {
      over.abort();
      await betting;
    },
    abandon: () => {
      over.abort();
      given.abort();
    },
    judge: async () => {
      check();
      const recorded = new Set<string>();
      let onRecord = 0;
      let charged = 0;
      for (const account of tokens.keys()) {
        const { data: ids } = await persist(account, (api) => idsOf(api));
        onRecord += ids.length;
        for (const id of ids) recorded.add(id);
        const { data: user } = await persist(account, (api) => api.call('userInfo', {}));
        charged += grant - Number(user.balance);
      }
      const answered = [...sent.values()].filter(({ id }) => id !== undefined);
      // One key of each member at a time, all members at once.
      await Promise.all(
        [...Map.groupBy(answered, ({ account }) => account)].map(async ([account, own]) => {
          for (const { order, id } of own) {
            const { data: again } = await persist(account, (api) => api.call('orderAdd', order));
            if (again.id !== id)
              throw new Error(`${order.key} was answered with ${id}, and again with ${again.id}`);
          }
        }),
      );
      // Each stake is 1.00, so that the balances say as well how many bets there are.
      if (charged !== onRecord) throw new Error(`${onRecord} bets are recorded, ${charged} were charged`);
      return {
        acknowledged: answered.length,
        found: answered.filter(({ id = '' }) => recorded.has(id)).length,
        doubled: onRecord - sent.size,
        unheard,
      };
    },
  };
};

const idsOf = async (api: ReturnType<typeof memberApi>): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await api.call('orderList', { tab: 'all', page, limit: 100 });
    ids.push(...list.map(({ id }) => id));
    if (list.length === 0 || ids.length >= total) return ids;
  }
};
