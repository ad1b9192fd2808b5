import type { Input } from '@touchline/contract/routes';
import type { MemberApi } from '../fixtures/member-api.ts';

type Order = Input<'orderAdd'>;

/**
 * Finds the match that kicks off last, which is open the longest.
 * @param api of a member who is signed in
 * @returns makes orders of 1.00 on it, at any price
 */
export const openOrders = async (api: MemberApi): Promise<(key: string) => Order> => {
  const { list } = await api.call('eventList', { state: 'scheduled', limit: 100 });
  const event = list.filter(({ main }) => main?.state === 'open').at(-1);
  const [first] = event?.main?.selections ?? [];
  if (event?.main === undefined || first === undefined || first.odds === null) throw new Error('no price');
  const { market } = event.main;
  const leg = { event: event.id, market, selection: first.selection, odds: first.odds };
  return (key) => ({ key, type: 'single', stake: '1.00', accept: 'any', again: true, legs: [leg] });
};
