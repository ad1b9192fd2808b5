import type pg from 'pg';
import { query, statement, type Queryable } from '../database/database.ts';
import { allBut, columnsOf, parameters, rowParameters, type Row } from '../database/rows.ts';
import type { QueueRow } from '../metrics/stored-metrics.ts';

const outboxColumns = allBut('outbox_message', ['about', 'next_at']);
/** A message as stored. */
export type OutboxRow = Row<'outbox_message', (typeof outboxColumns)[number]>;

const columns = columnsOf('outbox_message', outboxColumns);

export type NewMessage = Pick<
  OutboxRow,
  'id' | 'channel' | 'recipient' | 'template' | 'lan' | 'useless_at'
> & {
  fields: Record<string, string>;
  about: string | null;
  state: 'kept' | 'waiting';
  now: Date;
};

// With a condition, so that a message that is not wanted costs the same statement.
const { $, values } = parameters({
  id: 'uuid',
  channel: 'text',
  recipient: 'text',
  template: 'text',
  lan: 'text',
  fields: 'jsonb',
  about: 'uuid',
  state: 'text',
  now: 'timestamptz',
  useless_at: 'timestamptz',
  wanted: 'boolean',
});
const insert = query.exec(
  'outbox-insert',
  `insert into outbox_message (id, channel, recipient, template, lan, fields, about, state, next_at, useless_at, at)
   select ${$('id')}, ${$('channel')}, ${$('recipient')}, ${$('template')}, ${$('lan')}, ${$('fields')}, ${$('about')},
     ${$('state')}, ${$('now')}, ${$('useless_at')}, ${$('now')}
   where ${$('wanted')}`,
);

/** @param wanted whether it is written at all */
export const insertMessage = async (db: Queryable, message: NewMessage, wanted: boolean): Promise<void> => {
  await insert(db, values({ ...message, wanted }));
};

const withdraw = query.exec(
  'outbox-withdraw',
  `update outbox_message set fields = fields - 'code',
     state = case when state = 'waiting' then 'failed' else state end,
     error = case when state = 'waiting' then 'withdrawn' else error end
   where about = $1`,
);

/** Takes the code out of what belongs to `about`; what still waits is not sent. */
export const withdrawMessages = async (db: Queryable, about: string): Promise<void> => {
  await withdraw(db, [about]);
};

const claim = query.many<OutboxRow>(
  'outbox-claim',
  `update outbox_message m set tries = m.tries + 1, next_at = $2
   where m.state = 'waiting' and m.id in (
     select w.id from outbox_message w where w.state = 'waiting' and w.next_at <= $1
     order by w.next_at limit $3 for update skip locked)
   returning ${columns}`,
);

/** Takes up messages that are due and leases them until `until`. */
export const claimMessages = (
  db: Queryable,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<OutboxRow[]> => claim(db, [now, until, limit]);

// Only by the process that has the lease: afterwards another may have taken it up, which counts as one more
// try.
const settled = rowParameters('outbox_message', ['id', 'tries', 'state', 'error', 'next_at', 'sent_at']);
const settle = query.exec(
  'outbox-settle',
  `update outbox_message set state = ${settled.$('state')}, error = ${settled.$('error')},
     next_at = ${settled.$('next_at')}, sent_at = ${settled.$('sent_at')},
     fields = case when ${settled.$('state')} = 'waiting' then fields else fields - 'code' end
   where id = ${settled.$('id')} and tries = ${settled.$('tries')} and state = 'waiting'`,
);

export const settleMessage = async (
  db: Queryable,
  row: { id: string; tries: number },
  to: {
    state: 'sent' | 'failed' | 'waiting' | 'kept';
    error: string | null;
    nextAt: Date;
    sentAt: Date | null;
  },
): Promise<void> => {
  const { state, error, nextAt, sentAt } = to;
  await settle(db, settled.values({ ...row, state, error, next_at: nextAt, sent_at: sentAt }));
};

const page = query.many<OutboxRow>(
  'outbox-page',
  `select ${columns} from outbox_message where $1::text is null or lower(recipient) = lower($1)
   order by id desc limit $2 offset $3`,
);
const total = statement(
  'outbox-total',
  'select count(*) as n from outbox_message where $1::text is null or lower(recipient) = lower($1)',
);

const one = query.one<OutboxRow>('outbox-by-id', `select ${columns} from outbox_message where id = $1`);

export const findMessage = (db: Queryable, id: string): Promise<OutboxRow | undefined> => one(db, [id]);

/** A page of messages, the newest first. */
export const pageOfMessages = async (
  db: Queryable,
  { to, limit, offset }: { to: string | undefined; limit: number; offset: number },
): Promise<{ rows: OutboxRow[]; total: number }> => {
  const rows = await page(db, [to, limit, offset]);
  const counted = await db.query<{ n: bigint }>(total([to]));
  return { rows, total: Number(counted.rows[0]?.n ?? 0n) };
};

const blank = query.exec(
  'outbox-blank',
  `update outbox_message set fields = fields - 'code' where useless_at <= $1 and fields ? 'code'`,
);
const prune = query.exec('outbox-prune', 'delete from outbox_message where at < $1');

/** Removes expired codes, and deletes messages older than `before`. */
export const tidyMessages = async (
  db: Queryable,
  { now, before }: { now: Date; before: Date },
): Promise<void> => {
  await blank(db, [now]);
  await prune(db, [before]);
};

const waiting = statement(
  'figures-outbox',
  `select count(*)::int as total, min(at) as oldest from outbox_message where state = 'waiting'`,
);

/** The mails and short messages that wait to be sent. */
export const countWaiting = (pool: pg.Pool): Promise<{ rows: QueueRow[] }> =>
  pool.query<QueueRow>(waiting([]));
