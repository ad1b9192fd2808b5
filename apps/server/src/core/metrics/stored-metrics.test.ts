import { Gauge, Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { readSamples } from '../../testing/metrics.ts';
import { StoredReader } from './stored-metrics.ts';

/** Metrics of two modules, of which one reads what the test says. */
const open = (read: () => Promise<number>) => {
  const clock = { nowMs: 1_000_000 };
  const warned: unknown[] = [];
  const metrics = new Registry();
  const registers = [metrics];
  const plain = new Gauge({ name: 'plain', help: 'Without labels', registers });
  const labelled = new Gauge({ name: 'labelled', help: 'With labels', labelNames: ['rail'], registers });
  const stored = new StoredReader({
    metrics,
    modules: new Map([
      [
        'first',
        {
          gauges: [plain, labelled],
          read: async () => {
            const value = await read();
            plain.set(value);
            labelled.set({ rail: 'a' }, value);
          },
          queues: { letters: async () => ({ rows: [{ total: 3, oldest: new Date(990_000) }] }) },
        },
      ],
      ['second', { queues: { flags: async () => ({ rows: [{ total: 0, oldest: null }] }) } }],
    ]),
    everyMs: 15_000,
    log: { warn: (line: unknown) => void warned.push(line) },
    nowMs: () => clock.nowMs,
  });
  const values = async (name: string) => {
    stored.dropOld();
    const samples = readSamples(await metrics.metrics());
    return samples.flatMap((one) => (one.name === name ? [{ ...one.labels, value: one.value }] : []));
  };
  return { stored, clock, warned, values };
};

test('gives what was read last, with the time, and does not read when it is asked', async () => {
  let reads = 0;
  const { stored, values } = open(async () => ++reads);
  expect(await values('plain')).toEqual([]);
  expect(await values('labelled')).toEqual([]);
  expect(await values('touchline_queue_length')).toEqual([]);
  await stored.readAll();
  for (let look = 0; look < 2; look++) {
    expect(await values('plain')).toEqual([{ value: 1 }]);
    expect(await values('labelled')).toEqual([{ rail: 'a', value: 1 }]);
  }
  expect(await values('touchline_queue_length')).toEqual([
    { queue: 'letters', value: 3 },
    { queue: 'flags', value: 0 },
  ]);
  expect(await values('touchline_queue_oldest_seconds')).toEqual([
    { queue: 'letters', value: 10 },
    { queue: 'flags', value: 0 },
  ]);
  expect(await values('touchline_figures_read_timestamp_seconds')).toEqual([
    { module: 'first', value: 1_000 },
    { module: 'second', value: 1_000 },
  ]);
});

test('a module that fails keeps no other from being read, is counted and logged', async () => {
  const { stored, warned, values } = open(() => Promise.reject(new Error('away')));
  await stored.readAll();
  await stored.readAll();
  expect(await values('plain')).toEqual([]);
  expect(await values('touchline_queue_length')).toEqual([{ queue: 'flags', value: 0 }]);
  expect(await values('touchline_figures_failures_total')).toEqual([
    { module: 'first', value: 2 },
    { module: 'second', value: 0 },
  ]);
  expect(warned).toHaveLength(2);
});

test('a value that was read four turns ago is not given any more', async () => {
  let isAway = false;
  const { stored, clock, values } = open(async () => {
    if (isAway) throw new Error('away');
    return 1;
  });
  await stored.readAll();
  isAway = true;
  clock.nowMs += 59_999;
  await stored.readAll();
  expect(await values('plain')).toEqual([{ value: 1 }]);
  expect(await values('labelled')).toEqual([{ rail: 'a', value: 1 }]);
  clock.nowMs += 1;
  expect(await values('plain')).toEqual([]);
  expect(await values('labelled')).toEqual([]);
  expect(await values('touchline_queue_length')).toEqual([{ queue: 'flags', value: 0 }]);
  expect((await values('touchline_figures_read_timestamp_seconds'))[0]).toEqual({
    module: 'first',
    value: 1_000,
  });
  isAway = false;
  await stored.readAll();
  expect(await values('plain')).toEqual([{ value: 1 }]);
});
