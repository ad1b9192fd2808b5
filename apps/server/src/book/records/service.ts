import type { Bet } from '@touchline/contract/shapes/bet';
import type { Output } from '@touchline/contract/routes';
import type { Queryable } from '../../platform/database.ts';
import {
  countBets,
  selectBets,
  selectBetsByKey,
  selectLegsByKey,
  type BetKey,
  type Tab,
  selectWaitingResults,
} from './queries.ts';
import { toWireBet } from './wire.ts';
import type { Owner } from '../../platform/owner.ts';
import { sliceOf } from '../../platform/pages.ts';

export type Records = {
  /** A page of a member's bets, newest first. */
  list(owner: Owner, page: { tab: Tab; page: number; limit: number }): Promise<Output<'orderList'>>;
  /** Some bets of a member; ids that are not the member's are left out. */
  byId(owner: Owner, ids: readonly string[]): Promise<Bet[]>;
  /** Some bets of several members by id; those that are not there are left out. */
  byKeys(keys: readonly BetKey[]): Promise<Map<string, Bet>>;
  /** Results that wait to be confirmed, and since when the first. */
  waitingResults(): Promise<{ total: number; oldest: Date | null }>;
};

export const createRecords = ({ pool }: { pool: Queryable }): Records => ({
  async list(owner, { tab, page, limit }) {
    const [rows, total] = await Promise.all([
      selectBets(pool, owner, { tab, ...sliceOf({ page, limit }) }),
      countBets(pool, owner, tab),
    ]);
    const legs = await selectLegsByKey(
      pool,
      rows.map(({ id }) => ({ ...owner, betId: id })),
    );
    return { list: rows.map((row) => toWireBet(row, legs.get(row.id) ?? [])), total, page, limit };
  },
  async byKeys(keys) {
    if (keys.length === 0) return new Map();
    const [rows, legs] = await Promise.all([selectBetsByKey(pool, keys), selectLegsByKey(pool, keys)]);
    return new Map(rows.map((row) => [row.id, toWireBet(row, legs.get(row.id) ?? [])]));
  },
  waitingResults: () => selectWaitingResults(pool),
  async byId(owner, ids) {
    if (ids.length === 0) return [];
    const keys = ids.map((betId) => ({ ...owner, betId }));
    const [rows, legs] = await Promise.all([selectBetsByKey(pool, keys), selectLegsByKey(pool, keys)]);
    return rows.map((row) => toWireBet(row, legs.get(row.id) ?? []));
  },
});
