import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { createEvents, type Events } from '../book/events/service.ts';
import { settlementName } from '../platform/quiet.ts';
import { createSettlement, type Settlement } from '../book/settlement/service.ts';
import { verifyBets } from '../book/verify.ts';
import { openDatabase, steadyPlans } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { auditShard } from '../wallet/auditor.ts';
import { createWallet, type Wallet } from '../wallet/service.ts';
import { testEvent } from './book.ts';
import { testPlacing, type TestPlacing } from './placing.ts';
import { testBus } from './bus.ts';

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

/** Placing and settlement over a new database. Rulings are settled when the test says so. */
export type TestSettling = TestPlacing & {
  events: Events;
  wallet: Wallet;
  settlement: Settlement;
  /** Rulings made and not yet settled, oldest first. */
  due: { eventId: string; version: number }[];
  /** Bets that chunks have changed, in order. */
  told: { memberId: string; id: string }[];
  /** Another settlement over the same database, as another process has it. */
  beside(over: Partial<Parameters<typeof createSettlement>[0]>): Settlement;
  /** Opens events with the markets of `testEvent`. */
  open(count: number): Promise<string[]>;
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
  /** The differences between bets and ledger. */
  differences(): Promise<string[]>;
};

const noGoals: Score = [0, 0];
const limits = { minMinor: 1n, maxMinor: 10n ** 9n, potentialMaxMinor: 10n ** 15n };

export const testSettling = async (options?: Parameters<typeof testPlacing>[2]): Promise<TestSettling> => {
  const book = await testPlacing(limits, undefined, options);
  const { database, board, placing, records } = book;
  const runs = openDatabase(database.url, 4, () => undefined, {
    guard: 'throw',
    name: settlementName,
    settings: steadyPlans,
  });
  const wallet = createWallet(database);
  const due: TestSettling['due'] = [];
  const told: { memberId: string; id: string }[] = [];
  const bus = testBus();
  bus.on('betsSettled', ({ bets }) => void told.push(...bets));
  const events = createEvents({
    database,
    board,
    publish: () => undefined,
    onResult: async (_client, eventId, version) => void due.push({ eventId, version }),
  });
  const beside: TestSettling['beside'] = (over) =>
    createSettlement({
      pool: database.pool,
      runs: runs.pool,
      wallet,
      log: createLog('silent'),
      events,
      bus,
      ...over,
    });
  const settlement = beside({});
  const settle = async (): Promise<void> => {
    for (const key of due.splice(0)) await settlement.run(key);
  };
  const goals = ([home, away]: Score) => ({ home, away });
  return {
    ...book,
    events,
    wallet,
    settlement,
    due,
    told,
    beside,
    settle,
    async open(count) {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) ids.push((await testEvent(database.pool)).id);
      await board.refresh(ids);
      return ids;
    },
    async bet(member, legs, over = {}) {
      const type = over.type ?? (legs.length === 1 ? 'single' : 'accumulator');
      const order = { key: newId(), stake: '10.00', accept: 'none', again: true, ...over } as const;
      return (await placing.place(member, { ...order, type, legs: [...legs] })).id;
    },
    async result(event, ft, { ht = noGoals, by = 'referee' } = {}) {
      await events.recordResult(event, {
        ht: goals(ht),
        source: 'test',
        confirmedBy: by,
        ...(ft === null ? {} : { ft: goals(ft) }),
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
    async differences() {
      const found = (await verifyBets(database.pool)).differences;
      for (let shard = 0; shard < 256; shard++) {
        const breaches = await auditShard(database.pool, shard);
        found.push(...breaches.map((breach) => JSON.stringify(breach)));
      }
      return found;
    },
    async close() {
      await runs.close();
      await book.close();
    },
  };
};
