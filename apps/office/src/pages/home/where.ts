import type { Output } from '@touchline/contract/routes';
import { type OfficePlace, places } from '../../lib/places.ts';
import { useMay } from '../../lib/use-rights.ts';

type PageName = Output<'officeToday'>['queues'][number]['page'];

/** Which place of the navigation a page is, as the server calls it. */
const placeNames: Record<PageName, string> = {
  recharges: 'recharges',
  withdrawals: 'withdrawals',
  identity: 'names',
  adjustments: 'corrections',
  teams: 'flags',
  results: 'matches',
  events: 'matches',
  risk: 'risk',
  ledger: 'ledger',
  rails: 'rails',
  settings: 'settings',
  team_rules: 'team',
  reward_rules: 'rewards',
  house_texts: 'rules',
  members: 'members',
  operators: 'operators',
};

/** Finds the place of a page, for those who may open it. */
export const useWhere = (): ((page: PageName) => OfficePlace | undefined) => {
  const may = useMay();
  return (page) =>
    places.find(({ name, right }): boolean => {
      const known: string = name;
      return known === placeNames[page] && may(right);
    });
};
