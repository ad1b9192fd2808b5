import { limits } from '@touchline/contract/limits';
import type { Handlers } from '../http/handler.ts';
import { faultOf } from '../platform/outbox/fault.ts';
import type { Outbox } from '../platform/outbox/service.ts';

/** The call of the office about mails and short messages. Reading needs no line in the audit log. */
export const officeOutboxHandlers = ({
  outbox,
}: {
  outbox: Pick<Outbox, 'list'>;
}): Pick<Handlers, 'officeOutboxList'> => ({
  officeOutboxList: async ({ to, page = 1, limit = limits.listLimitDefault }) => {
    const { list, total } = await outbox.list({ to: to?.trim(), limit, offset: (page - 1) * limit });
    return {
      list: list.map(({ row, subject, text }) => ({
        ...{ id: row.id, channel: row.channel, to: row.recipient, text, state: row.state, tries: row.tries },
        ...(row.channel === 'email' ? { subject } : {}),
        ...(row.error === null ? {} : { error: row.error, fault: faultOf(row.error) }),
        at: row.at.toISOString(),
        ...(row.sent_at === null ? {} : { sentAt: row.sent_at.toISOString() }),
      })),
      ...{ total, page, limit },
    };
  },
});
