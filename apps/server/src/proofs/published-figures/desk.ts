import type { HouseDay, HouseMatch } from '@touchline/contract/shapes/house';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { dayTotalsOf } from '@touchline/house/day-totals';
import { casesIn, percentileMs, type Durations } from '@touchline/house/durations';
import { decimal } from '@touchline/house/figures';
import { matchTotalsOf } from '@touchline/house/match-totals';
import { refusalReasons } from '@touchline/house/state';
import type pg from 'pg';
import type { Events } from '../../catalogue/index.ts';
import { matchTotalsKind } from '../../betting/index.ts';
import type { PublicLog } from '../log/service.ts';
import { dayTotalsKind } from './day-facts.ts';
import { selectFacts, type HouseFact } from './queries.ts';

type Slice = { month?: string | undefined; market?: string | undefined; limit: number; offset: number };

/** The matches and days behind the figures, for operators. */
export class HouseDesk {
  readonly #pool: pg.Pool;
  readonly #publicLog: Pick<PublicLog, 'indexOf'>;
  readonly #events: Pick<Events, 'event'>;

  constructor(of: { pool: pg.Pool; publicLog: Pick<PublicLog, 'indexOf'>; events: Pick<Events, 'event'> }) {
    this.#pool = of.pool;
    this.#publicLog = of.publicLog;
    this.#events = of.events;
  }

  /** Matches by the month of their end, and with a market. */
  async matches({ month, market, limit, offset }: Slice): Promise<{ list: HouseMatch[]; total: number }> {
    const { rows, total } = await selectFacts(this.#pool, {
      kind: matchTotalsKind,
      month,
      monthField: 'fullTime',
      market,
      limit,
      offset,
    });
    return { list: await Promise.all(rows.map((row) => this.#toMatch(row))), total };
  }

  /** Days of UTC. */
  async days({ month, limit, offset }: Omit<Slice, 'market'>): Promise<{ list: HouseDay[]; total: number }> {
    const { rows, total } = await selectFacts(this.#pool, {
      kind: dayTotalsKind,
      month,
      monthField: 'day',
      market: undefined,
      limit,
      offset,
    });
    return { list: await Promise.all(rows.map((row) => this.#toDay(row))), total };
  }

  async #toMatch({ id, body }: HouseFact): Promise<HouseMatch> {
    const totals = matchTotalsOf(parseCanonicalObject(body));
    const { currency, markets, fullTime, time } = totals;
    const event = await this.#events.event(totals.event);
    return {
      event: totals.event,
      home: event?.home.name ?? '',
      away: event?.away.name ?? '',
      competition: event?.competition.name ?? '',
      kickOff: (event?.kickOff ?? new Date(time)).toISOString(),
      version: totals.version,
      ...(await this.#indexOf(matchTotalsKind, id)),
      settledAt: time,
      month: (fullTime ?? time).slice(0, 7),
      ...(fullTime === null ? {} : { fullTimeAt: fullTime }),
      ...sumsOf(markets, currency),
      ...delaysOf(totals.delays),
      markets: markets.map((one) => ({ market: one.market, ...sumsOf([one], currency) })),
    };
  }

  async #toDay({ id, body }: HouseFact): Promise<HouseDay> {
    const totals = dayTotalsOf(parseCanonicalObject(body));
    return {
      day: totals.day,
      ...(await this.#indexOf(dayTotalsKind, id)),
      entries: totals.entries,
      sums: totals.sums.map(({ type, account, currency, entries, amount, held, house }) => ({
        kind: type,
        account,
        entries,
        members: decimal(amount, currency),
        held: decimal(held, currency),
        house: decimal(house, currency),
      })),
      withdrawals: { paid: casesIn(totals.withdrawals), ...delaysOf(totals.withdrawals) },
      refused: refusalReasons.flatMap((reason) =>
        totals.refused.filter((one) => one.reason === reason).map(({ count }) => ({ reason, count })),
      ),
      corrections: totals.corrections,
    };
  }

  async #indexOf(kind: string, id: string): Promise<{ index?: number }> {
    const index = await this.#publicLog.indexOf({ kind, id });
    return index === undefined ? {} : { index };
  }
}

/** What the bets of some markets add up to. */
const sumsOf = (
  list: readonly { bets: number; stake: bigint; promised: bigint; paid: bigint }[],
  currency: string,
) => {
  const amount = (minor: bigint): string => decimal(minor, currency);
  const stake = list.reduce((sum, one) => sum + one.stake, 0n);
  const paid = list.reduce((sum, one) => sum + one.paid, 0n);
  return {
    bets: list.reduce((sum, one) => sum + one.bets, 0),
    stake: amount(stake),
    promised: amount(list.reduce((sum, one) => sum + one.promised, 0n)),
    paid: amount(paid),
    kept: amount(stake - paid),
  };
};

const delaysOf = (counts: Durations): { p50UpToMs?: number; p95UpToMs?: number } => {
  const p50UpToMs = percentileMs(counts, 50);
  const p95UpToMs = percentileMs(counts, 95);
  return {
    ...(p50UpToMs === undefined ? {} : { p50UpToMs }),
    ...(p95UpToMs === undefined ? {} : { p95UpToMs }),
  };
};
