import type { Person } from './people.ts';

const perMatch = 6;

/** Some bets of each member on what is live and what comes next, each on other outcomes. */
export const betAll = async (people: readonly Person[]): Promise<void> => {
  await Promise.all(people.map((person, nth) => betSome(person, nth)));
};

const betSome = async ({ api }: Person, nth: number): Promise<void> => {
  const { live, next } = await api.call('home', {});
  for (const { id } of [...live, ...next.slice(0, 4)]) {
    const { markets } = await api.call('eventDetail', { id });
    const open = markets.filter(({ state }) => state === 'open').slice(0, perMatch);
    for (const [place, { market, line, selections }] of open.entries()) {
      const chosen = selections[(nth + place) % selections.length];
      if (chosen === undefined || chosen.odds === null) continue;
      const { selection, odds } = chosen;
      const leg = { event: id, market, selection, odds, ...(line !== undefined && { line }) };
      // A market may close while the list is worked off; the others are enough.
      await api.answer('orderAdd', {
        key: `${id}-${nth}-${place}`,
        type: 'single',
        accept: 'any',
        legs: [leg],
        stake: ((nth + 1) * (place + 2) * 0.5).toFixed(2),
      });
    }
  }
};
