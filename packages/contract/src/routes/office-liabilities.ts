import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { Empty, listOf, pageFields } from '../shapes/common.ts';
import { LiabilityRefusal, LiabilitySnapshot } from '../shapes/liabilities.ts';

/** How operators see and publish what the house owes and has. */
export const officeLiabilityRoutes = {
  officeLiabilityList: operatorRoute('officeLiabilityList', 'GET /api/office/liabilityList', {
    roles: ['owner', 'cashier', 'auditor'],
    summary: 'What the house owed and had, as it was published, newest first; and what was not published',
    input: Type.Object(pageFields, { additionalProperties: false }),
    output: Type.Object({
      ...listOf(LiabilitySnapshot).properties,
      refused: Type.Array(LiabilityRefusal, { description: 'the newest ones since the newest snapshot' }),
    }),
  }),
  officeLiabilityMake: operatorRoute('officeLiabilityMake', 'POST /api/office/liabilityMake', {
    roles: ['owner', 'cashier'],
    summary:
      'Publish what the house owes now. Nothing is published where wallets are not what the ledger says',
    input: Empty,
    output: Type.Union([
      Type.Object({ made: LiabilitySnapshot }),
      Type.Object({ refused: Type.Array(Type.String(), { minItems: 1 }) }),
    ]),
  }),
};
