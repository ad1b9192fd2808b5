import type { Input, Output } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { CashOutRules } from '../betting/cash-out/rules.ts';
import type { BuilderMarks, BuilderQuote } from '@touchline/contract/shapes/builder';
import type { CashOut } from '../betting/cash-out/service.ts';
import type { Board } from '../pricing/board/board.ts';
import type { Placing } from '../betting/placing/service.ts';
import type { Exposure } from '../betting/exposure/service.ts';
import type { Records } from '../betting/bets/service.ts';
import type { ManualClock } from '../core/clock.ts';
import type { Failpoint } from '../core/failpoints.ts';
import { newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { columnsOf, type Row } from '../core/database/rows.ts';
import type { TestDatabase } from './database.ts';
import { testTouchline, type TestModules } from './touchline.ts';

/** The book of a site, and what tests do with it. */
export type TestPlacing = TestModules<'book' | 'memberLimits' | 'play' | 'wallet'> & {
  board: Board;
  exposure: Exposure;
  placing: Pick<Placing, 'place'>;
  /** What selections of a match cost together. */
  cashOut: Pick<CashOut, 'quote' | 'sell'>;
  cashOutRules: CashOutRules;
  /** Sells a bet and places another in its place. */
  edit(member: { id: string; shard: number }, input: Input<'betEdit'>): Promise<Output<'betEdit'>>;
  quoteBuilder(event: string, parts: Input<'builderQuote'>['parts']): Promise<BuilderQuote>;
  markBuilder(event: string, parts: Input<'builderMarks'>['parts']): Promise<BuilderMarks>;
  records: Records;
  /** The balance of a wallet, in minor units. */
  available(member: { id: string; shard: number }): Promise<bigint>;
};

type PlacingOptions = {
  /** Settings; without them there is no cap. */
  env?: Record<string, string>;
  /** The site whose database this one shares: then they are two processes of one site. */
  beside?: { database: TestDatabase };
  clock?: ManualClock;
  failpoint?: Failpoint;
};

const noCaps = {
  EXPOSURE_CAP_SITE: '0',
  EXPOSURE_CAP_COMPETITION: '0',
  EXPOSURE_CAP_EVENT: '0',
  EXPOSURE_CAP_MARKET: '0',
  EXPOSURE_CAP_SELECTION: '0',
  EXPOSURE_CAP_MEMBER: '0',
};

const caller = {
  lan: 'en',
  address: '127.0.0.1',
  userAgent: 'test',
  host: 'localhost',
  protocol: 'http',
} as const;

/** A call of a member, for handlers that a test calls without HTTP. */
export const callOf = (member: { id: string; shard: number }) => ({
  ...caller,
  member: { ...member, sessionId: 'test' },
});

/** Opens the book of a site. Members of `testWallet` place bets without an account. */
export const testPlacing = async ({ env, ...options }: PlacingOptions = {}): Promise<TestPlacing> => {
  const site = await testTouchline({
    ...options,
    modules: ['wallet', 'memberLimits', 'book', 'play'],
    env: { ...noCaps, ...env },
  });
  const { service, handlers } = site.modules.book;
  return {
    ...site,
    board: service.board,
    exposure: service.exposure,
    records: service.records,
    cashOutRules: service.cashOutRules,
    placing: {
      place: (member, order) => handlers.orderAdd(order, callOf(member)),
    },
    quoteBuilder: async (event, parts) =>
      handlers.builderQuote({ event, parts }, callOf({ id: newId(), shard: 0 })),
    markBuilder: async (event, parts) =>
      handlers.builderMarks({ event, parts }, callOf({ id: newId(), shard: 0 })),
    cashOut: {
      quote: (member, bet) => handlers.cashOutQuote({ bet }, callOf(member)),
      sell: (member, sale) => handlers.cashOut(sale, callOf(member)),
    },
    edit: async (member, input) => handlers.betEdit(input, callOf(member)),
    async available({ id, shard }) {
      const { rows } = await site.database.pool.query<{ available: bigint }>(
        'select available from wallet where shard = $1 and member_id = $2',
        [shard, id],
      );
      return rows[0]?.available ?? -1n;
    },
  };
};

/** A bet as lists show it, without its receipt. */
export const listed = (bet: Bet): Bet => ({ ...bet, receipt: null });

/** The stored legs of a bet. */
export const legRowsOf = async ({ database }: TestPlacing, betId: string): Promise<Row<'leg'>[]> => {
  const text = `select ${columnsOf('leg')} from bet_leg where bet_id = $1 order by n`;
  return (await database.pool.query<Row<'leg'>>(text, [betId])).rows;
};

/** The reason of a refusal. @throws if the work was not refused */
export const refusalOf = async (work: Promise<unknown>): Promise<Pick<Refused, 'reason' | 'detail'>> => {
  const error = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof Refused)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { reason: error.reason, detail: error.detail };
};
