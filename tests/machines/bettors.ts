import type { Input } from '@touchline/contract/routes';
import type { Event } from '@touchline/contract/shapes/football';
import { CallRefused, memberApi, type MemberApi } from '../fixtures/member-api.ts';

type Order = Input<'orderAdd'>;

/** A member who bets the same small stake again and again, and remembers what was sent and what was answered. */
export type Bettor = {
  account: string;
  /** Every bet sent, with its key. */
  sent: readonly Order[];
  /** Id of the bet by key, for those that were answered. */
  acknowledged: ReadonlyMap<string, string>;
  /** Bets one after the other until the server answers no more. @throws when a bet is refused */
  betUntilSilence(): Promise<void>;
  /** Switches to another address, with the same session. */
  move(url: string): void;
  /** Sends every bet again as it was. @returns id of the bet by key */
  sendAllAgain(): Promise<Map<string, string>>;
  /** The recorded bets and the balance. */
  onRecord(): Promise<{ ids: string[]; balance: string }>;
};

/** Bets of one member that are on the way at once. */
const atOnce = 2;

/** The stake: the money a member starts with is enough for a thousand. */
const stake = '1.00';

const orderOn = (event: Event, key: string): Order => {
  const { main } = event;
  const [first] = main?.selections ?? [];
  if (main === undefined || first === undefined || first.odds === null) throw new Error('no price');
  const leg = { event: event.id, market: main.market, selection: first.selection, odds: first.odds };
  // Prices may move while the server is away; the bets must still be accepted.
  return { key, type: 'single', stake, accept: 'any', again: true, legs: [leg] };
};

/** The match that kicks off last: it is open the longest. */
const lastMatch = async (api: MemberApi): Promise<Event> => {
  const { list } = await api.call('eventList', { state: 'scheduled', limit: 100 });
  const last = list.filter(({ main }) => main?.state === 'open').at(-1);
  if (last === undefined) throw new Error('no match is open');
  return last;
};

const makeBettor = async (url: string, account: string): Promise<Bettor> => {
  let api = memberApi(url);
  const session = await api.register(account);
  const event = await lastMatch(api);
  const sent: Order[] = [];
  const acknowledged = new Map<string, string>();

  const lane = async (): Promise<void> => {
    for (;;) {
      const order = orderOn(event, `${account}-${String(sent.length).padStart(6, '0')}`);
      sent.push(order);
      try {
        acknowledged.set(order.key, (await api.call('orderAdd', order)).id);
      } catch (error) {
        if (error instanceof CallRefused) throw error;
        return;
      }
    }
  };

  return {
    account,
    sent,
    acknowledged,
    betUntilSilence: async () => {
      await Promise.all(Array.from({ length: atOnce }, lane));
    },
    move: (to) => {
      api = memberApi(to, session.token);
    },
    sendAllAgain: async () => {
      const answers = new Map<string, string>();
      for (const order of sent) answers.set(order.key, (await api.call('orderAdd', order)).id);
      return answers;
    },
    onRecord: async () => {
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const { list, total } = await api.call('orderList', { tab: 'all', page, limit: 100 });
        ids.push(...list.map(({ id }) => id));
        if (list.length === 0 || ids.length >= total) break;
      }
      const { balance } = await api.call('userInfo', {});
      return { ids, balance };
    },
  };
};

/** Opens accounts for a crowd. @param count of members */
export const bettors = async (url: string, count: number): Promise<Bettor[]> => {
  const crowd: Bettor[] = [];
  // One after the other: passwords are hashed slowly on purpose.
  for (let n = 1; n <= count; n++) crowd.push(await makeBettor(url, `crowd-${n}`));
  return crowd;
};
