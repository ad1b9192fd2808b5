import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { quantile } from './figures.ts';

/** What a process with streams says once a second. Streams that ended after they were open are lost. */
const StreamReport = Type.Object({
  open: Type.Number(),
  refused: Type.Number(),
  lost: Type.Number(),
  megabytes: Type.Number(),
  /** How long after its first arrival a message came to another stream, since the last report. */
  spreadMs: Type.Array(Type.Number()),
});
export type StreamReport = Static<typeof StreamReport>;

/** Streams of one process: fewer than the files it may open on most machines. */
const streamsOfProcess = 5_000;

/** Live streams of visitors, in processes of their own. */
export type Streams = {
  /** The sums of all processes, as they were last reported. */
  now(): Omit<StreamReport, 'spreadMs'>;
  /** How long a message took from the first stream to the others, milliseconds. */
  spread(): { p50: number; p99: number; samples: number };
  close(): void;
};

/** Opens streams; they come by and by. */
export const openStreams = (url: URL, streams: number): Streams => {
  const script = fileURLToPath(new URL('stream-process.ts', import.meta.url));
  const reports = new Map<ChildProcess, StreamReport>();
  const spreads: number[] = [];
  for (let from = 0; from < streams; from += streamsOfProcess) {
    const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message) => {
      const report = Value.Parse(StreamReport, message);
      reports.set(child, report);
      for (const ms of report.spreadMs) spreads.push(ms);
    });
    child.send({ url: url.href, streams: Math.min(streamsOfProcess, streams - from), from });
    reports.set(child, { open: 0, refused: 0, lost: 0, megabytes: 0, spreadMs: [] });
  }
  const sum = (of: 'open' | 'refused' | 'lost' | 'megabytes'): number =>
    [...reports.values()].reduce((total, report) => total + report[of], 0);
  return {
    now: () => ({
      open: sum('open'),
      refused: sum('refused'),
      lost: sum('lost'),
      megabytes: sum('megabytes'),
    }),
    spread: () => {
      const sorted = spreads.toSorted((a, b) => a - b);
      return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), samples: sorted.length };
    },
    close: () => {
      for (const child of reports.keys()) child.disconnect();
    },
  };
};
