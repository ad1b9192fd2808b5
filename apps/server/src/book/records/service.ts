import type { Bet } from '@touchline/contract/shapes/bet';
import type { Output } from '@touchline/contract/routes';
import type { Db } from '../../platform/database.ts';
import {
  countBets,
  selectBets,
  selectBetsById,
  selectBetsOf,
  selectLegs,
  selectLegsOf,
  type BetKey,
  type Tab,
} from './queries.ts';
import { selectWaitingResults } from './waiting.ts';
import { toWireBet } from './wire.ts';
import type { Owner } from '../../platform/owner.ts';

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

export const createRecords = ({ db }: { db: Db }): Records => ({
  async list(owner, { tab, page, limit }) {
    const [rows, total] = await Promise.all([
      selectBets(db, owner, { tab, offset: (page - 1) * limit, limit }),
      countBets(db, owner, tab),
    ]);
    const legs = await selectLegs(
      db,
      owner,
      rows.map((row) => row.id),
    );
    return { list: rows.map((row) => toWireBet(row, legs.get(row.id) ?? [])), total, page, limit };
  },
  async byKeys(keys) {
    if (keys.length === 0) return new Map();
    const [rows, legs] = await Promise.all([selectBetsOf(db, keys), selectLegsOf(db, keys)]);
    return new Map(rows.map((row) => [row.id, toWireBet(row, legs.get(row.id) ?? [])]));
  },
  waitingResults: () => selectWaitingResults(db),
  async byId(owner, ids) {
    if (ids.length === 0) return [];
    const [rows, legs] = await Promise.all([selectBetsById(db, owner, ids), selectLegs(db, owner, ids)]);
    return rows.map((row) => toWireBet(row, legs.get(row.id) ?? []));
  },
});
