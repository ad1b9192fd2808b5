import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { operatorRoute } from '../route.ts';
import { Id, listOf, oneOf, pageFields } from '../shapes/common.ts';
import { OfficeCompetition } from '../shapes/office-names.ts';
import {
  GoalShift,
  MarketRule,
  OfferPreview,
  OfferRuleLine,
  offerScopes,
  OfferSheet,
  OfferVersion,
} from '../shapes/office-offers.ts';

const closed = { additionalProperties: false };
const at = {
  scope: oneOf([...offerScopes]),
  id: Type.Optional(Type.String({ ...Id, description: 'of the competition or match; none for the site' })),
};
const draft = {
  markets: Type.Array(MarketRule, { maxItems: 30, description: 'all that this scope says of markets' }),
  shift: Type.Optional(GoalShift),
};
const Why = Type.String({ minLength: 5, maxLength: 500, description: 'why, for the log' });

export const officeOfferRoutes = {
  officeOfferList: operatorRoute('officeOfferList', 'GET /api/office/offerList', {
    roles: ['trader', 'owner', 'auditor'],
    summary: 'Scopes with rules of their own: the site, competitions, matches that are not over',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(OfferRuleLine),
  }),
  officeOfferDetail: operatorRoute('officeOfferDetail', 'GET /api/office/offerDetail', {
    roles: ['trader', 'owner', 'auditor'],
    summary: 'Which markets are offered and with which margins: for the site, a competition or a match',
    input: Type.Object(at, closed),
    output: OfferSheet,
    reasons: ['not_found'],
  }),
  officeOfferPreview: operatorRoute('officeOfferPreview', 'POST /api/office/offerPreview', {
    decides: false,
    roles: ['trader', 'owner'],
    summary: 'What a change would do to the prices of the match, or of the next one of the scope',
    input: Type.Object({ ...at, ...draft }, closed),
    output: OfferPreview,
    reasons: ['not_found', 'validation'],
  }),
  officeOfferSave: operatorRoute('officeOfferSave', 'POST /api/office/offerSave', {
    decides: true,
    roles: ['trader', 'owner'],
    summary: 'Set what is offered and with which margins; `sure` where much of it changes',
    input: Type.Object(
      {
        ...at,
        version: Type.Integer({
          minimum: 0,
          maximum: limits.numberMax,
          description: 'of the rule, as it was seen',
        }),
        ...draft,
        sure: Type.Optional(Type.Literal(true)),
        reason: Why,
      },
      closed,
    ),
    output: OfferSheet,
    reasons: ['not_found', 'outdated', 'closed', 'change_large', 'validation'],
  }),
  officeOfferHistory: operatorRoute('officeOfferHistory', 'GET /api/office/offerHistory', {
    roles: ['trader', 'owner', 'auditor'],
    summary: 'Every version of a rule with who and why, the newest first',
    input: Type.Object({ ...at, ...pageFields }, closed),
    output: listOf(OfferVersion),
    reasons: ['not_found'],
  }),
  officeCompetitionList: operatorRoute('officeCompetitionList', 'GET /api/office/competitionList', {
    roles: ['trader', 'owner', 'auditor'],
    summary: 'Competitions, those with matches to come or in play first, in the order of members’ lists',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(OfficeCompetition),
  }),
};
