import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { Empty, listOf, pageFields } from '../shapes/common.ts';
import { HouseDay, HouseMatch, HousePage, Month } from '../shapes/house.ts';
import { operatorRoles } from '../shapes/office.ts';

const closed = { additionalProperties: false };

/** The page of the house as everybody sees it, with the matches and days behind its figures. */
export const officeHouseRoutes = {
  officeHouse: operatorRoute('officeHouse', 'GET /api/office/house', {
    roles: operatorRoles,
    summary: 'What the house publishes of itself, as everybody sees it',
    input: Empty,
    output: HousePage,
  }),
  officeHouseMatches: operatorRoute('officeHouseMatches', 'GET /api/office/houseMatches', {
    roles: operatorRoles,
    summary: 'The sealed totals of matches, the newest settlement first',
    input: Type.Object(
      {
        month: Type.Optional(Month),
        market: Type.Optional(
          Type.String({ minLength: 1, maxLength: 32, description: 'only matches with bets on it' }),
        ),
        ...pageFields,
      },
      closed,
    ),
    output: listOf(HouseMatch),
  }),
  officeHouseDays: operatorRoute('officeHouseDays', 'GET /api/office/houseDays', {
    roles: ['owner', 'cashier', 'auditor'],
    summary: 'The sealed sums of days, the newest first',
    input: Type.Object({ month: Type.Optional(Month), ...pageFields }, closed),
    output: listOf(HouseDay),
  }),
};
