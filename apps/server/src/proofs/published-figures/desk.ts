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
import { selectFacts, type FactRow } from './queries.ts';

type Slice = { month?: string | undefined; market?: string | undefined; limit: number; offset: number };

/** The matches and days behind the figures, for operators. */
export type HouseDesk = {
  matches: (slice: Slice) => Promise<{ list: HouseMatch[]; total: number }>;
  days: (slice: Omit<Slice, 'market'>) => Promise<{ list: HouseDay[]; total: number }>;
};

export const createHouseDesk = ({
  pool,
  publicLog,
  events,
}: {
  pool: pg.Pool;
  publicLog: Pick<PublicLog, 'indexOf'>;
  events: Pick<Events, 'event'>;
}): HouseDesk => {
  const withIndex = async (kind: string, id: string): Promise<{ index?: number }> => {
    const index = await publicLog.indexOf({ kind, id });
    return index === undefined ? {} : { index };
  };

  const toMatch = async ({ id, body }: FactRow): Promise<HouseMatch> => {
    const totals = matchTotalsOf(parseCanonicalObject(body));
    const amount = (minor: bigint): string => decimal(minor, totals.currency);
    const sums = (list: readonly { bets: number; stake: bigint; promised: bigint; paid: bigint }[]) => {
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
    const event = await events.event(totals.event);
    return {
      event: totals.event,
      home: event?.home.name ?? '',
      away: event?.away.name ?? '',
      competition: event?.competition.name ?? '',
      kickOff: (event?.kickOff ?? new Date(totals.time)).toISOString(),
      version: totals.version,
      ...(await withIndex(matchTotalsKind, id)),
      settledAt: totals.time,
      month: (totals.fullTime ?? totals.time).slice(0, 7),
      ...(totals.fullTime === null ? {} : { fullTimeAt: totals.fullTime }),
      ...sums(totals.markets),
      ...delaysOf(totals.delays),
      markets: totals.markets.map((one) => ({ market: one.market, ...sums([one]) })),
    };
  };

  const toDay = async ({ id, body }: FactRow): Promise<HouseDay> => {
    const totals = dayTotalsOf(parseCanonicalObject(body));
    return {
      day: totals.day,
      ...(await withIndex(dayTotalsKind, id)),
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
  };

  return {
    matches: async ({ month, market, limit, offset }) => {
      const { rows, total } = await selectFacts(pool, {
        kind: matchTotalsKind,
        month,
        monthField: 'fullTime',
        market,
        limit,
        offset,
      });
      return { list: await Promise.all(rows.map(toMatch)), total };
    },
    days: async ({ month, limit, offset }) => {
      const { rows, total } = await selectFacts(pool, {
        kind: dayTotalsKind,
        month,
        monthField: 'day',
        market: undefined,
        limit,
        offset,
      });
      return { list: await Promise.all(rows.map(toDay)), total };
    },
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
