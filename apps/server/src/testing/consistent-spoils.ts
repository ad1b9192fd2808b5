import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { insertSeals, pageOfSeals, type AuditKey, type Seal } from '../core/audit-log/chain.ts';
import { judgeBet, type LegNow } from '../betting/settlement/domain.ts';
import { gradesBy } from '../betting/settlement/grades-by.ts';
import { publishGrades, selectDecision } from '../betting/settlement/ruling-rows.ts';

// Changes of a database's owner that need more than statements: all that follows is computed again, as the product does it.

type BetRow = {
  shard: number;
  member_id: string;
  id: string;
  k: number | null;
  open_stake: bigint;
  legs: { outcome: LegNow['outcome'] | null; odds_milli: number }[];
};

/** Settled bets with a leg on a match, by the grades that are in force. */
const settledOn = `select b.shard, b.member_id, b.id, b.k, b.stake - b.cashed_stake as open_stake,
    (select jsonb_agg(jsonb_build_object('odds_milli', l.odds_milli, 'outcome', g.outcome) order by l.n)
     from bet_leg l
     left join standing s on s.event_id = l.event_id
     left join graded g on g.event_id = l.event_id and g.version = s.graded and g.market = l.market and g.line = l.line
       and g.selection = l.selection and g.since = l.since
     where l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id) as legs
  from bet b
  where b.state <> 'open' and b.settlements = 1 and exists (
    select from bet_leg l where l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id and l.event_id = $1)`;

/** Rewrites the result of a match, its grades, and every settled bet on it with its settlement and its payout. */
export const rewriteResult = async (
  client: pg.PoolClient,
  eventId: string,
  { home, away }: { home: number; away: number },
): Promise<void> => {
  await client.query(
    `update result set ft_home = $2, ft_away = $3 where event_id = $1 and state = 'confirmed'`,
    [eventId, home, away],
  );
  await client.query('update event set home_goals = $2, away_goals = $3 where id = $1', [
    eventId,
    home,
    away,
  ]);
  await client.query(
    `update incident set home_goals = $2, away_goals = $3 where event_id = $1 and kind = 'full_time'`,
    [eventId, home, away],
  );
  const { rows: standings } = await client.query<{ graded: number }>(
    'select graded from standing where event_id = $1',
    [eventId],
  );
  const version = standings[0]?.graded ?? 0;
  const decision = await selectDecision(client, { eventId, version });
  if (decision === undefined) throw new Error('The match has no ruling');
  const { grades } = await gradesBy(client, eventId, decision);
  await client.query('delete from graded where event_id = $1 and version = $2', [eventId, version]);
  await publishGrades(client, { eventId, version }, grades);
  const { rows: bets } = await client.query<BetRow>(settledOn, [eventId]);
  for (const bet of bets) await settleAgain(client, bet, `${eventId}:${version}`);
};

const settleAgain = async (
  client: pg.PoolClient,
  { shard, member_id: memberId, id, k, open_stake: openStake, legs }: BetRow,
  run: string,
): Promise<void> => {
  const { state, payout } = judgeBet({
    k,
    openStake,
    legs: legs.map(({ outcome, odds_milli: oddsMilli }) => ({ outcome: outcome ?? undefined, oddsMilli })),
  });
  await client.query(
    'update bet set state = $4, payout = $5 where shard = $1 and member_id = $2 and id = $3',
    [shard, memberId, id, state, payout],
  );
  await client.query(
    `update settlement_chunk c set bets = (
       select jsonb_agg(case when t.bet ->> 'bet' = $2
         then t.bet || jsonb_build_object('state', $3::text, 'payout', $4::text, 'booked', coalesce($4::text, '0')) else t.bet end order by t.n)
       from jsonb_array_elements(c.bets) with ordinality as t (bet, n))
     where c.shard = $1 and c.bets::text like concat('%', $2::text, '%')`,
    [shard, id, state, payout?.toString() ?? null],
  );
  await client.query(
    `delete from entry where shard = $1 and member_id = $2 and ref = $3 and key like 'settle:%'`,
    [shard, memberId, id],
  );
  if ((payout ?? 0n) === 0n) return;
  await client.query(
    `insert into entry (shard, member_id, version, key, request_hash, kind, currency, amount, counter_account, available_after,
       held_after, ref, tx)
     select b.shard, b.member_id, w.version + 1, concat('settle:', b.id, ':1'), $4, $5, b.currency, b.payout, $6, 0, 0, b.id,
       (select min(tx) from entry)
     from bet b join wallet w on w.shard = b.shard and w.member_id = b.member_id
     where b.shard = $1 and b.member_id = $2 and b.id = $3`,
    [
      shard,
      memberId,
      id,
      run,
      state === 'refund' ? 'refund' : 'payout',
      state === 'refund' ? 'stakes' : 'payouts',
    ],
  );
  // Numbers of entries must differ until all are made to follow again.
  await client.query('update wallet set version = version + 1 where shard = $1 and member_id = $2', [
    shard,
    memberId,
  ]);
};

/** Seals the remaining lines of the audit log again, from the first, as an attacker with its key would. */
export const sealAgain = async (client: pg.PoolClient, key: AuditKey): Promise<void> => {
  const rows = await pageOfSeals(client, 0n, 1_000_000);
  const seals: Seal[] = [];
  let before = Buffer.alloc(32);
  for (const { line, content, key_id } of rows) {
    if (content === null) continue;
    const seq = BigInt(seals.length + 1);
    const number = Buffer.alloc(8);
    number.writeBigInt64BE(seq);
    const hash = createHmac('sha256', key.secret).update(before).update(number).update(content).digest();
    seals.push({ seq, line, prev_hash: before, hash, key_id });
    before = hash;
  }
  await client.query('delete from office_audit_seal');
  await insertSeals(client, seals);
};
