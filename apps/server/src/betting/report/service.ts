import type pg from 'pg';
import { query } from '../../core/database/database.ts';
import { shardCount } from '../../core/ids.ts';
import { derivation, withRetry } from '../../core/database/transaction.ts';
import { primaryAlone, type Reading } from '../../core/database/standby.ts';
import { betMovesText, endedBelow } from '../../ledger/index.ts';

/**
 * Adds what entries say about bets to the days of their competitions, records who was active there, and lists the open bets
 * by their potential returns. A bet over several competitions counts under '' only; under '*' members are counted once over
 * all of them.
 * @param values the time zone, and the transaction numbers from which on and below which
 */
const fold = query.exec(
  'report-fold',
  `with moves as materialized (${betMovesText({ zone: '$1::text', from: '$2::bigint', until: '$3::bigint' })}),
  placed as materialized (
    select m.*, b.state = 'open' as open, b.potential, coalesce(
      case when b.event_id is not null then (select competition_id from event where id = b.event_id)
      else (
        select case when count(distinct e.competition_id) = 1 then min(e.competition_id) end
        from leg l join event e on e.id = l.event_id
        where l.shard = m.shard and l.member_id = m.member_id and l.bet_id = m.bet_id
      ) end, '') as competition_id
    from moves m left join bet b on b.shard = m.shard and b.member_id = m.member_id and b.id = m.bet_id
  ),
  active as (
    insert into report_active (day, competition_id, shard, member_id)
    select distinct day, competition_id, shard, member_id
    from (
      select day, competition_id, shard, member_id from placed where bets > 0
      union all
      select day, '*', shard, member_id from placed where bets > 0
    ) a
    order by 1, 2, 3, 4
    on conflict do nothing
    returning day, competition_id
  ),
  listed as (
    insert into large_bet (shard, member_id, bet_id, potential)
    select distinct shard, member_id, bet_id, potential from placed where open
    order by 1, 2, 3
    on conflict do nothing
  )
  insert into report_day as d (day, competition_id, stakes, refunds, payouts, bets, members)
  select day, competition_id, sum(stake), sum(refund), sum(payout), sum(bets), sum(members)
  from (
    select day, competition_id, stake, refund, payout, bets, 0 as members from placed
    union all
    select day, competition_id, 0, 0, 0, 0, 1 from active
  ) s
  group by day, competition_id
  order by day, competition_id
  on conflict (day, competition_id) do update
  set stakes = d.stakes + excluded.stakes, refunds = d.refunds + excluded.refunds, payouts = d.payouts + excluded.payouts,
    bets = d.bets + excluded.bets, members = d.members + excluded.members`,
);

/** The bets of a competition on some days, in minor units; '' are bets over several competitions. */
export type CompetitionSum = {
  competitionId: string;
  name: string | null;
  /** In other languages, by language. */
  names: unknown;
  stakesMinor: bigint;
  refundsMinor: bigint;
  payoutsMinor: bigint;
  bets: bigint;
};
export type LargeBet = { shard: number; memberId: string; betId: string };

/** Rows of the list of large bets that are checked when one of a page is settled. */
const takenAtOnce = 2_000;

/** Bets by day and competition, members active by day, and the largest open bets, folded from the ledger's entries. */
export class Reports {
  readonly #pool: pg.Pool;
  readonly #timeZone: string;
  readonly #reading: Reading;

  constructor(options: { pool: pg.Pool; timeZone: string; reading?: Reading }) {
    this.#pool = options.pool;
    this.#timeZone = options.timeZone;
    this.#reading = options.reading ?? primaryAlone;
  }

  /**
   * Folds in everything that finished transactions wrote since the mark, and moves the mark in the same
   * transaction: of two at once the second waits for the first's mark. After a change of the time zone all
   * days are folded again.
   */
  rollUp(): Promise<void> {
    return withRetry(() =>
      derivation(this.#pool, async (client) => {
        const { rowCount } = await client.query(
          'update report_mark set zone = $1, tx = 0 where one and zone is distinct from $1',
          [this.#timeZone],
        );
        if (rowCount === 1) {
          await client.query('delete from report_day');
          await client.query('delete from report_active');
        }
        const { rows } = await client.query<{ tx: bigint; until: bigint }>(
          `select tx, ${endedBelow} as until from report_mark where one for update`,
        );
        const [mark] = rows;
        if (!mark || mark.until <= mark.tx) return;
        await fold(client, [this.#timeZone, mark.tx, mark.until]);
        await client.query('update report_mark set tx = $1 where one', [mark.until]);
      }),
    );
  }

  /** Removes all settled bets from the list of large ones. */
  async sweep(): Promise<void> {
    await this.#takeOff();
  }

  /** Folds in new entries, and puts reopened bets back on the list of large ones. */
  async tidy(): Promise<void> {
    await this.rollUp();
    await this.#pool.query(
      `insert into large_bet (shard, member_id, bet_id, potential)
       select distinct b.shard, b.member_id, b.id, b.potential
       from bet_notice n join bet b on b.shard = n.shard and b.member_id = n.member_id and b.id = n.bet_id
       where n.shard between 0 and $1::smallint and n.state_after = 'open' and n.at > site_now() - interval '1 day'
         and b.state = 'open'
       on conflict do nothing`,
      [shardCount - 1],
    );
  }

  /** The open bets with the largest potential returns, as far as they are folded in. */
  async largeBets({ limit, offset }: { limit: number; offset: number }): Promise<LargeBet[]> {
    for (;;) {
      const page = await this.#listed(limit, offset);
      if (page.every(({ open }) => open)) return page;
      // Bets of one match are settled together: where one is, there are more.
      await this.#takeOff({ limit: Math.max(limit, takenAtOnce), offset });
    }
  }

  /** Bets by competition, the most stakes first. */
  async competitions({ from, to }: { from: string; to: string }): Promise<CompetitionSum[]> {
    const { rows } = await this.#reading.read(this.#pool, (on) =>
      on.query<CompetitionSum>(
        `select d.competition_id as "competitionId", min(c.name) as name,
         min(c.names::text)::jsonb as names, sum(d.stakes)::bigint as "stakesMinor",
         sum(d.refunds)::bigint as "refundsMinor", sum(d.payouts)::bigint as "payoutsMinor", sum(d.bets)::bigint as bets
       from report_day d left join competition c on c.id = d.competition_id
       where d.day between $1 and $2 and d.competition_id <> '*'
       group by d.competition_id order by sum(d.stakes) desc, d.competition_id`,
        [from, to],
      ),
    );
    return rows;
  }

  /** Members who placed a bet, by day. */
  async activeMembers({ from, to }: { from: string; to: string }): Promise<Map<string, number>> {
    const { rows } = await this.#reading.read(this.#pool, (on) =>
      on.query<{ day: string; members: bigint }>(
        `select day, members from report_day where day between $1 and $2 and competition_id = '*'`,
        [from, to],
      ),
    );
    return new Map(rows.map(({ day, members }) => [day, Number(members)]));
  }

  /** Removes settled bets from the list of large ones: from all of it, or a part. */
  #takeOff(part?: { limit: number; offset: number }): Promise<unknown> {
    return this.#pool.query(
      `delete from large_bet l
       using (
         select shard, member_id, bet_id from large_bet where shard between 0 and ${shardCount - 1}
         ${part ? 'order by potential desc, bet_id desc limit $1 offset $2' : ''}
       ) p
       join bet b on b.shard = p.shard and b.member_id = p.member_id and b.id = p.bet_id
       where l.shard between 0 and ${shardCount - 1}
         and l.shard = p.shard and l.member_id = p.member_id and l.bet_id = p.bet_id and b.state <> 'open'`,
      part && [part.limit, part.offset],
    );
  }

  /** A part of the list, and whether each bet is still open: those before it are not checked. */
  async #listed(limit: number, offset: number): Promise<(LargeBet & { open: boolean })[]> {
    const { rows } = await this.#pool.query<LargeBet & { open: boolean }>(
      `select l.shard, l.member_id as "memberId", l.bet_id as "betId", b.state = 'open' as open
       from (
         select shard, member_id, bet_id, potential from large_bet where shard between 0 and $1::smallint
         order by potential desc, bet_id desc limit $2 offset $3
       ) l
       join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
       order by l.potential desc, l.bet_id desc`,
      [shardCount - 1, limit, offset],
    );
    return rows;
  }
}
