import { paymentRecords } from '../payments/records.ts';
import { manualClock } from '../core/clock.ts';
import { newId, shardOf } from '../core/ids.ts';
import { auditShard } from '../ledger/auditor.ts';
import { commissionOf } from '../growth/teams/domain.ts';
import type { ClosePoint } from '../growth/commission/points.ts';
import { teamSources } from '../growth/teams/open.ts';
import { Teams } from '../growth/teams/service.ts';
import { joinTeam } from '../growth/teams/tree.ts';
import { verifyTeams } from '../growth/teams/verify.ts';
import type { Owner } from '../core/owner.ts';
import { testTouchline } from './touchline.ts';

const timeZone = 'Europe/Berlin';
const defaultLevels = '0,0,0,0:8,3,1;0,5,100.00,50:9,3.5,1.25;0,20,100.00,500:10,4,1.5';

type Outcome = 'win' | 'lose' | 'refund';
export type TestBet = Owner & {
  id: string;
  stake: bigint;
  micro: number;
  state: 'open' | Outcome;
  settledAt: Date | undefined;
  /** The time of its first settlement. */
  firstAt: Date | undefined;
  n: number;
};

/**
 * Opens teams in a site, with bets written directly into the book. They are opened here, because a test ends closings at points
 * and bets are recorded up to its clock.
 */
export const testTeams = async () => {
  const site = await testTouchline({
    modules: ['wallet', 'members', 'play', 'rewards'],
    env: { TEAM_LEVELS: defaultLevels, SITE_TIME_ZONE: timeZone },
    clock: manualClock(new Date('2026-10-24T10:00:00Z')),
  });
  const { bus, clock, database, context, letters, modules } = site;
  const { pool } = database;
  const wallet = modules.wallet.service;
  let members: Owner[] = [];
  let bets: TestBet[] = [];
  let at: ClosePoint = () => undefined;
  const sources = teamSources(pool, paymentRecords);
  const team = new Teams({
    pool,
    wallet,
    clock,
    currency: context.currency,
    secret: context.secret,
    config: context.config,
    bets: { ...sources.bets, upTo: () => Promise.resolve(clock.now()) },
    money: sources.money,
    samePerson: sources.samePerson,
    people: (ids) => modules.members.service.byIds(ids),
    vipLevels: (owners) => modules.rewards.service.vip.vipLevels(owners.map(({ memberId }) => memberId)),
    restricted: (ids, on) => modules.play.service.restricted(ids, on),
    bus,
    at: (name) => at(name),
  });
  const startAt = (moment: Date) =>
    pool.query(`update team_mark set read_to = $1 where name = 'bets'`, [moment]);
  await startAt(clock.now());

  const dayOf = (moment: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);

  return {
    database,
    pool,
    clock,
    wallet,
    team,
    letters,
    dayOf,
    get bets() {
      return bets;
    },
    get members() {
      return members;
    },
    /** Notes the point that a closing has reached; a test throws here to end it. */
    onPoint: (point: ClosePoint): void => void (at = point),
    async join(inviter?: Owner): Promise<Owner> {
      const memberId = newId();
      const owner = { shard: shardOf(memberId), memberId };
      await wallet.open(pool, { ...owner, currency: 'PLAY' });
      if (inviter) await joinTeam(pool, owner, inviter.memberId);
      members.push(owner);
      return owner;
    },
    async bet(owner: Owner, stake: bigint, micro: number, state: Outcome): Promise<TestBet> {
      const id = newId();
      const now = clock.now();
      await pool.query(
        `insert into bet (shard, member_id, id, type, currency, unit, stake, odds_milli, potential, rules, state, settled_at,
           settlements, margin_micro)
         values ($1, $2, $3, 'single', 'PLAY', $4, $4, 2000, 0, '1', $5, $6, 1, $7)`,
        [owner.shard, owner.memberId, id, stake, state, now, micro],
      );
      const firstAt = state === 'refund' ? undefined : now;
      const bet: TestBet = { ...owner, id, stake, micro, state, settledAt: now, firstAt, n: 1 };
      bets.push(bet);
      return bet;
    },
    /** Resettles or reopens a bet, as a correction does. */
    async settleAgain(bet: TestBet, state: TestBet['state']): Promise<void> {
      if (bet.state === state) return;
      const now = clock.now();
      bet.n += 1;
      if (bet.state !== 'open') {
        await pool.query(
          `insert into bet_notice (shard, member_id, bet_id, n, event_id, ruling, state_before, payout_before, settled_before,
             state_after, payout_after, booked, at) values ($1, $2, $3, $4, $3, 2, $5, 0, $6, $7, 0, 0, $8)`,
          [bet.shard, bet.memberId, bet.id, bet.n, bet.state, bet.settledAt, state, now],
        );
      }
      bet.state = state;
      bet.settledAt = state === 'open' ? undefined : now;
      if (state === 'win' || state === 'lose') bet.firstAt ??= now;
      await pool.query(
        `update bet set state = $4, settled_at = $5, settlements = $6 where shard = $1 and member_id = $2 and id = $3`,
        [bet.shard, bet.memberId, bet.id, state, bet.settledAt ?? null, bet.n],
      );
    },
    async flag(member: Owner, leader: Owner): Promise<void> {
      await pool.query(
        `insert into team_flag (shard, member_id, leader_shard, leader_id, reason, id, from_day, raised_at)
         values ($1, $2, $3, $4, 'same_device', $5, $6, now()) on conflict do nothing`,
        [member.shard, member.memberId, leader.shard, leader.memberId, newId(), dayOf(clock.now())],
      );
    },
    /** Empties a wallet. */
    async drain(owner: Owner): Promise<void> {
      const balance = await wallet.balance(owner.memberId, owner.shard);
      if (balance === undefined || balance.availableMinor === 0n) return;
      await wallet.post([
        {
          ...owner,
          key: newId(),
          kind: 'stake',
          counterAccount: 'stakes',
          amountMinor: -balance.availableMinor,
        },
      ]);
    },
    available: async (owner: Owner): Promise<bigint> =>
      (await wallet.balance(owner.memberId, owner.shard))?.availableMinor ?? -1n,
    /** The booked commission of each leader, day and generation. */
    async booked(): Promise<Map<string, bigint>> {
      const { rows } = await pool.query<{ key: string; amount: bigint }>(
        `select leader_id || ' ' || day || ' ' || generation as key, sum(amount)::bigint as amount from team_line group by 1`,
      );
      return new Map(rows.map(({ key, amount }) => [key, amount]));
    },
    /** The same, computed bet by bet at the rates of each leader's day. */
    async recomputed(): Promise<Map<string, bigint>> {
      const tree = (
        await pool.query<{ member_id: string; leader_id: string; generation: number }>(
          'select * from team_tree',
        )
      ).rows;
      const flags = (
        await pool.query<{ member_id: string; leader_id: string; from_day: string }>(
          `select * from team_flag where state <> 'cleared'`,
        )
      ).rows;
      const days = (await pool.query<{ day: string }>(`select day from team_run`)).rows.map((row) => row.day);
      const rates = new Map(
        (
          await pool.query<{
            leader_id: string;
            day: string;
            rate_1: number;
            rate_2: number;
            rate_3: number;
          }>('select * from team_commission')
        ).rows.map((row) => [`${row.leader_id} ${row.day}`, [row.rate_1, row.rate_2, row.rate_3]]),
      );
      const sums = new Map<string, bigint>();
      for (const bet of bets) {
        if (bet.firstAt === undefined || (bet.state !== 'win' && bet.state !== 'lose')) continue;
        const day = dayOf(bet.firstAt);
        if (!days.includes(day)) continue;
        for (const { member_id, leader_id, generation } of tree) {
          if (member_id !== bet.memberId) continue;
          if (flags.some((f) => f.member_id === member_id && f.leader_id === leader_id && f.from_day <= day))
            continue;
          const key = `${leader_id} ${day} ${generation}`;
          sums.set(key, (sums.get(key) ?? 0n) + bet.stake * BigInt(bet.micro));
        }
      }
      return new Map(
        [...sums].map(([key, theoretical]) => {
          const [leader = '', day = '', generation = ''] = key.split(' ');
          return [
            key,
            commissionOf(theoretical, rates.get(`${leader} ${day}`)?.[Number(generation) - 1] ?? 0),
          ];
        }),
      );
    },
    /** The differences in the ledger and in teams. */
    async differences(): Promise<string[]> {
      const found = (await verifyTeams(pool)).differences;
      for (const shard of new Set(members.map((one) => one.shard))) {
        found.push(...(await auditShard(pool, shard)).map((breach) => JSON.stringify(breach)));
      }
      return found;
    },
    /** Deletes all data. */
    async clear(moment: Date): Promise<void> {
      await database.owner.query(
        `truncate team_tree, team_size, team_fact, team_run, team_stake, team_device, team_flag, team_commission, team_line, team_due,
           team_part, bet, bet_notice, wallet, operation, entry, house_move, house_total`,
      );
      members = [];
      bets = [];
      letters.length = 0;
      at = () => undefined;
      clock.set(moment);
      await startAt(moment);
    },
    close: site.close,
  };
};

export type TestTeams = Awaited<ReturnType<typeof testTeams>>;
