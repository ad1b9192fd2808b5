import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { operatorRoute } from '../route.ts';
import { Id, listOf, Moment, oneOf, pageFields } from '../shapes/common.ts';
import {
  FixedSetting,
  Setting,
  SettingChange,
  settingNames,
  SettingProblem,
  settingStates,
  SettingStep,
} from '../shapes/office-settings.ts';

const closed = { additionalProperties: false };
const Version = Type.Integer({
  minimum: 0,
  maximum: limits.numberMax,
  description: 'as officeSettingList answered it',
});
const Name = oneOf([...settingNames]);

export const officeSettingRoutes = {
  officeSettingList: operatorRoute('officeSettingList', 'GET /api/office/settingList', {
    roles: ['owner', 'auditor'],
    summary: 'The settings as they are, where each comes from, and the changes that wait or do not count yet',
    input: Type.Object({}, closed),
    output: Type.Object({
      version: Type.Integer(),
      settings: Type.Array(Setting),
      fixed: Type.Array(FixedSetting),
      changes: Type.Array(SettingChange),
    }),
  }),
  officeSettingSave: operatorRoute('officeSettingSave', 'POST /api/office/settingSave', {
    decides: { unless: { dryRun: [true] } },
    roles: ['owner'],
    summary:
      'Change settings together, now or from a given time; another owner has to approve those that touch money, limits or rates. A dry run only checks the values',
    input: Type.Object(
      {
        version: Version,
        settings: Type.Array(
          Type.Object(
            {
              name: Name,
              value: Type.Optional(
                Type.String({ maxLength: 8_000, description: 'missing: what the environment says' }),
              ),
            },
            closed,
          ),
          { minItems: 1, maxItems: settingNames.length },
        ),
        effectiveFrom: Type.Optional(Moment),
        reason: Type.Optional(Type.String({ maxLength: 500, description: 'why, for the log' })),
        dryRun: Type.Optional(Type.Literal(true)),
      },
      closed,
    ),
    output: Type.Object({
      steps: Type.Array(SettingStep),
      needsOther: Type.Boolean(),
      problems: Type.Array(SettingProblem),
      change: Type.Optional(SettingChange),
    }),
    reasons: ['outdated', 'reason_needed', 'validation'],
  }),
  officeSettingDecide: operatorRoute('officeSettingDecide', 'POST /api/office/settingDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['owner'],
    summary: 'Accept or refuse a change that another owner proposed, or withdraw your own',
    input: Type.Object(
      {
        id: Id,
        version: Version,
        decision: oneOf(['accept', 'refuse', 'withdraw']),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      },
      closed,
    ),
    output: SettingChange,
    reasons: [
      'not_found',
      'outdated',
      'same_operator',
      'forbidden',
      'decided_already',
      'reason_needed',
      'validation',
    ],
  }),
  officeSettingHistory: operatorRoute('officeSettingHistory', 'GET /api/office/settingHistory', {
    roles: ['owner', 'auditor'],
    summary: 'All changes of settings, newest first; of one setting, or in one state',
    input: Type.Object(
      { name: Type.Optional(Name), state: Type.Optional(oneOf([...settingStates])), ...pageFields },
      closed,
    ),
    output: listOf(SettingChange),
  }),
};
