import type { Queryable } from '../../core/database/database.ts';
import { shardCount } from '../../core/ids.ts';

/** What the open bets of a member may pay at most, in minor units. */
export type OpenBets = { shard: number; memberId: string; currency: string; mayPayMinor: bigint };

const rowsAtOnce = 5_000;

type Row = { shard: number; member_id: string; currency: string; may_pay: bigint };

/**
 * What open bets may pay, by shard and member, through a cursor. Where a part was cashed out it is that part of the potential which
 * still runs, rounded up.
 * @param on a snapshot
 */
export async function* readOpenBets(on: Queryable): AsyncGenerator<OpenBets> {
  await on.query(
    `declare open_bets no scroll cursor for
     select shard, member_id, currency, sum(case
         when cashed_stake = 0 then potential
         else div(potential::numeric * (stake - cashed_stake) + stake - 1, stake) end)::bigint as may_pay
     from bet
     where shard between 0 and ${shardCount - 1} and state = 'open' and returned_at is null
     group by shard, member_id, currency order by shard, member_id, currency`,
  );
  for (;;) {
    const { rows } = await on.query<Row>(`fetch ${rowsAtOnce} from open_bets`);
    for (const row of rows)
      yield { shard: row.shard, memberId: row.member_id, currency: row.currency, mayPayMinor: row.may_pay };
    if (rows.length < rowsAtOnce) break;
  }
  await on.query('close open_bets');
}
