import { plainArray, query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { insertInto, type Row } from '../../core/database/rows.ts';
import type { AlertFields } from './words.ts';

/** The number of shards. */
const shardsEnd = 256;

const newMatch = insertInto('match_alert', ['id', 'event_id', 'n', 'kind', 'fields', 'at']);
const begin = query.exec('match-alert-begin', `${newMatch.text} on conflict do nothing`);
type NewMatchAlert = {
  id: string;
  eventId: string;
  n: number;
  kind: 'goal' | 'kick_off';
  fields: AlertFields;
  at: Date;
};

/** Begins the alerts of a goal or kick-off, once for all processes. */
export const beginMatchAlert = async (
  db: Queryable,
  { id, eventId, n, kind, fields, at }: NewMatchAlert,
): Promise<void> => {
  await begin(db, newMatch.values({ id, event_id: eventId, n, kind, fields: JSON.stringify(fields), at }));
};

const open = query.one<{ id: string; nextShard: number }>(
  'match-alert-open',
  `select id, next_shard as "nextShard" from match_alert where event_id = $1 and n = $2 and next_shard < ${shardsEnd}`,
);
/** How far the alerts of a goal or kick-off have been handed out; undefined after the last. */
export const openMatchAlert = (
  db: Queryable,
  { eventId, n }: { eventId: string; n: number },
): Promise<{ id: string; nextShard: number } | undefined> => open(db, [eventId, n]);

export type Follower = Owner & { starred: boolean };
/** What a star can be on, for a match. */
export type Starred = { eventId: string; teams: readonly string[]; competitionId: string };

const followers = query.many<Follower>(
  'alert-followers',
  `select c.shard, c.member_id as "memberId", exists (
     select from favourite f where f.shard = c.shard and f.member_id = c.member_id and (
       (f.kind = 'match' and f.ref = $4) or (f.kind = 'team' and f.ref = any($5::text[]))
       or (f.kind = 'competition' and f.ref = $6))) as starred
   from alert_choice c
   where c.shard >= $1 and c.shard < $2 and case when $3 = 'goal' then c.goals else c.kick_off end and exists (
     select from push_subscription s where s.shard = c.shard and s.member_id = c.member_id)`,
);
/** Members of some shards who want pushes of a kind, and whether they have starred the match. */
export const selectFollowers = (
  db: Queryable,
  { from, to, kind }: { from: number; to: number; kind: string },
  { eventId, teams, competitionId }: Starred,
): Promise<Follower[]> => followers(db, [from, to, kind, eventId, teams, competitionId]);

const step = query.exec(
  'match-alert-step',
  `with turn as (update match_alert set next_shard = $3 where id = $1 and next_shard = $2 returning id)
   insert into push_task (shard, member_id, subscription_id, box, about_id, due_at, created_at)
   select s.shard, s.member_id, s.id, 'match', turn.id, $6, $6
   from turn cross join unnest($4::smallint[], $5::uuid[]) as o (shard, member_id)
   join push_subscription s on s.shard = o.shard and s.member_id = o.member_id
   on conflict do nothing`,
);
/** Queues an alert for the browsers of members of some shards, unless another process has. */
export const queueMatchAlert = async (
  db: Queryable,
  { id, from, to, at }: { id: string; from: number; to: number; at: Date },
  owners: readonly Owner[],
): Promise<void> => {
  const shards = plainArray(owners.map(({ shard }) => shard));
  const members = plainArray(owners.map(({ memberId }) => memberId));
  await step(db, [id, from, to, shards, members, at]);
};

const match = query.one<MatchAlert>(
  'match-alert',
  'select event_id, kind, fields, at from match_alert where id = $1',
);
export type MatchAlert = Row<'match_alert', 'event_id' | 'kind' | 'at'> & { fields: AlertFields };
/** The alert of a goal or kick-off; undefined when it was removed. */
export const findMatchAlert = (db: Queryable, id: string): Promise<MatchAlert | undefined> => match(db, [id]);

const tidy = query.exec('match-alert-tidy', 'delete from match_alert where at < $1');
/** Removes alerts from before a time. */
export const tidyMatchAlerts = async (db: Queryable, before: Date): Promise<void> => {
  await tidy(db, [before]);
};

const lines = query.many<OfferLine>(
  'alert-offer-lines',
  `select c.shard, c.member_id as "memberId", c.offer_at as "atLeastMinor" from alert_choice c
   where c.offers and (c.shard, c.member_id) > ($1::smallint, $2::uuid) and exists (
     select from push_subscription s where s.shard = c.shard and s.member_id = c.member_id)
   order by c.shard, c.member_id limit $3`,
);
export type OfferLine = Owner & { atLeastMinor: bigint };
/** Members who want pushes of offers, and from which amount on. */
export const selectOfferLines = (
  db: Queryable,
  { after, limit }: { after: Owner; limit: number },
): Promise<OfferLine[]> => lines(db, [after.shard, after.memberId, limit]);

const newOffer = insertInto('offer_alert', [
  'shard',
  'member_id',
  'id',
  'bet_id',
  'offer_at',
  'fields',
  'at',
]);
const addOffer = query.exec(
  'offer-alert-add',
  `with added as (${newOffer.text} on conflict do nothing returning shard, member_id, id, at)
   insert into push_task (shard, member_id, subscription_id, box, about_id, due_at, created_at)
   select s.shard, s.member_id, s.id, 'offer', n.id, n.at, n.at
   from added n join push_subscription s on s.shard = n.shard and s.member_id = n.member_id
   on conflict do nothing`,
);
type NewOfferAlert = OfferLine & { id: string; betId: string; fields: AlertFields; at: Date };
/** Queues the push about an offer; once for a bet and a line. */
export const queueOfferAlert = async (
  db: Queryable,
  { shard, memberId, id, betId, atLeastMinor, fields, at }: NewOfferAlert,
): Promise<void> => {
  await addOffer(
    db,
    newOffer.values({
      shard,
      member_id: memberId,
      id,
      bet_id: betId,
      offer_at: atLeastMinor,
      fields: JSON.stringify(fields),
      at,
    }),
  );
};

const offer = query.one<OfferAlert>(
  'offer-alert',
  'select bet_id, fields, at from offer_alert where shard = $1 and member_id = $2 and id = $3',
);
export type OfferAlert = Row<'offer_alert', 'bet_id' | 'at'> & { fields: AlertFields };
/** The alert of an offer; undefined when there is none. */
export const findOfferAlert = (
  db: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<OfferAlert | undefined> => offer(db, [shard, memberId, id]);
