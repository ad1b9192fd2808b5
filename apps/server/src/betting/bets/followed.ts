import { plainArray, query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';

/** A goal or the kick-off of a match, with what names it. */
export type MatchMoment = {
  eventId: string;
  /** Its number in the match. */
  n: number;
  kind: 'goal' | 'kick_off';
  minute: string | null;
  side: 'home' | 'away' | null;
  homeGoals: number;
  awayGoals: number;
  at: Date;
  homeId: string;
  home: string;
  homeFlag: string | null;
  awayId: string;
  away: string;
  awayFlag: string | null;
  competitionId: string;
};

const moments = query.many<MatchMoment>(
  'match-moments',
  `select i.event_id as "eventId", i.n, i.kind, i.minute, i.side, i.home_goals as "homeGoals", i.away_goals as "awayGoals",
     i.at, h.id as "homeId", h.name as home, h.flag as "homeFlag", a.id as "awayId", a.name as away, a.flag as "awayFlag",
     e.competition_id as "competitionId"
   from incident i join event e on e.id = i.event_id join team h on h.id = e.home_id join team a on a.id = e.away_id
   where i.at >= $1 and i.kind in ('goal', 'kick_off') order by i.at, i.event_id, i.n`,
);

const holders = query.many<{ member_id: string }>(
  'open-bets-on-match',
  `select o.member_id from unnest($2::smallint[], $3::uuid[]) as o (shard, member_id)
   where exists (
     select from bet b where b.shard = o.shard and b.event_id = $1 and b.member_id = o.member_id and b.state = 'open')
   or exists (
     select from leg l join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
     where l.shard = o.shard and l.event_id = $1 and l.member_id = o.member_id and b.state = 'open')`,
);

/** Goals and kick-offs of matches, and the members with open bets on them. */
export const createFollowed = ({ pool }: { pool: Queryable }) => ({
  /** Goals and kick-offs from a time on, oldest first. */
  moments: (since: Date): Promise<MatchMoment[]> => moments(pool, [since]),

  /** The given members who have an open bet on a match. */
  holders: async (eventId: string, owners: readonly Owner[]): Promise<ReadonlySet<string>> => {
    if (owners.length === 0) return new Set();
    const rows = await holders(pool, [
      eventId,
      plainArray(owners.map(({ shard }) => shard)),
      plainArray(owners.map(({ memberId }) => memberId)),
    ]);
    return new Set(rows.map(({ member_id: id }) => id));
  },
});

export type Followed = ReturnType<typeof createFollowed>;
