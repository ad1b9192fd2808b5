import type pg from 'pg';
import { bookedOf, findCommission } from '../commission.ts';
import { conditionsOf, teamFiguresOf } from '../overview.ts';
import { levelOf, formatPercent, ratesOf } from '../domain.ts';
import { generationsOf, selectTeam } from '../facts.ts';
import type { RulesInForce } from '../rules.ts';
import { leadersOf } from '../tree.ts';
import { flaggedAmong, flagsInForce, flagsOf } from './place.ts';
import { pageOfRuns, readBooks } from './runs.ts';
import { rollUpSizes, selectBiggest, selectSizes } from './sizes.ts';
import { findLeaderDay, pageOfSources } from './sources.ts';
import { isRun, pageOfStatements, statementsAfter } from './statements.ts';
import type { Owner } from '../../platform/owner.ts';

export type { RunRow, BooksRow } from './runs.ts';
export type { TeamSize } from './sizes.ts';
export type { SourceRow } from './sources.ts';
export { cursorOf, statementCursor, type StatementRow } from './statements.ts';

type Slice = { limit: number; offset: number };

const flagsMax = 50;

/** Teams and commission as operators read them; nothing here changes anything. */
export const createTeamDesk = ({
  pool,
  background = pool,
  rulesNow,
  scale,
}: {
  pool: pg.Pool;
  /** The pool for sums over many rows; by default the same. */
  background?: pg.Pool;
  rulesNow: () => Promise<RulesInForce>;
  scale: number;
}) => ({
  /** The biggest teams, or those of some members. */
  teams: async (of: readonly Owner[] | undefined, slice: Slice) => {
    await rollUpSizes(background);
    if (of === undefined) return selectBiggest(pool, slice);
    return { rows: await selectSizes(pool, of), total: of.length };
  },
  /** Brings the sizes up to date, so that a list has little to fold. */
  rollUp: (): Promise<void> => rollUpSizes(background),

  /** The leaders above, the team below, and the progress towards each level. */
  place: async (owner: Owner) => {
    const rules = await rulesNow();
    const [generations, upline, booked, flags] = await Promise.all([
      generationsOf(
        pool,
        owner,
        rules.levels.map((level) => level.rechargeEachMinor),
      ),
      leadersOf(pool, owner),
      bookedOf(pool, owner),
      flagsOf(pool, owner, flagsMax),
    ]);
    const figures = teamFiguresOf(generations);
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
        conditions: conditionsOf(one, figures, scale),
      })),
    };
  },

  /** A page of a generation, with the sizes of the members' own teams and their flags. */
  generation: async (owner: Owner, of: Slice & { generation: number }) => {
    await rollUpSizes(background);
    const { rows, total } = await selectTeam(pool, owner, of);
    const sizes = new Map((await selectSizes(pool, rows)).map((one) => [one.memberId, one.people]));
    const flagged = await flaggedAmong(
      pool,
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
  },

  runs: (span: { from?: string | undefined; to?: string | undefined }, slice: Slice) =>
    pageOfRuns(pool, span, slice),
  books: () => readBooks(pool),
  isRun: (day: string) => isRun(pool, day),
  statements: (of: Parameters<typeof pageOfStatements>[1], slice: Slice) => pageOfStatements(pool, of, slice),
  statementsAfter: (run: string, after: RegExpExecArray | undefined, limit: number) =>
    statementsAfter(pool, run, after, limit),

  /** A leader's day as the leader sees it, and what reduces it; undefined when there is none of that id. */
  statement: async (owner: Owner, id: string) => {
    const day = await findLeaderDay(pool, owner, id);
    if (day === undefined) return undefined;
    const found = await findCommission(pool, owner, id, scale);
    return { day, found, flags: await flagsInForce(pool, owner, flagsMax) };
  },
  /** The sources of one of its lines, member by member. */
  sources: async (owner: Owner, id: string, { generation, ...slice }: Slice & { generation: number }) => {
    const day = await findLeaderDay(pool, owner, id);
    if (day === undefined) return undefined;
    const rateMicro = day.rates[generation - 1] ?? 0;
    return { ...(await pageOfSources(pool, owner, { generation, day: day.day }, slice)), rateMicro };
  },
});
