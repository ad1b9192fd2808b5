import { limits } from '@touchline/contract/limits';
import type { House } from './service.ts';
import type { Handlers } from '../../core/handler.ts';

/** The calls of the office about what the house publishes of itself. */
export const officeHouseHandlers = (
  house: Pick<House, 'desk' | 'page'>,
): Pick<Handlers, 'officeHouse' | 'officeHouseMatches' | 'officeHouseDays'> => ({
  officeHouse: () => house.page(),
  officeHouseMatches: async ({ month, market, page = 1, limit = limits.listLimitDefault }) => {
    const found = await house.desk.matches({ month, market, limit, offset: (page - 1) * limit });
    return { ...found, page, limit };
  },
  officeHouseDays: async ({ month, page = 1, limit = limits.listLimitDefault }) => {
    const found = await house.desk.days({ month, limit, offset: (page - 1) * limit });
    return { ...found, page, limit };
  },
});
