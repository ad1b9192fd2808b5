import { expect, vi } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Events } from '../catalogue/matches/service.ts';
import { Settlement } from '../betting/settlement/service.ts';
import { verifyBets } from '../betting/verify.ts';
import { newId } from '../core/ids.ts';
import type { Wallet } from '../ledger/service.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { testEvent } from './book.ts';
import { testPlacing, type TestPlacing } from './placing.ts';

export type Member = { id: string; shard: number };
/** A selection of an event with a price of `testEvent`. */
type Pick = { event: string; market: string; selection: string; odds: string; line?: string };
type Score = readonly [number, number];

/** Legs at the prices of `testEvent`. */
export const pick = {
  home: (event: string): Pick => ({ event, market: '1x2', selection: '1', odds: '2.10' }),
  draw: (event: string): Pick => ({ event, market: '1x2', selection: 'X', odds: '3.40' }),
  over: (event: string): Pick => ({
    event,
    market: 'over_under',
    line: '2.5',
    selection: 'over',
    odds: '1.90',
  }),
  halfDraw: (event: string): Pick => ({ event, market: 'ht_1x2', selection: 'X', odds: '2.10' }),
};

/** The book of a site whose rulings are settled when the test says so. */
export type TestSettling = TestPlacing & {
  events: Events;
  wallet: Wallet;
  settlement: Settlement;
  /** Takes the rulings that wait to be settled, oldest first. */
  due(): Promise<{ eventId: string; version: number }[]>;
  /** Bets that chunks have changed, in order. */
  told: { memberId: string; id: string }[];
  /** Another settlement over the same database, as another process has it. */
  beside(over: Partial<ConstructorParameters<typeof Settlement>[0]>): Settlement;
  /** Opens events with the markets of `testEvent`. */
  open(count: number, options?: { kickOff?: Date }): Promise<string[]>;
  bet(member: Member, legs: readonly Pick[], over?: Partial<Input<'orderAdd'>>): Promise<string>;
  /** Records a result that a person has confirmed, and settles it. */
  result(event: string, ft: Score | null, over?: { ht?: Score; by?: string }): Promise<void>;
  /** Settles every ruling that is due. */
  settle(): Promise<void>;
  bets(member: Member, ids: readonly string[]): Promise<Bet[]>;
  /** State, payout and the outcomes of the legs. */
  state(member: Member, id: string): Promise<unknown[]>;
  /** Whether a connection of that name waits for a lock. */
  isWaiting(name: string): Promise<boolean>;
  /** Waits until a run has looked twice at what is still being written: it goes no further before that ends. */
  looksTwice(): Promise<void>;
  /** The differences between bets and ledger. */
  differences(): Promise<string[]>;
};

const noGoals: Score = [0, 0];
/** Stakes from a cent on, and returns of any height. */
const wide = { STAKE_MIN: '0.01', STAKE_MAX: '10000000.00', PAYOUT_MAX: '999999999999.99' };

export const testSettling = async (
  options: Parameters<typeof testPlacing>[0] = {},
): Promise<TestSettling> => {
  const book = await testPlacing({ ...options, env: { ...wide, ...options.env } });
  const { bus, database, board, context, placing, records, modules } = book;
  const { events, settlement } = modules.book.service;
  const wallet = modules.wallet.service;
  const told: TestSettling['told'] = [];
  bus.on('betsSettled', ({ bets }) => void told.push(...bets));
  const due: TestSettling['due'] = async () => {
    const { rows } = await database.pool.query<{ eventId: string; version: number }>(
      `with taken as (
         delete from graphile_worker._private_jobs
         where task_id = (select id from graphile_worker._private_tasks where identifier = 'settle')
         returning id, payload)
       select payload ->> 'eventId' as "eventId", (payload ->> 'version')::int as version from taken order by id`,
    );
    return rows;
  };
  const settle = async (): Promise<void> => {
    for (const key of await due()) await settlement.run(key);
  };
  const goals = ([home, away]: Score) => ({ home, away });
  return {
    ...book,
    events,
    wallet,
    settlement,
    due,
    told,
    beside: (over) =>
      new Settlement({
        pool: database.pool,
        runs: context.connections.runs,
        wallet,
        log: context.log,
        events,
        bus,
        ...over,
      }),
    settle,
    async open(count, event) {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) ids.push((await testEvent(database.pool, event)).id);
      await board.refresh(ids);
      return ids;
    },
    async bet(member, legs, over = {}) {
      const type = over.type ?? (legs.length === 1 ? 'single' : 'accumulator');
      const order = { key: newId(), stake: '10.00', accept: 'none', again: true, ...over } as const;
      return (await placing.place(member, { ...order, type, legs: [...legs] })).id;
    },
    async result(event, ft, { ht = noGoals, by = 'referee' } = {}) {
      await events.rulings.recordResult(event, {
        ht: goals(ht),
        source: 'test',
        confirmedBy: by,
        ft: ft === null ? undefined : goals(ft),
      });
      await settle();
    },
    bets: (member, ids) => records.byId({ shard: member.shard, memberId: member.id }, ids),
    async state(member, id) {
      const [bet] = await records.byId({ shard: member.shard, memberId: member.id }, [id]);
      return bet ? [bet.state, bet.payout, ...bet.legs.map((leg) => leg.outcome)] : [];
    },
    async isWaiting(name) {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
        [name],
      );
      return rowCount === 1;
    },
    async looksTwice() {
      const asked = vi.spyOn(database.pool, 'query');
      const looks = () => asked.mock.calls.filter(([text]) => text.includes('xact_start <=')).length;
      await expect.poll(looks, { interval: 5, timeout: 10_000 }).toBeGreaterThan(1);
      asked.mockRestore();
    },
    async differences() {
      const { pool } = database;
      return [...(await verifyBets(pool)).differences, ...(await verifyLedger(pool)).differences];
    },
  };
};
