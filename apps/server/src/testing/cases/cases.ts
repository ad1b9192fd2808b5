import type { RouteName } from '@touchline/contract/paths';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { cashierCases } from './cashier.ts';
import { contentCases } from './content.ts';
import { growthCases } from './growth.ts';
import { liabilityCases } from './liabilities.ts';
import { matchCases } from './matches.ts';
import { memberCases } from './members.ts';
import { operatorCases } from './operators.ts';
import { peopleCases } from './people.ts';
import { settingCases } from './settings.ts';
import { signInCases } from './sign-in.ts';
import { tradingCases } from './trading.ts';
import { viewCases } from './views.ts';
import type { CasesOf, OfficeCases } from './kinds.ts';

type Site = () => OwnedData;

/** Areas of the office whose misuse one file tests, `misuse-<name>.pg.test.ts`: the files take about as long as each other. */
export const officeCases = {
  money: (site: Site) => ({
    ...cashierCases(site),
    ...growthCases(site),
    ...liabilityCases(site),
    ...settingCases(site),
    ...viewCases(site),
  }),
  matches: (site: Site) => ({ ...matchCases(site), ...tradingCases(site) }),
  people: (site: Site) => ({
    ...contentCases(site),
    ...operatorCases(site),
    ...peopleCases(site),
    ...signInCases(site),
  }),
} satisfies Record<string, (site: Site) => OfficeCases>;

/** A case for each call of the contract. */
export const allCases = (site: Site): CasesOf<RouteName> => ({
  ...memberCases(site),
  ...officeCases.money(site),
  ...officeCases.matches(site),
  ...officeCases.people(site),
});
