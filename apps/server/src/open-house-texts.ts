import type pg from 'pg';
import { officeHouseTextHandlers } from './office/house-text-routes.ts';
import { createHouseTexts } from './house-texts/service.ts';
import { termsInForce } from './http/terms.ts';
import type { Office } from './office/service.ts';
import type { Clock } from './platform/clock.ts';

/** What the house adds to rules, terms and privacy, put together with the office, which is made later. */
export const openHouseTexts = ({
  pool,
  clock,
  office,
}: {
  pool: pg.Pool;
  clock: Clock;
  office: () => Pick<Office, 'audit' | 'names'>;
}) => {
  const houseTexts = createHouseTexts({
    pool,
    clock,
    audit: (client, entry) => office().audit(client, entry),
  });
  return {
    ...houseTexts,
    /** The version of the terms members accept. */
    termsInForce: () => termsInForce(houseTexts),
    /** The version of what the house added to the rules at a moment. */
    rulesAt: (moment: Date) => houseTexts.versionAt('rules', moment),
    handlers: officeHouseTextHandlers({
      houseTexts,
      clock,
      namesOf: async (operators) => (await office().names({ operators, members: [] })).operators,
    }),
  };
};
