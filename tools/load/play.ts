import { randomUUID } from 'node:crypto';
import { CallError } from '@touchline/client/errors';
import type { Output } from '@touchline/contract/routes';
import type { ActionKind } from './afternoon.ts';
import type { LoadMember } from './members.ts';
import type { Random } from './random.ts';

type Match = Output<'eventList'>['list'][number];

/** What all members look at: the matches that are open, with their prices, as the list last had them. */
export type Shop = { matches: readonly Match[] };

/** How many matches a look at the list asks for. */
const listed = 50;
/** Bets that a member keeps in mind for selling. */
const keptOpen = 20;

export const look = async (member: LoadMember, shop: Shop): Promise<void> => {
  const { list } = await member.call('eventList', { state: 'open', page: 1, limit: listed });
  shop.matches = list;
};

const bet = async (member: LoadMember, shop: Shop, random: Random): Promise<string> => {
  const open = shop.matches.filter(({ main }) => main?.state === 'open');
  if (open.length === 0) return 'nothing_open';
  const match = random.pick(open);
  const priced = match.main?.selections.filter(({ odds }) => odds !== null) ?? [];
  if (match.main === undefined || priced.length === 0) return 'nothing_open';
  const { selection, odds } = random.pick(priced);
  const { market, line } = match.main;
  const placed = await member.call('orderAdd', {
    key: randomUUID(),
    type: 'single',
    // No two are taken for one bet sent twice.
    stake: (1 + Math.floor(random.next() * 900) / 100).toFixed(2),
    accept: 'any',
    legs: [
      { event: match.id, market, selection, odds: odds ?? '1.01', ...(line === undefined ? {} : { line }) },
    ],
  });
  member.open.push(placed.id);
  if (member.open.length > keptOpen) member.open.shift();
  return 'success';
};

/** After a goal: what are my bets worth now, and one of them is sold. */
const storm = async (member: LoadMember): Promise<void> => {
  await member.call('cashOutOffers', {});
  const sold = member.open.pop();
  if (sold === undefined) return;
  const { quote } = await member.call('cashOutQuote', { bet: sold });
  await member.call('cashOut', { key: randomUUID(), bet: sold, quote });
};

type Scene = { member: LoadMember; shop: Shop; random: Random };

/** What each action is; `nothing_open` where there is no match to look at or bet on. */
const actions: Readonly<Record<ActionKind, (scene: Scene) => Promise<string>>> = {
  look: async ({ member, shop }) => {
    await look(member, shop);
    return 'success';
  },
  match: async ({ member, shop, random }) => {
    if (shop.matches.length === 0) return 'nothing_open';
    await member.call('eventDetail', { id: random.pick(shop.matches).id });
    return 'success';
  },
  bet: ({ member, shop, random }) => bet(member, shop, random),
  storm: async ({ member }) => {
    await storm(member);
    return 'success';
  },
  wallet: async ({ member }) => {
    await member.call('userInfo', {});
    return 'success';
  },
  record: async ({ member }) => {
    await member.call('orderList', { page: 1, limit: 20 });
    return 'success';
  },
};

/**
 * Does what a member does.
 * @returns `success`, or the reason of the refusal or failure
 */
export const act = (kind: ActionKind, scene: Scene): Promise<string> =>
  actions[kind](scene).catch((error: unknown) => (error instanceof CallError ? error.reason : 'unexpected'));
