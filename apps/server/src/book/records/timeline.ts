import { BetMoment, BetState, type Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, type Minor } from '@touchline/money/amount';
import { currencyOf } from '@touchline/money/currency';
import { Value } from 'typebox/value';
import type { IncidentRow, NoticeRow, VoidRow } from './timeline-queries.ts';
import type { BetRow } from './wire.ts';

/** Everything on record about a bet. */
export type OnRecord = {
  row: BetRow;
  bet: Bet;
  delayed: { submitted_at: Date } | undefined;
  /** Each time it was settled again, oldest first. */
  notices: readonly NoticeRow[];
  voids: readonly VoidRow[];
  incidents: readonly IncidentRow[];
  /** What parts of it were sold for. */
  sales: readonly { at: Date; amountMinor: Minor }[];
};

/** The time line of a bet, oldest first; of two things at one moment, in the order of what leads to what. */
export const timelineOf = (of: OnRecord): BetMoment[] => {
  const { row, bet, delayed, notices, voids, incidents, sales } = of;
  const money = (minor: Minor): string => formatAmount(minor, currencyOf(row.currency)?.scale ?? 2);
  const legOf = (eventId: string): { leg?: number } => {
    const leg = bet.legs.findIndex(({ event }) => event === eventId);
    // Of a single everything is about its one leg.
    return bet.legs.length === 1 || leg < 0 ? {} : { leg };
  };
  const moments: BetMoment[] = [
    ...(delayed ? [{ at: delayed.submitted_at.toISOString(), what: 'delayed' as const }] : []),
    { at: row.placed_at.toISOString(), what: 'placed', amount: `-${money(row.stake)}` },
    ...incidents.map((incident) => toMoment(incident, legOf(incident.event_id))),
    ...voids.map(({ event_id: event, at, why }) => ({
      ...{ at: at.toISOString(), what: 'void' as const, why },
      ...legOf(event),
    })),
    ...sales.map(({ at, amountMinor }) => ({
      ...{ at: at.toISOString(), what: 'cash_out' as const, amount: money(amountMinor) },
    })),
    ...settlements(of, money),
    ...notices.map((notice): BetMoment => ({
      ...{ at: notice.at.toISOString(), what: 'resettled', why: notice.why },
      ...legOf(notice.event_id),
      amount: signed(notice.booked, money),
      state: stateAfter(notice.state_after),
      before: { state: stateAfter(notice.state_before), payout: money(notice.payout_before) },
    })),
  ];
  return moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
};

/** The first settlement: as the bet says, unless it was settled again; and the first after it ran again. */
const settlements = ({ row, notices }: OnRecord, money: (minor: Minor) => string): BetMoment[] => {
  const [first] = notices;
  const last = notices.at(-1);
  const settled = (at: Date, state: string, payout: Minor): BetMoment => ({
    ...{ at: at.toISOString(), what: 'settled', state: stateAfter(state), amount: money(payout) },
  });
  const moments: BetMoment[] = [];
  if (first) moments.push(settled(first.settled_before, first.state_before, first.payout_before));
  const ranAgain = last === undefined || last.payout_after === null;
  if (ranAgain && row.settled_at && row.payout !== null) {
    moments.push(settled(row.settled_at, row.state, row.payout));
  }
  return moments;
};

/** A bet that runs again is in progress: one of its matches is over. */
const stateAfter = (state: string): BetState =>
  state === 'open' ? 'in_progress' : Value.Parse(BetState, state);

const signed = (minor: Minor, money: (minor: Minor) => string): string =>
  minor < 0n ? `-${money(-minor)}` : money(minor);

const toMoment = (row: IncidentRow, leg: { leg?: number }): BetMoment =>
  Value.Parse(BetMoment, {
    at: row.at.toISOString(),
    what: row.kind,
    ...(row.minute !== null && { minute: row.minute }),
    ...(row.side !== null && { side: row.side }),
    score: { home: row.home_goals, away: row.away_goals },
    ...leg,
  });
