import type { Bet } from '@touchline/contract/shapes/bet';
import type { Match } from './feed.ts';
import type { MemberApi } from './member-api.ts';

/** Bets 10.00 on the home side of a match. */
export const placeBet = async (api: MemberApi, match: Pick<Match, 'id'>): Promise<Bet> => {
  const { markets } = await api.call('eventDetail', { id: match.id });
  const odds = markets.find(({ market }) => market === '1x2')?.selections[0]?.odds ?? '';
  return api.call('orderAdd', {
    key: crypto.randomUUID(),
    type: 'single',
    stake: '10.00',
    accept: 'none',
    legs: [{ event: match.id, market: '1x2', selection: '1', odds }],
  });
};
