import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { Amount, Id, pageFields } from '../shapes/common.ts';
import { EventExposure, ExposureList } from '../shapes/office-views.ts';

const closed = { additionalProperties: false };
const riskReaders = ['trader', 'owner', 'auditor'] as const;

/** What the office reads over all rooms; none of these calls changes anything. */
export const officeViewRoutes = {
  officeExposureEvent: operatorRoute('officeExposureEvent', {
    roles: riskReaders,
    summary: 'What the house makes by score over all markets of a match, with its caps',
    input: Type.Object(
      {
        id: Id,
        ht: Type.Optional(
          Type.String({ pattern: '^[0-9]{1,2}-[0-9]{1,2}$', description: 'the first half ended so' }),
        ),
      },
      closed,
    ),
    output: EventExposure,
    reasons: ['not_found'],
  }),
  officeExposureList: operatorRoute('officeExposureList', {
    roles: riskReaders,
    summary:
      'Matches by what they can still cost, summed by day and competition, the caps, and what is near them',
    input: Type.Object(
      {
        // Members who may win more than this on a match are named; 80 % of the cap by default.
        memberAbove: Type.Optional(Amount),
        ...pageFields,
      },
      closed,
    ),
    output: ExposureList,
  }),
};
