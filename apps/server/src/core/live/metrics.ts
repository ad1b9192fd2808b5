import type { Figure, Point } from '../metrics/metrics.ts';
import type { LiveHub } from './hub.ts';

export const liveFigures = {
  streams: { name: 'touchline_live_streams', kind: 'gauge', help: 'Live streams open' },
  max: {
    name: 'touchline_live_streams_max',
    kind: 'gauge',
    help: 'Live streams that this process may have open',
  },
  messages: {
    name: 'touchline_live_messages_total',
    kind: 'counter',
    help: 'Messages to live streams, one for each that is published and not for each reader',
    labels: { kind: 'kinds of messages of the live stream' },
  },
  dropped: {
    name: 'touchline_live_dropped_total',
    kind: 'counter',
    help: 'Live streams that were ended because their client did not read',
  },
} as const satisfies Record<string, Figure>;

/** The figures of the live streams of this process. @param streamsMax how many may be open */
export const pointsOfLive = (live: Pick<LiveHub, 'size' | 'record'>, streamsMax: number): Point[] => [
  { of: liveFigures.streams, value: live.size() },
  { of: liveFigures.max, value: streamsMax },
  { of: liveFigures.dropped, value: live.record().dropped },
  ...Array.from(live.record().published, ([kind, value]) => ({
    of: liveFigures.messages,
    labels: { kind },
    value,
  })),
];
