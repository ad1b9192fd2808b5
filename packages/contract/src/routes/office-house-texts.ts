import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { operatorRoute } from '../route.ts';
import { Id, Key, listOf, Moment, oneOf, pageFields, Version } from '../shapes/common.ts';
import { LetterText } from '../shapes/inbox.ts';
import {
  houseTextKinds,
  houseTextStates,
  OfficeHouseText,
  OfficeHouseTextDetail,
} from '../shapes/house-texts.ts';

const closed = { additionalProperties: false };

/** How operators keep what the house adds to rules, terms and privacy. */
export const officeHouseTextRoutes = {
  officeHouseTextList: operatorRoute('officeHouseTextList', 'GET /api/office/houseTextList', {
    roles: ['content', 'owner', 'auditor'],
    summary: 'Versions of what the house adds to rules, terms and privacy, newest first',
    input: Type.Object(
      {
        kind: Type.Optional(oneOf([...houseTextKinds])),
        state: Type.Optional(oneOf([...houseTextStates])),
        ...pageFields,
      },
      closed,
    ),
    output: Type.Object({
      ...listOf(OfficeHouseText).properties,
      newest: Type.Record(Type.String(), Type.Integer(), { description: 'newest version of each kind' }),
    }),
  }),
  officeHouseTextDetail: operatorRoute('officeHouseTextDetail', 'GET /api/office/houseTextDetail', {
    roles: ['content', 'owner', 'auditor'],
    summary: 'One version with its words and those it replaces',
    input: Type.Object({ id: Id }, closed),
    output: OfficeHouseTextDetail,
    reasons: ['not_found'],
  }),
  officeHouseTextAdd: operatorRoute('officeHouseTextAdd', 'POST /api/office/houseTextAdd', {
    decides: true,
    roles: ['content', 'owner'],
    body: 'words',
    summary: 'Propose the next version; it takes effect only after another operator publishes it',
    input: Type.Object(
      {
        key: Key,
        kind: oneOf([...houseTextKinds]),
        texts: Type.Record(Type.String({ maxLength: 8 }), LetterText),
        from: Moment,
        reason: Type.String({ minLength: 5, maxLength: 500 }),
        seen: Type.Integer({
          minimum: 0,
          maximum: limits.numberMax,
          description: 'the newest version the operator saw; 0: none',
        }),
      },
      closed,
    ),
    output: OfficeHouseTextDetail,
    reasons: ['outdated', 'key_reused'],
  }),
  officeHouseTextDecide: operatorRoute('officeHouseTextDecide', 'POST /api/office/houseTextDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['content', 'owner'],
    summary:
      'Publish or refuse a version another operator proposed, withdraw one of your own, or revoke one that is published and does not count yet',
    input: Type.Object(
      {
        id: Id,
        seen: Version,
        decision: oneOf(['publish', 'refuse', 'withdraw', 'revoke']),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
    output: OfficeHouseTextDetail,
    reasons: ['not_found', 'same_operator', 'decided_already', 'outdated', 'reason_needed'],
  }),
};
