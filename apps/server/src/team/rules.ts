import { TeamLevel, type TeamRules } from '@touchline/contract/shapes/team';
import type pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { statement, type Queryable } from '../platform/database.ts';
import { Refused } from '../platform/refusal.ts';
import { createRuleChanges, type RuleChangeRow } from '../platform/rule-changes/service.ts';
import { toLevels, wrongIn, type Level } from './domain.ts';

type RulesRow = { version: number; levels: unknown; counts_from: string; published_at: Date };

const Levels = Type.Array(TeamLevel, { minItems: 3, maxItems: 3 });

const toWire = (row: RulesRow): TeamRules => ({
  version: String(row.version),
  publishedAt: row.published_at.toISOString(),
  countsFrom: row.counts_from,
  levels: Value.Parse(Levels, row.levels),
});

const columns = 'version, levels, counts_from, published_at';
const first = statement(
  'team-rules-first',
  `insert into team_rules (version, levels, counts_from, published_at) values (1, $1, '2000-01-01', now())
   on conflict do nothing`,
);
const inForce = statement(
  'team-rules-in-force',
  `select ${columns} from team_rules where counts_from <= $1 order by version desc limit 1`,
);
// After the version it was made on, or not at all: of two at once the second finds the number taken.
const publish = statement(
  'team-rules-publish',
  `insert into team_rules (version, levels, counts_from, published_at, published_by)
   select $1::int, $2::jsonb, greatest((now() at time zone $3)::date + 1, $4::date), now(), $5::uuid
   where (select max(version) from team_rules) = $1::int - 1
   on conflict do nothing`,
);
const newest = statement('team-rules-newest', 'select max(version) as version from team_rules');
const withBefore = statement('team-rules-of', `select levels from team_rules where version = $1`);
const page = statement(
  'team-rules-page',
  `select ${columns} from team_rules order by version desc limit $1 offset $2`,
);

/** A proposal with its levels, read. */
export type TeamChange = { row: RuleChangeRow; levels: TeamLevel[] };
const toChange = (row: RuleChangeRow): TeamChange => ({ row, levels: Value.Parse(Levels, row.rules) });
/** Writes the audit log, in the transaction of the change; `before` is what it was made on. */
type NoteTeamRules = (
  client: pg.PoolClient,
  change: TeamChange,
  before: readonly TeamLevel[],
) => Promise<void>;
const levelsOf = async (from: Queryable, version: number): Promise<TeamLevel[]> => {
  const { rows } = await from.query<{ levels: unknown }>(withBefore([version]));
  return rows[0] === undefined ? [] : Value.Parse(Levels, rows[0].levels);
};

/** Rules as they count, with the levels in the terms of the close. */
export type RulesInForce = { version: number; levels: Level[]; wire: TeamRules };

/**
 * The published rules. The first version comes from the settings, at the first start; each later one was proposed by one
 * operator and applied by another, and counts from the site day after that at the earliest, the newest where there are several.
 */
export const createRules = ({
  pool,
  defaults,
  scale,
  timeZone,
}: {
  pool: pg.Pool;
  defaults: readonly TeamLevel[];
  scale: number;
  timeZone: string;
}) => {
  const changes = createRuleChanges({ pool, kind: 'team' });
  const wrong = wrongIn(defaults, scale);
  if (wrong !== undefined) throw new Error(`TEAM_LEVELS: ${wrong}`);

  const on = async (day: string, from: Queryable = pool): Promise<RulesInForce> => {
    const { rows } = await from.query<RulesRow>(inForce([day]));
    const [row] = rows;
    if (row === undefined) {
      await from.query(first([JSON.stringify(defaults)]));
      return on(day, from);
    }
    const wire = toWire(row);
    return { version: row.version, levels: toLevels(wire.levels, scale), wire };
  };

  return {
    /** The rules that count on a day. */
    on,
    /** The versions, newest first. */
    list: async ({ limit, offset }: { limit: number; offset: number }) => {
      await on('9999-01-01');
      const { rows } = await pool.query<RulesRow>(page([limit, offset]));
      const counted = await pool.query<{ total: bigint }>('select count(*) as total from team_rules');
      return { list: rows.map(toWire), total: Number(counted.rows[0]?.total ?? 0n) };
    },
    /**
     * Proposes rules; another operator lets them count.
     * @param note writes the audit log in the same transaction
     * @throws Refused `validation` where something falls from level to level, or the rates are more than half; `outdated`,
     *   `reason_needed`
     */
    propose: async (
      {
        levels,
        ...given
      }: { levels: readonly TeamLevel[]; seen: number; from: string | undefined; reason: string; by: string },
      note: NoteTeamRules,
    ): Promise<TeamChange> => {
      const field = wrongIn(levels, scale);
      if (field !== undefined) throw new Refused('validation', { rules: { [field]: 'range' } });
      await on('9999-01-01');
      const { rows } = await pool.query<{ version: number }>(newest([]));
      const before = await levelsOf(pool, given.seen);
      const row = await changes.propose(
        { ...given, rules: levels, newest: rows[0]?.version ?? 1 },
        (client, written) => note(client, toChange(written), before),
      );
      return toChange(row);
    },
    /**
     * Decides proposed rules. Those that are applied count from the next site day on, or from a later one they name.
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`
     */
    decide: async (of: Parameters<typeof changes.decide>[0], note: NoteTeamRules): Promise<TeamChange> =>
      toChange(
        await changes.decide(
          of,
          async (client, row, version) =>
            (
              await client.query(
                publish([version, JSON.stringify(row.rules), timeZone, row.asked_from, of.by]),
              )
            ).rowCount === 1,
          async (client, row) => note(client, toChange(row), await levelsOf(client, row.based_on)),
        ),
      ),
    /** Proposals, newest first. */
    changes: async (state: RuleChangeRow['state'] | undefined, slice: { limit: number; offset: number }) => {
      const { rows, total } = await changes.page(state, slice);
      return { rows: rows.map(toChange), total };
    },
    /** Proposals that nobody has decided. */
    waiting: changes.waiting,
  };
};
export type Rules = ReturnType<typeof createRules>;
