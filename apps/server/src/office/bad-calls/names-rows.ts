import { newId } from '../../core/ids.ts';
import type { Rows } from './kinds.ts';
import type { WatchedSite } from './watched-site.ts';

const reason = 'The season begins';

/** Calls about competitions and teams. */
export const namesRows = (site: () => WatchedSite): Rows => {
  const row = {
    own: { not: 'a trader does it alone and at once, on record' },
    against: { not: 'feeds leave what an operator has named as it is' },
    words: ['reason'],
  };
  const competition = () => ({ version: 0, name: `Cup ${newId()}`, zone: 'UTC', off: false, reason });
  const club = () => ({
    version: 0,
    name: `Club ${newId()}`,
    short: 'CLB',
    colours: ['#0a5c36', '#ffffff'],
    reason,
  });
  const known = async (name: 'officeCompetitionSave' | 'officeClubSave', input: object) =>
    (await site().askAs(await site().one('trader', 7), name, { ...input })).id;
  const nobody = {
    reason: 'not_found',
    values: () => Promise.resolve([newId(), 'nobody-fc', 'no-cup']),
  } as const;

  return {
    officeCompetitionSave: {
      ...row,
      input: competition,
      twice: { losers: ['name_taken', 'outdated'] },
      stale: {
        input: async () => ({
          ...competition(),
          id: await known('officeCompetitionSave', competition()),
          version: 7,
        }),
        reason: 'outdated',
      },
      forged: { id: nobody },
    },
    officeClubSave: {
      ...row,
      input: club,
      twice: { losers: ['name_taken', 'outdated'] },
      stale: {
        input: async () => ({ ...club(), id: await known('officeClubSave', club()), version: 7 }),
        reason: 'outdated',
      },
      forged: { id: nobody },
    },
  };
};
