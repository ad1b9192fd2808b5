import type { teamFlagReasons, teamFlagStates } from '@touchline/contract/shapes/team';
import type pg from 'pg';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction } from '../../core/database/transaction.ts';
import { pairsAmong } from './tree.ts';
import type { Owner } from '../../core/owner.ts';
import { columnsOf, unnestOf, type Row } from '../../core/database/rows.ts';

export type FlagReason = (typeof teamFlagReasons)[number];
export type FlagState = (typeof teamFlagStates)[number];

const flagNames = [
  'id',
  'shard',
  'member_id',
  'leader_id',
  'reason',
  'state',
  'raised_at',
  'decided_by',
  'decided_at',
  'version',
] as const;
export type FlagRow = Row<'team_flag', (typeof flagNames)[number]>;

const raised = unnestOf('team_flag', ['shard', 'member_id', 'leader_shard', 'leader_id', 'id'], { from: 3 });
const raise = query.exec(
  'team-flag-raise',
  `insert into team_flag (shard, member_id, leader_shard, leader_id, reason, id, from_day, raised_at)
   select t.shard, t.member_id, t.leader_shard, t.leader_id, $1, t.id, (site_now() at time zone $2)::date, site_now()
   from ${raised.text}
   on conflict do nothing`,
);

/**
 * Flags a member together with those leaders, or members of its team, who share something with it. A pair is
 * flagged once for each reason: a cleared flag stays cleared.
 * @param others members who share it
 */
export const raiseFlags = async (
  on: Queryable,
  owner: Owner,
  others: readonly string[],
  { reason, timeZone }: { reason: FlagReason; timeZone: string },
): Promise<void> => {
  const pairs = await pairsAmong(on, owner, others);
  if (pairs.length === 0) return;
  await raise(on, [
    reason,
    timeZone,
    ...raised.values(
      pairs.map(({ shard, memberId, leaderShard, leaderId }) => ({
        shard,
        member_id: memberId,
        leader_shard: leaderShard,
        leader_id: leaderId,
        id: newId(),
      })),
    ),
  ]);
};

/** The columns of a `FlagRow`. */
export const flagColumns = columnsOf('team_flag', flagNames);
const page = query.many<FlagRow>(
  'team-flag-page',
  `select ${flagColumns} from team_flag where ($1::text is null or state = $1) order by id limit $2 offset $3`,
);
const count = query.one<{ total: bigint }>(
  'team-flag-count',
  'select count(*) as total from team_flag where $1::text is null or state = $1',
);

const ofMember = query.many<FlagRow>(
  'team-flags-of',
  `select ${flagColumns} from team_flag where shard = $1 and member_id = $2 order by id desc`,
);

const decide = statement(
  'team-flag-decide',
  `update team_flag set state = $2, decided_by = $3, decided_at = site_now(), version = version + 1
   where id = $1 and state = 'open' and version = $4
   returning ${flagColumns}`,
);

/** Flags of members together with a leader, for operators. */
export class TeamFlags {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Flags of an invited member, newest first. */
  async of({ shard, memberId }: Owner): Promise<FlagRow[]> {
    return await ofMember(this.#pool, [shard, memberId]);
  }

  /** Flags, the longest waiting first. */
  async list(
    state: FlagState | undefined,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ rows: FlagRow[]; total: number }> {
    const rows = await page(this.#pool, [state ?? null, limit, offset]);
    const counted = await count(this.#pool, [state ?? null]);
    return { rows, total: Number(counted?.total ?? 0n) };
  }

  /**
   * Clears or confirms a flag. The next closing books what a cleared flag had left out.
   * @param note writes the audit log in the same transaction
   * @throws Refused `not_found`, `outdated`, `decided_already`
   */
  decide(
    {
      id,
      version,
      decision,
      operatorId,
    }: { id: string; version: number; decision: 'clear' | 'confirm'; operatorId: string },
    note: (client: pg.PoolClient, flag: FlagRow) => Promise<void>,
  ): Promise<FlagRow> {
    return transaction(this.#pool, async (client) => {
      const state = decision === 'clear' ? 'cleared' : 'confirmed';
      const { rows } = await client.query<FlagRow>(decide([id, state, operatorId, version]));
      const [flag] = rows;
      if (flag === undefined) {
        const found = await client.query<{ version: number }>('select version from team_flag where id = $1', [
          id,
        ]);
        const [now] = found.rows;
        if (now === undefined) throw new Refused('not_found');
        throw new Refused(now.version === version ? 'decided_already' : 'outdated');
      }
      await note(client, flag);
      return flag;
    });
  }
}
