import { Type } from 'typebox';
import { route } from '../route.ts';
import { Amount, Empty, Key } from '../shapes/common.ts';
import { Receipt } from '../shapes/receipt.ts';
import { CheckInInfo, VipLevel } from '../shapes/rewards.ts';

const closed = { additionalProperties: false };

export const rewardRoutes = {
  checkIn: route('checkIn', 'POST /api/user/checkIn', {
    auth: 'member',
    summary: 'Check in for today, once per day of the site',
    input: Type.Object({ key: Key }, closed),
    output: Type.Object({
      reward: Amount,
      streak: Type.Integer(),
      balance: Amount,
      receipts: Type.Array(Receipt, { description: 'of its entry in the wallet' }),
    }),
    reasons: ['checked_in', 'check_in_closed', 'excluded', 'key_reused'],
  }),
  checkInInfo: route('checkInInfo', 'GET /api/user/checkInInfo', {
    auth: 'member',
    summary: 'The calendar of check-ins of a month; without one, of this month',
    input: Type.Object(
      { month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' })) },
      closed,
    ),
    output: CheckInInfo,
  }),
  levelList: route('levelList', 'GET /api/user/levelList', {
    auth: 'member',
    summary: "The VIP levels, the member's own and the way to the next",
    input: Empty,
    output: Type.Object({
      list: Type.Array(VipLevel),
      current: Type.Integer(),
      progress: Type.Object({
        turnover: Amount,
        next: Type.Optional(Type.Integer()),
        left: Type.Optional(Amount),
        /** Percent of the way from the present level to the next. */
        percent: Type.Integer(),
      }),
    }),
  }),
};
