import type { Handler } from '../http/handler.ts';
import type { Placing } from './placing/service.ts';
import type { Records } from './records/service.ts';

/** The calls of a member's own bets. */
export const orderHandlers = ({
  placing,
  records,
}: {
  placing: Placing;
  records: Records;
}): { orderAdd: Handler<'orderAdd'>; orderList: Handler<'orderList'> } => ({
  orderAdd: (input, { member }) => placing.place(member, input),
  orderList: ({ tab = 'all', page = 1, limit = 20 }, { member }) =>
    records.list({ shard: member.shard, memberId: member.id }, { tab, page, limit }),
});
