import type { CommissionShow } from '@touchline/contract/shapes/office-growth';
import type pg from 'pg';
import { query, type Queryable } from '../../../core/database/database.ts';
import { bookedOf, findCommission } from '../../commission/commission.ts';
import { flagColumns, type FlagRow } from '../flags.ts';
import { conditionsOf, leaderFiguresOf } from '../overview.ts';
import { levelOf, formatPercent, ratesOf } from '../domain.ts';
import { generationsOf, selectTeam } from '../facts.ts';
import type { TeamRuleVersions } from '../rules.ts';
import { leadersOf } from '../tree.ts';
import { pageOfRuns, readBooks, type BooksRow, type RunRow } from './runs.ts';
import { rollUpSizes, selectBiggest, selectSizes } from './sizes.ts';
import { isRun, pageOfStatements, statementsAfter, type StatementRow } from './statements.ts';
import type { Owner } from '../../../core/owner.ts';

/** A leader's day by its id. */
type LeaderDay = { day: string; restricted: boolean; rates: number[] };

const leaderDayById = query.one<LeaderDay>(
  'team-leader-day',
  `select day, restricted, array[rate_1, rate_2, rate_3] as rates from team_commission
   where shard = $1 and leader_id = $2 and id = $3`,
);
const findLeaderDay = (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<LeaderDay | undefined> => leaderDayById(on, [shard, memberId, id]);

/** A member's bets of a day; `theoretical` in minor units × millionths. */
export type SourceRow = {
  memberId: string;
  bets: bigint;
  stakes: bigint;
  theoretical: string;
  counts: boolean;
};

const sourceTree = `from team_tree t
  join team_stake s on s.shard = t.shard and s.member_id = t.member_id and s.day = $4::date and s.bets > 0
  where t.leader_shard = $1 and t.leader_id = $2 and t.generation = $3`;
const sourcesPage = query.many<SourceRow>(
  'team-sources',
  `select t.member_id as "memberId", s.bets, s.stakes, s.theoretical::text as theoretical,
     not exists (
       select from team_flag f
       where f.shard = t.shard and f.member_id = t.member_id and f.leader_id = t.leader_id and f.in_force
         and f.from_day <= s.day) as counts
   ${sourceTree} order by s.theoretical desc, t.member_id limit $5 offset $6`,
);
const sourcesCount = query.one<{ total: bigint }>(
  'team-sources-count',
  `select count(*) as total ${sourceTree}`,
);

/** Members whose bets make up a generation's line of a day, the largest margin first. */
const pageOfSources = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { generation, day }: { generation: number; day: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SourceRow[]; total: number }> => {
  const of = [shard, memberId, generation, day];
  const rows = await sourcesPage(on, [...of, limit, offset]);
  const counted = await sourcesCount(on, of);
  return { rows, total: Number(counted?.total ?? 0n) };
};

const flagsOfMember = query.many<FlagRow>(
  'team-flags-of-member',
  `select ${flagColumns} from (
     select * from team_flag where shard = $1 and member_id = $2
     union
     select * from team_flag where leader_shard = $1 and leader_id = $2
   ) f order by id desc limit $3`,
);

/** Flags of a member, as one of a team or as its leader, newest first. */
const flagsOf = (on: Queryable, { shard, memberId }: Owner, limit: number): Promise<FlagRow[]> =>
  flagsOfMember(on, [shard, memberId, limit]);

const flagsBelow = query.many<FlagRow>(
  'team-flagged-below',
  `select ${flagColumns} from team_flag
   where leader_shard = $1 and leader_id = $2 and in_force order by id desc limit $3`,
);

/** Flags below a leader that affect the booked amounts. */
const flagsInForce = (on: Queryable, { shard, memberId }: Owner, limit: number): Promise<FlagRow[]> =>
  flagsBelow(on, [shard, memberId, limit]);

const flaggedMembers = query.many<{ memberId: string }>(
  'team-flagged-among',
  `select distinct member_id as "memberId" from team_flag
   where leader_shard = $1 and leader_id = $2 and state <> 'cleared' and member_id = any ($3::uuid[])`,
);

/** The members among these who earn a leader nothing. */
const flaggedAmong = async (
  on: Queryable,
  { shard, memberId }: Owner,
  ids: readonly string[],
): Promise<Set<string>> =>
  new Set((await flaggedMembers(on, [shard, memberId, ids])).map((row) => row.memberId));

type Slice = { limit: number; offset: number };

const flagsMax = 50;

/** Teams and commission as operators read them; nothing here changes anything. */
export class TeamDesk {
  readonly #pool: pg.Pool;
  readonly #background: pg.Pool;
  readonly #rules: TeamRuleVersions;
  readonly #scale: number;

  constructor({
    pool,
    background,
    rules,
    scale,
  }: {
    pool: pg.Pool;
    /** For sums over many rows. */
    background: pg.Pool;
    rules: TeamRuleVersions;
    scale: number;
  }) {
    this.#pool = pool;
    this.#background = background;
    this.#rules = rules;
    this.#scale = scale;
  }

  /** The biggest teams, or those of some members. */
  async teams(of: readonly Owner[] | undefined, slice: Slice) {
    await rollUpSizes(this.#background);
    if (of === undefined) return selectBiggest(this.#pool, slice);
    return { rows: await selectSizes(this.#pool, of), total: of.length };
  }

  /** Brings the sizes up to date, so that a list has little to fold. */
  rollUp(): Promise<void> {
    return rollUpSizes(this.#background);
  }

  /** The leaders above, the team below, and the progress towards each level. */
  async place(owner: Owner) {
    const rules = await this.#rules.today();
    const [generations, upline, booked, flags] = await Promise.all([
      generationsOf(
        this.#pool,
        owner,
        rules.levels.map((level) => level.rechargeEachMinor),
      ),
      leadersOf(this.#pool, owner),
      bookedOf(this.#pool, owner),
      flagsOf(this.#pool, owner, flagsMax),
    ]);
    const figures = leaderFiguresOf(generations);
    const level = levelOf(rules.levels, figures);
    return {
      generations,
      level,
      rulesVersion: rules.version,
      people: figures.people,
      rates: ratesOf(rules.levels, level).map(formatPercent),
      upline,
      booked,
      flags,
      levels: rules.levels.map((one) => ({
        level: one.level,
        reached: one.level <= level,
        rates: one.rates.map(formatPercent),
        conditions: conditionsOf(one, figures, this.#scale),
      })),
    };
  }

  /** A page of a generation, with the sizes of the members' own teams and their flags. */
  async generation(owner: Owner, of: Slice & { generation: number }) {
    await rollUpSizes(this.#background);
    const { rows, total } = await selectTeam(this.#pool, owner, of);
    const sizes = new Map((await selectSizes(this.#pool, rows)).map((one) => [one.memberId, one.people]));
    const flagged = await flaggedAmong(
      this.#pool,
      owner,
      rows.map(({ memberId }) => memberId),
    );
    return {
      rows: rows.map((row) => ({
        ...row,
        people: sizes.get(row.memberId) ?? 0,
        flagged: flagged.has(row.memberId),
      })),
      total,
    };
  }

  /** A page of closings, newest first. */
  runs(
    span: { from?: string | undefined; to?: string | undefined },
    slice: Slice,
  ): Promise<{ rows: RunRow[]; total: number }> {
    return pageOfRuns(this.#pool, span, slice);
  }

  /** The sums of all closings. */
  books(): Promise<BooksRow> {
    return readBooks(this.#pool);
  }

  /** Whether there is a closing of a day. */
  isRun(day: string): Promise<boolean> {
    return isRun(this.#pool, day);
  }

  /** A page of what a closing has for leaders, the largest amount first. */
  statements(
    of: { run: string; show: CommissionShow },
    slice: Slice,
  ): Promise<{ rows: StatementRow[]; total: number }> {
    return pageOfStatements(this.#pool, of, slice);
  }

  /** Those that follow a cursor; the first ones without it. */
  statementsAfter(run: string, after: RegExpExecArray | undefined, limit: number): Promise<StatementRow[]> {
    return statementsAfter(this.#pool, run, after, limit);
  }

  /** A leader's day as the leader sees it, and what reduces it; undefined when there is none of that id. */
  async statement(owner: Owner, id: string) {
    const day = await findLeaderDay(this.#pool, owner, id);
    if (day === undefined) return undefined;
    const found = await findCommission(this.#pool, owner, id, this.#scale);
    return { day, found, flags: await flagsInForce(this.#pool, owner, flagsMax) };
  }

  /** The sources of one of its lines, member by member. */
  async sources(owner: Owner, id: string, { generation, ...slice }: Slice & { generation: number }) {
    const day = await findLeaderDay(this.#pool, owner, id);
    if (day === undefined) return undefined;
    const rateMicro = day.rates[generation - 1] ?? 0;
    const found = await pageOfSources(this.#pool, owner, { generation, day: day.day }, slice);
    return { ...found, rateMicro };
  }
}
