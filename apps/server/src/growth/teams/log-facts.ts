import { factBody, jsonOf, rangeValues, type FactRow, type FactSource } from '../../core/public-log/facts.ts';
import type { Row } from '../../core/database/rows.ts';

type RulesRow = Row<
  'team_rules',
  'version' | 'levels' | 'counts_from' | 'published_at' | 'published_by' | 'tx'
>;

/** Every version of the rules of teams. Its id is the version. */
export const teamFacts: FactSource = {
  name: 'team_rules',
  kinds: ['team_rules'],
  rowsAtOnce: 100,
  read: async (on, range) => {
    const { rows } = await on.query<RulesRow>(
      `select r.tx, r.version, r.levels, r.counts_from, r.published_at, r.published_by from team_rules r
       where r.tx >= $1::bigint and r.tx < $2::bigint order by r.tx, r.version offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => {
      const body = factBody('team_rules', {
        by: row.published_by,
        countsFrom: row.counts_from,
        levels: jsonOf(row.levels),
        time: row.published_at.toISOString(),
        version: row.version,
      });
      return { tx: row.tx, facts: [{ kind: 'team_rules', id: String(row.version), isPrivate: false, body }] };
    });
  },
};
