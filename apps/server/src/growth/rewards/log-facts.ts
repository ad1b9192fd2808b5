import { factBody, jsonOf, rangeValues, type FactRow, type FactSource } from '../../core/public-log/facts.ts';
import type { Row } from '../../core/database/rows.ts';

type RulesRow = Row<
  'reward_rules',
  'version' | 'check_in_scale' | 'vip_levels' | 'counts_from' | 'published_at' | 'published_by' | 'tx'
>;

/** Every version of the rules of rewards. Its id is the version. */
export const rewardFacts: FactSource = {
  name: 'reward_rules',
  kinds: ['reward_rules'],
  rowsAtOnce: 100,
  read: async (on, range) => {
    const { rows } = await on.query<RulesRow>(
      `select r.tx, r.version, r.check_in_scale, r.vip_levels, r.counts_from, r.published_at, r.published_by
       from reward_rules r
       where r.tx >= $1::bigint and r.tx < $2::bigint order by r.tx, r.version offset $3 limit $4`,
      rangeValues(range),
    );
    return rows.map((row): FactRow => {
      const body = factBody('reward_rules', {
        by: row.published_by,
        checkInScale: row.check_in_scale,
        countsFrom: row.counts_from,
        time: row.published_at.toISOString(),
        version: row.version,
        vipLevels: jsonOf(row.vip_levels),
      });
      return {
        tx: row.tx,
        facts: [{ kind: 'reward_rules', id: String(row.version), isPrivate: false, body }],
      };
    });
  },
};
