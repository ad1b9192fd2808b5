import { Type } from 'typebox';
import { route } from '../route.ts';
import { Id, listOf, oneOf, pageFields } from '../shapes/common.ts';
import { moneyKinds } from '../kinds.ts';
import { MoneyEntry } from '../shapes/money.ts';

const Day = Type.String({ format: 'date', description: 'a day in the time zone of the site' });

export const moneyRoutes = {
  moneyLogList: route('moneyLogList', 'GET /api/user/moneyLogList', {
    auth: 'member',
    summary: 'Every entry of the wallet, newest first, with the balance after it; with `id` that one',
    input: Type.Object(
      {
        id: Type.Optional(Id),
        kind: Type.Optional(oneOf([...moneyKinds])),
        from: Type.Optional(Day),
        to: Type.Optional(Day),
        ...pageFields,
      },
      { additionalProperties: false },
    ),
    output: listOf(MoneyEntry),
    reasons: ['not_found'],
  }),
};
