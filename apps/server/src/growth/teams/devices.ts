import { dayMs } from '@touchline/contract/durations';
import { createHmac } from 'node:crypto';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { raiseFlags } from './flags.ts';
import type { Owner } from '../../core/owner.ts';

const see = statement(
  'team-device-see',
  `insert into team_device as d (shard, member_id, device, seen_at) values ($1, $2, $3, $4)
   on conflict (shard, member_id, device) do update set seen_at = excluded.seen_at
   where d.seen_at < excluded.seen_at - interval '1 day'
   returning d.xmax = 0 as is_new`,
);
const same = query.many<{ memberId: string }>(
  'team-device-same',
  'select distinct member_id as "memberId" from team_device where device = $1 and member_id <> $2',
);
const shared = query.many<{ memberId: string }>(
  'team-device-shared',
  `select distinct o.member_id as "memberId" from team_device d
   join team_device o on o.device = d.device and o.member_id <> d.member_id
   where d.shard = $1 and d.member_id = $2`,
);

/** Other members who have signed in on a device of this member within a year. */
export const sharedDevices = async (on: Queryable, { shard, memberId }: Owner): Promise<string[]> =>
  (await shared(on, [shard, memberId])).map((row) => row.memberId);

const forget = statement('team-device-forget', 'delete from team_device where seen_at < $1');

const yearMs = 366 * dayMs;

/**
 * Devices that members sign in from. Only a hash under the server's secret is stored, for a year after its
 * last use; it shows whether two members used the same device, and nothing else.
 */
export class TeamDevices {
  readonly #secret: Uint8Array;
  readonly #timeZone: string;

  /** @param secret the same in all processes */
  constructor({ secret, timeZone }: { secret: Uint8Array; timeZone: string }) {
    this.#secret = secret;
    this.#timeZone = timeZone;
  }

  /** Records a member's device; a device that a member above or below in the team has used flags the pair. */
  async see(on: Queryable, owner: Owner, device: string, now: Date): Promise<void> {
    const hash = createHmac('sha256', this.#secret).update(`team device ${device}`).digest();
    const { rows } = await on.query<{ is_new: boolean }>(see([owner.shard, owner.memberId, hash, now]));
    if (rows[0]?.is_new !== true) return;
    const others = await same(on, [hash, owner.memberId]);
    await raiseFlags(
      on,
      owner,
      others.map((row) => row.memberId),
      { reason: 'same_device', timeZone: this.#timeZone },
    );
  }

  /** Deletes devices not seen for a year. */
  async forget(on: Queryable, now: Date): Promise<void> {
    await on.query(forget([new Date(now.getTime() - yearMs)]));
  }
}
