import type { Figure, Point } from '../../core/metrics/metrics.ts';
import type { Placing } from './service.ts';

const labels = { group: 'the first shard of a group; 0 where the database is one' };

export const laneFigures = {
  waiting: {
    name: 'touchline_lane_bets_waiting',
    kind: 'gauge',
    help: 'Bets that no batch has taken yet',
    labels,
  },
  running: {
    name: 'touchline_lane_batches_running',
    kind: 'gauge',
    help: 'Batches of bets that are being written',
    labels,
  },
  wait: {
    name: 'touchline_lane_wait_seconds',
    kind: 'histogram',
    help: 'How long a bet waited for its batch',
    labels,
  },
  batch: {
    name: 'touchline_lane_batch_duration_seconds',
    kind: 'histogram',
    help: 'How long a batch took to be written, with its commit',
    labels,
  },
  bets: { name: 'touchline_lane_batch_bets', kind: 'histogram', help: 'Bets in a batch', labels },
} as const satisfies Record<string, Figure>;

/** The figures of the lanes of placing. */
export const pointsOfLanes = (placing: Pick<Placing, 'lanes'>): Point[] =>
  placing.lanes().flatMap(({ firstShard, lanes }): Point[] => {
    const group = { group: String(firstShard) };
    return [
      { of: laneFigures.waiting, labels: group, value: lanes.waiting() },
      { of: laneFigures.running, labels: group, value: lanes.running() },
      { of: laneFigures.wait, labels: group, value: lanes.record.waits },
      { of: laneFigures.batch, labels: group, value: lanes.record.durations },
      { of: laneFigures.bets, labels: group, value: lanes.record.sizes },
    ];
  });
