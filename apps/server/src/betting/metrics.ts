import type pg from 'pg';
import { statement } from '../core/database/database.ts';
import { secondsSince, type Figure, type Point } from '../core/metrics/metrics.ts';
import { type Board, isInPlay } from '../pricing/index.ts';
import { isPlayable, type Caps, type EventHeat, type Exposure } from './exposure/service.ts';
import type { Placing } from './placing/service.ts';

const own = {
  live: { name: 'touchline_matches_live', kind: 'gauge', help: 'Matches in play' },
  silent: {
    name: 'touchline_matches_silent',
    kind: 'gauge',
    help: 'Matches in play whose betting is stopped because their feed says nothing',
  },
  silence: {
    name: 'touchline_feed_silence_seconds',
    kind: 'gauge',
    help: 'The longest time for which a feed has said nothing about a match in play; nothing while none is in play',
    labels: { feed: 'names of feeds' },
  },
  runs: {
    name: 'touchline_settlement_runs_open',
    kind: 'gauge',
    help: 'Settlement runs that have not ended',
  },
  runAge: {
    name: 'touchline_settlement_oldest_seconds',
    kind: 'gauge',
    help: 'Age of the oldest open settlement run; 0 without one',
  },
  delayed: {
    name: 'touchline_delayed_orders_waiting',
    kind: 'gauge',
    help: 'Orders, and sales of bets, that wait for the live delay',
  },
  overdue: {
    name: 'touchline_delayed_orders_overdue_seconds',
    kind: 'gauge',
    help: 'For how long the oldest order or sale is past its live delay without a decision; 0 without one',
  },
  capUsed: {
    name: 'touchline_cap_used_ratio',
    kind: 'gauge',
    help: 'The share of a cap that is used, of the cap that is used most; nothing where there is no cap',
    labels: { scope: 'site, competition, event, market, selection, member' },
  },
} as const satisfies Record<string, Figure>;

const batches = {
  waiting: {
    name: 'touchline_lane_bets_waiting',
    kind: 'gauge',
    help: 'Bets that no batch has taken yet',
  },
  running: {
    name: 'touchline_lane_batches_running',
    kind: 'gauge',
    help: 'Batches of bets that are being written',
  },
  wait: {
    name: 'touchline_lane_wait_seconds',
    kind: 'histogram',
    help: 'How long a bet waited for its batch',
  },
  batch: {
    name: 'touchline_lane_batch_duration_seconds',
    kind: 'histogram',
    help: 'How long a batch took to be written, with its commit',
  },
  bets: { name: 'touchline_lane_batch_bets', kind: 'histogram', help: 'Bets in a batch' },
} as const satisfies Record<string, Figure>;

export const bookFigures = { ...own, ...batches } as const;

/** What the board knows of matches in play. */
export const pointsOfBoard = (board: Board): Point[] => {
  const live = board.events().filter(({ state }) => isInPlay(state));
  return [
    { of: own.live, value: live.length },
    { of: own.silent, value: live.filter(({ silent }) => silent).length },
  ];
};

/** What placing knows of its batches. */
export const pointsOfBatches = ({ batcher }: Placing): Point[] => [
  { of: batches.waiting, value: batcher.waiting() },
  { of: batches.running, value: batcher.running() },
  { of: batches.wait, value: batcher.record.waits },
  { of: batches.batch, value: batcher.record.durations },
  { of: batches.bets, value: batcher.record.sizes },
];

const silence = statement(
  'figures-silence',
  `select feed, extract(epoch from max(site_now() - feed_seen_at))::float8 as seconds from event
   where state in ('live', 'half_time') group by feed order by feed limit 20`,
);
const runs = statement(
  'figures-runs',
  `select count(*)::int as total, min(started_at) as oldest from settlement_run where finished_at is null`,
);
const delayed = statement(
  'figures-delayed',
  `select count(*)::int as total, min(due_at) as oldest from (
     select due_at from delayed_order where shard between 0 and 255 and state = 'waiting'
     union all
     select due_at from delayed_sale where shard between 0 and 255 and state = 'waiting'
   ) waiting`,
);
const nearest = statement(
  'figures-members',
  `select coalesce(max(liability::float8 / nullif(cap, 0)), 0) as used from member_exposure
   where shard between 0 and 255 and event_id = any($1::uuid[])`,
);

type Waiting = { total: number; oldest: Date | null };

const since = ({ oldest }: Waiting): number => (oldest === null ? 0 : secondsSince(oldest, Date.now()));

/**
 * What the database knows of betting.
 * @param options.pool connections that no call waits for
 */
export const readBookFigures = async ({
  pool,
  board,
  exposure,
}: {
  pool: pg.Pool;
  board: Board;
  exposure: Exposure;
}): Promise<Point[]> => {
  const silences = await pool.query<{ feed: string; seconds: number }>(silence([]));
  const open = await pool.query<Waiting>(runs([]));
  const { rows: waiting } = await pool.query<Waiting>(delayed([]));
  const events = new Map(
    board
      .events()
      .filter(isPlayable)
      .map((event) => [event.id, event]),
  );
  const heats = await exposure.heatMaps([...events.keys()], { on: pool });
  const members =
    exposure.caps.member === Infinity
      ? []
      : (await pool.query<{ used: number }>(nearest([[...events.keys()]]))).rows;
  const competitionOf = (eventId: string): string => events.get(eventId)?.competition.id ?? '';
  return [
    ...silences.rows.map(({ feed, seconds }) => ({ of: own.silence, labels: { feed }, value: seconds })),
    ...open.rows.flatMap((row): Point[] => [
      { of: own.runs, value: row.total },
      { of: own.runAge, value: since(row) },
    ]),
    { of: own.delayed, value: waiting.reduce((sum, { total }) => sum + total, 0) },
    { of: own.overdue, value: Math.max(0, ...waiting.map(since)) },
    ...Object.entries(
      capsUsed(heats, {
        caps: exposure.caps,
        capsOf: (eventId) => exposure.capsOf(events.get(eventId)),
        competitionOf,
      }),
    ).map(([scope, value]) => ({ of: own.capUsed, labels: { scope }, value })),
    ...members.map(({ used }) => ({ of: own.capUsed, labels: { scope: 'member' }, value: used })),
  ];
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
