import { Gauge, type Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { query } from '../core/database/database.ts';
import { secondsSince, type StoredMetrics } from '../core/metrics/stored-metrics.ts';
import type { Context } from '../core/module.ts';
import { type Board, isInPlay } from '../pricing/index.ts';
import { isPlayable, type Caps, type EventHeat, type Exposure } from './exposure/service.ts';

const silence = query.many<{ feed: string; seconds: number }>(
  'figures-silence',
  `select feed, extract(epoch from max(site_now() - feed_seen_at))::float8 as seconds from event
   where state in ('live', 'half_time') group by feed order by feed limit 20`,
);
const runs = query.many<Waiting>(
  'figures-runs',
  `select count(*)::int as total, min(started_at) as oldest from settlement_run where finished_at is null`,
);
const delayed = query.many<Waiting>(
  'figures-delayed',
  `select count(*)::int as total, min(due_at) as oldest from (
     select due_at from delayed_order where shard between 0 and 255 and state = 'waiting'
     union all
     select due_at from delayed_sale where shard between 0 and 255 and state = 'waiting'
   ) waiting`,
);
const nearest = query.many<{ used: number }>(
  'figures-members',
  `select coalesce(max(liability::float8 / nullif(cap, 0)), 0) as used from member_exposure
   where shard between 0 and 255 and event_id = any($1::uuid[])`,
);

/** Registers what the board knows of matches in play. @returns what the database knows of betting */
export const bookMetrics = (
  { metrics, connections }: Context,
  { board, exposure }: { board: Board; exposure: Exposure },
): StoredMetrics => {
  const { pool } = connections.background;
  const inPlay = () => board.events().filter(({ state }) => isInPlay(state));
  new Gauge({
    name: 'touchline_matches_live',
    help: 'Matches in play',
    registers: [metrics],
    collect() {
      this.set(inPlay().length);
    },
  });
  new Gauge({
    name: 'touchline_matches_silent',
    help: 'Matches in play whose betting is stopped because their feed says nothing',
    registers: [metrics],
    collect() {
      this.set(inPlay().filter(({ silent }) => silent).length);
    },
  });
  const gauges = storedGauges(metrics);
  return {
    gauges: Object.values(gauges),
    read: async () => {
      const silences = await silence(pool);
      const open = await runs(pool);
      const waiting = await delayed(pool);
      const used = await readCapsUsed(pool, { board, exposure });
      gauges.silence.reset();
      for (const { feed, seconds } of silences) gauges.silence.set({ feed }, seconds);
      gauges.runs.set(totalOf(open));
      gauges.runAge.set(ageOf(open));
      gauges.delayed.set(totalOf(waiting));
      gauges.overdue.set(ageOf(waiting));
      gauges.capUsed.reset();
      for (const [scope, share] of Object.entries(used)) gauges.capUsed.set({ scope }, share);
    },
  };
};

const storedGauges = (metrics: Registry) => {
  const registers = [metrics];
  return {
    silence: new Gauge({
      name: 'touchline_feed_silence_seconds',
      help: 'The longest time for which a feed has said nothing about a match in play; nothing while none is in play',
      labelNames: ['feed'],
      registers,
    }),
    runs: new Gauge({
      name: 'touchline_settlement_runs_open',
      help: 'Settlement runs that have not ended',
      registers,
    }),
    runAge: new Gauge({
      name: 'touchline_settlement_oldest_seconds',
      help: 'Age of the oldest open settlement run; 0 without one',
      registers,
    }),
    delayed: new Gauge({
      name: 'touchline_delayed_orders_waiting',
      help: 'Orders, and sales of bets, that wait for the live delay',
      registers,
    }),
    overdue: new Gauge({
      name: 'touchline_delayed_orders_overdue_seconds',
      help: 'For how long the oldest order or sale is past its live delay without a decision; 0 without one',
      registers,
    }),
    capUsed: new Gauge({
      name: 'touchline_cap_used_ratio',
      help: 'The share of a cap that is used, of the cap that is used most; nothing where there is no cap',
      labelNames: ['scope'],
      registers,
    }),
  };
};

type Waiting = { total: number; oldest: Date | null };

const totalOf = (parts: readonly Waiting[]): number => parts.reduce((all, { total }) => all + total, 0);

const ageOf = (parts: readonly Waiting[]): number =>
  Math.max(0, ...parts.map(({ oldest }) => (oldest === null ? 0 : secondsSince(oldest, Date.now()))));

/** The used shares of the caps of matches in play or to come, and of members' caps on them. */
const readCapsUsed = async (
  pool: pg.Pool,
  { board, exposure }: { board: Board; exposure: Exposure },
): Promise<Record<string, number>> => {
  const events = new Map(
    board
      .events()
      .filter(isPlayable)
      .map((event) => [event.id, event]),
  );
  const heats = await exposure.heatMaps([...events.keys()], { on: pool });
  const used = capsUsed(heats, {
    caps: exposure.caps,
    capsOf: (eventId) => exposure.capsOf(events.get(eventId)),
    competitionOf: (eventId) => events.get(eventId)?.competition.id ?? '',
  });
  if (exposure.caps.member === Infinity) return used;
  const rows = await nearest(pool, [[...events.keys()]]);
  return { ...used, member: Math.max(0, ...rows.map((row) => row.used)) };
};

const sum = (parts: readonly { worstMinor: bigint }[]): bigint =>
  parts.reduce((total, { worstMinor }) => total + worstMinor, 0n);

const largest = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (value > most ? value : most), 0n);

/** The used share of the cap of each scope that is used most. A scope without a cap is left out. */
export const capsUsed = (
  heats: readonly EventHeat[],
  of: {
    caps: Caps;
    capsOf: (eventId: string) => Caps;
    competitionOf: (eventId: string) => string;
  },
): Partial<Record<'site' | 'competition' | 'event' | 'market' | 'selection', number>> => {
  const { caps } = of;
  const byCompetition = [...Map.groupBy(heats, ({ eventId }) => of.competitionOf(eventId)).values()];
  const shares = {
    site: [Number(sum(heats)) / caps.site],
    competition: byCompetition.map((part) => Number(sum(part)) / caps.competition),
    event: heats.map(({ eventId, worstMinor }) => Number(worstMinor) / of.capsOf(eventId).event),
    market: heats.map(
      ({ eventId, markets }) =>
        Number(largest(markets.map(({ worstMinor }) => worstMinor))) / of.capsOf(eventId).market,
    ),
    selection: heats.map(({ eventId, markets }) => {
      const costs = markets.flatMap(({ selections }) => selections.map(({ costMinor }) => costMinor));
      return Number(largest(costs)) / of.capsOf(eventId).selection;
    }),
  };
  const used: Partial<Record<keyof typeof shares, number>> = {};
  for (const scope of ['site', 'competition', 'event', 'market', 'selection'] as const) {
    if (caps[scope] !== Infinity) used[scope] = Math.max(0, ...shares[scope]);
  }
  return used;
};
