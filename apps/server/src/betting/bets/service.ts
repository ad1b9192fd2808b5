import type { Bet } from '@touchline/contract/shapes/bet';
import type { Output } from '@touchline/contract/routes';
import type { Queryable } from '../../core/database/database.ts';
import {
  countBets,
  selectBets,
  selectBetsOnEvents,
  selectBetsByKey,
  selectLegsByKey,
  type BetKey,
  type Tab,
  selectWaitingResults,
} from './queries.ts';
import { toWireBet } from './wire.ts';
import type { Owner } from '../../core/owner.ts';
import { sliceOf } from '../../core/pages.ts';

export type Records = {
  /** A page of a member's bets, newest first. */
  list(owner: Owner, page: { tab: Tab; page: number; limit: number }): Promise<Output<'orderList'>>;
  /** How many bets of a member are open. */
  countOpen(owner: Owner): Promise<number>;
  /** Some bets of a member; ids that are not the member's are left out. */
  byId(owner: Owner, ids: readonly string[]): Promise<Bet[]>;
  /** A member's bets with a leg on one of these matches, newest first. */
  onEvents(owner: Owner, events: readonly string[], limit: number): Promise<Bet[]>;
  /** Some bets of several members by id; those that are not there are left out. */
  byKeys(keys: readonly BetKey[]): Promise<Map<string, Bet>>;
  /** Results and voids that wait to be confirmed, and since when the first. */
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
  countOpen: (owner) => countBets(pool, owner, 'in_progress'),
  waitingResults: () => selectWaitingResults(pool),
  async onEvents(owner, events, limit) {
    if (events.length === 0) return [];
    const keys = (await selectBetsOnEvents(pool, owner, events, limit)).map((betId) => ({ ...owner, betId }));
    const [rows, legs] = await Promise.all([selectBetsByKey(pool, keys), selectLegsByKey(pool, keys)]);
    return rows.map((row) => toWireBet(row, legs.get(row.id) ?? []));
  },
  async byId(owner, ids) {
    if (ids.length === 0) return [];
    const keys = ids.map((betId) => ({ ...owner, betId }));
    const [rows, legs] = await Promise.all([selectBetsByKey(pool, keys), selectLegsByKey(pool, keys)]);
    return rows.map((row) => toWireBet(row, legs.get(row.id) ?? []));
  },
});
