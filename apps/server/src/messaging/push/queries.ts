import type { NoticeBox } from '@touchline/contract/kinds';
import { betTemplates } from '../../core/events.ts';
import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, rowParameters } from '../../core/database/rows.ts';
import type { Subscription } from './deliver.ts';
import type { Owner } from '../../core/owner.ts';

/** Maximum of browsers of one member; another one replaces the oldest. */
const devicesMax = 10;

const counted = query.one<{ devices: number }>(
  'push-count',
  'select count(*)::int as devices from push_subscription where shard = $1 and member_id = $2',
);

export const countDevices = async (db: Queryable, { shard, memberId }: Owner): Promise<number> =>
  (await counted(db, [shard, memberId]))?.devices ?? 0;

const savedColumns = ['shard', 'member_id', 'id', 'endpoint', 'p256dh', 'auth', 'created_at'] as const;
const saved = rowParameters('push_subscription', savedColumns);
const insert = query.exec(
  'push-insert',
  `insert into push_subscription (${columnsOf('push_subscription', savedColumns)}, endpoint_hash)
   values (${saved.row}, sha256(convert_to(${saved.$('endpoint')}, 'UTF8')))
   on conflict (shard, member_id, endpoint_hash) do update set p256dh = excluded.p256dh, auth = excluded.auth`,
);
const fromOthers = query.exec(
  'push-from-others',
  `delete from push_subscription where endpoint_hash = sha256(convert_to($1, 'UTF8')) and member_id <> $2`,
);
const oldest = query.exec(
  'push-oldest',
  `delete from push_subscription where shard = $1 and member_id = $2 and id in (
     select id from push_subscription where shard = $1 and member_id = $2 order by id desc offset ${devicesMax})`,
);

/** Assigns a browser to one member; another member who used it before gets no pushes there. */
export const saveSubscription = async (
  client: Queryable,
  { shard, memberId }: Owner,
  { id, endpoint, p256dh, auth, at }: Subscription & { id: string; at: Date },
): Promise<void> => {
  await fromOthers(client, [endpoint, memberId]);
  const row = { shard, member_id: memberId, id, endpoint, p256dh, auth, created_at: at };
  await insert(client, saved.values(row));
  await oldest(client, [shard, memberId]);
};

const remove = query.exec(
  'push-delete',
  `delete from push_subscription where shard = $1 and member_id = $2
     and endpoint_hash = sha256(convert_to($3, 'UTF8'))`,
);

export const deleteSubscription = async (
  db: Queryable,
  { shard, memberId }: Owner,
  endpoint: string,
): Promise<void> => {
  await remove(db, [shard, memberId, endpoint]);
};

const queueLetters = query.exec(
  'push-queue-letters',
  `insert into push_task (shard, member_id, subscription_id, box, about_id, due_at, created_at)
   select s.shard, s.member_id, s.id, 'letter', l.id, $4, $4
   from unnest($1::smallint[], $2::uuid[], $3::uuid[], $5::boolean[]) as l (shard, member_id, id, is_about_bets)
   join push_subscription s on s.shard = l.shard and s.member_id = l.member_id
   where not (l.is_about_bets and exists (
     select from alert_choice c where c.shard = l.shard and c.member_id = l.member_id and not c.settled))
   on conflict do nothing`,
);

/** Queues pushes about letters to their members' browsers; about bets where the member wants them. */
export const queueForLetters = async (
  db: Queryable,
  letters: readonly (Owner & { id: string; template?: string | undefined })[],
  at: Date,
): Promise<void> => {
  const shards = letters.map(({ shard }) => shard);
  const members = letters.map(({ memberId }) => memberId);
  const aboutBets = letters.map(({ template }) => betTemplates.some((one) => one === template));
  await queueLetters(db, [shards, members, letters.map(({ id }) => id), at, aboutBets]);
};

const begin = query.exec(
  'push-notice-begin',
  'insert into push_notice (notice_id) values ($1) on conflict do nothing',
);
const open = query.one<{ next_shard: number }>(
  'push-notice-open',
  'select next_shard from push_notice where notice_id = $1 and next_shard < 256',
);
const step = query.exec(
  'push-notice-step',
  `with turn as (update push_notice set next_shard = next_shard + 1 where notice_id = $1 and next_shard = $2
     returning next_shard - 1 as shard)
   insert into push_task (shard, member_id, subscription_id, box, about_id, due_at, created_at)
   select s.shard, s.member_id, s.id, 'system', $1, $3, $3 from turn join push_subscription s on s.shard = turn.shard
   where s.created_at <= $4 on conflict do nothing`,
);

/** Begins the pushes of a notice, once for all processes. */
export const beginNotice = async (db: Queryable, id: string): Promise<void> => {
  await begin(db, [id]);
};

/** The next shard for the pushes of a notice; undefined after the last. */
export const nextShard = async (db: Queryable, id: string): Promise<number | undefined> =>
  (await open(db, [id]))?.next_shard;

/** Queues a notice for the browsers of one shard that were subscribed when it came into force. */
export const queueForNotice = async (
  db: Queryable,
  { id, shard, from, at }: { id: string; shard: number; from: Date; at: Date },
): Promise<void> => {
  await step(db, [id, shard, at, from]);
};

export type Task = Owner &
  Subscription & {
    subscriptionId: string;
    box: NoticeBox | 'match' | 'offer';
    aboutId: string;
    tries: number;
    createdAt: Date;
  };

const take = query.many<Task>(
  'push-take',
  `with due as (
     select t.shard, t.member_id, t.subscription_id, t.about_id
     from push_task t
     join push_subscription s on s.shard = t.shard and s.member_id = t.member_id and s.id = t.subscription_id
     where t.due_at <= $1 order by t.due_at limit $2
     for update of t skip locked)
   update push_task t set tries = t.tries + 1, due_at = $1 + make_interval(secs => 30 * power(4, t.tries))
   from due d, push_subscription s
   where t.shard = d.shard and t.member_id = d.member_id and t.subscription_id = d.subscription_id
     and t.about_id = d.about_id and s.shard = t.shard and s.member_id = t.member_id and s.id = t.subscription_id
   returning t.shard, t.member_id as "memberId", t.subscription_id as "subscriptionId", t.box, t.about_id as "aboutId",
     t.tries, t.created_at as "createdAt", s.endpoint, s.p256dh, s.auth`,
);

/** Takes due tasks. Each becomes due again after a growing delay, unless it is ended before. */
export const takeTasks = (db: Queryable, { now, limit }: { now: Date; limit: number }): Promise<Task[]> =>
  take(db, [now, limit]);

const end = query.exec(
  'push-end',
  'delete from push_task where shard = $1 and member_id = $2 and subscription_id = $3 and about_id = $4',
);

export const endTask = async (db: Queryable, task: Task): Promise<void> => {
  await end(db, [task.shard, task.memberId, task.subscriptionId, task.aboutId]);
};

const forget = query.exec(
  'push-forget',
  'delete from push_subscription where shard = $1 and member_id = $2 and id = $3',
);

/** Deletes a browser's subscription. */
export const forgetSubscription = async (db: Queryable, task: Task): Promise<void> => {
  await forget(db, [task.shard, task.memberId, task.subscriptionId]);
};

const tidy = query.exec(
  'push-tidy',
  `delete from push_task t where t.created_at < $1 or not exists (
     select from push_subscription s where s.shard = t.shard and s.member_id = t.member_id and s.id = t.subscription_id)`,
);

/** Ends tasks that are too old, or whose browser is gone. */
export const tidyTasks = async (db: Queryable, before: Date): Promise<void> => {
  await tidy(db, [before]);
};
