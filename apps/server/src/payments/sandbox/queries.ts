import { query, statement, type Queryable } from '../../core/database/database.ts';
import { allBut, columnsOf, insertInto, parameters, type Row } from '../../core/database/rows.ts';
import type { RailOrder } from '../providers/rail.ts';

/** The key of an order: the shard of its member and its recharge. */
export type SandboxOrderKey = { shard: number; rechargeId: string };
const orderColumns = allBut('sandbox_order', ['shard', 'recharge_id']);
export type OrderRow = Row<'sandbox_order', (typeof orderColumns)[number]>;
export type OrderState = OrderRow['state'];

const noticeColumns = ['shard', 'recharge_id', 'id', 'rail', 'body'] as const;
export type SandboxNoticeRow = Row<'sandbox_notice', (typeof noticeColumns)[number]>;

const newOrder = insertInto('sandbox_order', [
  'shard',
  'recharge_id',
  'rail',
  'reference',
  'amount_minor',
  'currency',
  'scale',
  'lan',
  'expires_at',
]);
const insert = query.exec(
  'sandbox-order-insert',
  `${newOrder.text} on conflict (shard, recharge_id) do nothing`,
);
const select = query.one<OrderRow>(
  'sandbox-order',
  `select ${columnsOf('sandbox_order', orderColumns)}
   from sandbox_order where shard = $1 and recharge_id = $2`,
);
const { $, values: step } = parameters({
  shard: 'smallint',
  recharge: 'uuid',
  from: 'text[]',
  to: 'text',
  /** The order must not have ended before this time. */
  openAt: 'timestamptz',
  /** Whether notices are written even if the order does not move. */
  always: 'boolean',
  rail: 'text',
  at: 'timestamptz',
  ids: 'text[]',
  bodies: 'text[]',
});
const resolve = query.one<{ moved: boolean; told: boolean }>(
  'sandbox-order-resolve',
  `with moved as (
     update sandbox_order set state = ${$('to')}
     where shard = ${$('shard')} and recharge_id = ${$('recharge')} and state = any(${$('from')})
       and expires_at > ${$('openAt')}
     returning 1
   ), told as (
     insert into sandbox_notice (shard, recharge_id, id, rail, body, at)
     select ${$('shard')}, ${$('recharge')}, t.id, ${$('rail')}, t.body, ${$('at')}
     from unnest(${$('ids')}, ${$('bodies')}) as t (id, body)
     where ${$('always')} or exists (select 1 from moved)
     on conflict (shard, recharge_id, id) do nothing
     returning 1
   )
   select exists (select 1 from moved) as moved, exists (select 1 from told) as told`,
);
const move = statement(
  'sandbox-order-move',
  `update sandbox_order set state = $3, tries = case when $3 = 'challenge' then 0 else tries end
   where shard = $1 and recharge_id = $2 and state = any($4::text[]) and expires_at > $5::timestamptz`,
);
const wrongCode = query.one<{ tries: number }>(
  'sandbox-order-wrong-code',
  `update sandbox_order set tries = tries + 1
   where shard = $1 and recharge_id = $2 and state = 'challenge' and expires_at > $3 returning tries`,
);
const noticesOf = query.many<SandboxNoticeRow>(
  'sandbox-notices',
  `select ${columnsOf('sandbox_notice', noticeColumns)} from sandbox_notice
   where shard = $1 and recharge_id = $2 and (not $3 or delivered_at is null) order by at, id`,
);
/** A notice is sent again for three days, as Stripe does. */
const waiting = query.many<SandboxNoticeRow>(
  'sandbox-notices-waiting',
  `select ${columnsOf('sandbox_notice', noticeColumns)} from sandbox_notice
   where delivered_at is null and at < $1::timestamptz and at > $1::timestamptz - interval '3 days'
   order by at limit 100`,
);
const delivered = query.exec(
  'sandbox-notice-delivered',
  `update sandbox_notice set delivered_at = $4
   where shard = $1 and recharge_id = $2 and id = $3 and delivered_at is null`,
);

/** Earlier than every time: an ended order is accepted. */
export const whenever = '-infinity';

export const insertOrder = async (db: Queryable, rail: string, order: RailOrder): Promise<void> => {
  const { shard, rechargeId, reference, amountMinor, currency, lan, expiresAt } = order;
  await insert(
    db,
    newOrder.values({
      shard,
      recharge_id: rechargeId,
      rail,
      reference,
      amount_minor: amountMinor,
      currency: currency.code,
      scale: currency.scale,
      lan,
      expires_at: expiresAt,
    }),
  );
};

export const selectOrder = (
  db: Queryable,
  { shard, rechargeId }: SandboxOrderKey,
): Promise<OrderRow | undefined> => select(db, [shard, rechargeId]);

/**
 * Moves an order and writes its notices in one statement, so that neither exists without the other.
 * @param move.always writes the notices even where the order does not move
 * @returns whether it moved, and whether a notice is new
 */
export const resolveOrder = async (
  db: Queryable,
  { shard, rechargeId }: SandboxOrderKey,
  move: {
    rail: string;
    from: readonly OrderState[];
    to: OrderState;
    openAt: Date | typeof whenever;
    always?: boolean;
    at: Date;
    notices: readonly { id: string; body: string }[];
  },
): Promise<{ moved: boolean; told: boolean }> => {
  const { rail, from, to, openAt, always = false, at, notices } = move;
  const row = await resolve(
    db,
    step({
      shard,
      recharge: rechargeId,
      from,
      to,
      openAt,
      always,
      rail,
      at,
      ids: notices.map(({ id }) => id),
      bodies: notices.map(({ body }) => body),
    }),
  );
  return row ?? { moved: false, told: false };
};

/** Moves an order without a notice. @returns whether it moved */
export const moveOrder = async (
  db: Queryable,
  { shard, rechargeId }: SandboxOrderKey,
  { from, to, openAt }: { from: readonly OrderState[]; to: OrderState; openAt: Date | typeof whenever },
): Promise<boolean> => (await db.query(move([shard, rechargeId, to, [...from], openAt]))).rowCount === 1;

/** @returns wrong codes so far, or undefined when no code is expected any more */
export const countWrongCode = async (
  db: Queryable,
  { shard, rechargeId }: SandboxOrderKey,
  now: Date,
): Promise<number | undefined> => {
  const row = await wrongCode(db, [shard, rechargeId, now]);
  return row?.tries;
};

export const selectNotices = (
  db: Queryable,
  { shard, rechargeId }: SandboxOrderKey,
  { waitingOnly }: { waitingOnly: boolean },
): Promise<SandboxNoticeRow[]> => noticesOf(db, [shard, rechargeId, waitingOnly]);

/** Unanswered notices written before a time. */
export const selectWaiting = (db: Queryable, before: Date): Promise<SandboxNoticeRow[]> =>
  waiting(db, [before]);

export const noticeDelivered = async (db: Queryable, notice: SandboxNoticeRow, at: Date): Promise<void> => {
  await delivered(db, [notice.shard, notice.recharge_id, notice.id, at]);
};
