import { TeamLevel, type TeamRules } from '@touchline/contract/shapes/team';
import type pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { statement, type Queryable } from '../platform/database.ts';
import { Refused } from '../platform/refusal.ts';
import { transaction } from '../platform/transaction.ts';
import { toLevels, wrongIn, type Level } from './domain.ts';

type RulesRow = { version: number; levels: unknown; counts_from: string; published_at: Date };

const Levels = Type.Array(TeamLevel, { minItems: 3, maxItems: 3 });

const toWire = (row: RulesRow): TeamRules => ({
  ...{
    version: String(row.version),
    publishedAt: row.published_at.toISOString(),
    countsFrom: row.counts_from,
  },
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
const publish = statement(
  'team-rules-publish',
  `insert into team_rules (version, levels, counts_from, published_at, published_by)
   select max(version) + 1, $1, (now() at time zone $2)::date + 1, now(), $3 from team_rules
   returning ${columns}`,
);
const page = statement(
  'team-rules-page',
  `select ${columns} from team_rules order by version desc limit $1 offset $2`,
);

/** Rules as they count, with the levels in the terms of the close. */
export type RulesInForce = { version: number; levels: Level[]; wire: TeamRules };

/**
 * The published rules. The first version comes from the settings, at the first start; each later one counts from the site day
 * after it was published, the newest where there are several.
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
     * Publishes rules that count from the next site day.
     * @param note writes the audit log in the same transaction
     * @throws Refused `validation` where something falls from level to level, or the rates are more than half
     */
    publish: async (
      levels: readonly TeamLevel[],
      operatorId: string,
      note: (client: pg.PoolClient, rules: TeamRules) => Promise<void>,
    ): Promise<TeamRules> => {
      const field = wrongIn(levels, scale);
      if (field !== undefined) throw new Refused('validation', { rules: { [field]: 'range' } });
      await on('9999-01-01');
      return transaction(pool, async (client) => {
        const { rows } = await client.query<RulesRow>(
          publish([JSON.stringify(levels), timeZone, operatorId]),
        );
        const [row] = rows;
        if (row === undefined) throw new Error('The rules were not written');
        const rules = toWire(row);
        await note(client, rules);
        return rules;
      });
    },
  };
};
export type Rules = ReturnType<typeof createRules>;
