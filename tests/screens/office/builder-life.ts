import type { BuilderPicks } from '@touchline/contract/shapes/builder';
import type { Person } from './people.ts';

/** Selections that fit together in most matches, of two, three and four parts; one has a half ball and one a whole one. */
const picks: readonly BuilderPicks[] = [
  [
    { market: '1x2', selection: '1' },
    { market: 'over_under', selection: 'over', line: '2.5' },
  ],
  [
    { market: 'double_chance', selection: '1X' },
    { market: 'btts', selection: 'yes' },
    { market: 'over_under', selection: 'under', line: '4.5' },
  ],
  [
    { market: '1x2', selection: '2' },
    { market: 'ht_1x2', selection: 'X' },
  ],
  [
    { market: '1x2', selection: '1' },
    { market: 'btts', selection: 'yes' },
    { market: 'over_under', selection: 'over', line: '2.5' },
    { market: 'ht_1x2', selection: 'X' },
  ],
];

/** Each member puts some bet builders on what comes next, alone and with another match, and sells half of one. */
export const betBuilders = async (people: readonly Person[]): Promise<void> => {
  await Promise.all(
    people.map(async (person, nth) => {
      await betSome(person, nth);
      await sellHalf(person);
    }),
  );
};

const sellHalf = async ({ api }: Person): Promise<void> => {
  const { list } = await api.call('orderList', { limit: 20 });
  const bet = list.find(({ type, legs: [leg] }) => type === 'single' && leg?.parts !== undefined);
  if (bet === undefined) return;
  // A market that is closed now has no offer.
  const quote = await api.answer('cashOutQuote', { bet: bet.id });
  if (quote.code !== 1) return;
  await api.answer('cashOut', { key: `half-${bet.id}`, bet: bet.id, quote: quote.data.quote, share: '0.5' });
};

const betSome = async ({ api }: Person, nth: number): Promise<void> => {
  const { next } = await api.call('home', {});
  const [last] = next.slice(-1);
  for (const [place, { id }] of next.slice(0, 3).entries()) {
    const parts = picks[(nth + place) % picks.length] ?? [];
    const { odds } = await api.call('builderQuote', { event: id, parts });
    if (odds === null) continue;
    const builder = { event: id, market: 'builder', selection: 'all', odds, parts };
    const { markets } = last === undefined ? { markets: [] } : await api.call('eventDetail', { id: last.id });
    const home = markets.find(({ market }) => market === '1x2')?.selections[0];
    const isWith =
      place === 1 && last !== undefined && last.id !== id && home !== undefined && home.odds !== null;
    const other = isWith
      ? [{ event: last.id, market: '1x2', selection: home.selection, odds: home.odds ?? '' }]
      : [];
    // A price may have moved since it was read; the other bets are enough.
    await api.answer('orderAdd', {
      key: `builder-${id}-${nth}`,
      type: isWith ? 'accumulator' : 'single',
      accept: 'any',
      legs: [builder, ...other],
      stake: ((nth + 1) * (place + 1)).toFixed(2),
    });
  }
};
