import { BetMoment, BetState, type Bet, type BetLeg } from '@touchline/contract/shapes/bet';
import { marketLineOf } from '@touchline/football/leg-line';
import { formatAmount, type Minor } from '@touchline/money/amount';
import { currencyOf } from '@touchline/money/currency';
import { Value } from 'typebox/value';
import type { CalledOffRow, IncidentRow, BetNoticeRow, VoidRow } from './timeline-queries.ts';
import type { RuleRecord } from './rule-records.ts';
import type { BetRow } from './wire.ts';

/** Everything recorded about a bet. */
export type StoredBet = {
  row: BetRow;
  bet: Bet;
  delayed: { submitted_at: Date } | undefined;
  /** Each time it was settled again, oldest first. */
  notices: readonly BetNoticeRow[];
  voids: readonly VoidRow[];
  calledOff: readonly CalledOffRow[];
  incidents: readonly IncidentRow[];
  /** What parts of it were sold for. */
  sales: readonly { at: Date; amountMinor: Minor }[];
  /** The amounts at which it was to be cashed out automatically, oldest first. */
  rules: readonly RuleRecord[];
};

/** The time line of a bet, oldest first; at the same time causes come before effects. */
export const timelineOf = (of: StoredBet): BetMoment[] => {
  const { row, bet, delayed, notices, incidents, sales, rules } = of;
  const money = (minor: Minor): string => formatAmount(minor, currencyOf(row.currency)?.scale ?? 2);
  const legOf = (eventId: string): { leg?: number } => {
    const leg = bet.legs.findIndex(({ event }) => event === eventId);
    // For a single everything is about its one leg.
    return bet.legs.length === 1 || leg < 0 ? {} : { leg };
  };
  const moments: BetMoment[] = [
    ...(delayed ? [{ at: delayed.submitted_at.toISOString(), what: 'delayed' as const }] : []),
    { at: row.placed_at.toISOString(), what: 'placed', amount: `-${money(row.stake)}` },
    ...incidents.map((incident) => toMoment(incident, legOf(incident.event_id))),
    ...bet.legs.flatMap((leg) => {
      const over = voidOf(leg, of);
      return over?.at
        ? [{ at: over.at.toISOString(), what: 'void' as const, why: over.why, ...legOf(leg.event) }]
        : [];
    }),
    ...sales.map(({ at, amountMinor }) => ({
      at: at.toISOString(),
      what: 'cash_out' as const,
      amount: money(amountMinor),
      ...autoOf(at, rules, money),
    })),
    ...rules.flatMap((rule): BetMoment[] => {
      const auto = money(rule.at_least);
      const set = { at: rule.set_at.toISOString(), what: 'auto_set' as const, auto };
      return rule.ended === 'removed' && rule.ended_at !== null
        ? [set, { at: rule.ended_at.toISOString(), what: 'auto_removed' as const, auto }]
        : [set];
    }),
    ...(row.returned_at
      ? [{ at: row.returned_at.toISOString(), what: 'void' as const, why: 'excluded' }]
      : []),
    ...settlements(of, money),
    ...notices.map((notice): BetMoment => ({
      at: notice.at.toISOString(),
      what: 'resettled',
      why: notice.why,
      ...legOf(notice.event_id),
      amount: signed(notice.booked, money),
      state: stateAfter(notice.state_after),
      before: { state: stateAfter(notice.state_before), payout: money(notice.payout_before) },
    })),
  ];
  return moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
};

/** The rule by which a sale was made, whose end is of the same transaction. */
const autoOf = (
  soldAt: Date,
  rules: readonly RuleRecord[],
  money: (minor: Minor) => string,
): { auto?: string } => {
  const rule = rules.find(
    ({ ended, ended_at: at }) => ended === 'sold' && at?.getTime() === soldAt.getTime(),
  );
  return rule ? { auto: money(rule.at_least) } : {};
};

/** The cause of a void leg, or of a void part of a builder: the first void that covers it, or that its match was called off. */
const voidOf = (leg: BetLeg, { row, voids, calledOff }: StoredBet): VoidRow | CalledOffRow | undefined => {
  const voided = (leg.parts ?? [leg]).filter(({ outcome }) => outcome === 'void');
  if (voided.length === 0) return undefined;
  const covers =
    (rule: VoidRow) =>
    ({ market, selection, line }: Pick<BetLeg, 'market' | 'selection' | 'line'>): boolean =>
      (rule.market ?? market) === market &&
      [null, marketLineOf(market, selection, line ?? '')].includes(rule.line);
  const isAbout = (rule: VoidRow): boolean =>
    rule.event_id === leg.event &&
    voided.some(covers(rule)) &&
    (rule.struck_from === null || rule.struck_from <= row.placed_at) &&
    (rule.struck_until === null || rule.struck_until > row.placed_at);
  return voids.find(isAbout) ?? calledOff.find(({ event_id: event }) => event === leg.event);
};

/** Each settlement of a running bet: before it was settled again, and its present state. */
const settlements = ({ row, notices }: StoredBet, money: (minor: Minor) => string): BetMoment[] => {
  const settled = (at: Date, state: string, payout: Minor): BetMoment => ({
    at: at.toISOString(),
    what: 'settled',
    state: stateAfter(state),
    amount: money(payout),
  });
  const ran = (before: BetNoticeRow | undefined): boolean =>
    before === undefined || before.payout_after === null;
  const moments = notices
    .filter((_, i) => ran(notices[i - 1]))
    .map((notice) => settled(notice.settled_before, notice.state_before, notice.payout_before));
  if (ran(notices.at(-1)) && row.settled_at && row.payout !== null) {
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
    minute: row.minute ?? undefined,
    side: row.side ?? undefined,
    score: { home: row.home_goals, away: row.away_goals },
    ...leg,
  });
