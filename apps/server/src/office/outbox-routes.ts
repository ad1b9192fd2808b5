import { limits } from '@touchline/contract/limits';
import type { Handlers } from '../core/handler.ts';
import type pg from 'pg';
import { isId } from '../core/ids.ts';
import { maskRecipient } from '../core/logging/log.ts';
import { faultOf } from '../core/outbox/carriers.ts';
import type { OutboxRow } from '../core/outbox/queries.ts';
import type { Outbox } from '../core/outbox/service.ts';
import { Refused } from '../core/refusal.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { sliceOf } from '../core/pages.ts';

const toWire = (row: OutboxRow, subject: string) => ({
  id: row.id,
  channel: row.channel,
  to: maskRecipient(row.recipient),
  state: row.state,
  tries: row.tries,
  subject: row.channel === 'email' ? subject : undefined,
  error: row.error ?? undefined,
  fault: row.error === null ? undefined : faultOf(row.error),
  at: row.at.toISOString(),
  sentAt: row.sent_at?.toISOString(),
});

/** The calls of the office about mails and short messages. Each reading is a line of the audit log, written before the answer. */
export const officeOutboxHandlers = ({
  pool,
  outbox,
  audit,
}: {
  pool: pg.Pool;
  outbox: Outbox;
  audit: Audit;
}): Pick<Handlers, 'officeOutboxList' | 'officeOutboxOpen'> => {
  const note = (entry: Parameters<Audit>[1]): Promise<void> =>
    withRetry(() => transaction(pool, (client) => audit(client, entry)));
  return {
    officeOutboxList: async ({ to, page = 1, limit = limits.listLimitDefault }, { operator, address }) => {
      const asked = to?.trim();
      await note({
        operator,
        address,
        action: 'outbox_listed',
        subject: { kind: 'outbox', id: 'list' },
        detail: { page, to: asked === undefined ? undefined : maskRecipient(asked) },
      });
      const { list, total } = await outbox.list({ to: asked, ...sliceOf({ page, limit }) });
      return { list: list.map(({ row, subject }) => toWire(row, subject)), total, page, limit };
    },
    officeOutboxOpen: async ({ id }, { operator, address }) => {
      const found = isId(id) ? await outbox.find(id) : undefined;
      if (found === undefined) throw new Refused('not_found');
      const { row, subject, text } = found;
      await note({
        operator,
        address,
        action: 'outbox_opened',
        subject: { kind: 'outbox', id: row.id },
        detail: { to: maskRecipient(row.recipient), template: row.template },
      });
      return { ...toWire(row, subject), text };
    },
  };
};
